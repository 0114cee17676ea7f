import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answersIn,
  asFile,
  fill,
  fingerprint,
  letterIn,
} from "../../book/_static/exercises/notebook.js";

const AT = "2026-01-01T00:00:00.000Z";

/** @param {string} source @param {{role: string, id: string, passed?: string}} [exercise] */
const code = (source, exercise) => ({
  cell_type: "code",
  source: [source],
  metadata: exercise ? { exercise } : {},
  outputs: [{ text: "old" }],
  execution_count: 3,
});

const STUB = { role: "stub", id: "a.sum" };
const notebook = () => ({
  cells: [
    { cell_type: "markdown", source: "Add up." },
    code("def total(x):\n    raise NotImplementedError", STUB),
    code('check("a.sum", total)', { role: "check", id: "a.sum" }),
    code("1 + 1"),
  ],
});

test("an answer takes the stub's place, line by line, and old outputs go", () => {
  const before = notebook();
  const entry = {
    source: "def total(x):\n    return sum(x)\n\n",
    state: /** @type {const} */ ("tried"),
    at: AT,
  };
  const { notebook: filled, filled: ids } = fill(before, { "a.sum": entry });
  assert.deepEqual(ids, ["a.sum"]);
  assert.deepEqual(filled.cells[1].source, ["def total(x):\n", "    return sum(x)"]);
  assert.deepEqual(
    [1, 2, 3].map((i) => filled.cells[i].outputs?.length),
    [0, 0, 1],
  );
  assert.deepEqual(before, notebook());
});

test("an answer that has passed is known again, one that was changed since is not", () => {
  const entry = { source: "total = sum", state: /** @type {const} */ ("passed"), at: AT };
  const { notebook: filled } = fill(notebook(), { "a.sum": entry });
  assert.deepEqual(answersIn(filled), [{ id: "a.sum", source: "total = sum", passed: true }]);
  filled.cells[1].source = "total = max";
  assert.equal(answersIn(filled)[0].passed, false);
});

test("words go into the text cell that is there for them, and out again", () => {
  const line =
    "*Write your answer here, in the place of this line: text, formulas, lists, pictures.*";
  const asked = () => ({
    cells: [{ cell_type: "markdown", source: line, metadata: { exercise: STUB } }],
  });
  assert.deepEqual(answersIn(asked()), []);
  const entry = { source: "Because $x^2$.", state: /** @type {const} */ ("tried"), at: AT };
  const { notebook: filled } = fill(asked(), { "a.sum": entry });
  assert.deepEqual(filled.cells[0].source, ["Because $x^2$."]);
  assert.equal("outputs" in filled.cells[0], false);
  assert.deepEqual(answersIn(filled), [{ id: "a.sum", source: "Because $x^2$.", passed: false }]);
});

test("a stub that was left open is no answer", () => {
  assert.deepEqual(answersIn(notebook()), []);
  assert.deepEqual(answersIn({ cells: [code("answer = ...", STUB)] }), []);
});

test("without marks the answer is the cell above its check that defines what is checked", () => {
  const cells = [
    code("def total(x):\n    return sum(x)"),
    code("y = 2"),
    code('check("a.sum", total)'),
  ];
  assert.deepEqual(
    answersIn({ cells }).map(({ id, source }) => [id, source]),
    [["a.sum", "def total(x):\n    return sum(x)"]],
  );
});

test("a file is what Jupyter writes, and lines of Windows are lines", () => {
  assert.equal(asFile({ cells: [] }), '{\n "cells": []\n}\n');
  const [found] = answersIn({ cells: [{ ...code("", STUB), source: "x = 1\r\ny = 2" }] });
  assert.equal(found.source, "x = 1\ny = 2");
});

test("a fingerprint is FNV-1a of the text's bytes", () => {
  assert.equal(fingerprint(""), "811c9dc5");
  assert.equal(fingerprint("a"), "e40c292c");
});

test("a letter is read from its cell, and nothing else is", () => {
  assert.equal(letterIn('guess = "b"  # perhaps'), "b");
  assert.equal(letterIn('guess = "bc"'), "");
  assert.equal(letterIn("guess = ..."), "");
});
