/** Lines of code that wrap on a phone: each a block that knows its indentation. */

export const NARROW = matchMedia("(max-width: 40rem)"); // as in cells.css and exercises.css
export const FINGER = matchMedia("(pointer: coarse)");

/** The style of a line with this text. @param {string} text */
export const hanging = (text) => `--indent: ${text.length - text.trimStart().length}ch`;

/** Where code breaks best: behind a bracket, outside of strings and tags; or behind "=". */
const BREAKS = /<span class="s\w*">[^<]*<\/span>|<[^>]*>|[([{]|(?<=>)=(?=<)/g;

/** @param {string} html */
const breakable = (html) =>
  html
    .replace(BREAKS, (part) => (part.length > 1 ? part : `${part}<wbr>`))
    .replace(/-&gt;/g, '<span class="code-arrow">$&</span>');

/** The colours of a line end with it, so the text may be cut there. @param {HTMLElement} code */
export function cut(code) {
  const lines = code.innerHTML.replace(/\n$/, "").split("\n");
  code.innerHTML = lines
    .map((line) => {
      const style = hanging(line.replace(/<[^>]*>/g, ""));
      return `<span class="code-line" style="${style}">${breakable(line)}\n</span>`;
    })
    .join("");
}
