// The heads of two real models: what is stored of them, fetched as it is asked for.

import { joined, sharpest, wordsFrom } from "./arithmetic/head_words.js";
import { bytesOfHead, fromBase64, shownTokens, unpackHead } from "./arithmetic/real_heads.js";
import { SENTENCES, SIZES } from "./data/heads.js";

/**
 * @typedef {"minilm" | "smollm2"} Model
 * @typedef {{model: Model, sentence: number, layer: number, head: number, word: number}} Chosen
 * @typedef {Chosen & {weights: string}} First  what comes with the page: one head
 */

const DATA = new URL("./data/heads/", import.meta.url);

export const BROKEN =
  "The model's weights could not be fetched: look at your connection, then choose again.";

/** @type {Record<Model, string>} */
export const NAMES = { minilm: "MiniLM", smollm2: "SmolLM2" };

/** @type {Record<Model, boolean>} */
export const CAUSAL = { minilm: false, smollm2: true };

/** What a head does with most of its weight, in words. */
export const HABITS = {
  before: "the word before",
  after: "the next word",
  itself: "the word itself",
  first: "the first token",
  last: "the last token",
};

/** @param {Chosen} chosen */
export const tokensOf = ({ model, sentence }) =>
  shownTokens(SENTENCES[sentence][model], CAUSAL[model]);

/** Layers, and heads in each. @param {Model} model */
export const sizesOf = (model) => SIZES[model];

/** @param {Chosen} chosen */
const nameOf = ({ model, sentence }) => `${model}-${sentence}`;

export class Heads {
  /** @param {First} first @param {() => void} changed told when more is there, or could not be had */
  constructor(first, changed) {
    this.first = first;
    this.changed = changed;
    /** @type {Map<string, Uint8Array | "on its way">} of a model and sentence */
    this.files = new Map();
    this.isBroken = false;
  }

  /** Whether all heads of this model and sentence are there. @param {Chosen} chosen */
  isThere(chosen) {
    return this.files.get(nameOf(chosen)) instanceof Uint8Array;
  }

  /** One more sentence, which MiniLM has read here. @param {import("./own-sentence.js").Read} read @returns {number} its place */
  add({ text, tokens, bytes }) {
    const spelt = text.normalize("NFD").replace(/\p{Mn}/gu, ""); // as its pieces are
    const place = SENTENCES.push({ text: spelt, minilm: tokens, smollm2: [] }) - 1;
    this.files.set(`minilm-${place}`, bytes);
    return place;
  }

  /** @param {Chosen} chosen */
  isOwn = ({ sentence }) => !SENTENCES[sentence].smollm2.length;

  /** The weights of a head, or `null` where they are not there. @param {Chosen} chosen */
  rows(chosen) {
    const { model, sentence, layer, head } = chosen;
    const f = this.first;
    const n = SENTENCES[sentence][model].length;
    const causal = CAUSAL[model];
    if (nameOf(f) === nameOf(chosen) && layer === f.layer && head === f.head)
      return unpackHead(fromBase64(f.weights), n, causal);
    const bytes = this.files.get(nameOf(chosen));
    if (!(bytes instanceof Uint8Array)) return null;
    const size = bytesOfHead(n, causal);
    const at = (layer * SIZES[model][1] + head) * size;
    return unpackHead(bytes.subarray(at, at + size), n, causal);
  }

  /** Of a sentence that MiniLM has read here the head and the word that show most. @param {number} k */
  best(k) {
    const { text, minilm } = SENTENCES[k];
    const words = wordsFrom(text, minilm);
    const [layers, heads] = SIZES.minilm;
    const places = Array.from({ length: layers * heads }, (_, n) => ({
      layer: Math.floor(n / heads),
      head: n % heads,
    }));
    const all = places.map((place) => {
      const rows = this.rows({ model: "minilm", sentence: k, word: 0, ...place });
      return joined(rows ?? [], words);
    });
    const { head, word } = sharpest(all, words.labels);
    return { chosen: places[head], word: words.labels[word] };
  }

  /** Fetch all heads of this model and sentence. @param {Chosen} chosen */
  async load(chosen) {
    const name = nameOf(chosen);
    if (this.files.get(name)) return;
    this.files.set(name, "on its way");
    this.isBroken = false;
    try {
      const answer = await fetch(new URL(`${name}.bin`, DATA));
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      const plain = answer.body.pipeThrough(new DecompressionStream("gzip"));
      this.files.set(name, new Uint8Array(await new Response(plain).arrayBuffer()));
    } catch {
      this.files.delete(name); // to be tried again
      this.isBroken = true;
    }
    this.changed();
  }
}
