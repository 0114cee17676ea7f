/** On a phone code wraps, and what is wrapped stands further in than its line begins. */

import { cut, NARROW } from "./cut_lines.js";

const PLACES = "article :is(.cell_input, :is(.highlight-python, .highlight-bash):not(.cell *)) pre";
const CODE = `${PLACES}:not(.exercise-stub pre):not(:has(.code-line))`;

function cutAll() {
  if (NARROW.matches)
    for (const code of document.querySelectorAll(CODE)) cut(/** @type {HTMLElement} */ (code));
}

NARROW.addEventListener("change", cutAll);
cutAll();
