/**
 * Answers a search while the reader types: sentences of the book that hold the words,
 * or words nearly like them, each a link to its place.
 */

import MiniSearch from "../vendor/minisearch/minisearch.js";

const ROOT = new URL("../../", import.meta.url);
const MOST = 30; // on the search page; a third of it elsewhere
const LONGEST = 220; // characters of what is shown
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
const FROM_ONE = 2; // passages of one section: others have something to say, too

/**
 * @typedef {{url: string, title: string, at: string, heading: string, text: string, explains?: string[]}} Passage
 * @typedef {{url: string, title: string, passages: [at: string, heading: string, text: string, explains?: string[]][]}} Page
 * @typedef {import("../vendor/minisearch/minisearch.js").SearchResult & Passage} Result
 * @typedef {{all: boolean, results: Result[]}} Found  whether they have all of the words
 */

/** Filled once a page, at the first search. @type {Promise<MiniSearch> | null} */
let loading = null;

/** What signs are called, so that they are found by it. @type {[RegExp, string][]} */
const SPOKEN = [
  [/√/g, " root "],
  [/ᵀ/g, " transposed "],
  [/Σ/g, " sum "],
  [/×/g, " times "],
];
/** @type {[string, string][]} */
const LETTERS = [
  ["α", "alpha"],
  ["β", "beta"],
  ["γ", "gamma"],
  ["δ", "delta"],
  ["ε", "epsilon"],
  ["θ", "theta"],
  ["μ", "mu"],
  ["π", "pi"],
  ["σ", "sigma"],
  ["τ", "tau"],
  ["φ", "phi"],
  ["χ", "chi"],
  ["ω", "omega"],
];
/** One word for what has several. */
const SAME = new Map([["sqrt", "root"], ["transpose", "transposed"], ...LETTERS]);
/** Between words, and between the parts of a formula. */
const BETWEEN = /[\s\p{P}^=+|]+/u;

