// What the browser's tests against NumPy (tests/site/test_elements_arithmetic.py) do not ask.

import assert from "node:assert/strict";
import { test } from "node:test";

import { argmax, entropy, strongest } from "../../book/_static/elements/arithmetic/matrix.js";
import { hull } from "../../book/_static/elements/arithmetic/pull.js";
import { near } from "./near.js";

test("even weights have the largest entropy, a single one has none", () => {
  near(entropy([0.25, 0.25, 0.25, 0.25]), Math.log(4));
  assert.equal(entropy([0, 1, 0]), 0);
});

test("the strongest weights are at most three, and none that is small", () => {
  assert.deepEqual(strongest([0.1, 0.4, 0.04, 0.2, 0.26]), [1, 4, 3]);
  assert.deepEqual(strongest([0.04, 0.96]), [1]);
  assert.equal(argmax([1, 5, 5]), 1);
});

test("a hull keeps the corners and leaves out what is inside or on an edge", () => {
  const corners = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ];
  assert.deepEqual(hull([[1, 1], [2, 0], ...corners, [3, 2]]), corners);
});
