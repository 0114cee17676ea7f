// One query among keys: how far each value pulls it, at any temperature.

import { dot, softmax, transpose } from "./matrix.js";

/** Five words in a plane, made up, keys and values alike; and a query. As in the figure. */
export const setting = () => ({
  names: ["the", "pear", "juice", "phone", "screen"],
  values: [
    [-0.4, 0.6],
    [3, 0.4],
    [2.4, -0.6],
    [0.6, 3],
    [-0.4, 2.4],
  ],
  query: [1.2, 0.7],
});

/** The first page's example: what "it" asks three words for. As in the figure. */
export const taste = () => ({
  names: ["animal", "street", "tired"],
  keys: [
    [2, 0],
    [0, 2],
    [1, 0],
  ],
  values: [
    [4, 0],
    [0, 4],
    [2, 0],
  ],
  query: [1, 0],
});

/**
 * Scores, weights, each value times its weight, and their sum.
 * @param {number[]} query  (d,) @param {number[][]} keys  (n, d)
 * @param {number[][]} values  (n, d_v) @param {number} temperature  above 0
 */
export function pull(query, keys, values, temperature) {
  const scores = keys.map((key) => dot(query, key));
  const weights = softmax(scores.map((s) => s / temperature));
  const weighted = values.map((value, j) => value.map((x) => weights[j] * x)); // (n, d_v)
  const context = transpose(weighted).map((column) => column.reduce((a, b) => a + b, 0));
  return { scores, weights, weighted, context };
}

/** Where the sum has come to after each arrow, from the origin on: (n + 1, d). @type {(arrows: number[][]) => number[][]} */
export function tipToTail(arrows) {
  const tips = [arrows[0].map(() => 0)];
  for (const arrow of arrows) tips.push(arrow.map((x, i) => x + tips[tips.length - 1][i]));
  return tips;
}

/**
 * Whether one turns right, or goes straight on, from o by a to b.
 * @type {(o: number[], a: number[], b: number[]) => boolean}
 */
const turnsRight = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]) <= 0;

/** Half of a hull, from points in order. @param {number[][]} sorted */
function half(sorted) {
  /** @type {number[][]} */
  const kept = [];
  for (const p of sorted) {
    while (kept.length > 1 && turnsRight(kept[kept.length - 2], kept[kept.length - 1], p))
      kept.pop();
    kept.push(p);
  }
  return kept.slice(0, -1);
}

/** The corners of the smallest convex shape around points, in order. @type {(points: number[][]) => number[][]} */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(sorted), ...half(sorted.reverse())];
}
