import assert from "node:assert/strict";
import { test } from "node:test";

import {
  joined,
  NOWHERE,
  sharpest,
  wordsFrom,
} from "../../book/_static/elements/arithmetic/head_words.js";
import { SENTENCES } from "../../book/_static/elements/data/heads.js";

test("pieces that no space parts are one word, and the marks come last", () => {
  const pieces = ["[CLS]", "he", "didn", "'", "t", "see", "z", "##or", ",", "[SEP]"];
  assert.deepEqual(wordsFrom("he didn't see Zor,", pieces), {
    labels: ["he", "didn't", "see", "zor", ",", NOWHERE],
    groups: [[1], [2, 3, 4], [5], [6, 7], [8], [0, 9]],
  });
});

test("both models' pieces of every stored sentence give the same words", () => {
  for (const { text, minilm, smollm2 } of SENTENCES) {
    const [one, other] = [minilm, smollm2].map((pieces) =>
      wordsFrom(text, pieces).labels.filter((label) => label !== NOWHERE),
    );
    assert.equal(one.join("").toLowerCase(), text.replaceAll(" ", "").toLowerCase());
    assert.equal(other.join(""), text.replaceAll(" ", ""));
    assert.deepEqual(
      one.filter((word) => /\p{L}/u.test(word)),
      other.filter((word) => /\p{L}/u.test(word)).map((word) => word.toLowerCase()),
    );
  }
});

test("a word gives and gets what its pieces do, and every row still adds up to one", () => {
  const words = wordsFrom("don't", ["[CLS]", "don", "'", "t", "[SEP]"]);
  const rows = [
    [1, 0, 0, 0, 0],
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [0.6, 0.1, 0.1, 0.1, 0.1],
    [0.1, 0.3, 0.3, 0.3, 0],
    [0, 0, 0, 0, 1],
  ];
  const [[itself, nowhere], marks] = joined(rows, words);
  assert.equal(itself.toFixed(6), ((0.6 + 0.3 + 0.9) / 3).toFixed(6));
  assert.equal((itself + nowhere).toFixed(6), "1.000000");
  assert.deepEqual(marks, [0, 0]);
});

test("of a sentence the word that points at another, and the head that shows it, are chosen", () => {
  const labels = ["my", "grandmother", "baked", "because", "she", "was", "hungry", ".", NOWHERE];
  /** Rows in which one word gives this much to another. @param {number} from @param {number} to @param {number} weight */
  const giving = (from, to, weight) =>
    labels.map((_, i) => labels.map((_, j) => (i === from && j === to ? weight : 0)));
  const heads = [
    giving(4, 8, 0.9), // nowhere
    giving(7, 1, 0.9), // a full stop asks
    giving(4, 1, 0.6),
    giving(4, 5, 0.8), // what stands beside it
    giving(2, 1, 0.7), // no word that points
  ];
  assert.deepEqual(sharpest(heads, labels), { head: 2, word: 4 });
});

test("where no word points, the sharpest of all is chosen, and one word is enough", () => {
  const row = [
    [0, 0, 0.3, 0],
    [0, 0, 0, 0],
    [0.5, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  assert.deepEqual(sharpest([row], ["dogs", "chase", "cats", NOWHERE]), { head: 0, word: 2 });
  assert.deepEqual(sharpest([[[1]]], ["hello"]), { head: 0, word: 0 });
});
