// A head's weights by words: pieces of a word joined, the encoder's two marks folded into one.

/** What the two marks at a sentence's ends are called: most heads put there what they do not need. */
export const NOWHERE = "nowhere in particular";
const MARKS = ["[CLS]", "[SEP]"];

/**
 * @typedef {{labels: string[], groups: number[][]}} Words
 *   groups: the pieces behind each label; those of NOWHERE, if any, come last
 */

/**
 * Which pieces are one word of the sentence: letters and apostrophes that no space parts.
 * @param {string} text  the sentence
 * @param {string[]} pieces  as the model reads it
 * @returns {Words}
 */
export function wordsFrom(text, pieces) {
  const labels = /** @type {string[]} */ ([]);
  const groups = /** @type {number[][]} */ ([]);
  const marks = /** @type {number[]} */ ([]);
  let at = 0;
  pieces.forEach((piece, i) => {
    if (MARKS.includes(piece)) return void marks.push(i);
    const letters = piece.replace(/^##/, "").trim();
    const found = text.toLowerCase().indexOf(letters.toLowerCase(), at);
    const before = labels.at(-1) ?? "";
    if (found === at && /[\p{L}']$/u.test(before) && /^[\p{L}']/u.test(letters)) {
      labels[labels.length - 1] += letters;
      groups[groups.length - 1].push(i);
    } else {
      labels.push(letters);
      groups.push([i]);
    }
    if (found >= 0) at = found + letters.length; // what the model does not know is not there
  });
  if (marks.length) {
    labels.push(NOWHERE);
    groups.push(marks);
  }
  return { labels, groups };
}

/**
 * Weights between words: a word gets what its pieces get together, and gives what they give on average.
 * The marks ask nothing.
 * @param {number[][]} rows  between pieces
 * @param {Words} words
 */
export function joined(rows, { labels, groups }) {
  return groups.map((asking, i) =>
    groups.map((asked) => {
      if (labels[i] === NOWHERE) return 0;
      const given = asking.map((q) => asked.reduce((sum, k) => sum + rows[q][k], 0));
      return given.reduce((sum, w) => sum + w, 0) / asking.length;
    }),
  );
}

/** They point at what a sentence has named. */
const POINTING = new Set(
  "it he she they him her them his hers its their theirs itself himself herself".split(" "),
);
/** They say little by themselves. */
const SMALL = new Set(
  (
    "a an the and or but because so if when while as than to of in on at by for from with into " +
    "this that these those who which was were is are be been am do did didn't does not no too " +
    "very there i you we me my your our"
  ).split(" "),
);

/**
 * Where a sentence's heads show most: of the words that point at others, or else of all, the
 * one that gives the most to a word of some meaning that does not stand beside it.
 * @param {number[][][]} heads  the rows between words of one head after the other
 * @param {string[]} labels
 * @returns {{head: number, word: number}}
 */
export function sharpest(heads, labels) {
  const words = labels.flatMap((label, i) =>
    label !== NOWHERE && /\p{L}/u.test(label) ? [{ label: label.toLowerCase(), i }] : [],
  );
  const pointing = words.filter(({ label, i }) => i && POINTING.has(label));
  const asking = pointing.length ? pointing : words;
  const asked = words.filter(({ label }) => !SMALL.has(label) && !POINTING.has(label));
  let best = { head: 0, word: asking[0]?.i ?? 0, weight: -1 };
  heads.forEach((rows, head) => {
    for (const { i } of asking)
      for (const { i: j } of asked)
        if (Math.abs(i - j) > 1 && rows[i][j] > best.weight)
          best = { head, word: i, weight: rows[i][j] };
  });
  return { head: best.head, word: best.word };
}

/** Which of two equal ones. @param {string[]} tokens @param {number} i @param {string} kind */
export function whichOf(tokens, i, kind) {
  if (tokens.indexOf(tokens[i]) === tokens.lastIndexOf(tokens[i])) return "";
  return ` (${kind} ${i + 1})`;
}
