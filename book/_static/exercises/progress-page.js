/** The page "My progress": every chapter and exercise, with export and reset. */

import { make } from "../look/nodes.js";
import { ask, fileButton, one } from "./dom.js";
import { forgetPractice, todayList } from "./own-code.js";
import { messageOf } from "./problems.js";
import { addressOf, byChapter, exercises, progressIn, ROOT, shareOfPath } from "./progress.js";
import { changedSince, clear, load, subscribe, trouble } from "./store.js";
import { exportAll, importFile } from "./transfer.js";

/**
 * @typedef {import("./progress.js").Exercise} Exercise
 * @typedef {import("./progress.js").Progress} Progress
 * @typedef {import("./store.js").Answers} Answers
 * @typedef {(exercise: Exercise) => void} Forget
 */

const CHANGED = "✓ passed; changed since";
const WORDS = { passed: "✓ passed", tried: "tried", "": "not yet" };
const number = (/** @type {number} */ n) => String(Math.round(n * 100) / 100);

/** A bar; what it shows stands beside it in words. @param {Progress} progress */
function bar({ exercises: all, passed, tried }) {
  /** @param {string} name @param {number} count */
  const part = (name, count) => {
    const span = make("span", { class: `share-${name}` });
    span.style.flexGrow = String(count); // no style attribute: strict sites forbid it
    return span;
  };
  return make(
    "span",
    { class: "share-bar", "aria-hidden": "true" },
    part("passed", passed),
    part("tried", tried),
    part("open", all - passed - tried),
  );
}

/** @param {Progress} progress */
function inWords({ exercises: all, passed, tried, points, earned }) {
  const open = tried ? `, ${tried} tried` : "";
  return `${passed} of ${all} passed${open} · ${number(earned)} of ${number(points)} points`;
}

/**
 * One path: how far, and how long it takes from here.
 * @param {string} name @param {number} minutes of all of it @param {number} share done
 */
function pathRow(name, minutes, share) {
  const left = (minutes * (1 - share)) / 60;
  const hours = left < 1 ? "less than an hour" : `about ${Math.round(left)} hours`;
  const words = share === 1 ? "✓ finished" : `${Math.floor(100 * share)} % done, ${hours} left`;
  const part = { exercises: 1, passed: share, tried: 0, points: 0, earned: 0 };
  return make(
    "li",
    { "data-path": name },
    make("strong", {}, name),
    " ",
    make("span", { class: "progress-words" }, words),
    bar(part),
  );
}

/** @param {Exercise} exercise @param {import("./store.js").Entry | undefined} entry @param {Forget} forget */
function row(exercise, entry, forget) {
  const state = entry?.state ?? "";
  return make(
    "tr",
    { "data-exercise": exercise.id, "data-state": state || "open" },
    make("td", {}, make("a", { href: addressOf(exercise) }, exercise.title)),
    make("td", { class: "state" }, changedSince(entry) ? CHANGED : WORDS[state]),
    make("td", { class: "points" }, number(exercise.points)),
    make(
      "td",
      { class: "act" },
      entry
        ? make(
            "button",
            { type: "button", class: "plain-button", onclick: () => forget(exercise) },
            "Reset",
            make("span", { class: "visually-hidden" }, ` ${exercise.title}`),
          )
        : "",
    ),
  );
}

