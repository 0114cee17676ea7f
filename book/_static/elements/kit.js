// What the elements share: making nodes, controls, and the frame around them.

import { inTurn } from "../look/in_turn.js";
import { make } from "../look/nodes.js";
import { setFormulas } from "./formulas.js";

/** Whether the reader has keys to be told of. */
export const HAS_KEYS = !matchMedia("(hover: none) and (pointer: coarse)").matches;

let made = 0;
/** An id that no other node has. */
export const newId = () => `touch-${(made += 1)}`;

/**
 * @template Value
 * @typedef {HTMLElement & {set: (value: Value) => void}} Control  `set` moves it
 */
/**
 * @typedef {Control<number> & {input: HTMLInputElement}} Slider
 * @typedef {import("../look/nodes.js").Child} Child
 */

/**
 * A slider with its value in words.
 * @param {{label: string, min: number, max: number, step?: number, value: number,
 *   words?: (value: number) => string, change: (value: number) => void}} of
 * @returns {Slider}
 */
export function slider({ label, min, max, step = 1, value, words = String, change }) {
  const id = newId();
  const input = make("input", { type: "range", id, min, max, step, value });
  // No <output>: it would be read out at every step, beside the slider itself.
  const out = make("span", { "aria-hidden": "true" });
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
  const root = make(
    "div",
    { class: "touch-control touch-slider" },
    make("label", { for: id }, label, " ", out),
    input,
  );
  return Object.assign(root, { set, input });
}

/**
 * One of a few: radio buttons in a row.
 * @template Value
 * @param {{label: string, options: [Value, string][], value: NoInfer<Value>,
 *   change: (value: Value) => void}} of
 * @returns {Control<Value>}
 */
export function choice({ label, options, value, change }) {
  const name = newId();
  const inputs = options.map(([option, words]) => {
    const input = make("input", {
      type: "radio",
      name,
      checked: option === value,
      onchange: () => change(option),
    });
    return { option, input, line: make("label", {}, input, make("span", {}, words)) };
  });
  const root = make(
    "fieldset",
    { class: "touch-control touch-choice" },
    make("legend", {}, label),
    make("div", {}, ...inputs.map(({ line }) => line)),
  );
  const set = (/** @type {Value} */ next) => {
    for (const { option, input } of inputs) input.checked = option === next;
  };
  return Object.assign(root, { set });
}

/** Numbers to choose from. @param {number[]} all @returns {[number, string][]} */
export const numbered = (all) => all.map((n) => [n, String(n)]);

/** On or off. @param {{label: string, value: boolean, change: (value: boolean) => void}} of */
export function toggle({ label, value, change }) {
  const input = make("input", {
    type: "checkbox",
    checked: value,
    onchange: () => change(input.checked),
  });
  return make("label", { class: "touch-control touch-toggle" }, input, make("span", {}, label));
}

/** A button. @param {string} words @param {() => void} press @param {import("../look/nodes.js").Attributes} [more] */
export const button = (words, press, more = {}) =>
  make("button", { type: "button", class: "touch-button", onclick: press, ...more }, words);

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
      /** @type {Record<string, number>} */
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

/** A word that can be chosen, with its weight below it. */
export class Word {
  /** @param {string} word @param {string} kind @param {() => void} choose */
  constructor(word, kind, choose) {
    this.weight = make("small", {});
    this.button = make(
      "button",
      {
        type: "button",
        class: kind,
        onclick: choose,
        onfocus: choose,
        onpointermove: pointed(choose),
      },
      make("span", {}, word),
      this.weight,
    );
  }

  /** @param {number} w @param {string} said  of the weight @param {boolean} isChosen */
  show(w, said, isChosen) {
    this.button.style.setProperty("--w", w.toFixed(4));
    this.weight.textContent = said;
    this.button.setAttribute("aria-pressed", String(isChosen));
    this.button.tabIndex = isChosen ? 0 : -1;
  }
}

/** A table with a caption, from rows of text. @param {{caption: string, head: string[], rows: string[][]}} of */
export function table({ caption, head, rows }) {
  return make(
    "table",
    { class: "touch-table" },
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, first),
          ...rest.map((text) => make("td", {}, text)),
        ),
      ),
    ),
  );
}

/** What is behind a picture, folded away. @param {string} words @param {Child} [content] */
export const folded = (words, content) =>
  make("details", { class: "touch-folded" }, make("summary", {}, words), content);

/** How many pixels wide a picture may be. @param {HTMLElement} node */
export const widthOf = (node) => Math.max(node.clientWidth, 240);

const QUIET = 400; // milliseconds without a change before the change is read out

/**
 * The frame: a title, something to try, the parts, a sentence on what the
 * picture shows, which is also read out, and a way back to the start.
 * A subclass gives `start()`, which sets the state and returns the parts, and
 * `draw()`, which brings the parts up to date and returns the sentence.
 * @template {object} [State=object]
 */
export class TouchElement extends HTMLElement {
  static heading = "";
  static prompt = "";

  /** @type {State} */ state;
  /** @type {HTMLElement | undefined} */ body;
  /** @type {HTMLElement} */ sentence;
  /** @type {HTMLElement} */ spoken;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer;
  /** @type {ResizeObserver | undefined} */ watcher;

  connectedCallback() {
    if (this.body) return void this.watcher?.observe(this.body); // moved on the page
    inTurn([this], () => this.isConnected && !this.body && this.appear());
  }

  appear() {
    const { heading, prompt } = /** @type {typeof TouchElement} */ (this.constructor);
    const id = newId();
    const body = make("div", { class: "touch-body" });
    this.body = body;
    this.sentence = make("p", { class: "touch-sentence" });
    this.spoken = make("p", { class: "touch-hidden", role: "status" });
    this.setAttribute("role", "group");
    this.setAttribute("aria-labelledby", id);
    this.replaceChildren(
      make("p", { class: "touch-title", id }, heading),
      make("p", { class: "touch-prompt" }, make("b", {}, "Try: "), prompt),
      body,
      make(
        "div",
        { class: "touch-foot" },
        this.sentence, // a subclass may place it elsewhere
        button("Reset", () => this.again(), { class: "touch-button touch-reset" }),
      ),
      this.spoken,
    );
    this.classList.add("touch");
    this.reset();
    clearTimeout(this.timer); // nothing is read out before a reader acts
    let width = body.clientWidth;
    this.watcher = new ResizeObserver(() => {
      if (body.clientWidth === width) return;
      width = body.clientWidth;
      this.update(); // pictures are drawn to the width that there is
    });
    this.watcher.observe(body);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.watcher?.disconnect();
  }

  /** Back to the state it came with. */
  reset() {
    this.body?.replaceChildren(...this.start());
    this.update();
  }

  /** The same for who asks for it: what has become shorter stays in sight. */
  again() {
    this.reset();
    const { bottom } = this.getBoundingClientRect();
    if (bottom < innerHeight / 2) this.scrollIntoView({ block: "nearest" });
  }

  /** What the reader has chosen. @param {Partial<State>} changed */
  set(changed) {
    Object.assign(this.state, changed);
    this.update();
  }

  /** After a change of state. */
  update() {
    this.say(this.draw());
    setFormulas(this);
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
