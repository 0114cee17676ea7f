// Text to pieces, as BERT's models read it: WordPiece (Devlin et al. 2019, section 3).

const LONGEST_WORD = 100; // letters; longer ones are unknown
const CHINESE = [0x4e00, 0x9fff];

/**
 * The pieces of a text between [CLS] and [SEP]: lower case, accents dropped, punctuation
 * apart; each word is cut into the longest pieces there are, from its beginning.
 * @param {string} text
 * @param {{has: (piece: string) => boolean}} vocabulary
 */
export function tokenize(text, vocabulary) {
  return ["[CLS]", ...wordsOf(text).flatMap((word) => piecesOf(word, vocabulary)), "[SEP]"];
}

/** @param {string} text */
function wordsOf(text) {
  let apart = "";
  for (const char of text.toLowerCase().normalize("NFD")) {
    if (/\s/.test(char)) apart += " ";
    else if (/\p{Mn}|\p{C}/u.test(char))
      continue; // an accent; a control character
    else apart += standsAlone(char) ? ` ${char} ` : char;
  }
  return apart.split(" ").filter(Boolean);
}

/** Punctuation, what ASCII has in its place, and Chinese characters. @param {string} char */
function standsAlone(char) {
  const code = char.codePointAt(0) ?? 0;
  const isSymbol = code < 128 && !/[a-z0-9]/i.test(char);
  return isSymbol || /\p{P}/u.test(char) || (code >= CHINESE[0] && code <= CHINESE[1]);
}

/** @param {string} word @param {{has: (piece: string) => boolean}} vocabulary */
function piecesOf(word, vocabulary) {
  const letters = [...word];
  if (letters.length > LONGEST_WORD) return ["[UNK]"];
  const pieces = [];
  for (let start = 0; start < letters.length;) {
    let end = letters.length;
    const spelt = () => (start ? "##" : "") + letters.slice(start, end).join("");
    while (end > start && !vocabulary.has(spelt())) end -= 1;
    if (end === start) return ["[UNK]"];
    pieces.push(spelt());
    start = end;
  }
  return pieces;
}
