// How the length of queries and keys saturates a softmax.

import { entropy, softmax } from "./matrix.js";

export const LONGEST = 1024;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @type {(seed: number) => () => number} */
export function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers from a bell curve around 0 with a variance of 1 (Box and Muller). @type {(seed: number) => () => number} */
export function normal(seed) {
  const draw = uniform(seed);
  let spare = NaN;
  return () => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - draw()));
    const angle = 2 * Math.PI * draw();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** One query and its keys, LONGEST entries each. @param {number} seed @param {number} keys */
export function vectors(seed, keys) {
  const next = normal(seed);
  const row = () => Array.from({ length: LONGEST }, next);
  return { query: row(), keys: Array.from({ length: keys }, row) };
}

/**
 * Scores from the first d_k entries, for each d_k asked for.
 * @param {{query: number[], keys: number[][]}} drawn
 * @param {number[]} widths  rising
 * @returns {number[][]}  (widths, keys), not divided
 */
export function scoresByWidth({ query, keys }, widths) {
  const out = widths.map(() => new Array(keys.length));
  keys.forEach((key, j) => {
    let sum = 0;
    let i = 0;
    widths.forEach((width, w) => {
      for (; i < width; i += 1) sum += query[i] * key[i];
      out[w][j] = sum;
    });
  });
  return out;
}

/** What a softmax makes of scores. @param {number[]} scores @param {number} [divisor] */
export function summary(scores, divisor = 1) {
  const weights = softmax(scores.map((s) => s / divisor));
  const nats = entropy(weights);
  return { weights, largest: Math.max(...weights), entropy: nats, inEffect: Math.exp(nats) };
}

/** The mean largest weight over many draws, for each width. @type {(draws: number, keys: number, widths: number[]) => {plain: number[], divided: number[]}} */
export function meanLargest(draws, keys, widths) {
  const plain = widths.map(() => 0);
  const divided = widths.map(() => 0);
  for (let seed = 1; seed <= draws; seed += 1) {
    scoresByWidth(vectors(1e6 + seed, keys), widths).forEach((scores, w) => {
      plain[w] += summary(scores).largest / draws;
      divided[w] += summary(scores, Math.sqrt(widths[w])).largest / draws;
    });
  }
  return { plain, divided };
}
