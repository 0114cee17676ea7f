/**
 * How far the reader is: every `data-exercises` on the page shows how many of
 * the exercises it lists have passed, in its ring or bar and in its words.
 */

import { load, subscribe } from "../exercises/store.js";

/**
 * @param {string[]} ids
 * @param {{[id: string]: {state: string}}} exercises
 * @returns {{passed: number, tried: number, total: number}}
 */
export function countOf(ids, exercises) {
  const states = ids.map((id) => exercises[id]?.state);
  return {
    passed: states.filter((state) => state === "passed").length,
    tried: states.filter((state) => state === "tried").length,
    total: ids.length,
  };
}

/** @param {{passed: number, tried: number, total: number}} count */
function words({ passed, tried, total }) {
  if (passed === total) return `All ${total} exercises passed`;
  const also = tried ? `, ${tried} tried` : "";
  return `${passed} of ${total} exercises passed${also}`;
}

/** @param {HTMLElement} mark @param {{[id: string]: {state: string}}} exercises */
function show(mark, exercises) {
  const ids = (mark.dataset.exercises ?? "").split(" ").filter(Boolean);
  const count = countOf(ids, exercises);
  mark.style.setProperty("--passed", String(count.passed / (count.total || 1)));
  mark.classList.toggle("complete", count.total > 0 && count.passed === count.total);
  const place = mark.querySelector("[data-progress-words]") ?? mark.nextElementSibling;
  if (!(place instanceof HTMLElement) || !place.matches("[data-progress-words]")) return;
  place.dataset.untouched ??= place.textContent;
  const begun = count.passed + count.tried > 0;
  place.textContent = begun ? words(count) : place.dataset.untouched;
}

function showAll({ exercises } = load()) {
  for (const mark of document.querySelectorAll("[data-exercises]"))
    show(/** @type {HTMLElement} */ (mark), exercises);
}

showAll();
subscribe(() => showAll());
