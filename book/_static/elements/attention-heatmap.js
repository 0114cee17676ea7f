// <attention-heatmap>: the weights of a small trained model, for any words.

import { argmax, softmax, strongest } from "./arithmetic/matrix.js";
import { idsOf, maskOf, run, unpack, wordsOf } from "./arithmetic/repeat_model.js";
import { make } from "../look/nodes.js";
import { choice, newId, pointed, roving, slider, toggle, TouchElement, Word } from "./kit.js";
import { format } from "./numbers.js";

const SENTENCE = "the cat sat on the mat and the cat";
const MOST = 12; // words; more do not fit a phone
const PAD = "[pad]";
const DATA = new URL("./data/repeat_model.json", import.meta.url);

/**
 * @typedef {{text: string, layer: number, power: number, causal: boolean, padding: boolean,
 *   pads: number, query: number}} State
 * @typedef {{tokens: string[], ids: number[], mask: boolean[][], rows: number[][],
 *   logits: number[][], words: string[]}} Shown
 */

/** @extends {TouchElement<State>} */
class AttentionHeatmap extends TouchElement {
  static heading = "What a trained model attends to";
  static prompt =
    "choose the last word. Where does layer 2 look, and why there? " +
    "Then change the word after the first “cat”.";

  /** @type {HTMLInputElement} */ input;
  /** @type {HTMLElement} */ strip;
  /** @type {HTMLElement} */ map;
  /** @type {HTMLElement} */ guess;
  /** @type {Promise<void> | undefined} */ loading;
  /** @type {import("./arithmetic/repeat_model.js").Model | undefined} */ model;
  isBroken = false;
  /** @type {Shown} */ shown;
  /** @type {Word[]} */ words;
  /** @type {HTMLTableRowElement[]} */ lines;

  start() {
    this.state = {
      text: SENTENCE,
      layer: 1,
      power: 0,
      causal: true,
      padding: true,
      pads: 0,
      query: 8,
    };
    this.strip = make("div", {
      class: "touch-strip",
      role: "group",
      "aria-label": "Choose the word that attends",
    });
    this.map = make("div", { class: "touch-scroll" });
    this.guess = make("p", {});
    this.loading ??= this.load();
    return [
      this.field(),
      this.strip,
      this.sentence,
      this.guess,
      ...this.controls(),
      make(
        "p",
        { class: "touch-note" },
        "A row for each word that attends, a column for each that it " +
          "attends to. The stronger the colour, the larger the weight. Hatched: blocked by a mask.",
      ),
      this.map,
      make(
        "p",
        { class: "touch-note" },
        "These are real weights: a model of two layers with one head each, trained on random " +
          "sequences in which words come back. It knows no English, only which words are the same. " +
          "It was trained with the causal mask and at temperature 1; with other settings you see it " +
          "where it has never been. The temperature divides the scores of both layers.",
      ),
    ];
  }

