// The task of <model-heads>: to find a head that copies.

import { habit } from "./arithmetic/real_heads.js";
import { COPIERS } from "./data/heads.js";
import { HABITS } from "./heads-data.js";

export const COPYING = 2; // the sentence in which a name comes twice
const COPIES = 0.4; // of the weight, so that a head is called one that copies

/** How much a head copies on random tokens, by "layer,head". @type {Record<string, number | undefined>} */
const ON_RANDOM = COPIERS;

/**
 * What is said of a head that the reader takes for one that copies.
 * @param {import("./heads-data.js").Chosen} chosen
 * @param {number[][] | null} rows its weights, if they are there
 * @param {string[]} tokens
 * @param {string} name  of the head, as the page counts
 */
export function judged({ model, sentence, layer, head }, rows, tokens, name) {
  if (model !== "smollm2" || sentence !== COPYING)
    return "Look at the sentence with Zorblat first, in SmolLM2.";
  if (!rows) return "The weights are still on their way. Check again in a moment.";
  const score = copyScore(rows, tokens);
  if (score < COPIES) {
    const { what, share } = habit(rows);
    const instead =
      share > 0.4 ? ` It looks at ${HABITS[what]}, with ${share.toFixed(2)} of its weight.` : "";
    return (
      `${name} does not copy: to what followed the last time it gives ${score.toFixed(2)}.${instead} ` +
      "Choose the second “·or”. In a head that copies, the thick arc goes to the first “·bl”. Look in the upper half of the layers."
    );
  }
  const [at, after] = copyPlaces(tokens).find(([i]) => tokens[i] === "·or") ?? [0, 0];
  const random = ON_RANDOM[`${layer},${head}`];
  return (
    `Yes. In ${name.toLowerCase()} the second “·or” gives ${rows[at][after].toFixed(2)} to “${tokens[after]}”, which ` +
    `followed the first one; over the whole name it is ${score.toFixed(2)}. Such a head is called an induction head: ` +
    "“what I read now, I have read before; what came next?” " +
    (random
      ? `It does so with any text: on forty random tokens, written twice, with ${random.toFixed(2)} of its weight.`
      : "On random tokens it does so less: it also looks at what the words mean.")
  );
}

/**
 * How much of its weight a head gives to what followed the same token the last time,
 * as a mean over the tokens that have come before; NaN where none has.
 * @param {number[][]} rows @param {string[]} tokens
 */
export function copyScore(rows, tokens) {
  const found = copyPlaces(tokens).map(([i, j]) => rows[i][j]);
  return found.reduce((sum, w) => sum + w, 0) / found.length;
}

/**
 * Pairs of places: a token that has come before, and what followed it then.
 * @param {string[]} tokens @returns {[number, number][]}
 */
export function copyPlaces(tokens) {
  return tokens.flatMap((token, i) => {
    const before = tokens.lastIndexOf(token, i - 1);
    return i > 0 && before >= 0 && before + 1 < i
      ? [/** @type {[number, number]} */ ([i, before + 1])]
      : [];
  });
}
