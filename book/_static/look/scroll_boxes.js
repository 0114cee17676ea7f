/**
 * Formulas and figures that are wider than the page scroll in a box of their own.
 * Whoever has no mouse has to be able to reach such a box: it takes the focus
 * while there is something to scroll.
 */

import { inTurn } from "./in_turn.js";

const BOXES = "article div.math, article figure.book-figure, article pre";

/** @param {Element} box */
function reach(box) {
  if (box.scrollWidth > box.clientWidth + 1) {
    box.setAttribute("tabindex", "0");
  } else if (box.getAttribute("tabindex") === "0") {
    box.removeAttribute("tabindex");
  }
}

function reachAll() {
  inTurn(document.querySelectorAll(BOXES), reach);
}

let waiting = 0;
window.addEventListener("resize", () => {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(reachAll, 200);
});
if (document.readyState === "complete") reachAll();
else window.addEventListener("load", reachAll);
