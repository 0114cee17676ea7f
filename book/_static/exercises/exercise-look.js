/**
 * What comes after a verdict: the line where an answer first goes wrong, and what each of
 * its lines gives.  The verdict does not wait for it, and the page does not move for it.
 */

import { make } from "../look/nodes.js";
import { cardFrom } from "./exercise-html.js";
import { Trouble } from "./python-words.js";

const LOOKING = "Looking for the line where it first goes wrong \u2026";
const ASK = "Look inside: what your lines gave last";

/** @typedef {() => Promise<import("./types.js").FromDesk>} Ask asks Python for the look */

/**
 * Have a card's look come, now or when the reader opens it.
 * @param {Element} card
 * @param {"now" | "asked" | ""} when
 * @param {Ask} ask
 */
export function lookInto(card, when, ask) {
  const place = card.querySelector(".check-look");
  if (!(place instanceof HTMLElement) || !when) return;
  if (when === "now") lookNow(place, ask);
  else offer(place, ask);
}

/** @param {HTMLElement} place @param {Ask} ask */
async function lookNow(place, ask) {
  place.classList.add("is-awaited"); // room for what comes, so that nothing moves
  place.setAttribute("aria-live", "polite");
  place.append(make("p", {}, LOOKING));
  const parts = await partsFrom(ask);
  place.replaceChildren(...(typeof parts === "string" ? [] : parts));
}

/** A fold that fetches what is in it. @param {HTMLElement} place @param {Ask} ask */
function offer(place, ask) {
  const within = make("div", { "aria-live": "polite" });
  const fold = make("details", {}, make("summary", {}, ASK), within);
  place.append(fold);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || within.childNodes.length) return;
    within.append(make("p", {}, "Running it once more \u2026"));
    const parts = await partsFrom(ask);
    if (typeof parts === "string") {
      within.replaceChildren();
      fold.open = false; // to be opened, and tried, again
      place.append(make("p", { role: "status" }, parts));
    } else within.replaceChildren(...unfolded(parts));
  });
}

/** The list within the fold that Python makes, without that fold. @param {Element[]} parts */
const unfolded = (parts) =>
  parts.flatMap((each) =>
    each instanceof HTMLDetailsElement ? [...each.children].slice(1) : [each],
  );

/** What a look gives, or why there is none. @param {Ask} ask @returns {Promise<Element[] | string>} */
async function partsFrom(ask) {
  try {
    const result = await ask();
    const made = "look_html" in result ? cardFrom(result.look_html) : null;
    return made ? [...made.children] : [];
  } catch (problem) {
    if (!(problem instanceof Trouble)) throw problem;
    return problem.message;
  }
}
