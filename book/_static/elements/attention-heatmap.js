// <attention-heatmap>: the weights of a small trained model, for any words.

import { argmax, softmax } from "./arithmetic/matrix.js";
import { idsOf, maskOf, run, unpack, wordsOf } from "./arithmetic/repeat_model.js";
import { choice, format, h, newId, pointed, roving, slider, toggle, TouchElement } from "./kit.js";

const SENTENCE = "the cat sat on the mat and the cat";
const MOST = 12; // words; more do not fit a phone
const PAD = "[pad]";
const DATA = new URL("./data/repeat_model.json", import.meta.url);

class AttentionHeatmap extends TouchElement {
  static heading = "What a trained model attends to";
  static prompt =
    "choose the last word. Where does layer 2 look, and why there? " +
    "Then change the word after the first “cat”.";

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
    const set = (name) => (value) => {
      this.state[name] = value;
      this.update();
    };
    const id = newId();
    this.input = h("input", {
      type: "text",
      id,
      class: "touch-text",
      value: SENTENCE,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        this.state.text = this.input.value;
        this.state.query = wordsOf(this.state.text, MOST).length - 1;
        this.update();
      },
    });
    this.strip = h("div", {
      class: "touch-strip",
      role: "group",
      "aria-label": "Choose the word that attends",
    });
    this.map = h("div", { class: "touch-scroll" });
    this.guess = h("p", {});
    this.loading ??= this.load();
    return [
      h(
        "div",
        { class: "touch-control" },
        h("label", { for: id }, `Sentence, up to ${MOST} words`),
        this.input,
      ),
      this.strip,
      this.sentence,
      this.guess,
      h(
        "div",
        { class: "touch-row" },
        choice({
          label: "Head of",
          options: [
            [0, "layer 1"],
            [1, "layer 2"],
          ],
          value: 1,
          change: set("layer"),
        }),
        choice({
          label: "Padding tokens",
          options: [
            [0, "0"],
            [1, "1"],
            [2, "2"],
          ],
          value: 0,
          change: set("pads"),
        }),
      ),
      h(
        "div",
        { class: "touch-row" },
        toggle({ label: "Causal mask", value: true, change: set("causal") }),
        toggle({ label: "Padding mask", value: true, change: set("padding") }),
        slider({
          label: "Temperature",
          min: -1,
          max: 1,
          step: 0.05,
          value: 0,
          words: (x) => format(10 ** x, 2),
          change: set("power"),
        }),
      ),
      h(
        "p",
        { class: "touch-note" },
        "A row for each word that attends, a column for each that it " +
          "attends to. The stronger the colour, the larger the weight. Hatched: blocked by a mask.",
      ),
      this.map,
      h(
        "p",
        { class: "touch-note" },
        "These are real weights: a model of two layers with one head each, trained on random " +
          "sequences in which words come back. It knows no English, only which words are the same. " +
          "It was trained with the causal mask and at temperature 1; with other settings you see it " +
          "where it has never been. The temperature divides the scores of both layers.",
      ),
    ];
  }

  async load() {
    try {
      const answer = await fetch(DATA);
      if (!answer.ok) throw new Error(String(answer.status));
      this.model = unpack(await answer.json());
    } catch {
      this.broken = true;
    }
    this.update();
  }

  draw() {
    if (this.broken)
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
    const pick = (i) => () => this.pick(i);
    this.buttons = tokens.map((word, i) =>
      h(
        "button",
        {
          type: "button",
          class: "touch-token",
          onclick: pick(i),
          onfocus: pick(i),
          onpointermove: pointed(pick(i)),
        },
        h("span", {}, word),
        h("small", {}),
      ),
    );
    roving(this.buttons);
    this.strip.replaceChildren(...this.buttons);
    this.lines = rows.map((row, i) =>
      h(
        "tr",
        { onpointermove: pointed(pick(i)) },
        h("th", { scope: "row" }, tokens[i]),
        ...row.map((w, j) =>
          h(
            "td",
            {
              style: `--w:${w.toFixed(4)}`,
              class: mask[i][j] ? null : "touch-blocked",
              title: `${tokens[i]} → ${tokens[j]}: ${mask[i][j] ? format(w, 3) : "blocked"}`,
            },
            h("span", { class: "touch-hidden" }, mask[i][j] ? format(w, 2) : "blocked"),
          ),
        ),
      ),
    );
    this.map.replaceChildren(
      h(
        "table",
        { class: "touch-map" },
        h("caption", { class: "touch-hidden" }, `Weights of layer ${this.state.layer + 1}`),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            ...tokens.map((word) => h("th", { scope: "col" }, h("span", {}, word))),
          ),
        ),
        h("tbody", {}, ...this.lines),
      ),
    );
    if (focused) this.buttons[this.state.query].focus();
  }

  pick(i) {
    if (i === this.state.query) return;
    this.state.query = i;
    this.say(this.choose(i));
  }

  /** Light one query's row; @returns what it attends to, in words */
  choose(i) {
    const { tokens, rows, mask, words } = this.shown;
    this.buttons.forEach((one, j) => {
      one.style.setProperty("--w", rows[i][j].toFixed(4));
      one.lastChild.textContent = mask[i][j] ? format(rows[i][j], 2) : "blocked";
      one.setAttribute("aria-pressed", String(j === i));
      one.tabIndex = j === i ? 0 : -1;
    });
    this.lines.forEach((line, j) => line.classList.toggle("touch-chosen", j === i));
    this.guess.textContent = this.guessed(i);
    const name = (j) => `“${tokens[j]}” (${j + 1})`;
    const order = rows[i].map((_, j) => j).sort((a, b) => rows[i][b] - rows[i][a]);
    const best = order.filter((j) => rows[i][j] >= 0.05).slice(0, 3);
    const cut =
      (this.state.text.match(/\S+/g) ?? []).length > words.length && words.length === MOST
        ? ` Only the first ${MOST} words are used.`
        : "";
    if (!best.length) return `${name(i)} has nothing to attend to.${cut}`;
    return `${name(i)} attends to ${best.map((j) => `${name(j)} ${format(rows[i][j], 2)}`).join(", ")}.${cut}`;
  }

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
