import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { page, storage } from "./browser.js";
import {
  asEntry,
  clear,
  load,
  changedSince,
  passedAnswers,
  save,
  subscribe,
  trouble,
} from "../../book/_static/exercises/store.js";

beforeEach(() => {
  storage.room = Infinity;
  clear();
  storage.kept.clear();
});

const stored = () => [...storage.kept.values()].join();

test("an answer that was saved is loaded, and merged with what comes later", () => {
  save("a", { source: "x = 1", state: "tried" });
  save("a", { state: "passed" });
  const { source, state } = load().exercises.a;
  assert.deepEqual({ source, state }, { source: "x = 1", state: "passed" });
});

test("what was forgotten is gone, and the others stay", () => {
  save("a", { source: "1", state: "tried" });
  save("b", { source: "2", state: "tried" });
  clear("a");
  assert.deepEqual(Object.keys(load().exercises), ["b"]);
  clear();
  assert.deepEqual(load().exercises, {});
  assert.equal(stored(), "");
});

test("where there is no room an answer lasts as long as the page, and that is said", () => {
  storage.room = 10;
  save("a", { source: "x = 1", state: "tried" });
  assert.equal(load().exercises.a.source, "x = 1");
  assert.equal(stored(), "");
  assert.match(trouble(), /storage for the site is full/);
  storage.room = Infinity;
  save("b", { source: "y = 2", state: "tried" });
  assert.match(stored(), /x = 1/);
  assert.equal(trouble(), "");
});

test("answers of a newer edition are left as they are", () => {
  save("a", { source: "x = 1", state: "tried" });
  const [key] = [...storage.kept.keys()];
  const newer = JSON.stringify({ version: 99, exercises: {} });
  storage.kept.set(key, newer);
  save("b", { source: "y = 2", state: "tried" });
  assert.equal(storage.kept.get(key), newer);
  assert.match(trouble(), /newer edition/);
});

test("what cannot be read is put aside", () => {
  save("a", { source: "x = 1", state: "tried" });
  const [key] = [...storage.kept.keys()];
  storage.kept.set(key, "{");
  assert.deepEqual(load().exercises, {});
  assert.equal(storage.kept.get(`${key}:damaged`), "{");
});

test("an entry without a state is none, and one without a time gets the first", () => {
  assert.equal(asEntry({ source: "x" }), null);
  assert.equal(asEntry("passed"), null);
  assert.deepEqual(asEntry({ state: "tried", source: 3 }), {
    state: "tried",
    at: "1970-01-01T00:00:00.000Z",
  });
});

test("what has passed stays what others build on while something else is tried", () => {
  save("a", { source: "old", state: "passed" });
  assert.equal(save("a", { source: "new", state: "tried" }).state, "passed");
  assert.equal(changedSince(load().exercises.a), true);
  save("b", { source: "right", state: "passed" });
  assert.equal(changedSince(load().exercises.b), false);
  save("c", { source: "wrong", state: "tried" });
  assert.deepEqual(passedAnswers(), { a: "old", b: "right" });
});

test("listeners hear of changes here and in other tabs, until they end it", () => {
  let heard = 0;
  const end = subscribe(() => (heard += 1));
  save("a", { state: "tried" });
  page.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "another site's" }));
  assert.equal(heard, 2);
  end();
  clear();
  assert.equal(heard, 2);
});

test("what an earlier edition kept as tried and had passed once is passed", () => {
  const entry = asEntry({ source: "new", passedSource: "old", state: "tried" });
  assert.equal(entry?.state, "passed");
});

test("what passes again passes as it is now", () => {
  save("again", { source: "first", state: "passed" });
  save("again", { source: "other", state: "tried" });
  save("again", { source: "second", state: "passed" });
  assert.equal(passedAnswers().again, "second");
  assert.equal(changedSince(load().exercises.again), false);
});
