/**
 * An answer in words, which no program judges: its writer ticks the points that it makes,
 * beside an answer that makes them all, and with the last one the exercise counts as done.
 */

import { make } from "../look/nodes.js";

/** @param {Element} card @param {() => void} done */
export function pointsToTick(card, done) {
  const list = card.querySelector(".check-rubric");
  const folded = list?.closest("details");
  if (!list || !folded) return;
  const boxes = [...list.children].map((item) => {
    const box = make("input", { type: "checkbox" });
    item.replaceChildren(make("label", {}, box, " ", ...item.childNodes));
    return box;
  });
  const said = make("p", { role: "status" }, "Tick each point that your answer makes.");
  list.after(said);
  folded.open = true;
  list.addEventListener("change", () => {
    const ticked = boxes.filter(({ checked }) => checked).length;
    const all = ticked === boxes.length;
    said.textContent = all
      ? "Your answer makes every point, so this exercise counts as done here. In a course that " +
        "hands it in, a person reads it and gives the points."
      : `${ticked} of ${boxes.length} points. Add to your answer what is missing, and check again.`;
    if (all) done();
  });
}