/** @param {Exercise[]} some @param {Answers} answers @param {Forget} forget */
function table(some, answers, forget) {
  /** @param {string} name @param {...(Node | string)} words */
  const column = (name, ...words) => make("th", { scope: "col", class: name }, ...words);
  const head = [
    column("title", "Exercise"),
    column("state", "State"),
    column("points", "Points"),
    column("act", make("span", { class: "visually-hidden" }, "Reset")),
  ];
  const rows = some.map((each) => row(each, answers.exercises[each.id], forget));
  return make(
    "table",
    { class: "progress-table" },
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
}

/**
 * One chapter, folded; the line that unfolds it says how far it is.
 * @param {string} name @param {Exercise[]} some @param {Answers} answers
 * @param {boolean} isOpen @param {Forget} forget
 */
function chapterBox(name, some, answers, isOpen, forget) {
  const progress = progressIn(some, answers);
  const title = `${name.slice(0, 2)} · ${some[0].chapter_title}`;
  return make(
    "details",
    { class: "progress-chapter", "data-chapter": name, open: isOpen },
    make(
      "summary",
      {},
      make("span", { class: "progress-title" }, title),
      " ",
      make("span", { class: "progress-words" }, inWords(progress)),
      bar(progress),
    ),
    make("p", {}, make("a", { href: new URL(some[0].page, ROOT).href }, "Open the chapter")),
    table(some, answers, forget),
  );
}

class ProgressPage {
  /** @param {HTMLElement} place @param {Exercise[]} all */
  constructor(place, all) {
    this.place = place;
    this.all = all;
    this.said = make("p", { role: "status", class: "hand-in-said" });
    this.warning = make("p", { class: "quiz-trouble" });
    this.total = make("div", { class: "progress-total" });
    this.paths = make("ul", { class: "progress-paths" });
    /** @type {[string, [import("./progress.js").Path, number]][]} minutes of each, by name */
    this.minutes = Object.entries(JSON.parse(place.dataset.paths ?? "{}"));
    this.chapters = make("div", { class: "progress-chapters" });
    this.reset = make(
      "button",
      { type: "button", class: "plain-button", onclick: () => void this.forgetAll() },
      "Reset everything",
    );
    this.save = make(
      "button",
      { type: "button", class: "main-button", onclick: () => this.say(exportAll()) },
      "Export everything",
    );
  }

  open() {
    const bring = fileButton("Import", ".json,.ipynb", (file) => void this.bring(file));
    const buttons = make("div", { class: "hand-in-buttons" }, this.save, bring, this.reset);
    const today = todayList() ?? "";
    const before = [this.total, today, this.paths, buttons, this.said, this.warning];
    this.place.replaceChildren(...before, this.chapters);
    this.show();
    subscribe(() => this.show());
  }

  /** @param {string} sentence */
  say(sentence) {
    this.said.textContent = sentence;
  }

  /** @param {Exercise} exercise */
  async forgetOne({ id, title }) {
    const sure = await ask({
      title: "Reset this exercise?",
      text: `Your answer to "${title}" will be forgotten.`,
      yes: "Forget it",
    });
    if (!sure) return;
    clear(id);
    this.say(`Your answer to "${title}" is forgotten.`);
    // Its button is gone: the row's link is the nearest place to go on from.
    one(this.chapters, `[data-exercise="${id}"] a`, HTMLElement).focus();
  }

  async forgetAll() {
    const count = Object.keys(load().exercises).length;
    const sure = await ask({
      title: "Reset the whole book?",
      text:
        `All ${count} of your answers will be forgotten. Export everything first if you ` +
        "want to keep them.",
      yes: "Forget everything",
    });
    if (!sure) return;
    clear();
    forgetPractice();
    this.say("All your answers are forgotten.");
    this.chapters.querySelector("summary")?.focus();
  }

  /** @param {File} file */
  async bring(file) {
    this.say(await importFile(file).catch(messageOf));
  }

  show() {
    const answers = load();
    const progress = progressIn(this.all, answers);
    const some = progress.passed + progress.tried > 0;
    this.save.disabled = this.reset.disabled = !some;
    const words = make("p", {}, make("strong", {}, inWords(progress)));
    this.total.replaceChildren(words, bar(progress));
    this.paths.replaceChildren(
      ...this.minutes.map(([name, [path, minutes]]) =>
        pathRow(name, minutes, shareOfPath(this.all, path, answers)),
      ),
    );
    this.warning.textContent = trouble();
    /** @type {NodeListOf<HTMLElement>} */
    const unfolded = this.chapters.querySelectorAll("details[open]");
    const open = new Set([...unfolded].map((box) => box.dataset.chapter));
    const boxes = [...byChapter(this.all)].map(([name, list]) =>
      chapterBox(name, list, answers, open.has(name), (each) => void this.forgetOne(each)),
    );
    this.chapters.replaceChildren(...boxes);
  }
}

/** @param {HTMLElement} place */
async function start(place) {
  try {
    new ProgressPage(place, await exercises()).open();
  } catch (problem) {
    place.append(make("p", { class: "quiz-trouble" }, messageOf(problem)));
  }
}

const place = document.getElementById("exercise-progress");
if (place) start(place);
