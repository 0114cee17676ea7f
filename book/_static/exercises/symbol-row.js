/**
 * Keys above a phone's keyboard, on which each of these signs takes two taps or cannot be
 * reached.  The row takes no focus, because the keyboard would close.
 */

import { make } from "../look/nodes.js";
import {
  EditorView,
  defaultKeymap,
  historyKeymap,
  indentWithTab,
} from "../vendor/codemirror/codemirror.js";

const SIGNS = {
  "(": "Opening bracket",
  ")": "Closing bracket",
  "[": "Opening square bracket",
  "]": "Closing square bracket",
  "=": "Equals sign",
  ",": "Comma",
  ".": "Full stop",
  "@": "At sign",
  _: "Underscore",
  ":": "Colon",
  "*": "Asterisk",
  "/": "Slash",
  "-": "Minus sign",
  "+": "Plus sign",
};

/** What is on a key, its name, and the key of a keyboard that does the same. */
const COMMANDS = [
  ["←", "Left", "ArrowLeft"],
  ["→", "Right", "ArrowRight"],
  ["⇥", "Indent", "Tab"],
  ["↶", "Undo", "Mod-z"],
];
const BOUND = [...defaultKeymap, ...historyKeymap, indentWithTab];

/** As if typed, so a closing bracket comes with its opening one. @param {EditorView} view @param {string} text */
function type(view, text) {
  const { state } = view;
  const { from, to } = state.selection.main;
  const userEvent = "input.type";
  const step = () =>
    state.update(state.replaceSelection(text), { userEvent, scrollIntoView: true });
  const handlers = state.facet(EditorView.inputHandler);
  if (!handlers.some((handles) => handles(view, from, to, text, step))) view.dispatch(step());
}

/** @param {string} sign @param {string} name @param {() => void} onclick */
const key = (sign, name, onclick) =>
  make("button", { type: "button", tabindex: "-1", "aria-label": name, onclick }, sign);

/** @param {EditorView} view */
const keys = (view) => [
  ...Object.entries(SIGNS).map(([sign, name]) => key(sign, name, () => type(view, sign))),
  ...COMMANDS.map(([sign, name, as]) =>
    key(sign, name, () => BOUND.find((each) => each.key === as)?.run?.(view)),
  ),
];

const row = make("div", {
  class: "symbol-row",
  role: "toolbar",
  "aria-label": "Signs to type",
  onmousedown: (/** @type {MouseEvent} */ event) => event.preventDefault(),
});

/** At the lower end of what the keyboard leaves of the page. */
function place() {
  const { offsetTop, height } = /** @type {VisualViewport} */ (window.visualViewport);
  row.style.translate = `0 calc(${offsetTop + height}px - 100%)`;
}
for (const moved of ["resize", "scroll"]) window.visualViewport?.addEventListener(moved, place);

/** How much of the page the row covers, in pixels. */
export const rowHeight = () => row.offsetHeight;

/** The row, while an editor has the focus. */
export const symbolRow = EditorView.domEventHandlers({
  focus(_, view) {
    row.replaceChildren(...keys(view));
    document.body.append(row);
    place();
  },
  blur: () => row.remove(),
});
