/** On a phone code wraps, and what is wrapped stands further in than its line begins. */

import { cut, NARROW } from "./cut_lines.js";
import { inTurn } from "./in_turn.js";

const PLACES = "article :is(.cell_input, :is(.highlight-python, .highlight-bash):not(.cell *)) pre";
const CODE = `${PLACES}:not(.exercise-stub pre):not(:has(.code-line))`;

/** @param {Element} code */
function cutOnce(code) {
  if (code instanceof HTMLElement && code.matches(CODE)) cut(code);
}

function cutAll() {
  if (NARROW.matches) inTurn(document.querySelectorAll(CODE), cutOnce);
}

NARROW.addEventListener("change", cutAll);
cutAll();
