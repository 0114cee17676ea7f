import assert from "node:assert/strict";
import { test } from "node:test";

import { actionOf, joined, moved } from "../../autograder/review/templates/review.js";

const READING = { writing: false, form: true, owned: false };
const WRITING = { ...READING, writing: true };

test("Ctrl and Enter save while one writes, and do nothing where there is no form", () => {
  assert.equal(actionOf({ key: "Enter", ctrlKey: true }, WRITING).name, "save");
  assert.equal(actionOf({ key: "Enter", metaKey: true }, WRITING).name, "save");
  const list = { ...READING, form: false };
  assert.equal(actionOf({ key: "Enter", ctrlKey: true }, list).name, "nothing");
});

test("letters are letters while one writes, and Escape leaves", () => {
  for (const key of ["j", "k", "c", "1"])
    assert.equal(actionOf({ key }, { ...WRITING, owned: true }).name, "nothing");
  assert.equal(actionOf({ key: "Escape" }, WRITING).name, "leave");
  assert.equal(actionOf({ key: "Escape" }, READING).name, "nothing");
});

test("a key of the page's own goes before moving, and the browser's own are left alone", () => {
  assert.deepEqual(actionOf({ key: "j" }, { ...READING, owned: true }), {
    name: "use",
    key: "j",
  });
  assert.deepEqual(actionOf({ key: "k" }, READING), { name: "move", step: -1 });
  for (const held of ["ctrlKey", "metaKey", "altKey"]) {
    const pressed = { key: "j", [held]: true };
    assert.equal(actionOf(pressed, { ...READING, owned: true }).name, "nothing");
  }
});

test("one moves from nowhere to the first, and not past either end", () => {
  assert.deepEqual(
    [moved(-1, 1, 3), moved(1, 1, 3), moved(2, 1, 3), moved(0, -1, 3), moved(-1, -1, 3)],
    [0, 2, 2, 0, 0],
  );
});

test("what was said before goes behind what stands there", () => {
  assert.equal(joined("", " Mind the axis. "), "Mind the axis.");
  assert.equal(joined("Good.\n", "Mind the axis."), "Good.\nMind the axis.");
  assert.equal(joined("Good.", null), "Good.");
});
