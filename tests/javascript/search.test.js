import assert from "node:assert/strict";
import { before, test } from "node:test";

import "./browser.js";
import { find, newIndex, sentence } from "../../book/_static/look/search_answers.js";

/** @type {ReturnType<typeof newIndex>} */
let index;

before(() => {
  index = newIndex();
  const page = { url: "a.html", title: "Attention" };
  index.addAll([
    { id: 0, ...page, at: "one", heading: "Softmax", text: "A softmax turns scores into weights." },
    {
      id: 1,
      ...page,
      at: "one",
      heading: "Softmax",
      text: "The weights of a softmax add up to one.",
    },
    { id: 2, ...page, at: "one", heading: "Softmax", text: "Weights and softmax, once more." },
    { id: 3, ...page, at: "two", heading: "Masks", text: "A mask blocks what comes later." },
    {
      id: 4,
      ...page,
      at: "three",
      heading: "Why by √d_k",
      text: "One divides by √d_k, the constructor says.",
    },
  ]);
});

test("a passage with all words is found, also where one is mistyped or not yet whole", () => {
  for (const words of ["mask blocks", "mask bloks", "mask blo"]) {
    const { all, results } = find(index, words);
    assert.equal(all, true, words);
    assert.equal(results[0].at, "two", words);
  }
});

test("a letter of a formula is found by its name, and by itself", () => {
  const page = { url: "a.html", title: "Attention", at: "five", heading: "Draws" };
  const searched = newIndex();
  searched.add({ id: 0, ...page, text: "The statistic χ^2 adds up the squared differences." });
  for (const words of ["chi", "χ", "chi^2"])
    assert.equal(find(searched, words).results.length, 1, words);
});

test("a section whose heading has all words comes before those that say them more often", () => {
  const page = { url: "a.html", title: "Attention" };
  const searched = newIndex();
  const often = "The root of d_k, the root of d_k: why one divides by the root of d_k.";
  searched.addAll([
    { id: 0, ...page, at: "often", heading: "The root: divide by it", text: often },
    { id: 1, ...page, at: "named", heading: "Why divide by the root of √d_k", text: "A · B" },
  ]);
  for (const words of ["why divide by the root of d_k", "why divide by sqrt", "why divide by ro"])
    assert.equal(find(searched, words).results[0].at, "named", words);
});

test("who asks what a word means, or types it, finds it in the glossary first", () => {
  const page = { title: "Attention" };
  const often = "A token is a token is a token.";
  const searched = newIndex();
  searched.addAll([
    { id: 0, ...page, url: "a.html", at: "often", heading: "Token, token", text: often },
    { id: 1, ...page, url: "book/glossary.html", at: "token", heading: "Token", text: "An item." },
    { id: 2, ...page, url: "book/glossary.html", at: "mask", heading: "Mask", text: "Of a token." },
  ]);
  for (const words of ["what is a token", "What's a token", "token", "what are tok"])
    assert.equal(find(searched, words).results[0].at, "token", words);
  assert.equal(find(searched, "token").results.length, 3);
});

test("a term that an entry of the glossary explains leads to the entry", () => {
  const searched = newIndex();
  const often = "Multi-head attention, multi-head attention: heads.";
  const glossary = { title: "Glossary", url: "book/glossary.html" };
  const explains = ["Multi-head attention", "MHA"];
  const text = "Multi-head attention (MHA) runs several.";
  searched.addAll([
    { id: 0, title: "A", url: "a.html", at: "often", heading: "Several heads", text: often },
    { id: 1, ...glossary, at: "head", heading: "Head", text, explains },
    { id: 2, ...glossary, at: "other", heading: "Previous-token head", text: "MHA has one." },
  ]);
  for (const words of ["multi head attention", "MHA", "what is multi-head attention", "heads"])
    assert.equal(find(searched, words).results[0].at, "head", words);
});

test("one section gives two passages at most", () => {
  assert.equal(find(index, "softmax weights").results.length, 2);
});

test("where no passage has all words, the nearest are given, and that is known", () => {
  const { all, results } = find(index, "mask elephant");
  assert.equal(all, false);
  assert.equal(results[0].at, "two");
  assert.deepEqual(find(index, "elephant").results, []);
});

test("of a passage the sentence with most of the words is shown", () => {
  const text = "First a query. Then keys meet the query. At last values.";
  assert.equal(sentence(text, ["keys", "query"]), "Then keys meet the query.");
});

test("a long sentence is cut around the first word that was asked for", () => {
  const long = `${"before ".repeat(60)}needle${" after".repeat(60)}`;
  const shown = sentence(long, ["needle"]);
  assert.match(shown, /^… .*needle.* …$/);
  assert.ok(shown.length < 230);
});

test("a formula is found by what one calls it, in a heading too", () => {
  for (const words of ["divide by sqrt", "divides by the root", "why root", "constructor"]) {
    const [first] = find(index, words).results;
    assert.equal(first.at, "three", words);
  }
});
