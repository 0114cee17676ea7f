// Matrices as arrays of rows, and the few operations that attention needs.
// Nothing here touches the page: tests run it beside NumPy.

/** @typedef {number[]} Vector */
/** @typedef {number[][]} Matrix  rows of equal length */
/** @typedef {boolean[][]} Mask  true = may attend */

/** The sum of products of two vectors. @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** (m, n) to (n, m). @type {(a: Matrix) => Matrix} */
export const transpose = (a) => a[0].map((_, j) => a.map((row) => row[j]));

/** (m, k) times (k, n). @type {(a: Matrix, b: Matrix) => Matrix} */
export function matmul(a, b) {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** f of every entry. @type {(a: Matrix, f: (x: number, i: number, j: number) => number) => Matrix} */
export const map = (a, f) => a.map((row, i) => row.map((x, j) => f(x, i, j)));

/** Entry by entry. @type {(a: Matrix, b: Matrix) => Matrix} */
export const add = (a, b) => map(a, (x, i, j) => x + b[i][j]);

/**
 * Shares of one row of scores; blocked keys get 0, and so does a row with
 * nothing open.
 * @param {Vector} scores
 * @param {boolean[]} [open]  which keys may be attended to; all, if left out
 * @returns {Vector}
 */
export function softmax(scores, open = scores.map(() => true)) {
  const largest = Math.max(...scores.filter((_, j) => open[j]));
  const powers = scores.map((s, j) => (open[j] ? Math.exp(s - largest) : 0));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((p) => (total === 0 ? 0 : p / total));
}

/** How evenly weights are spread, in nats; 0 log 0 = 0. @type {(weights: Vector) => number} */
export const entropy = (weights) =>
  weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0);

/** Where the largest entries stand, three at most, of those that are not small. @type {(weights: Vector) => number[]} */
export const strongest = (weights) =>
  weights
    .map((_, j) => j)
    .sort((a, b) => weights[b] - weights[a])
    .filter((j) => weights[j] >= 0.05)
    .slice(0, 3);

/** Where the largest entry stands, the first of several. @type {(a: Vector) => number} */
export const argmax = (a) => a.indexOf(Math.max(...a));
