import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bothWays,
  mergeHeads,
  splitByReshape,
  splitHeads,
} from "../../book/_static/elements/arithmetic/heads.js";
import {
  argmax,
  entropy,
  matmul,
  softmax,
  strongest,
  transpose,
} from "../../book/_static/elements/arithmetic/matrix.js";
import { encode, products } from "../../book/_static/elements/arithmetic/positions.js";
import { hull, pull, setting, tipToTail } from "../../book/_static/elements/arithmetic/pull.js";
import {
  normal,
  scoresByWidth,
  summary,
  uniform,
  vectors,
} from "../../book/_static/elements/arithmetic/saturation.js";
import { near } from "./near.js";

test("a matrix times another, and turned", () => {
  assert.deepEqual(
    matmul(
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ),
    [
      [19, 22],
      [43, 50],
    ],
  );
  assert.deepEqual(
    transpose([
      [1, 2, 3],
      [4, 5, 6],
    ]),
    [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
  );
});

test("a softmax adds up to one, and does not overflow", () => {
  const weights = softmax([1000, 1001]);
  near(weights[0] + weights[1], 1);
  near(weights[1] / weights[0], Math.E);
});

test("what a mask blocks gets nothing, and a row with nothing open gives nothing", () => {
  assert.deepEqual(softmax([3, 3, 100], [true, true, false]), [0.5, 0.5, 0]);
  assert.deepEqual(softmax([1, 2], [false, false]), [0, 0]);
});

test("even weights have the largest entropy, a single one has none", () => {
  near(entropy([0.25, 0.25, 0.25, 0.25]), Math.log(4));
  assert.equal(entropy([0, 1, 0]), 0);
});

test("the strongest weights are at most three, and none that is small", () => {
  assert.deepEqual(strongest([0.1, 0.4, 0.04, 0.2, 0.26]), [1, 4, 3]);
  assert.deepEqual(strongest([0.04, 0.96]), [1]);
  assert.equal(argmax([1, 5, 5]), 1);
});

test("heads split by a transpose hold a part of every token, and merge again", () => {
  const names = [
    ["1a", "1b", "1c", "1d"],
    ["2a", "2b", "2c", "2d"],
  ];
  assert.deepEqual(splitHeads(names, 2), [
    [
      ["1a", "1b"],
      ["2a", "2b"],
    ],
    [
      ["1c", "1d"],
      ["2c", "2d"],
    ],
  ]);
  assert.deepEqual(mergeHeads(splitHeads(names, 2)), names);
});

test("by a reshape alone a head holds whole tokens, and the outputs are others", () => {
  const names = [
    ["1a", "1b", "1c", "1d"],
    ["2a", "2b", "2c", "2d"],
  ];
  assert.deepEqual(splitByReshape(names, 2)[0], [
    ["1a", "1b"],
    ["1c", "1d"],
  ]);
  const x = [
    [1, 0, 0.5, 1],
    [0, 1, 1, -0.5],
  ];
  const { right, wrong } = bothWays(x, 2);
  assert.notDeepEqual(right, wrong);
  const one = bothWays(x, 1);
  assert.deepEqual(one.right, one.wrong);
});

test("a position's product with itself is half of d_model, with others the same to both sides", () => {
  const [left, here, right] = products(30, [-7, 0, 7], 16);
  near(here, 8);
  near(left, right);
  assert.deepEqual(encode(0, 4), [0, 1, 0, 1]);
});

test("a colder query is pulled by one value, a hotter one by all alike", () => {
  const { query, values } = setting();
  assert.ok(Math.max(...pull(query, values, values, 0.01).weights) > 0.999);
  for (const weight of pull(query, values, values, 1e6).weights)
    near(weight, 1 / values.length, 1e-5);
});

test("the context is where the last arrow ends", () => {
  const { query, values } = setting();
  const { weighted, context } = pull(query, values, values, 1);
  const end = tipToTail(weighted).at(-1) ?? [];
  context.forEach((x, i) => near(x, end[i]));
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

test("the same seed draws the same numbers, around 0 with a variance of 1", () => {
  const one = uniform(7);
  const first = [one(), one()];
  const other = uniform(7);
  assert.deepEqual([other(), other()], first);
  const draw = normal(1);
  const drawn = Array.from({ length: 20_000 }, draw);
  const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length;
  near(mean, 0, 0.03);
  near(drawn.reduce((sum, x) => sum + (x - mean) ** 2, 0) / drawn.length, 1, 0.03);
});

test("scores of a longer vector go on from those of a shorter one", () => {
  const drawn = vectors(3, 2);
  const [short, long] = scoresByWidth(drawn, [2, 4]);
  drawn.keys.forEach((key, j) => {
    const more = drawn.query[2] * key[2] + drawn.query[3] * key[3];
    near(long[j] - short[j], more);
  });
});

test("scores that are divided share more evenly", () => {
  const scores = [4, 0, 0, 0];
  assert.ok(summary(scores, 4).inEffect > summary(scores).inEffect);
});
