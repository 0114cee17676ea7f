/**
 * Answers out to a file and in again: a chapter's notebook, or a copy of all.
 */

import { ask, download } from "./dom.js";
import { answersIn, asFile, fill, letterIn } from "./notebook.js";
import { exercises, ROOT } from "./progress.js";
import { messageOf } from "./problems.js";
import { asEntries, load, save } from "./store.js";

/** @typedef {import("./store.js").Entry} Entry */

const FORMAT = "attention-step-by-step answers";
const MOST = 50 << 20; // bytes; the grader's own limit for a notebook

/**
 * Download a chapter's notebook with the answers in it.
 * @param {string} chapter its name, "03-numpy"
 * @returns {Promise<string>} what happened, in one sentence
 */
export async function exportNotebook(chapter) {
  const address = new URL(`_sources/notebooks/${chapter}.ipynb`, ROOT);
  let original;
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    original = await response.json();
  } catch {
    return (
      "The chapter's notebook could not be loaded from this site; your answers are " +
      "kept. Try again when you are online."
    );
  }
  const { notebook, filled } = fill(original, load().exercises);
  download(`${chapter}.ipynb`, asFile(notebook), "application/x-ipynb+json");
  const many = filled.length === 1 ? "answer is" : "answers are";
  return `${chapter}.ipynb is in your downloads; ${filled.length} ${many} in it.`;
}

/** Download every answer as one file, to be imported on another machine. */
export function exportAll() {
  const file = { format: FORMAT, ...load() };
  download("attention-answers.json", JSON.stringify(file, null, 1) + "\n");
  const count = Object.keys(file.exercises).length;
  return `attention-answers.json is in your downloads, with ${count} ${
    count === 1 ? "answer" : "answers"
  }.`;
}

/**
 * Take over the answers in a file; ask where this browser has others.
 * @param {File} file a notebook, or what `exportAll` wrote
 * @returns {Promise<string>} what happened, in one sentence
 */
export async function importFile(file) {
  let entries;
  try {
    entries = await entriesIn(file);
  } catch (problem) {
    return messageOf(problem);
  }
  const here = load().exercises;
  const known = new Set((await exercises()).map(({ id }) => id));
  const ids = Object.keys(entries).filter((id) => known.has(id));
  if (!ids.length)
    return `${file.name} holds no answers to exercises of this book; nothing was changed.`;
  const others = ids.filter((id) => here[id] && here[id].source !== entries[id].source);
  if (others.length && !(await mayReplace(file.name, others.length))) return "Nothing was changed.";
  for (const id of ids) if (!same(here[id], entries[id])) save(id, entries[id]);
  return `${ids.length} ${ids.length === 1 ? "answer" : "answers"} read from ${file.name}.`;
}

/**
 * A passed answer is not made less by the same one, unchecked.
 * @param {Entry | undefined} mine @param {Entry} theirs
 */
function same(mine, theirs) {
  return mine?.source === theirs.source && mine?.state === "passed";
}

/** @param {string} name of a file @param {number} count */
function mayReplace(name, count) {
  const one = count === 1;
  return ask({
    title: "Replace your answers?",
    text:
      `For ${count} ${one ? "exercise" : "exercises"}, ${name} holds another answer than ` +
      "this browser. Replace yours? They cannot be brought back.",
    yes: "Replace",
    no: "Keep mine",
  });
}

/** @param {File} file @returns {Promise<{[id: string]: Entry}>} */
async function entriesIn(file) {
  if (file.size > MOST)
    throw new Error(`${file.name} is larger than 50 MB; clear its outputs and try again.`);
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw new Error(
      `${file.name} is no whole notebook: its JSON breaks off or is damaged. Save it ` +
        "again in Jupyter, then import it.",
    );
  }
  if (Array.isArray(content?.cells)) return fromNotebook(content);
  if (content?.format === FORMAT && content.exercises) return asEntries(content.exercises);
  throw new Error(
    `${file.name} is neither a notebook nor a file that "Export everything" wrote; ` +
      "choose one of these.",
  );
}

/** Code without its layout: long signatures are set in lines of their own. @param {string} source */
function bare(source) {
  return source.replace(/\s+/g, "").replace(/,\)/g, ")");
}

/** @param {import("./notebook.js").Notebook} notebook */
async function fromNotebook(notebook) {
  const facts = new Map((await exercises()).map((one) => [one.id, one]));
  /** @type {{[id: string]: Entry}} */
  const entries = {};
  for (const { id, source, passed } of answersIn(notebook)) {
    const known = facts.get(id);
    if (known?.given && bare(source) === bare(known.given)) continue; // nothing is repaired yet
    entries[id] = { source, state: passed ? "passed" : "tried", at: new Date().toISOString() };
    if (known?.kind === "choice") entries[id].answer = letterIn(source);
  }
  return entries;
}
