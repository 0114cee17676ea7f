// The stored heads of a real model: bytes to weights, and what a head does as a whole.

/**
 * One head's weights, a row a query; 255 stands for 1.
 * @param {Uint8Array} bytes  of this head alone
 * @param {number} n  tokens
 * @param {boolean} causal  whether only the lower triangle was stored
 * @returns {number[][]} (n, n)
 */
export function unpackHead(bytes, n, causal) {
  let at = 0;
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => (causal && j > i ? 0 : bytes[at++] / 255)),
  );
}

/** How many bytes a head takes. @param {number} n @param {boolean} causal */
export const bytesOfHead = (n, causal) => (causal ? (n * (n + 1)) / 2 : n * n);

/** @param {string} text */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/**
 * What the reader sees of tokens: a piece that goes on with a word begins with a dot.
 * The encoder writes such pieces with ##, the decoder all others with a space.
 * @param {string[]} tokens @param {boolean} causal  whether they are the decoder's
 */
export const shownTokens = (tokens, causal) =>
  tokens.map((token, i) => {
    if (!causal) return token.replace(/^##/, "·");
    return i > 0 && /^\p{L}/u.test(token) ? `·${token}` : token.trim();
  });

/** @typedef {"before" | "after" | "itself" | "first" | "last"} Habit */

/** Where a head that does it looks, from word i of n. @type {[Habit, (i: number, n: number) => number][]} */
const PLACES = [
  ["before", (i) => i - 1],
  ["after", (i) => i + 1],
  ["itself", (i) => i],
  ["first", () => 0],
  ["last", (_, n) => n - 1],
];

/**
 * What a head does with most of its weight, whichever word asks: its mean over the
 * queries that can do it.
 * @param {number[][]} rows
 * @returns {{what: Habit, share: number}}
 */
export function habit(rows) {
  const n = rows.length;
  /** @type {{what: Habit, share: number}} */
  let best = { what: "itself", share: 0 };
  for (const [what, place] of PLACES) {
    // The first token has nothing but itself in a decoder: it says nothing of a habit.
    const seen = rows
      .map((row, i) => (i > 0 ? row[place(i, n)] : undefined))
      .filter((w) => w !== undefined);
    const share = seen.reduce((sum, w) => sum + w, 0) / seen.length;
    if (share > best.share) best = { what, share };
  }
  return best;
}
