/**
 * Questions about the reader's own code: three after a right answer, others about the same
 * answer after some days.  What comes back is kept in this browser and nowhere else.
 */

import { make } from "../look/nodes.js";
import { Trouble } from "./python-words.js";

/**
 * @typedef {import("./types.js").Question} Question
 * @typedef {import("./types.js").Round} Round
 * @typedef {{rounds: Round[], asked: number, right: number}} Practice
 */

const KEY = `attention-step-by-step:${new URL("../../", import.meta.url).pathname}:practice`;
const TITLE = "Do you know why it works?";
const LETTERS = "abcd";

/** @returns {Practice} what is kept; nothing where it cannot be read */
function read() {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? "{}");
    const rounds = Array.isArray(kept.rounds) ? kept.rounds : [];
    return { rounds, asked: Number(kept.asked) || 0, right: Number(kept.right) || 0 };
  } catch {
    return { rounds: [], asked: 0, right: 0 };
  }
}

/** @param {Practice} practice */
function write(practice) {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(practice));
  } catch {
    // Without a store nothing comes back; what is asked now is asked all the same.
  }
}

/** Forget what was to come back, and what was counted. */
export function forgetPractice() {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // there was nothing to forget
  }
}

/** A day as Python writes it. @param {number} [later] days from today */
function day(later = 0) {
  const date = new Date();
  date.setDate(date.getDate() + later);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

const exerciseOf = (/** @type {Round} */ round) => round.questions[0]?.exercise;

/** Keep the rounds of an answer in the place of those it had. @param {Round[]} rounds */
function plan(rounds) {
  const practice = read();
  const others = practice.rounds.filter((each) => exerciseOf(each) !== exerciseOf(rounds[0]));
  write({ ...practice, rounds: [...others, ...rounds] });
}

/** Count a round that was answered; what was wrong comes back tomorrow. @param {Round} round @param {Question[]} wrong */
function count(round, wrong) {
  const practice = read();
  const same = JSON.stringify(round);
  const rounds = practice.rounds.filter((each) => JSON.stringify(each) !== same);
  if (wrong.length) rounds.push({ ...round, due: day(1), questions: wrong });
  const asked = practice.asked + round.questions.length;
  write({ rounds, asked, right: practice.right + round.questions.length - wrong.length });
}

/** Words in which code stands in backticks. @param {string} words */
const marked = (words) =>
  words.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));

/**
 * One question; `told` hears once whether the first choice was right.
 * @param {Question} question @param {number} number @param {(isRight: boolean) => void} told
 */
function asFields(question, number, told) {
  const said = make("div", { role: "status", class: "own-said" });
  const name = `own-${question.exercise}-${number}-${Math.random()}`;
  let isFirst = true;
  /** @param {number} choice */
  const choose = (choice) => {
    const isRight = choice === question.right;
    if (isFirst) told(isRight);
    isFirst = false;
    const run = question.run.map((line) => make("li", {}, ...marked(line)));
    said.replaceChildren(
      make("p", {}, make("strong", {}, isRight ? "Right. " : "No. "), ...marked(question.because)),
      make("ul", { class: "own-run" }, ...run),
    );
  };
  const options = question.options.map((option, place) =>
    make(
      "label",
      {},
      make("input", { type: "radio", name, onchange: () => choose(place) }),
      make("span", {}, `${LETTERS[place]}) `, ...marked(option)),
    ),
  );
  const words = [...marked(question.call), " ", ...marked(question.text)];
  return make(
    "fieldset",
    { class: "own-question" },
    make("legend", {}, make("strong", {}, `${number}. `), ...words),
    ...options,
    said,
  );
}

/** The code with its lines numbered, and the questions about it. @param {Round} round */
function asParts(round) {
  const code = round.questions[0].listing
    .map((line, i) => `${String(i + 1).padStart(3)}  ${line}`)
    .join("\n");
  /** @type {Question[]} */
  const wrong = [];
  let open = round.questions.length;
  const fields = round.questions.map((question, i) =>
    asFields(question, i + 1, (isRight) => {
      if (!isRight) wrong.push(question);
      open -= 1;
      if (!open) count(round, wrong);
    }),
  );
  const pre = make("pre", { tabindex: "0", role: "region", "aria-label": "Your code" }, code);
  return [pre, ...fields];
}

/**
 * Offer questions about an answer that has passed, on its card.
 * @param {Element} card @param {() => Promise<import("./types.js").FromDesk>} ask
 */
export function offerWhy(card, ask) {
  const within = make("div", { "aria-live": "polite" });
  const fold = make("details", { class: "own-code" }, make("summary", {}, TITLE), within);
  card.append(fold);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || within.childNodes.length) return;
    within.append(make("p", {}, "Running your code for questions about it \u2026"));
    try {
      const result = await ask();
      const [first, ...later] = "rounds" in result ? result.rounds : [];
      if (later.length) plan(later);
      const none = [make("p", {}, "Of this code no question could be made.")];
      within.replaceChildren(...(first ? asParts(first) : none));
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      within.replaceChildren();
      fold.open = false; // to be opened, and tried, again
      card.append(make("p", { role: "status" }, problem.message));
    }
  });
}

/** What is due today, for the page of progress; nothing where nothing ever was asked. */
export function todayList() {
  const practice = read();
  const due = practice.rounds.filter((each) => each.due <= day() && each.questions.length);
  if (!due.length && !practice.asked) return null;
  const share = `${practice.right} of ${practice.asked} questions about your own code right so far.`;
  const folds = due.map((round) =>
    make(
      "details",
      { class: "own-code" },
      make("summary", {}, `${round.title}: ${round.questions.length} to answer`),
      ...asParts(round),
    ),
  );
  return make(
    "section",
    { class: "own-today", "aria-labelledby": "own-today" },
    make("h2", { id: "own-today" }, "Today"),
    make("p", {}, due.length ? "About code that you got right some days ago:" : "Nothing is due."),
    ...folds,
    make("p", {}, practice.asked ? share : ""),
  );
}
