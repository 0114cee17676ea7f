/**
 * On a phone code wraps, and what is wrapped stands further in than its line begins.
 * Every line of a cell becomes a block that knows its indentation.
 */

const NARROW = matchMedia("(max-width: 40rem)"); // as in cells.css
const PLACES =
  "article :is(.cell_input, :is(.highlight-python, .highlight-bash):not(.cell *)) pre";
const CODE = `${PLACES}:not(.exercise-stub pre):not(:has(.code-line))`;

/** The colours of a line end with it, so the text may be cut there. @param {HTMLElement} code */
function cut(code) {
  const lines = code.innerHTML.replace(/\n$/, "").split("\n");
  code.innerHTML = lines
    .map((line) => {
      const indent = line.replace(/<[^>]*>/g, "").match(/^ */)?.[0].length ?? 0;
      return `<span class="code-line" style="--indent: ${indent}ch">${line}\n</span>`;
    })
    .join("");
}

function cutAll() {
  if (NARROW.matches)
    for (const code of document.querySelectorAll(CODE)) cut(/** @type {HTMLElement} */ (code));
}

NARROW.addEventListener("change", cutAll);
cutAll();
