// What the elements share: making nodes, controls, and the frame around them.

/** @typedef {Node | string | null} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML node.  Attributes that are functions listen (`onclick`), `null` and
 * `false` leave an attribute out.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {any}
 */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** The same for SVG. @type {(tag: string, attributes?: Record<string, any>, ...children: Child[]) => any} */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false)
      node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

let made = 0;
/** An id that no other node has. */
export const newId = () => `touch-${(made += 1)}`;

/** A number for reading: whole as it is, else `digits` decimals, with a real minus. @type {(x: number, digits?: number) => string} */
export function format(x, digits = 4) {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const near = Math.round(x);
  let text = Math.abs(x - near) < 1e-9 ? String(near) : x.toFixed(digits);
  if (Math.abs(x) >= 1e5) text = x.toExponential(2).replace("e+", "e");
  if (/^-0(\.0*)?$/.test(text)) text = text.slice(1);
  return text.replace("-", "−");
}

/** "[1, 2, 3]". @type {(row: number[], digits?: number) => string} */
export const list = (row, digits) => `[${row.map((x) => format(x, digits)).join(", ")}]`;

/** A slider with its value in words. @returns the control; `set(value)` moves it */
export function slider({ label, min, max, step = 1, value, words = String, change }) {
  const id = newId();
  const input = h("input", { type: "range", id, min, max, step, value });
  // No <output>: it would be read out at every step, beside the slider itself.
  const out = h("span", { "aria-hidden": "true" });
  const show = () => {
    out.textContent = words(Number(input.value));
    input.setAttribute("aria-valuetext", out.textContent);
  };
  input.addEventListener("input", () => {
    show();
    change(Number(input.value));
  });
  show();
  const set = (/** @type {number} */ next) => {
    input.value = String(next);
    show();
  };
  const root = h(
    "div",
    { class: "touch-control touch-slider" },
    h("label", { for: id }, label, " ", out),
    input,
  );
  return Object.assign(root, { set, input });
}

/** One of a few: radio buttons in a row. @param {{label: string, options: [any, string][], value: any, change: (value: any) => void}} of */
export function choice({ label, options, value, change }) {
  const name = newId();
  const inputs = options.map(([option, words]) => {
    const input = h("input", {
      type: "radio",
      name,
      checked: option === value,
      onchange: () => change(option),
    });
    return [input, h("label", {}, input, h("span", {}, words))];
  });
  const root = h(
    "fieldset",
    { class: "touch-control touch-choice" },
    h("legend", {}, label),
    h("div", {}, ...inputs.map(([, line]) => line)),
  );
  const set = (/** @type {any} */ next) =>
    options.forEach(([option], i) => {
      inputs[i][0].checked = option === next;
    });
  return Object.assign(root, { set });
}

/** On or off. @param {{label: string, value: boolean, change: (value: boolean) => void}} of */
export function toggle({ label, value, change }) {
  const input = h("input", {
    type: "checkbox",
    checked: value,
    onchange: () => change(input.checked),
  });
  return h("label", { class: "touch-control touch-toggle" }, input, h("span", {}, label));
}

/** A button. @param {string} words @param {() => void} press @param {Record<string, any>} [more] */
export const button = (words, press, more = {}) =>
  h("button", { type: "button", class: "touch-button", onclick: press, ...more }, words);

/**
 * Arrow keys, Home and End move among items; Tab reaches one of them.
 * @param {HTMLElement[]} items @param {number} width  items in a row of the grid
 */
export function roving(items, width = items.length) {
  items.forEach((item, place) => {
    item.tabIndex = place === 0 ? 0 : -1;
    item.addEventListener("focus", () => {
      for (const other of items) other.tabIndex = other === item ? 0 : -1;
    });
    item.addEventListener("keydown", (event) => {
      const moves = {
        ArrowRight: place + 1,
        ArrowLeft: place - 1,
        ArrowDown: place + width,
        ArrowUp: place - width,
        Home: 0,
        End: items.length - 1,
      };
      const next = items[moves[event.key]];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  });
}

/**
 * On a real movement of a mouse.  `mouseenter` also comes when the page moves
 * under a mouse at rest, and would undo what the keyboard chose.
 * @param {() => void} act
 */
export const pointed = (act) => (/** @type {PointerEvent} */ event) => {
  if (event.pointerType === "mouse") act();
};

/** A table with a caption, from rows of text. @param {{caption: string, head: string[], rows: string[][]}} of */
export function table({ caption, head, rows }) {
  return h(
    "table",
    { class: "touch-table" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((text) => h("td", {}, text))),
      ),
    ),
  );
}

/** Numbers behind a picture, folded away. @param {string} words @param {Child} content */
export const folded = (words, content) =>
  h("details", { class: "touch-folded" }, h("summary", {}, words), content);

/** How many pixels wide a picture may be. @param {HTMLElement} node */
export const widthOf = (node) => Math.max(node.clientWidth, 240);

const QUIET = 400; // milliseconds without a change before the change is read out

/**
 * The frame: a title, something to try, the parts, a sentence on what the
 * picture shows, which is also read out, and a way back to the start.
 * A subclass gives `start()`, which sets the state and returns the parts, and
 * `draw()`, which brings the parts up to date and returns the sentence.
 */
export class TouchElement extends HTMLElement {
  static heading = "";
  static prompt = "";

  connectedCallback() {
    if (this.body) return void this.watcher?.observe(this.body); // moved on the page
    const { heading, prompt } = /** @type {typeof TouchElement} */ (this.constructor);
    const id = newId();
    this.body = h("div", { class: "touch-body" });
    this.sentence = h("p", { class: "touch-sentence" });
    this.spoken = h("p", { class: "touch-hidden", role: "status" });
    this.setAttribute("role", "group");
    this.setAttribute("aria-labelledby", id);
    this.replaceChildren(
      h("p", { class: "touch-title", id }, heading),
      h("p", { class: "touch-prompt" }, h("b", {}, "Try: "), prompt),
      this.body,
      h(
        "div",
        { class: "touch-foot" },
        this.sentence, // a subclass may place it elsewhere
        button("Reset", () => this.reset(), { class: "touch-button touch-reset" }),
      ),
      this.spoken,
    );
    this.classList.add("touch");
    this.reset();
    clearTimeout(this.timer); // nothing is read out before a reader acts
    let width = this.body.clientWidth;
    this.watcher = new ResizeObserver(() => {
      if (this.body.clientWidth === width) return;
      width = this.body.clientWidth;
      this.update(); // pictures are drawn to the width that there is
    });
    this.watcher.observe(this.body);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.watcher?.disconnect();
  }

  /** Back to the state it came with. */
  reset() {
    this.body.replaceChildren(...this.start());
    this.update();
  }

  /** After a change of state. */
  update() {
    this.say(this.draw());
  }

  /** Put the sentence in its place, and have it read out once things are quiet. @param {string} words */
  say(words) {
    if (words === this.sentence.textContent) return;
    this.sentence.textContent = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.spoken.textContent = words;
    }, QUIET);
  }

  /** @returns {Node[]} */
  start() {
    return [];
  }

  /** @returns {string} */
  draw() {
    return "";
  }
}
