// The first page's question: a verdict before any code.

import { make } from "../look/nodes.js";
import { button } from "./kit.js";

const RIGHT = "barn";
const TOLD =
  "With “dark”, “it” gives 0.39 of its attention to “barn”, 0.11 before, and 0.30 to " +
  "“horse”, 0.62 before. See for yourself, above.";
const NEXT = "#what-an-answer-gets-and-what-a-class-does";

/** @param {HTMLElement} place @param {() => void} show what it is about */
export function guess(place, show) {
  const verdict = make("p", { role: "status" });
  const buttons = ["horse", RIGHT].map((word) =>
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
  place.append(
    make(
      "p",
      {},
      make("b", {}, "A guess: "),
      "put “dark” for “nervous”. Which of the two does “it” attend to more?",
    ),
    make("div", { class: "touch-row" }, ...buttons),
    verdict,
  );
}