  field() {
    const id = newId();
    this.input = make("input", {
      type: "text",
      id,
      class: "touch-text",
      value: SENTENCE,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        const text = this.input.value;
        this.set({ text, query: wordsOf(text, MOST).length - 1 });
      },
    });
    const label = make("label", { for: id }, `Sentence, up to ${MOST} words`);
    return make("div", { class: "touch-control" }, label, this.input);
  }

  controls() {
    return [
      make(
        "div",
        { class: "touch-row" },
        choice({
          label: "Head of",
          options: [
            [0, "layer 1"],
            [1, "layer 2"],
          ],
          value: 1,
          change: (layer) => this.set({ layer }),
        }),
        choice({
          label: "Padding tokens",
          options: [
            [0, "0"],
            [1, "1"],
            [2, "2"],
          ],
          value: 0,
          change: (pads) => this.set({ pads }),
        }),
      ),
      make(
        "div",
        { class: "touch-row" },
        toggle({ label: "Causal mask", value: true, change: (causal) => this.set({ causal }) }),
        toggle({ label: "Padding mask", value: true, change: (padding) => this.set({ padding }) }),
        slider({
          label: "Temperature",
          min: -1,
          max: 1,
          step: 0.05,
          value: 0,
          words: (x) => format(10 ** x, 2),
          change: (power) => this.set({ power }),
        }),
      ),
    ];
  }

  async load() {
    try {
      const answer = await fetch(DATA);
      if (!answer.ok) throw new Error(String(answer.status));
      this.model = unpack(await answer.json());
    } catch {
      this.isBroken = true;
    }
    this.update();
  }

  draw() {
    if (this.isBroken)
      return "The model's numbers could not be loaded. Reload the page to try again.";
    if (!this.model) return "Loading the model ...";
    const { text, layer, power, causal, padding, pads } = this.state;
    const words = wordsOf(text, MOST);
    if (!words.length) {
      this.strip.replaceChildren();
      this.map.replaceChildren();
      this.guess.textContent = "";
      return "Type at least one word.";
    }
    const tokens = [...words, ...Array(pads).fill(PAD)];
    const ids = idsOf(tokens, PAD);
    const mask = maskOf(tokens.length, words.length, { causal, padding });
    const { weights, logits } = run(this.model, ids, mask, 10 ** power);
    this.state.query = Math.min(Math.max(this.state.query, 0), tokens.length - 1);
    this.shown = { tokens, ids, mask, rows: weights[layer], logits, words };
    this.build();
    return this.choose(this.state.query);
  }

  /** The strip of words and the table, with nothing chosen yet. Focus stays. */
  build() {
    const { tokens, rows, mask } = this.shown;
    const focused = this.strip.contains(document.activeElement);
    this.words = tokens.map((word, i) => new Word(word, "touch-token", () => this.pick(i)));
    const buttons = this.words.map(({ button }) => button);
    roving(buttons);
    this.strip.replaceChildren(...buttons);
    this.lines = rows.map((row, i) =>
      make(
        "tr",
        { onpointermove: pointed(() => this.pick(i)) },
        make("th", { scope: "row" }, tokens[i]),
        ...row.map((w, j) =>
          make(
            "td",
            {
              style: `--w:${w.toFixed(4)}`,
              class: mask[i][j] ? null : "touch-blocked",
              title: `${tokens[i]} → ${tokens[j]}: ${mask[i][j] ? format(w, 3) : "blocked"}`,
            },
            make("span", { class: "touch-hidden" }, mask[i][j] ? format(w, 2) : "blocked"),
          ),
        ),
      ),
    );
    this.map.replaceChildren(
      make(
        "table",
        { class: "touch-map" },
        make("caption", { class: "touch-hidden" }, `Weights of layer ${this.state.layer + 1}`),
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("td", {}),
            ...tokens.map((word) => make("th", { scope: "col" }, make("span", {}, word))),
          ),
        ),
        make("tbody", {}, ...this.lines),
      ),
    );
    if (focused) buttons[this.state.query].focus();
  }

  /** @param {number} i */
  pick(i) {
    if (i === this.state.query) return;
    this.state.query = i;
    this.say(this.choose(i));
  }

  /** Light one query's row. @param {number} i @returns what it attends to, in words */
  choose(i) {
    const { tokens, rows, mask, words } = this.shown;
    this.words.forEach((word, j) => {
      const said = mask[i][j] ? format(rows[i][j], 2) : "blocked";
      word.show(rows[i][j], said, j === i);
    });
    this.lines.forEach((line, j) => line.classList.toggle("touch-chosen", j === i));
    this.guess.textContent = this.guessed(i);
    /** @param {number} j */
    const name = (j) => `“${tokens[j]}” (${j + 1})`;
    const best = strongest(rows[i]);
    const cut =
      (this.state.text.match(/\S+/g) ?? []).length > words.length && words.length === MOST
        ? ` Only the first ${MOST} words are used.`
        : "";
    if (!best.length) return `${name(i)} has nothing to attend to.${cut}`;
    return `${name(i)} attends to ${best.map((j) => `${name(j)} ${format(rows[i][j], 2)}`).join(", ")}.${cut}`;
  }

  /** @param {number} i */
  guessed(i) {
    const { tokens, ids, logits, words } = this.shown;
    if (i >= words.length) return "";
    const known = ids.slice(0, i + 1);
    if (ids.indexOf(ids[i]) === i)
      return `“${tokens[i]}” has not come before: what follows it is not to be known.`;
    const kinds = [...new Set(known)];
    const shares = softmax(kinds.map((id) => logits[i][id]));
    const best = argmax(shares);
    return (
      `Next after “${tokens[i]}” the model expects “${tokens[ids.indexOf(kinds[best])]}” ` +
      `(${format(shares[best], 2)} among the words so far).`
    );
  }
}

customElements.define("attention-heatmap", AttentionHeatmap);
