/**
 * Who copies text with a formula in it gets the formula's TeX, between dollars as
 * in the notebooks, where a browser would give its letters one below the other.
 */

/** @param {Element} formula */
function source(formula) {
  const tex = formula.querySelector("annotation")?.textContent ?? formula.textContent;
  return formula.getAttribute("display") === "block" ? `\n$$\n${tex}\n$$\n` : `$${tex}$`;
}

/** @param {Node} node */
const formulaAround = (node) =>
  (node instanceof Element ? node : node.parentElement)?.closest("math");

document.addEventListener("copy", (event) => {
  const selection = window.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0).cloneRange();
  // Half a formula is no formula: all of it, then.
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = range.cloneContents();
  const formulas = copied.querySelectorAll("math");
  if (!formulas.length) return;
  for (const formula of formulas) formula.replaceWith(source(formula));
  // Text is laid out as the page lays it out: only what is shown has lines.
  const place = document.createElement("div");
  place.style.cssText = "position: fixed; left: -9999px; white-space: pre-wrap";
  place.append(copied);
  document.body.append(place);
  event.clipboardData.setData("text/plain", place.innerText.replace(/\n{3,}/g, "\n\n").trim());
  place.remove();
  event.preventDefault();
});
