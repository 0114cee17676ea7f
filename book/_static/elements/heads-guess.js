// The first page's question: a verdict before any code.

import { make } from "../look/nodes.js";
import { button } from "./kit.js";

const RIGHT = "street";
const TOLD =
  "With “wide”, “it” gives 0.13 of its attention to “street”, 0.05 before, and 0.27 to " +
  "“animal”, 0.64 before. See for yourself, above.";
const NEXT = "#what-an-answer-gets-and-what-a-class-does";

/** @param {() => void} show what it is about */
export function guess(show) {
  const verdict = make("p", { role: "status" });
  const buttons = ["animal", RIGHT].map((word) =>
    button(word, () => {
      const isRight = word === RIGHT;
      for (const each of buttons)
        each.setAttribute("aria-pressed", String(each.textContent === word));
      verdict.replaceChildren(
        make("strong", {}, isRight ? "✓ Right." : `✗ Not “${word}”.`),
        ` ${TOLD} `,
        make("a", { href: NEXT }, "Next, in code"),
      );
      show();
    }),
  );
  return make(
    "div",
    { class: "heads-guess" },
    make(
      "p",
      {},
      make("b", {}, "A guess: "),
      "put “wide” for “tired”. Which does “it” look at more than before?",
    ),
    make("div", { class: "touch-row" }, ...buttons),
    verdict,
  );
}
