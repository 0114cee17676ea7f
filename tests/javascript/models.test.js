import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesOfHead,
  habit,
  shownTokens,
  unpackHead,
} from "../../book/_static/elements/arithmetic/real_heads.js";
import {
  idsOf,
  maskOf,
  unpack,
  wordsOf,
} from "../../book/_static/elements/arithmetic/repeat_model.js";
import { copyPlaces, copyScore, COPYING, judged } from "../../book/_static/elements/heads-task.js";

test("a decoder's head is stored as a triangle, an encoder's whole", () => {
  assert.equal(bytesOfHead(3, true), 6);
  assert.equal(bytesOfHead(3, false), 9);
  const rows = unpackHead(Uint8Array.of(255, 0, 255, 51, 102, 102), 3, true);
  assert.deepEqual(rows, [
    [1, 0, 0],
    [0, 1, 0],
    [0.2, 0.4, 0.4],
  ]);
});

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

test("masks block what comes later, and padding", () => {
  const both = maskOf(3, 2, { causal: true, padding: true });
  assert.deepEqual(both, [
    [true, false, false],
    [true, true, false],
    [true, true, false],
  ]);
  const none = maskOf(2, 1, { causal: false, padding: false });
  assert.deepEqual(none, [
    [true, true],
    [true, true],
  ]);
});

test("a stored model has its numbers back, matrices and vectors apart", () => {
  const int8 = btoa(String.fromCharCode(1, 255, 2, 254));
  const { matrices, vectors } = unpack({
    d_model: 2,
    words: 2,
    position_scale: 1,
    arrays: { whole: { shape: [2, 2], scale: 0.5, int8 }, flat: { shape: [4], scale: 1, int8 } },
  });
  assert.deepEqual(matrices.whole, [
    [0.5, -0.5],
    [1, -1],
  ]);
  assert.deepEqual(vectors.flat, [1, -1, 2, -2]);
});
