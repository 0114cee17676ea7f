/** The page "My progress": every chapter and exercise, with export and reset. */

import { ask, fileButton, make } from "./dom.js";
import { addressOf, byChapter, exercises, progressIn, ROOT } from "./progress.js";
import { clear, load, subscribe, trouble } from "./store.js";
import { exportAll, importFile } from "./transfer.js";

const WORDS = { passed: "✓ passed", tried: "tried", "": "not yet" };
const number = (n) => String(Math.round(n * 100) / 100);

/** A bar; what it shows stands beside it in words. */
function bar({ exercises: all, passed, tried }) {
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

/** @param {import("./progress.js").Progress} progress */
function inWords({ exercises: all, passed, tried, points, earned }) {
  const open = tried ? `, ${tried} tried` : "";
  return `${passed} of ${all} passed${open} · ${number(earned)} of ${number(points)} points`;
}

/** @param {import("./progress.js").Exercise} exercise */
function row(exercise, entry, forget) {
  const state = entry?.state ?? "";
  return make(
    "tr",
    { "data-exercise": exercise.id, "data-state": state || "open" },
    make("td", {}, make("a", { href: addressOf(exercise) }, exercise.title)),
    make("td", { class: "state" }, WORDS[state]),
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

function table(some, answers, forget) {
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

/** One chapter, folded; the line that unfolds it says how far it is. */
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

async function start(place) {
  const said = make("p", { role: "status", class: "hand-in-said" });
  const warning = make("p", { class: "quiz-trouble" });
  const total = make("div", { class: "progress-total" });
  const chapters = make("div", { class: "progress-chapters" });
  let all;
  try {
    all = await exercises();
  } catch (problem) {
    place.append(make("p", { class: "quiz-trouble" }, problem.message));
    return;
  }

  async function forgetOne({ id, title }) {
    const sure = await ask({
      title: "Reset this exercise?",
      text: `Your answer to "${title}" will be forgotten.`,
      yes: "Forget it",
    });
    if (!sure) return;
    clear(id);
    said.textContent = `Your answer to "${title}" is forgotten.`;
    // Its button is gone: the row's link is the nearest place to go on from.
    chapters.querySelector(`[data-exercise="${id}"] a`)?.focus();
  }

  async function forgetAll() {
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
    said.textContent = "All your answers are forgotten.";
    chapters.querySelector("summary")?.focus();
  }

  /** @param {File} file */
  async function bring(file) {
    try {
      said.textContent = await importFile(file);
    } catch (problem) {
      said.textContent = problem.message;
    }
  }

  const reset = make(
    "button",
    { type: "button", class: "plain-button", onclick: forgetAll },
    "Reset everything",
  );
  const save = make(
    "button",
    { type: "button", class: "main-button", onclick: () => (said.textContent = exportAll()) },
    "Export everything",
  );
  place.replaceChildren(
    total,
    make(
      "div",
      { class: "hand-in-buttons" },
      save,
      fileButton("Import", ".json,.ipynb", bring),
      reset,
    ),
    said,
    warning,
    chapters,
  );

  function show() {
    const answers = load();
    const progress = progressIn(all, answers);
    const some = progress.passed + progress.tried > 0;
    save.disabled = reset.disabled = !some;
    const words = make("p", {}, make("strong", {}, inWords(progress)));
    total.replaceChildren(words, bar(progress));
    warning.textContent = trouble();
    const open = new Set(
      [...chapters.querySelectorAll("details[open]")].map((box) => box.dataset.chapter),
    );
    const boxes = [...byChapter(all)].map(([name, list]) =>
      chapterBox(name, list, answers, open.has(name), forgetOne),
    );
    chapters.replaceChildren(...boxes);
  }

  show();
  subscribe(show);
}

const place = document.getElementById("exercise-progress");
if (place) start(place);
