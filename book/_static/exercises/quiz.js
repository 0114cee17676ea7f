/**
 * Predictions: the options of a `choice` become radio buttons, and every choice
 * is answered with why it is right or wrong.
 *
 * The page holds, for each, its list of options and its data (book/_ext/quizzes.py
 * put them there); the options' own nodes are moved, so code and formulas stay.
 */

import { emphasised, make } from "./dom.js";
import { clear, load, save, subscribe, trouble } from "./store.js";

/**
 * @typedef {{id: string, slug: string, title: string, name: string, answer: string,
 *   why_not: {[letter: string]: string}, why: string, after: string}} Quiz
 */

const LEAD = /^\s*\([a-z]\)\s+/;
const NEXT = "section, .exercise, .predict"; // ends what belongs to a quiz

/**
 * What the cells below a quiz give away is folded until it is answered.
 * @param {Element} stub
 * @param {boolean} open
 */
function setFolds(stub, open) {
  let next = stub.closest(".exercise")?.nextElementSibling;
  for (; next && !next.matches(NEXT); next = next.nextElementSibling)
    for (const fold of next.querySelectorAll("details.hide.below-input")) fold.open = open;
}

/** @param {Quiz} quiz */
function build(quiz) {
  const list = document.getElementById(`options-${quiz.slug}`);
  const stub = document.querySelector(`.quiz-stub-${quiz.slug}`);
  const check = document.querySelector(`.quiz-check-${quiz.slug}`);
  if (!list || !stub) return;

  const letters = [...Object.keys(quiz.why_not), quiz.answer].sort();
  const group = `quiz-${quiz.slug}`;
  const rows = [...list.children].map((item, i) => option(item, letters[i], group));
  const verdict = make("div", { class: "quiz-verdict" });
  const news = make("div", { role: "status", class: "quiz-news" }, verdict);
  const more = make("div", { class: "quiz-more" });
  const storing = make("p", { class: "quiz-trouble", role: "status" });
  const again = make(
    "button",
    { type: "button", class: "plain-button", onclick: forget },
    "Start over",
  );
  const asked = document.getElementById(`question-${quiz.slug}`);
  const fieldset = make(
    "fieldset",
    { "aria-label": `Your answer: ${quiz.title}`, "aria-describedby": asked?.id },
    make("legend", {}, "Your answer"),
    ...rows,
  );
  const form = make(
    "form",
    { class: "quiz", "data-quiz": quiz.id, onsubmit: submitted, onchange: chosen },
    fieldset,
    make(
      "div",
      { class: "quiz-buttons" },
      make("button", { type: "submit", class: "main-button" }, "Check"),
      again,
    ),
    news,
    more,
    storing,
  );
  list.remove();
  stub.before(form);
  stub.hidden = true;
  if (check) check.hidden = true;

  const home = document.createComment("where the chapter has its Why");

  const picked = () => form.querySelector("input:checked")?.value ?? "";

  /** Another choice: what was said about the last one is about that one. */
  function chosen() {
    for (const row of rows) delete row.dataset.verdict;
    verdict.replaceChildren();
    delete verdict.dataset.verdict;
  }

  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    const letter = picked();
    if (!letter) {
      verdict.replaceChildren("Choose one of the answers first.");
      form.querySelector("input").focus();
      return;
    }
    // Who has passed may look what is said about the others, and stays passed.
    if (letter === quiz.answer || load().exercises[quiz.id]?.state !== "passed")
      save(quiz.id, entryFor(quiz, letter));
    say(letter);
    storing.textContent = trouble();
  }

  /** @param {string} letter */
  function say(letter) {
    chosen();
    const right = letter === quiz.answer;
    rows[letters.indexOf(letter)].dataset.verdict = right ? "right" : "wrong";
    verdict.dataset.verdict = right ? "right" : "wrong";
    const words = right
      ? [make("strong", {}, `✓ Right, it is (${letter}).`)]
      : [make("strong", {}, `✗ Not (${letter}).`), " ", ...emphasised(quiz.why_not[letter])];
    verdict.replaceChildren(...words);
    if (right) explain();
    again.hidden = false;
  }

  /** Why it is right, as the chapter says it, and why the others are not. */
  function explain() {
    if (more.childElementCount) return;
    setFolds(stub, true);
    const why = document.getElementById(quiz.why)?.nextElementSibling;
    if (why?.localName === "details") {
      why.before(home);
      why.open = true;
      more.append(why);
    } else if (quiz.after) {
      const link = make("a", { href: `#${quiz.after}` }, "what follows");
      more.append(make("p", {}, "Why: ", link, " in the chapter shows it."));
    }
    const others = letters.filter((letter) => letter !== quiz.answer);
    const items = others.map((letter) =>
      make("li", {}, make("strong", {}, `(${letter}) `), ...emphasised(quiz.why_not[letter])),
    );
    const list = make("ul", {}, ...items);
    more.append(
      make(
        "details",
        { class: "quiz-others" },
        make("summary", {}, "And why not the others"),
        list,
      ),
    );
  }

  function forget() {
    const why = more.querySelector(":scope > details:not(.quiz-others)");
    if (why) {
      why.open = false;
      home.replaceWith(why);
    }
    setFolds(stub, false);
    more.replaceChildren();
    clear(quiz.id);
    form.querySelector("input").focus();
  }

  /** What is stored, as the page opens or as it changes elsewhere. */
  function restore() {
    const stored = load().exercises[quiz.id];
    const letter = letters.includes(stored?.answer) ? stored.answer : "";
    for (const input of form.querySelectorAll("input")) input.checked = input.value === letter;
    again.hidden = !letter;
    more.hidden = stored?.state !== "passed";
    if (letter) say(letter);
    else chosen();
    storing.textContent = letter ? trouble() : "";
    // An imported notebook brings letters, not verdicts.
    if (letter === quiz.answer && stored.state !== "passed") save(quiz.id, entryFor(quiz, letter));
  }

  restore();
  subscribe(({ exercises }) => {
    const stored = exercises[quiz.id]?.answer ?? "";
    more.hidden = exercises[quiz.id]?.state !== "passed";
    if (stored !== picked()) restore();
  });
}

/**
 * One option as a radio button with its label.
 * @param {Element} item the list's item, "(a) ..."
 * @param {string} letter
 * @param {string} group
 */
function option(item, letter, group) {
  const body = item.querySelector(":scope > p") ?? item;
  const first = body.firstChild;
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = first.textContent.replace(LEAD, "");
  const input = make("input", { type: "radio", name: group, value: letter });
  const text = make("span", { class: "quiz-option-text" }, ...body.childNodes);
  const lead = make("span", { class: "quiz-letter" }, `(${letter}) `);
  return make("label", { class: "quiz-option" }, input, lead, text);
}

/**
 * @param {Quiz} quiz
 * @param {string} letter
 * @returns {{answer: string, source: string, state: "tried" | "passed"}}
 */
function entryFor({ name, answer }, letter) {
  const state = letter === answer ? "passed" : "tried";
  return { answer: letter, source: `${name} = "${letter}"`, state };
}

for (const data of document.querySelectorAll("script.quiz-data"))
  build(JSON.parse(data.textContent));
