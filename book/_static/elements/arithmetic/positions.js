// Sinusoidal positions: sines in even columns, cosines in odd ones.

import { dot } from "./matrix.js";

/** Radians a step for a pair of columns. @type {(pair: number, d_model: number) => number} */
export const frequency = (pair, d_model) => 10000 ** (-(2 * pair) / d_model);

/** Steps for a whole turn of a pair. @type {(pair: number, d_model: number) => number} */
export const period = (pair, d_model) => (2 * Math.PI) / frequency(pair, d_model);

/** One position's vector, (d_model,). @type {(position: number, d_model: number) => number[]} */
export const encode = (position, d_model) =>
  Array.from({ length: d_model }, (_, column) => {
    const angle = position * frequency(Math.floor(column / 2), d_model);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });

/** Positions 0 to n - 1, (n, d_model). @type {(n: number, d_model: number) => number[][]} */
export const encoding = (n, d_model) =>
  Array.from({ length: n }, (_, position) => encode(position, d_model));

/** The dot products of a position with those at some distances. @type {(position: number, distances: number[], d_model: number) => number[]} */
export function products(position, distances, d_model) {
  const here = encode(position, d_model);
  return distances.map((distance) => dot(here, encode(position + distance, d_model)));
}
