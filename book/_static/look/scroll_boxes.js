/**
 * Formulas, figures and code that are wider than the page scroll in a box of their own.
 * Whoever has no mouse has to be able to reach such a box: it takes the focus
 * while there is something to scroll.
 */

const BOXES = ":is(div.math, figure.book-figure, pre)";

const sizes = new ResizeObserver((seen) => {
  const boxes = seen.map(({ target }) => target);
  const wide = new Set(boxes.filter((box) => box.scrollWidth > box.clientWidth + 1));
  for (const box of boxes) {
    if (wide.has(box)) box.setAttribute("tabindex", "0");
    else if (box.getAttribute("tabindex") === "0") box.removeAttribute("tabindex");
  }
});

/** Boxes that are looked at when they change, and now. @param {Iterable<Element>} places */
function watch(places) {
  for (const place of places) {
    if (place.matches(BOXES)) sizes.observe(place);
    for (const box of place.querySelectorAll(BOXES)) sizes.observe(box);
  }
}

const articles = document.querySelectorAll("article");
const added = new MutationObserver((changes) => {
  const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  watch(nodes.filter((node) => node instanceof Element));
});
for (const article of articles) added.observe(article, { childList: true, subtree: true });
document.fonts.addEventListener("loadingdone", () => watch(articles));
watch(articles);
