import assert from "node:assert/strict";
import { test } from "node:test";

import { network } from "./browser.js";
import { faultSentence, words } from "../../book/_static/exercises/python-words.js";

/** @type {import("../../book/_static/exercises/types.js").Fault["what"][]} */
const KINDS = [
  "missing",
  "refused",
  "login",
  "type",
  "blocked",
  "policy",
  "old",
  "fetch",
  "silent",
  "checksum",
  "start",
  "died",
];

test("every fault has a sentence of its own, which says that the code is kept", () => {
  const sentences = KINDS.map((what) => faultSentence({ what }));
  for (const sentence of sentences) assert.match(sentence, /Your code is kept\.$/);
  assert.equal(new Set(sentences).size, KINDS.length);
});

test("a fault names the file that is its cause", () => {
  const sentence = faultSentence({ what: "missing", file: "numpy-1.packed" });
  assert.match(sentence, /^Part of Python \(numpy-1\.packed\) is missing on the server\./);
});

test("who is offline is told so, for Python and for the editor", (t) => {
  network.onLine = false;
  t.after(() => (network.onLine = true));
  assert.match(faultSentence({ what: "fetch" }), /^Your browser is offline/);
  assert.match(words.noEditor(), /^Your browser is offline/);
});

test("code that was ended is told after how many seconds", () => {
  assert.match(words.tooLong(10), /after 10 seconds/);
});
