// What a reader sees of the task of <model-heads>.

import { make } from "../look/nodes.js";
import { button } from "./kit.js";

/**
 * The task, folded; its verdict is said in `verdict`.
 * @param {HTMLElement} verdict
 * @param {{show: () => void, check: () => void, give: () => void}} pressed
 */
export function taskFor(verdict, { show, check, give }) {
  return make(
    "details",
    { class: "touch-folded heads-task" },
    make("summary", {}, "A task: which head copies?"),
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
      button("Show me the sentence", show),
      button("Check this head", check, { class: "touch-button touch-main" }),
      button("Give me one", give),
    ),
    verdict,
  );
}
