// Where the words of <model-heads> stand, and how far its arcs may reach.

const ROW = 40; // pixels of a word in a column
const TALL = { most: 230, least: 60 }; // pixels across, beside words in a column
const WIDE = { over: 180, under: 118, none: 10 }; // pixels over and under a line of words

/**
 * Words in a line where they fit, else in a column; the room for arcs is made.
 * @param {HTMLElement} stage @param {HTMLElement} words in it
 * @param {HTMLElement[]} buttons the words
 * @param {boolean} causal whether arcs lead to one side alone
 * @returns {import("./arcs.js").Layout}
 */
export function placed(stage, words, buttons, causal) {
  stage.classList.remove("heads-tall");
  stage.removeAttribute("style");
  const tall = words.scrollWidth > words.clientWidth + 1;
  stage.classList.toggle("heads-tall", tall);
  const width = stage.clientWidth;
  const sides = causal ? 1 : 2;
  const reach = tall
    ? Math.max(TALL.least, Math.min(TALL.most, (width - words.offsetWidth) / sides - 6))
    : WIDE.over;
  const height = tall
    ? buttons.length * ROW
    : WIDE.over + words.offsetHeight + (causal ? WIDE.none : WIDE.under);
  if (!tall) stage.style.paddingTop = `${WIDE.over}px`;
  if (tall && causal) stage.style.paddingLeft = `${reach}px`;
  stage.style.height = `${height}px`;
  const box = stage.getBoundingClientRect();
  return {
    tall,
    width,
    height,
    reach: tall ? reach : WIDE.over - 12,
    under: tall ? reach : WIDE.under - 8,
    places: buttons.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return tall
        ? { at: (top + bottom) / 2 - box.top, near: left - box.left, far: right - box.left }
        : { at: (left + right) / 2 - box.left, near: top - box.top, far: bottom - box.top };
    }),
  };
}
