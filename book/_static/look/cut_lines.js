/** Lines of code that wrap on a phone: each a block that knows its indentation. */

export const NARROW = matchMedia("(max-width: 40rem)"); // as in cells.css

/** The colours of a line end with it, so the text may be cut there. @param {HTMLElement} code */
export function cut(code) {
  const lines = code.innerHTML.replace(/\n$/, "").split("\n");
  code.innerHTML = lines
    .map((line) => {
      const indent = line.replace(/<[^>]*>/g, "").match(/^ */)?.[0].length ?? 0;
      return `<span class="code-line" style="--indent: ${indent}ch">${line}\n</span>`;
    })
    .join("");
}
