// What <attention-steps> says: of a step, and of how a number was made.

import { format, list } from "./numbers.js";

/**
 * @typedef {import("./arithmetic/steps.js").Given} Given
 * @typedef {Given & ReturnType<typeof import("./arithmetic/steps.js").eightSteps>} Results
 * @typedef {Exclude<keyof Results, "products" | "exact">} Name  of a matrix that is shown
 * @typedef {[name: Name, row: number, column: number]} Place  of a number
 * @typedef {{given: Given, step: number, token: number, scaled: boolean, rounded: boolean}} State
 * @typedef {{uses: Place[], words: string}} Origin  of a number: places, and the sum written out
 */

/** @type {Partial<Record<Name, "W_Q" | "W_K" | "W_V">>} */
const PROJECTED = { Q: "W_Q", K: "W_K", V: "W_V" };

/**
 * One matrix of the results; of the weighted values, those of the token followed.
 * @param {Results} all @param {Name} name @param {number} token
 */
export const matrixOf = (all, name, token) =>
  name === "weighted" ? all.weighted[token] : all[name];

/** What a step has come to. @param {Results} all @param {State} state */
export function stepWords(all, { step, token: t, scaled }) {
  const n = t + 1;
  const best = all.weights[t].indexOf(Math.max(...all.weights[t])) + 1;
  const divided = scaled ? " divided by √3" : "";
  return [
    "Three tokens, one a row, four numbers each. Nothing is computed yet.",
    "Three weight matrices, one a role. They are all that is learnt.",
    `Token ${n} has query ${list(all.Q[t])}, key ${list(all.K[t])} and value ${list(all.V[t])}.`,
    `Query ${n} meets every key. The scores${divided} are ${list(all.scores[t])}.`,
    `The weights of token ${n} are ${list(all.weights[t])}. It attends most to ` +
      `${best === n ? "itself" : `token ${best}`}.`,
    `Each value is multiplied by its weight: ${all.weighted[t].map((v) => list(v)).join(", ")}.`,
    `The three are added. Output ${n} is ${list(all.outputs[t])}.`,
    `All three outputs: ${all.outputs.map((v) => list(v)).join(", ")}. Same keys, same values, another query each time.`,
  ][step - 1];
}

/** Of what a number was made. @param {Results} all @param {Place} place @param {State} state @returns {Origin} */
export function origin(all, place, { step, token, scaled, rounded }) {
  const [name, i, j] = place;
  const number = (/** @type {Place} */ [of, row, column]) =>
    format(matrixOf(all, of, token)[row][column]);
  const value = ` = ${number(place)}`;
  /** @param {Place[][]} terms  products, of one or two numbers @param {string} end @returns {Origin} */
  const sum = (terms, end) => ({
    uses: terms.flat(),
    words: terms.map((term) => term.map(number).join(" · ")).join(" + ") + end,
  });
  const W = PROJECTED[name];
  if (W) {
    const terms = all.X[i].map(
      (_, d) =>
        /** @type {Place[]} */ ([
          ["X", i, d],
          [W, d, j],
        ]),
    );
    return sum(terms, value);
  }
  if (name === "scores") {
    const terms = all.Q[i].map(
      (_, d) =>
        /** @type {Place[]} */ ([
          ["Q", i, d],
          ["K", j, d],
        ]),
    );
    return sum(terms, scaled ? `, divided by √3${value}` : value);
  }
  if (name === "powers")
    return { uses: [["scores", i, j]], words: `e to the ${format(all.scores[i][j])}${value}` };
  if (name === "weights") return share(all, i, j, rounded);
  if (name === "weighted")
    return sum(
      [
        [
          ["weights", token, i],
          ["V", i, j],
        ],
      ],
      value,
    );
  const terms = all.V.map((_, k) =>
    step === 8
      ? /** @type {Place[]} */ ([
          ["weights", i, k],
          ["V", k, j],
        ])
      : /** @type {Place[]} */ ([["weighted", k, j]]),
  );
  return sum(terms, value);
}

/** Of what a weight was made. @param {Results} all @param {number} i @param {number} j @param {boolean} rounded @returns {Origin} */
function share({ powers, exact, weights }, i, j, rounded) {
  const total = powers[i].reduce((a, b) => a + b, 0);
  const words = `${format(powers[i][j])} / ${format(total)} = ${format(exact[i][j])}`;
  return {
    uses: powers[i].map((_, k) => ["powers", i, k]),
    words: rounded ? `${words}, then to tenths that add up to 1: ${format(weights[i][j])}` : words,
  };
}
