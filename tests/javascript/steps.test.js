import assert from "node:assert/strict";
import { test } from "node:test";

import { eightSteps, published } from "../../book/_static/elements/arithmetic/steps.js";
import { format, list } from "../../book/_static/elements/numbers.js";
import { origin, stepWords } from "../../book/_static/elements/steps-words.js";

const STATE = { given: published(), step: 4, token: 0, scaled: false, rounded: false };

/** @param {Partial<typeof STATE>} [changed] */
function results(changed = {}) {
  const state = { ...STATE, ...changed };
  return { state, all: { ...state.given, ...eightSteps(state.given, state) } };
}

test("a number for reading is whole as it is, and has a real minus", () => {
  assert.equal(format(2 + 1e-12), "2");
  assert.equal(format(-1.23456, 2), "−1.23");
  assert.equal(format(-0.001, 2), "0.00");
  assert.equal(format(123456.7), "1.23e5");
  assert.equal(format(-Infinity), "−∞");
  assert.equal(list([1, 0.25], 2), "[1, 0.25]");
});

test("a score was made of a query's numbers and a key's", () => {
  const { all, state } = results();
  const { uses, words } = origin(all, ["scores", 0, 1], state);
  assert.deepEqual(uses, [
    ["Q", 0, 0],
    ["K", 1, 0],
    ["Q", 0, 1],
    ["K", 1, 1],
    ["Q", 0, 2],
    ["K", 1, 2],
  ]);
  assert.equal(words, "1 · 4 + 0 · 4 + 2 · 0 = 4");
});

test("a query's number was made with its own matrix, a key's with another", () => {
  const { all, state } = results();
  assert.ok(origin(all, ["Q", 0, 0], state).uses.some(([name]) => name === "W_Q"));
  assert.ok(origin(all, ["K", 0, 0], state).uses.some(([name]) => name === "W_K"));
});

test("a rounded weight says so", () => {
  const { all, state } = results({ rounded: true, step: 5 });
  assert.match(origin(all, ["weights", 1, 1], state).words, /to tenths that add up to 1: 1$/);
});

test("an output comes from weighted values, at the last step from weights and values", () => {
  const { all, state } = results({ step: 7 });
  assert.deepEqual(origin(all, ["outputs", 0, 2], state).uses[0], ["weighted", 0, 2]);
  const last = origin(all, ["outputs", 1, 2], { ...state, step: 8 });
  assert.deepEqual(last.uses.slice(0, 2), [
    ["weights", 1, 0],
    ["V", 0, 2],
  ]);
});

test("each step says what it has come to", () => {
  const { all, state } = results();
  const said = Array.from({ length: 8 }, (_, i) => stepWords(all, { ...state, step: i + 1 }));
  assert.equal(new Set(said).size, 8);
  assert.match(said[3], /^Query 1 meets every key. The scores are \[2, 4, 4\]\.$/);
  assert.match(stepWords(all, { ...state, scaled: true }), /divided by √3/);
});
