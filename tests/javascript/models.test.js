import assert from "node:assert/strict";
import { test } from "node:test";

import { habit, shownTokens } from "../../book/_static/elements/arithmetic/real_heads.js";
import { idsOf, wordsOf } from "../../book/_static/elements/arithmetic/repeat_model.js";
import { copyPlaces, copyScore, COPYING, judged } from "../../book/_static/elements/heads-task.js";

test("a piece that goes on with a word begins with a dot", () => {
  assert.deepEqual(shownTokens(["z", "##or"], false), ["z", "·or"]);
  assert.deepEqual(shownTokens(["Z", "or", " came", "."], true), ["Z", "·or", "came", "."]);
});

test("a head that looks back one word is known by that", () => {
  const rows = [
    [1, 0, 0],
    [0.9, 0.1, 0],
    [0, 0.8, 0.2],
  ];
  const { what, share } = habit(rows);
  assert.equal(what, "before");
  assert.equal(share.toFixed(2), "0.85");
});

test("a token that has come before points to what followed it then", () => {
  assert.deepEqual(copyPlaces(["a", "b", "c", "a", "b"]), [
    [3, 1],
    [4, 2],
  ]);
  assert.deepEqual(copyPlaces(["a", "a"]), []);
  const rows = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0.7, 0.3, 0],
  ];
  assert.equal(copyScore(rows, ["a", "b", "c", "a"]), 0.7);
});

const TOKENS = ["Z", "·or", "·bl", "Z", "·or"];
const NAME = "Head 6 of layer 18";
const HERE = {
  model: /** @type {const} */ ("smollm2"),
  sentence: COPYING,
  layer: 18,
  head: 6,
  word: 0,
};

test("a head that copies is told from one that does not", () => {
  const copies = TOKENS.map((_, i) => TOKENS.map((__, j) => Number(i < 3 ? i === j : j === i - 2)));
  assert.match(
    judged(HERE, copies, TOKENS, NAME),
    /^Yes\. In head 6 of layer 18 .* gives 1\.00 to “·bl”/,
  );
  const itself = TOKENS.map((_, i) => TOKENS.map((__, j) => Number(i === j)));
  assert.match(
    judged(HERE, itself, TOKENS, NAME),
    /does not copy: .* It looks at the word itself, with 1\.00/,
  );
});

test("the task waits for its sentence and for the weights", () => {
  assert.match(
    judged({ ...HERE, model: "minilm" }, [[1]], ["a"], NAME),
    /^Look at the sentence with Zorblat/,
  );
  assert.match(judged(HERE, null, TOKENS, NAME), /on their way/);
});

test("words are numbered as they come, and padding is 0", () => {
  assert.deepEqual(wordsOf("The cat, the MAT and more", 4), ["the", "cat", "the", "mat"]);
  assert.deepEqual(idsOf(["the", "cat", "the", "[pad]"], "[pad]"), [1, 2, 1, 0]);
});