/** Who asks so wants to be told what a word means. */
const QUESTION = /^\s*(?:what(?:'s|\s+is|\s+are|\s+does)|define|meaning\s+of)\s+(?:an?\s|the\s)?/i;
const GLOSSARY = "book/glossary.html";

/** @param {string} term */
const oneWord = (term) => SAME.get(term.toLowerCase()) ?? term.toLowerCase();
/** A text with its signs spoken. @param {string} text */
const spoken = (text) => SPOKEN.reduce((said, [sign, words]) => said.replace(sign, words), text);
/** @param {string} text */
const wordsOf = (text) => spoken(text).split(BETWEEN).filter(Boolean).map(oneWord);

/** An index without passages, in which formulas are found by what one calls them. */
export const newIndex = () =>
  new MiniSearch({
    fields: ["heading", "text", "title"],
    storeFields: ["url", "title", "at", "heading", "text", "explains"],
    extractField: (/** @type {any} */ passage, field) =>
      ["heading", "text"].includes(field) ? spoken(passage[field]) : passage[field],
    tokenize: (text) => text.split(BETWEEN),
    processTerm: oneWord,
  });

/** @returns {Promise<MiniSearch<Passage>>} */
async function load() {
  const response = await fetch(new URL("_static/passages.json", ROOT));
  if (!response.ok) throw new Error(`passages.json: ${response.status}`);
  /** @type {Page[]} */
  const pages = await response.json();
  const documents = pages.flatMap(({ url, title, passages }) =>
    passages.map(([at, heading, text, explains]) => ({ url, title, at, heading, text, explains })),
  );
  const index = newIndex();
  index.addAll(documents.map((each, id) => ({ ...each, id })));
  return index;
}

// All words first; where no passage has them all, those that have most of them.
// A mistake is forgiven in words of four letters and more.
/** @type {import("../vendor/minisearch/minisearch.js").SearchOptions} */
const SEARCH = {
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 3 ? 0.25 : false),
  weights: { fuzzy: 0.2, prefix: 0.5 },
  boost: { heading: 2, title: 1.5 },
};

/**
 * @param {MiniSearch} index
 * @param {string} words
 * @returns {Found}
 */
export function find(index, words) {
  words = words.replace(QUESTION, "");
  /** @type {(options: import("../vendor/minisearch/minisearch.js").SearchOptions) => Result[]} */
  const search = (options) => /** @type {Result[]} */ (index.search(words, options));
  const all = search({ ...SEARCH, combineWith: "AND" });
  const several = new Map();
  /** @param {Result} result */
  const few = ({ url, at }) => {
    const count = (several.get(url + at) ?? 0) + 1;
    several.set(url + at, count);
    return count <= FROM_ONE;
  };
  // Who types a heading, or a term of the glossary, wants its section: before those that say
  // its words more often.
  const typed = wordsOf(words);
  /** @param {string} name */
  const isTyped = (name) => {
    const said = wordsOf(name);
    return typed.every((word) => said.some((one) => one.startsWith(word) || `${one}s` === word));
  };
  /** @param {string} name */
  const isWhole = (name) => isTyped(name) && wordsOf(name).length === typed.length;
  /** @param {Result} result */
  const rank = ({ url, heading, explains = [] }) => {
    if (url !== GLOSSARY) return isTyped(heading) ? 3 : 4;
    if ([heading, ...explains].some(isWhole)) return isWhole(heading) ? 0 : 1;
    return [heading, ...explains].some(isTyped) ? 2 : 4;
  };
  if (all.length) return { all: true, results: all.sort((a, b) => rank(a) - rank(b)).filter(few) };
  return { all: false, results: search(SEARCH).slice(0, MOST).filter(few) };
}

/**
 * The part of a passage to show: the sentence with most of the words.
 *
 * @param {string} text
 * @param {string[]} terms as they stand in the text, in small letters
 */
export function sentence(text, terms) {
  /** @type {string[]} */
  const sentences = text.match(/.+?(?:[.?!](?=\s)|$)\s*/gs) ?? [text];
  /** @param {string} part */
  const count = (part) => terms.filter((term) => part.toLowerCase().includes(term)).length;
  const best = sentences.reduce((a, b) => (count(b) > count(a) ? b : a)).trim();
  if (best.length <= LONGEST) return best;
  const places = terms.map((term) => best.toLowerCase().indexOf(term));
  const first = Math.min(...places.filter((place) => place >= 0), best.length);
  const begin = Math.max(0, Math.min(first - LONGEST / 3, best.length - LONGEST));
  const cut = best.slice(begin, begin + LONGEST).trim();
  return `${begin ? "… " : ""}${cut}${begin + LONGEST < best.length ? " …" : ""}`;
}

/**
 * @param {string} text
 * @param {string[]} terms
 */
function marked(text, terms) {
  const line = document.createElement("span");
  line.className = "search-sentence";
  const escaped = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const longest = escaped.sort((a, b) => b.length - a.length).join("|");
  const parts = longest ? text.split(new RegExp(`(${longest})`, "giu")) : [text];
  for (const [n, part] of parts.entries()) {
    const piece = document.createElement(n % 2 ? "mark" : "span");
    piece.textContent = part;
    line.append(n % 2 ? piece : part);
  }
  return line;
}

/** @param {Result} result */
function item(result) {
  const link = document.createElement("a");
  link.href = new URL(result.url + (result.at ? `#${result.at}` : ""), ROOT).href;
  const place = document.createElement("span");
  place.className = "search-place";
  const { title, heading } = result;
  place.textContent = heading === title ? title : `${title}: ${heading}`;
  link.append(place, marked(sentence(result.text, result.terms), result.terms));
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

/**
 * Arrow keys go from the field through the answers and back.
 * @param {KeyboardEvent} event @param {HTMLElement} field @param {HTMLElement} list
 */
function walk(event, field, list) {
  const step = STEPS[event.key];
  if (!step) return;
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** @param {string} words @param {Found} found @param {number} shown */
function said(words, { all, results }, shown) {
  if (!results.length) return `Nothing in the book is like “${words}”.`;
  if (!all) return "No passage has all of these words. The nearest:";
  const more = results.length > shown ? `, the first ${shown}` : "";
  return `${results.length} passage${results.length > 1 ? "s" : ""}${more}`;
}

/** @param {HTMLInputElement} field */
export function answer(field) {
  const form = field.form;
  const page = document.querySelector("#search-results");
  const place = page ?? document.createElement("div");
  place.classList.add("search-answers");
  if (!page) form?.after(place);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const list = document.createElement("ol");
  place.replaceChildren(status, list);
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("search.css", import.meta.url).href;
  document.head.append(style);

  async function show() {
    const words = field.value.trim();
    if (!words) {
      status.textContent = "";
      list.replaceChildren();
      return;
    }
    let found;
    try {
      found = find(await (loading ??= load()), words);
    } catch {
      loading = null;
      status.textContent =
        "The book's words could not be fetched. Look at your connection, then type again.";
      return;
    }
    if (words !== field.value.trim()) return; // a later letter has its own answer
    const shown = found.results.slice(0, page ? MOST : MOST / 3);
    status.textContent = said(words, found, shown.length);
    list.replaceChildren(...shown.map(item));
  }

  field.addEventListener("input", show);
  for (const each of /** @type {HTMLElement[]} */ ([field, list]))
    each.addEventListener("keydown", (event) => walk(event, field, list));
  if (page && !field.value) field.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
}
