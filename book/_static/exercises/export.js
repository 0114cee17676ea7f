/**
 * At the end of a chapter with answers: download its notebook, import, reset.
 */

import { make } from "../look/nodes.js";
import { ask, fileButton } from "./dom.js";
import { byChapter, exercises, progressIn, ROOT } from "./progress.js";
import { messageOf } from "./problems.js";
import { clear, load, subscribe, trouble } from "./store.js";
import { exportNotebook, importFile } from "./transfer.js";

/** @param {string} chapter @param {import("./progress.js").Exercise[]} some */
function panel(chapter, some) {
  const count = make("p");
  const said = make("p", { role: "status", class: "hand-in-said" });
  const warning = make("p", { class: "quiz-trouble" });
  const box = make(
    "section",
    { class: "hand-in", "aria-labelledby": "hand-in-title", hidden: true },
    make("h2", { id: "hand-in-title" }, "Your answers in this chapter"),
    count,
    make(
      "div",
      { class: "hand-in-buttons" },
      make(
        "button",
        { type: "button", class: "plain-button", onclick: () => tell(exportNotebook(chapter)) },
        "Download my notebook",
      ),
      fileButton("Import a notebook", ".ipynb,.json", (file) => tell(importFile(file))),
      make("button", { type: "button", class: "plain-button", onclick: reset }, "Reset"),
    ),
    said,
    warning,
  );

  /** @param {Promise<string>} happening */
  async function tell(happening) {
    said.textContent = "";
    try {
      said.textContent = await happening;
    } catch (problem) {
      said.textContent = messageOf(problem);
    }
  }

  async function reset() {
    const { passed, tried } = progressIn(some);
    const sure = await ask({
      title: "Reset this chapter?",
      text:
        `${passed + tried} of your answers in this chapter will be forgotten. Download ` +
        "your notebook first if you want to keep them.",
      yes: "Forget them",
    });
    if (!sure) return;
    for (const { id } of some) if (load().exercises[id]) clear(id);
    said.textContent = "Your answers in this chapter are forgotten.";
  }

  function show() {
    const { exercises: all, passed, tried } = progressIn(some);
    if (passed + tried) box.hidden = false; // once shown it stays: it has news
    const open = tried ? `, ${tried} tried and not passed yet` : "";
    count.textContent =
      `${passed} of ${all} exercises passed${open}. The notebook you download holds ` +
      "the whole chapter with your answers in their cells, ready to hand in or to open " +
      "in Jupyter.";
    warning.textContent = trouble();
  }

  document.querySelector("article.bd-article")?.append(box);
  show();
  subscribe(show);
}

async function start() {
  const here = location.pathname;
  try {
    for (const [name, some] of byChapter(await exercises()))
      if (new URL(some[0].page, ROOT).pathname === here) panel(name, some);
  } catch {
    // Without the list there is no hand-in; the exercises say for themselves
    // what works offline and what does not.
  }
}

start();
