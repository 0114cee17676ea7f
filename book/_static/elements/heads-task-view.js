// What a reader sees of the task of <model-heads>, once it is unfolded.

import { make } from "../look/nodes.js";
import { COPYING, judged } from "./heads-task.js";
import { tokensOf } from "./heads-data.js";
import { button } from "./kit.js";

/**
 * Fill the fold.
 * @param {HTMLElement} fold
 * @param {{
 *   state: import("./heads-data.js").Chosen,
 *   heads: import("./heads-data.js").Heads,
 *   named: () => string,
 *   inTheirPieces: (changed: object, word: string) => void,
 * }} element  what it shows, and a way to have it show the sentence
 */
export function fillTask(fold, element) {
  const verdict = make("p", { class: "heads-verdict", role: "status" });
  const check = () => {
    const { state, heads } = element;
    verdict.textContent = judged(state, heads.rows(state), tokensOf(state), element.named());
  };
  const show = (/** @type {object} */ changed, /** @type {string} */ word) =>
    element.inTheirPieces({ model: "smollm2", sentence: COPYING, ...changed }, word);
  fold.append(
    make(
      "p",
      {},
      "A name that nobody has ever seen comes twice: Zorblat. Reading the second ",
      make("i", {}, "Z"),
      ", SmolLM2 knows that ",
      make("i", {}, "or"),
      " comes next. Some head must look from the second ",
      make("i", {}, "Z"),
      " to what came after the first one. Four of its 270 heads do so for the whole name. Find one.",
    ),
    make(
      "div",
      { class: "touch-row" },
      button("Show me the sentence", () => show({}, "Z")),
      button("Check this head", check, { class: "touch-button touch-main" }),
      button("Give me one", () => show({ layer: 18, head: 6 }, "or")),
    ),
    verdict,
  );
}
