/**
 * Predictions: the options of a `choice` become radio buttons, and every choice
 * is answered with why it is right or wrong.
 *
 * The page holds, for each, its list of options and its data (book/attention_site/quizzes.py
 * put them there); the options' own nodes are moved, so code and formulas stay.
 */

import { make } from "../look/nodes.js";
import { emphasised } from "./dom.js";
import { clear, load, save, subscribe, trouble } from "./store.js";

/**
 * @typedef {{id: string, slug: string, title: string, name: string, answer: string,
 *   why_not: {[letter: string]: string}, why: string, after: string}} Quiz
 */

const LEAD = /^\s*\([a-z]\)\s+/;
const INSTEAD = "Why this is so is shown once your choice is right.";
const NEXT = "section, .exercise, .predict"; // ends what belongs to a quiz

/**
 * What the cells below a quiz give away is folded until it is answered.
 * @param {Element} stub
 * @param {boolean} open
 */
function setFolds(stub, open) {
  let next = stub.closest(".exercise")?.nextElementSibling;
  for (; next && !next.matches(NEXT); next = next.nextElementSibling)
    for (const fold of next.querySelectorAll("details"))
      if (fold.matches(".hide.below-input")) fold.open = open;
}

/**
 * The chapter's own folds below a quiz, which say why: those of no cell, down to what is
 * next.
 * @param {Element} stub
 */
function reasonsBelow(stub) {
  const found = [];
  let next = stub.closest(".exercise")?.nextElementSibling;
  for (; next && !next.matches(NEXT); next = next.nextElementSibling)
    if (next instanceof HTMLDetailsElement && !next.matches(".hide")) found.push(next);
  return found;
}

class Prediction {
  /**
   * @param {Quiz} quiz
   * @param {HTMLElement} list of its options
   * @param {HTMLElement} stub the cell that the form takes the place of
   */
  constructor(quiz, list, stub) {
    this.quiz = quiz;
    this.stub = stub;
    this.letters = [...Object.keys(quiz.why_not), quiz.answer].sort();
    const group = `quiz-${quiz.slug}`;
    this.rows = [...list.children].map((item, i) => option(item, this.letters[i], group));
    this.verdict = make("div", { class: "quiz-verdict" });
    this.more = make("div", { class: "quiz-more" });
    this.storing = make("p", { class: "quiz-trouble", role: "status" });
    this.again = make(
      "button",
      { type: "button", class: "plain-button", onclick: () => this.forget() },
      "Start over",
    );
    this.home = document.createComment("where the chapter has its Why");
    this.reasons = reasonsBelow(stub);
    this.instead = make("p", { class: "quiz-instead" }, INSTEAD);
    this.reasons[0]?.before(this.instead);
    this.form = this.makeForm();
  }

  makeForm() {
    const { quiz } = this;
    const asked = document.getElementById(`question-${quiz.slug}`);
    const fieldset = make(
      "fieldset",
      { "aria-label": `Your answer: ${quiz.title}`, "aria-describedby": asked?.id },
      make("legend", {}, "Your answer"),
      ...this.rows,
    );
    const check = make("button", { type: "submit", class: "main-button" }, "Check");
    return make(
      "form",
      {
        class: "quiz",
        "data-quiz": quiz.id,
        onsubmit: (event) => this.submitted(event),
        onchange: () => this.chosen(),
      },
      fieldset,
      make("div", { class: "quiz-buttons" }, check, this.again),
      make("div", { role: "status", class: "quiz-news" }, this.verdict),
      this.more,
      this.storing,
    );
  }

  open() {
    const { quiz, form, more } = this;
    this.stub.before(form);
    this.stub.hidden = true;
    this.restore();
    subscribe(({ exercises }) => {
      const stored = exercises[quiz.id]?.answer ?? "";
      more.hidden = exercises[quiz.id]?.state !== "passed";
      this.withhold();
      if (stored !== this.picked()) this.restore();
    });
  }

  /** The form's radio buttons. */
  inputs() {
    return [...this.form.querySelectorAll("input")];
  }

  /** Why it is so is not on the screen before the choice was right once. */
  withhold() {
    const passed = load().exercises[this.quiz.id]?.state === "passed";
    for (const fold of this.reasons) fold.classList.toggle("quiz-withheld", !passed);
    this.instead.hidden = passed;
  }

