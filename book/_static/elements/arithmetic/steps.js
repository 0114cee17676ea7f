// The eight steps of chapter 02, for any inputs and weights.

import { map, matmul, softmax, transpose } from "./matrix.js";

/** @typedef {import("./matrix.js").Matrix} Matrix */
/** @typedef {{X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix}} Given */

/** The published numbers. @returns {Given} */
export const published = () => ({
  X: [
    [1, 0, 1, 0],
    [0, 2, 0, 2],
    [1, 1, 1, 1],
  ],
  W_Q: [
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ],
  W_K: [
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ],
  W_V: [
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ],
});

/** The outputs as the walk-through prints them. */
export const PUBLISHED_OUTPUTS = [
  [2, 7, 1.5],
  [2, 8, 0],
  [2, 7.8, 0.3],
];

/**
 * Weights to one decimal that still add up to one: cut after the first decimal,
 * then give the tenths that are missing to the entries that lost most.  This
 * gives all nine published weights.
 * @param {number[]} weights  they add up to 1
 */
export function toTenths(weights) {
  const tenths = weights.map((w) => Math.floor(w * 10 + 1e-9));
  // Entries that lost the same, but for the last bit, keep their order.
  const lost = weights.map((w, i) => Math.round((w * 10 - tenths[i]) * 1e9));
  const order = lost.map((_, i) => i).sort((a, b) => lost[b] - lost[a] || a - b);
  const missing = 10 - tenths.reduce((a, b) => a + b, 0);
  for (const i of order.slice(0, missing)) tenths[i] += 1;
  return tenths.map((t) => t / 10);
}

/**
 * Everything from the inputs to the outputs.
 * @param {Given} given  X (n, d_model); W_Q, W_K (d_model, d_k); W_V (d_model, d_v)
 * @param {{scaled?: boolean, rounded?: boolean}} [how]
 * @returns  Q, K, V; products (n, n), the scores before any division; scores,
 *   powers, exact, weights (n, n); weighted (n, n, d_v): [i][j] is
 *   weights[i][j] times V[j]; outputs (n, d_v)
 */
export function eightSteps({ X, W_Q, W_K, W_V }, { scaled = false, rounded = false } = {}) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((W) => matmul(X, W));
  const products = matmul(Q, transpose(K));
  const divisor = scaled ? Math.sqrt(K[0].length) : 1;
  const scores = map(products, (s) => s / divisor);
  const powers = map(scores, Math.exp);
  const exact = scores.map((row) => softmax(row));
  const weights = rounded ? exact.map(toTenths) : exact;
  const weighted = weights.map((row) => row.map((w, j) => V[j].map((v) => w * v)));
  const outputs = matmul(weights, V);
  return { Q, K, V, products, scores, powers, exact, weights, weighted, outputs };
}
