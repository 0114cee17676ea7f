import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { site, storage } from "./browser.js";
import {
  addressOf,
  byChapter,
  exercises,
  progressIn,
} from "../../book/_static/exercises/progress.js";
import { clear, load, save } from "../../book/_static/exercises/store.js";
import { exportNotebook, importFile } from "../../book/_static/exercises/transfer.js";

const LIST = [
  ["id", "title", "chapter", "points", "kind", "anchor", "given"],
  ["a.sum", "Sum", "01-a", 2, "function", "sum", ""],
  ["a.guess", "Guess", "01-a", 1, "choice", "guess", ""],
  ["b.mend", "Mend", "02-b", 3, "repair", "mend", "def f(x):\n    return x"],
];

beforeEach(() => {
  site.clear();
  site.set("/index.json", LIST);
  clear();
  storage.kept.clear();
});

/** @param {string} name @param {unknown} content */
const file = (name, content) =>
  new File([typeof content === "string" ? content : JSON.stringify(content)], name);

/** @param {string} id @param {string} source */
const answered = (id, source) => ({
  cell_type: "code",
  source,
  metadata: { exercise: { role: "stub", id } },
});

test("points are earned by what has passed", async () => {
  save("a.sum", { source: "1", state: "passed" });
  save("a.guess", { source: "2", state: "tried" });
  const all = await exercises();
  assert.deepEqual(progressIn(all), { exercises: 3, passed: 1, tried: 1, points: 6, earned: 2 });
});

test("chapters keep the book's order, and an exercise has its place in it", async () => {
  const all = await exercises();
  assert.deepEqual(
    [...byChapter(all)].map(([name, list]) => [name, list.length]),
    [
      ["01-a", 2],
      ["02-b", 1],
    ],
  );
  assert.match(addressOf(all[1]), /notebooks\/01-a\.html#guess$/);
});

test("a notebook's answers are read, with the letter of a choice", async () => {
  const cells = [answered("a.sum", "total = sum"), answered("a.guess", 'guess = "c"')];
  assert.equal(await importFile(file("01.ipynb", { cells })), "2 answers read from 01.ipynb.");
  const { "a.sum": sum, "a.guess": guess } = load().exercises;
  assert.deepEqual([sum.source, sum.state, guess.answer], ["total = sum", "tried", "c"]);
});

test("code that was to be repaired and was only laid out anew is no answer", async () => {
  const cells = [answered("b.mend", "def f(\n    x,\n):\n    return x")];
  assert.match(await importFile(file("02.ipynb", { cells })), /holds no answers/);
  assert.deepEqual(load().exercises, {});
});

test("the same answer, unchecked, makes a passed one no less", async () => {
  save("a.sum", { source: "total = sum", state: "passed" });
  await importFile(file("01.ipynb", { cells: [answered("a.sum", "total = sum")] }));
  assert.equal(load().exercises["a.sum"].state, "passed");
});

test("a copy of everything comes back, without what this book does not know", async () => {
  const entry = { source: "1", state: "passed", at: "2026-01-01T00:00:00.000Z" };
  const copy = {
    format: "attention-step-by-step answers",
    exercises: { "a.sum": entry, "a.guess": { source: "no state" }, elsewhere: entry },
  };
  assert.equal(await importFile(file("copy.json", copy)), "1 answer read from copy.json.");
  assert.equal(load().exercises["a.sum"].state, "passed");
});

test("a file that is none is told what is wrong with it", async () => {
  assert.match(await importFile(file("half.ipynb", '{"cells": [')), /no whole notebook/);
  for (const none of [{}, null, { colour: "blue" }, { cells: {} }])
    assert.match(await importFile(file("other.json", none)), /neither a notebook nor a file/);
  const odd = { cells: [null, { cell_type: "code" }] };
  assert.match(await importFile(file("odd.ipynb", odd)), /holds no answers/);
});

test("a notebook that the site has not is said in a sentence", async () => {
  assert.match(await exportNotebook("01-a"), /could not be loaded from this site/);
});
