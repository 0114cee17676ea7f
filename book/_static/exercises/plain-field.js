/**
 * Where code is written before the editor is there, and wherever it cannot be fetched:
 * the browser's own field, invisible, on top of the code with its colours.  Tab passes
 * through it, as through any field.
 */

import { cut, NARROW } from "../look/cut_lines.js";
import { make } from "../look/nodes.js";

const AS_TYPED = {
  autocapitalize: "off",
  autocorrect: "off",
  autocomplete: "off",
  spellcheck: "false",
  wrap: "off",
};

/** Keys that say nothing about wanting to write here. */
const PASSING = new Set(["Tab", "Escape", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

/**
 * @param {{
 *   source: string,
 *   stub: string,
 *   colours: string,
 *   label: string,
 *   describedBy: string,
 *   onChange: (source: string) => void,
 *   onRun: () => void,
 *   onCheck: () => void,
 *   onAct: (writes: boolean) => void,
 * }} options `colours`: the stub as highlighted HTML; `onAct` is told whether the
 *   reader writes or points, rather than moves about
 */
export function makePlainField(options) {
  /** @type {number | null} where one points, until one lets go; a click's place is adjusted */
  let pointed = null;
  const lines = make("span", { class: "exercise-plain-lines", "aria-hidden": "true" });
  const code = make("pre", {
    class: "highlight",
    "aria-hidden": "true",
    tabindex: "-1",
    inert: "",
  });
  const field = make("textarea", {
    "aria-label": options.label,
    "aria-describedby": options.describedBy,
    ...AS_TYPED,
    oninput: () => {
      paint();
      options.onChange(field.value);
      options.onAct(true);
    },
    onpointerdown: (/** @type {PointerEvent} */ event) => (pointed = event.clientY),
    onclick: () => {
      if (pointed !== null) place(field, code, pointed);
      pointed = null;
      paint();
      options.onAct(true);
    },
    onfocus: () => pointed ?? paint(), // nothing moves under a finger: its click would be lost
    onblur: () => paint(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => pressed(event, options),
  });
  const text = make("div", { class: "exercise-plain-text" }, code, field);
  const element = make("div", { class: "exercise-plain" }, lines, text);
  field.value = options.source;
  paint();

  /** What is seen under the field, and sizes it; as typed while it is written in. */
  function paint() {
    if (field.value === options.stub) code.innerHTML = options.colours;
    else code.textContent = `${field.value}\n`;
    if (NARROW.matches && document.activeElement !== field) cut(code);
    lines.textContent = numbers(field.value);
  }

  return {
    element,
    get source() {
      return field.value;
    },
    set source(source) {
      field.value = source;
      paint();
    },
    get hasFocus() {
      return document.activeElement === field;
    },
    get selection() {
      return { anchor: field.selectionStart, head: field.selectionEnd };
    },
  };
}

/**
 * Write at the end of the line that is seen there: lines that are cut wrap otherwise.
 * @param {HTMLTextAreaElement} field @param {Element} code @param {number} y
 */
function place(field, code, y) {
  const row = [...code.querySelectorAll(".code-line")].findIndex(
    (line) => line.getBoundingClientRect().bottom > y,
  );
  if (row < 0) return;
  const lines = field.value.split("\n").slice(0, row + 1);
  field.selectionStart = field.selectionEnd = lines.join("\n").length;
}

/**
 * @param {KeyboardEvent} event
 * @param {Pick<Parameters<typeof makePlainField>[0], "onRun" | "onCheck" | "onAct">} options
 */
function pressed(event, options) {
  const runs = event.shiftKey && event.key === "Enter";
  const checks = (event.ctrlKey || event.metaKey) && event.key === "Enter";
  if (runs || checks) {
    event.preventDefault();
    if (checks) options.onCheck();
    else options.onRun();
  } else if (!PASSING.has(event.key) && !event.ctrlKey && !event.metaKey) {
    options.onAct(false);
  }
}

/**
 * @param {string} source
 * @returns {string} the numbers of its lines
 */
function numbers(source) {
  return source
    .split("\n")
    .map((_, i) => i + 1)
    .join("\n");
}