  picked() {
    return this.inputs().find((input) => input.checked)?.value ?? "";
  }

  /** Another choice: what was said about the last one is about that one. */
  chosen() {
    for (const row of this.rows) delete row.dataset.verdict;
    this.verdict.replaceChildren();
    delete this.verdict.dataset.verdict;
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    event.preventDefault();
    const { quiz } = this;
    const letter = this.picked();
    if (!letter) {
      this.verdict.replaceChildren("Choose one of the answers first.");
      this.inputs()[0].focus();
      return;
    }
    // Who has passed may look what is said about the others, and stays passed.
    if (letter === quiz.answer || load().exercises[quiz.id]?.state !== "passed")
      save(quiz.id, entryFor(quiz, letter));
    this.withhold();
    if (letter === quiz.answer) for (const fold of this.reasons) fold.open = true;
    this.say(letter);
    this.storing.textContent = trouble();
  }

  /** @param {string} letter */
  say(letter) {
    this.chosen();
    const right = letter === this.quiz.answer;
    this.rows[this.letters.indexOf(letter)].dataset.verdict = right ? "right" : "wrong";
    this.verdict.dataset.verdict = right ? "right" : "wrong";
    const why = this.quiz.why_not[letter];
    const words = right
      ? [make("strong", {}, `✓ Right, it is (${letter}).`)]
      : [make("strong", {}, `✗ Not (${letter}).`), " ", ...emphasised(why)];
    this.verdict.replaceChildren(...words);
    if (right) this.explain();
    this.again.hidden = false;
  }

  /** Why it is right, as the chapter says it, and why the others are not. */
  explain() {
    const { quiz, more } = this;
    if (more.childElementCount) return;
    setFolds(this.stub, true);
    const why = document.getElementById(quiz.why)?.nextElementSibling;
    if (why instanceof HTMLDetailsElement) {
      why.before(this.home);
      why.open = true;
      more.append(why);
    } else if (quiz.after) {
      const link = make("a", { href: `#${quiz.after}` }, "what follows");
      more.append(make("p", {}, "Why: ", link, " in the chapter shows it."));
    }
    const others = this.letters.filter((letter) => letter !== quiz.answer);
    const items = others.map((letter) =>
      make("li", {}, make("strong", {}, `(${letter}) `), ...emphasised(quiz.why_not[letter])),
    );
    const list = make("ul", {}, ...items);
    const summary = make("summary", {}, "And why not the others");
    more.append(make("details", { class: "quiz-others" }, summary, list));
  }

  /** Take back all that was said: the chapter has its Why again. */
  takeBack() {
    this.chosen();
    const why = this.more.querySelector(":scope > details:not(.quiz-others)");
    if (why instanceof HTMLDetailsElement) {
      why.open = false;
      this.home.replaceWith(why);
    }
    if (this.more.childElementCount) setFolds(this.stub, false);
    this.more.replaceChildren();
  }

  forget() {
    clear(this.quiz.id); // which is heard
    this.inputs()[0].focus();
  }

  /** What is stored, as the page opens or as it changes. */
  restore() {
    const { quiz, letters } = this;
    const stored = load().exercises[quiz.id];
    const letter = letters.find((each) => each === stored?.answer) ?? "";
    for (const input of this.inputs()) input.checked = input.value === letter;
    this.again.hidden = !letter;
    this.more.hidden = stored?.state !== "passed";
    if (letter) this.say(letter);
    else this.takeBack();
    this.storing.textContent = letter ? trouble() : "";
    // An imported notebook brings letters, not verdicts.
    if (letter === quiz.answer && stored.state !== "passed") save(quiz.id, entryFor(quiz, letter));
    this.withhold();
  }
}

/** @param {Quiz} quiz */
function build(quiz) {
  const list = document.getElementById(`options-${quiz.slug}`);
  /** @type {HTMLElement | null} */
  const stub = document.querySelector(`.quiz-stub-${quiz.slug}`);
  /** @type {HTMLElement | null} */
  const check = document.querySelector(`.quiz-check-${quiz.slug}`);
  if (!list || !stub) return;
  const prediction = new Prediction(quiz, list, stub);
  list.remove();
  if (check) check.hidden = true;
  prediction.open();
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
  if (first instanceof Text) first.data = first.data.replace(LEAD, "");
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
