// The small trained model behind the heat map: two layers of attention alone,
// one head each (chapter 11's, smaller).  book/make_repeat_model.py trains it.

import { add, dot, map, matmul, softmax, transpose } from "./matrix.js";
import { encoding } from "./positions.js";

/**
 * @typedef {{d_model: number, words: number, position_scale: number}} Sizes
 * @typedef {Sizes & {matrices: Record<string, number[][]>, vectors: Record<string, number[]>}} Model
 * @typedef {{shape: number[], scale: number, int8: string}} Packed
 */

const EPS = 1e-5; // of the LayerNorm, PyTorch's

/** Numbers from bytes: stored whole, times one scale for each matrix. @param {Sizes & {arrays: Record<string, Packed>}} stored @returns {Model} */
export function unpack({ arrays, ...sizes }) {
  /** @type {Model} */
  const model = { ...sizes, matrices: {}, vectors: {} };
  for (const [name, { shape, scale, int8 }] of Object.entries(arrays)) {
    const flat = Array.from(atob(int8), (c) => ((c.charCodeAt(0) << 24) >> 24) * scale);
    const [rows, columns] = shape;
    if (columns === undefined) model.vectors[name] = flat;
    else
      model.matrices[name] = Array.from({ length: rows }, (_, i) =>
        flat.slice(i * columns, (i + 1) * columns),
      );
  }
  return model;
}

/**
 * Ids for words: the padding token is 0, the others are numbered as they first
 * come.  The model only knows whether two words are the same.
 * @param {string[]} words  already in lower case
 * @param {string} pad
 */
export function idsOf(words, pad) {
  const ids = new Map([[pad, 0]]);
  return words.map((word) => {
    if (!ids.has(word)) ids.set(word, ids.size);
    return /** @type {number} */ (ids.get(word));
  });
}

/**
 * Which keys each query may attend to.
 * @param {number} n  all tokens, padding included
 * @param {number} real  how many of them, at the front, are no padding
 * @param {{causal: boolean, padding: boolean}} use
 * @returns {boolean[][]}  (n, n), true = may attend
 */
export const maskOf = (n, real, { causal, padding }) =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (!causal || j <= i) && (!padding || j < real)),
  );

/** Every row to mean 0 and variance 1, then gain and shift. @type {(x: number[][], gain: number[], shift: number[]) => number[][]} */
function layerNorm(x, gain, shift) {
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, v) => sum + (v - mean) ** 2, 0) / row.length;
    return row.map((v, i) => ((v - mean) / Math.sqrt(variance + EPS)) * gain[i] + shift[i]);
  });
}

/**
 * The weights of both heads, and how the model rates each word as the next one.
 * @param {Model} model
 * @param {number[]} ids  (n,)
 * @param {boolean[][]} mask  (n, n)
 * @param {number} temperature  scores are divided by it before the softmax
 * @returns {{weights: number[][][], logits: number[][]}}  (2, n, n) and (n, words)
 */
export function run(model, ids, mask, temperature = 1) {
  const { matrices, vectors } = model;
  /** @type {(x: number[][], name: string) => number[][]} */
  const linear = (x, name) => matmul(x, transpose(matrices[name]));
  const positions = map(encoding(ids.length, model.d_model), (p) => p * model.position_scale);
  const weights = [];
  let x = ids.map((id) => matrices["embedding.weight"][id]);
  for (const layer of ["layers.0", "layers.1"]) {
    const content = layerNorm(x, vectors[`${layer}.norm.weight`], vectors[`${layer}.norm.bias`]);
    const placed = add(content, positions); // values do not see where they stand
    const [q, k] = ["query", "key"].map((name) => linear(placed, `${layer}.${name}.weight`));
    const divisor = Math.sqrt(model.d_model) * temperature;
    const rows = q.map((query, i) =>
      softmax(
        k.map((key) => dot(query, key) / divisor),
        mask[i],
      ),
    );
    weights.push(rows);
    const context = matmul(rows, linear(content, `${layer}.value.weight`));
    x = add(x, linear(context, `${layer}.fc_out.weight`));
  }
  const last = layerNorm(x, vectors["norm.weight"], vectors["norm.bias"]);
  const bias = vectors["to_logits.bias"];
  return {
    weights,
    logits: linear(last, "to_logits.weight").map((row) => row.map((v, j) => v + bias[j])),
  };
}

/** The words of a text, in lower case, at most `most` of them. @type {(text: string, most: number) => string[]} */
export const wordsOf = (text, most) =>
  (text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).slice(0, most);
