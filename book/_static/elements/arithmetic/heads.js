// Split, attend, merge: heads as they should be, and by a reshape alone.

import { matmul, softmax, transpose } from "./matrix.js";

/** @typedef {number | string} Entry  a feature, or its name */

/** Cut a row into pieces of one width. @type {<T>(row: T[], width: number) => T[][]} */
const cut = (row, width) =>
  Array.from({ length: row.length / width }, (_, i) => row.slice(i * width, (i + 1) * width));

/** One pair of brackets less. @type {<T>(rows: T[][]) => T[]} */
const joined = (rows) => rows.flatMap((row) => row);

/** (n, d) to (heads, n, d / heads): each token's features, a part for each head. @type {<T extends Entry>(x: T[][], heads: number) => T[][][]} */
export function splitHeads(x, heads) {
  const parts = x.map((row) => cut(row, row.length / heads)); // (n, heads, head_dim)
  return Array.from({ length: heads }, (_, h) => parts.map((token) => token[h]));
}

/** (heads, n, head_dim) to (n, d). @type {<T extends Entry>(x: T[][][]) => T[][]} */
export const mergeHeads = (x) => x[0].map((_, i) => x.flatMap((head) => head[i]));

/** The same shape by new brackets only: no number moves. @type {<T extends Entry>(x: T[][], heads: number) => T[][][]} */
export function splitByReshape(x, heads) {
  const rows = cut(joined(x), x[0].length / heads);
  return cut(rows, x.length);
}

/** New brackets back. @type {<T extends Entry>(x: T[][][]) => T[][]} */
export const mergeByReshape = (x) => cut(joined(joined(x)), x.length * x[0][0].length);

/**
 * Attention in every head, with the rows as queries, keys and values alike.
 * @param {number[][][]} heads  (heads, n, head_dim)
 * @returns {{weights: number[][][], contexts: number[][][]}}  (heads, n, n), (heads, n, head_dim)
 */
export function attend(heads) {
  const weights = heads.map((rows) =>
    matmul(rows, transpose(rows)).map((row) =>
      softmax(row.map((s) => s / Math.sqrt(rows[0].length))),
    ),
  );
  return { weights, contexts: heads.map((rows, h) => matmul(weights[h], rows)) };
}

/** Split, attend and merge, both ways. @param {number[][]} x  (n, d) @param {number} heads */
export const bothWays = (x, heads) => ({
  right: mergeHeads(attend(splitHeads(x, heads)).contexts),
  wrong: mergeByReshape(attend(splitByReshape(x, heads)).contexts),
});
