// <model-heads>: what every head of two real models attends to, in eight sentences and yours.

import { make, svg } from "../look/nodes.js";
import { faintArcs, strongArcs } from "./arcs.js";
import { joined, NOWHERE, whichOf, wordsFrom } from "./arithmetic/head_words.js";
import { habit } from "./arithmetic/real_heads.js";
import { strongest } from "./arithmetic/matrix.js";
import { SENTENCES, STARTS } from "./data/heads.js";
import { controlsOf } from "./heads-controls.js";
import { BROKEN, CAUSAL, HABITS, Heads, NAMES, sizesOf, tokensOf } from "./heads-data.js";
import { placed } from "./heads-layout.js";
import { choice, folded, roving, TouchElement, Word } from "./kit.js";
import { OwnSentence } from "./own-sentence.js";

/**
 * @typedef {import("./heads-data.js").Chosen} State
 * @typedef {import("./heads-data.js").Model} Model
 */

/** @type {Record<Model, number[]>} layer and head */
const FIRST_HEAD = { minilm: [3, 1], smollm2: [16, 0] };
const ENDINGS = /** @type {[number, string][]} */ ([
  [0, "nervous"],
  [1, "dark"],
]); // of the first sentence
const MARKS =
  "Nowhere in particular: the marks [CLS] and [SEP], which the model puts before and behind every sentence. " +
  "Weights add up to one, so a head that finds nothing it looks for leaves them there.";
const SETTLED = 300; // milliseconds without a change before the address has it

/** A sentence as it is compared with others. @param {string} text */
const bare = (text) => text.toLowerCase().replace(/[\s.]+$/, "");

/** @extends {TouchElement<State>} */
class ModelHeads extends TouchElement {
  static heading = "Look inside a real model";
  static prompt =
    "point at a word, or touch it: the thicker an arc, the more it attends to that word. Then try other heads.";

  /** @type {Heads} */ heads;
  /** @type {Record<Model, number[]>} */ chosen; // the last layer and head of each
  /** @type {{rows: number[][], tokens: string[]} | undefined} */ shown;
  /** @type {import("./arcs.js").Layout} */ layout;
  /** @type {import("./heads-gallery.js").Gallery | undefined} */ gallery;
  /** @type {OwnSentence | undefined} */ own;
  /** @type {ReturnType<typeof import("./heads-address.js").asked>} */ sent = null; // what the page was opened for
  /** @type {Word[]} */ buttons;
  /** @type {SVGElement} */ lines;
  /** @type {SVGElement} */ faint;
  /** @type {SVGElement} */ picture;
  /** @type {HTMLElement} */ words;
  /** @type {HTMLElement} */ stage;
  /** @type {HTMLElement} */ habit;
  /** @type {HTMLSelectElement} */ select;
  /** @type {import("./kit.js").Control<Model>} */ models;
  /** @type {import("./kit.js").Control<number>} */ endings;
  /** @type {HTMLElement} */ pieces;
  wordBefore = ""; // the chosen one, by its text
  inPieces = false; // shown as the model reads it, not as words
  from = 1; // the first layer's number: the chapter counts as its code does
  /** @type {import("./kit.js").Slider} */ layer;
  /** @type {import("./kit.js").Slider} */ head;
  /** @type {MutationObserver | undefined} */ dressing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ remembering;

  start() {
    const first = /** @type {import("./heads-data.js").First} */ (
      STARTS[this.hasAttribute("beside-figure") ? "chapter" : "page"]
    );
    this.heads ??= new Heads(first, () => this.update());
    const { weights, ...state } = first;
    this.from = this.hasAttribute("beside-figure") ? 0 : 1;
    this.inPieces = this.from === 0;
    this.state = state;
    if (!this.inPieces) state.word = this.byWords().groups.findIndex((g) => g.includes(first.word));
    this.wordBefore = this.tokens()[state.word].replace("·", "");
    this.shown = undefined;
    this.chosen = { ...FIRST_HEAD, [state.model]: [state.layer, state.head] };
    this.lines = svg("g", {});
    this.picture = svg("svg", { role: "img" }, this.lines);
    this.words = make("div", {
      class: "heads-words",
      role: "group",
      "aria-label": "Choose the word that attends",
    });
    this.stage = make("div", { class: "heads-stage" }, this.words, this.picture);
    this.habit = make("p", { class: "touch-note heads-habit" });
    document.fonts?.ready.then(() => this.update()); // words are as wide as their letters
    this.dressing ??= new MutationObserver(() => this.update()); // small pictures have no CSS
    this.dressing.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.endings = choice({
      label: "… too",
      value: state.sentence,
      options: ENDINGS,
      change: (k) => this.change({ sentence: k }, "it"),
    });
    this.endings.classList.add("heads-endings");
    const own = (this.own ??= this.ownSentence());
    const { sentence, stage, habit } = this;
    const controls = this.controls();
    const below = [this.allHeads(), this.task()];
    if (!this.from) return [sentence, stage, habit, controls, own.element, ...below];
    own.field.value = SENTENCES[state.sentence].text;
    own.form.querySelector(".heads-endings")?.remove(); // of before a reset
    own.form.append(this.endings);
    const question = (this.question = make("div", { class: "heads-guess" }));
    void import("./heads-guess.js").then(({ guess }) =>
      guess(question, () => this.change({ ...first, sentence: 1 }, "it")),
    );
    const above = [own.element, sentence, stage, question, own.cost];
    const share = make("p", { class: "touch-note heads-share" });
    void import("./heads-picture.js").then(({ offer }) => offer(share, stage));
    return [...above, habit, controls, share, ...below];
  }

  /** The field for a reader's own: on the first page in sight, elsewhere folded. */
  ownSentence() {
    const place = this.from
      ? make("div", { class: "heads-own" })
      : make(
          "details",
          { class: "touch-folded heads-own" },
          make("summary", {}, "Your own sentence"),
        );
    if (location.search) setTimeout(() => void this.openSent());
    return new OwnSentence(
      place,
      (read) => this.readOwn(read),
      (text) => this.showKnown(text),
    );
  }

  /** Every head, drawn small: drawn once it is unfolded. */
  allHeads() {
    this.gallery = undefined;
    const fold = folded("All heads at once");
    fold.ontoggle = async () => {
      this.heads.load(this.state);
      const { Gallery } = await import("./heads-gallery.js");
      this.gallery ??= new Gallery(fold, this.heads, (head) => this.change(head), this.from);
      this.gallery.draw(this.state);
    };
    return fold;
  }

  /** A task, which comes once it is unfolded. */
  task() {
    const fold = folded("A task: which head copies?");
    fold.classList.add("heads-task");
    fold.ontoggle = async () => {
      fold.ontoggle = null;
      const { fillTask } = await import("./heads-task-view.js");
      fillTask(fold, this);
    };
    return fold;
  }

  /** Sentence, model, layer, head, and whether its pieces are shown. */
  controls() {
    const { row, ...controls } = controlsOf(this);
    Object.assign(this, controls);
    return row;
  }

  /** A layer or head in words. @param {number} x @param {0 | 1} of  layers, or heads */
  counted(x, of) {
    const many = sizesOf(this.state.model)[of];
    return this.from ? `${x + 1} of ${many}` : `${x} of 0 to ${many - 1}`;
  }

  /** "Head 2 of layer 4". */
  named() {
    return `Head ${this.state.head + this.from} of layer ${this.state.layer + this.from}`;
  }

  // --- what the reader changes --------------------------------------------------------

  /** A sentence in the model's pieces. @param {Partial<State>} changed @param {string} word */
  inTheirPieces(changed, word) {
    this.inPieces = true;
    const input = this.pieces.querySelector("input");
    if (input) input.checked = true;
    this.change(changed, word);
  }

  /** What the page was opened for, where somebody sent its address. */
  async openSent() {
    this.sent = (await import("./heads-address.js")).asked();
    if (!this.sent) return;
    const { sentence, word, chosen } = this.sent;
    if (!this.showKnown(sentence, chosen, word)) void this.own?.sent(sentence);
  }

  /**
   * Show a sentence that is here already; whether it is.
   * @param {string} text @param {Partial<State>} [chosen] @param {string} [word]
   */
  showKnown(text, chosen = {}, word) {
    const k = SENTENCES.findIndex((one) => bare(one.text) === bare(text));
    if (k >= 0) this.change({ ...chosen, sentence: k }, word);
    return k >= 0;
  }

  /** One more sentence to choose. @param {import("./own-sentence.js").Read} read */
  readOwn(read) {
    const k = this.heads.add(read);
    this.select.append(make("option", { value: k }, read.text));
    const best = this.heads.best(k);
    const sent = this.sent?.sentence === read.text ? this.sent : null;
    const isPlace = sent?.chosen.model === "minilm" && sent.chosen.layer !== undefined;
    const chosen = isPlace ? sent.chosen : best.chosen;
    this.change({ ...chosen, model: "minilm", sentence: k }, sent?.word ?? best.word);
    if (!this.from) this.scrollIntoView();
  }

  /** Have the address say what is seen: on the first page, where it is what one came for. */
  remember() {
    clearTimeout(this.remembering);
    if (!this.from) return;
    const text = SENTENCES[this.state.sentence].text;
    this.remembering = setTimeout(async () => {
      const { remember } = await import("./heads-address.js");
      remember(text, this.state, this.wordBefore);
    }, SETTLED);
  }

  /** @param {Partial<State>} changed @param {string} [word] to choose, by its text */
  change(changed, word) {
    const before = this.wordBefore;
    this.chosen[this.state.model] = [this.state.layer, this.state.head];
    if (changed.model && changed.model !== this.state.model && changed.layer === undefined)
      [changed.layer, changed.head] = this.chosen[changed.model];
    Object.assign(this.state, changed);
    const tokens = this.tokens().map((token) => token.replace("·", ""));
    const same = tokens.lastIndexOf((word ?? before).replace("·", ""));
    this.state.word = same >= 0 ? same : tokens.findLastIndex((one) => one !== NOWHERE);
    this.wordBefore = tokens[this.state.word];
    this.endings.hidden = !ENDINGS.some(([k]) => k === this.state.sentence);
    if (this.question) this.question.hidden = this.endings.hidden; // it is about that sentence
    this.endings.set(this.state.sentence);
    const [layers, heads] = sizesOf(this.state.model);
    this.layer.input.max = String(layers - 1);
    this.head.input.max = String(heads - 1);
    this.layer.set(this.state.layer);
    this.head.set(this.state.head);
    this.models.set(this.state.model);
    this.models.hidden = this.heads.isOwn(this.state); // SmolLM2 has not read it
    this.select.value = String(this.state.sentence);
    this.querySelector(".heads-verdict")?.replaceChildren(); // it was on another head
    if (changed.sentence !== undefined && this.from && this.own)
      this.own.field.value = SENTENCES[changed.sentence].text;
    this.heads.load(this.state);
    this.update();
    this.remember();
  }

  /** What the reader sees as words: those of the sentence, or the model's pieces. */
  tokens() {
    return this.inPieces ? tokensOf(this.state) : this.byWords().labels;
  }

  byWords() {
    const { text, ...models } = SENTENCES[this.state.sentence];
    return wordsFrom(text, models[this.state.model]);
  }

  /** @param {number} i */
  pick(i) {
    this.heads.load(this.state); // the reader has begun: what may be asked next is fetched
    if (i === this.state.word || !this.shown) return;
    this.state.word = i;
    this.wordBefore = this.tokens()[i];
    this.say(this.choose());
    this.remember();
  }

  // --- the picture --------------------------------------------------------------------

  draw() {
    const { model } = this.state;
    const read = this.heads.rows(this.state);
    this.gallery?.draw(this.state);
    this.stage.setAttribute("aria-busy", String(!read));
    if (!read) return this.heads.isBroken ? BROKEN : "Loading the model's weights ...";
    const tokens = this.tokens();
    const rows = this.inPieces ? read : joined(read, this.byWords());
    this.shown = { rows, tokens };
    this.layOut(tokens);
    this.faint = faintArcs(this.layout, rows);
    this.picture.setAttribute(
      "aria-label",
      `Arcs from every word to the words that it attends to, in ${this.named().toLowerCase()} of ${NAMES[model]}.`,
    );
    const { what, share } = habit(read);
    const folded = !this.inPieces && !CAUSAL[model] && (what === "first" || what === "last");
    this.habit.textContent =
      share < 0.4
        ? "As a whole this head has no simple habit here."
        : `As a whole this head looks ${folded ? NOWHERE : `at ${HABITS[what]}`}: ${share.toFixed(2)} of its weight, on average.`;
    return this.choose();
  }

  /** Words in a line where they fit, else in a column; and where arcs begin. @param {string[]} tokens */
  layOut(tokens) {
    const focused = this.words.contains(document.activeElement);
    this.buttons = tokens.map((token, i) => {
      const kind = token === NOWHERE ? "heads-word heads-nowhere" : "heads-word";
      return new Word(token, kind, () => this.pick(i));
    });
    const buttons = this.buttons.map((word) => word.button);
    roving(buttons);
    this.words.replaceChildren(...buttons);
    this.layout = placed(this.stage, this.words, buttons, CAUSAL[this.state.model]);
    this.picture.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    if (focused) buttons[this.state.word].focus();
  }

  /** Light one word's arcs. @returns what it attends to, in words */
  choose() {
    if (!this.shown) return "";
    const { rows, tokens } = this.shown;
    const { word, model } = this.state;
    const row = rows[word];
    this.lines.replaceChildren(this.faint, strongArcs(this.layout, row, word));
    this.buttons.forEach((one, j) => {
      one.show(row[j], row[j] >= 0.01 ? row[j].toFixed(2) : "", j === word);
    });
    if (tokens[word] === NOWHERE) return MARKS;
    const named = (/** @type {number} */ j) =>
      tokens[j] === NOWHERE ? NOWHERE : j === word ? "itself" : `“${tokens[j]}”${this.which(j)}`;
    const told = strongest(row).map((j, k) =>
      k
        ? `${row[j].toFixed(2)} to ${named(j)}`
        : `${row[j].toFixed(2)} of its attention to ${named(j)}`,
    );
    const last = told.length > 1 ? ` and ${told.pop()}` : "";
    return (
      `${this.named()} of ${NAMES[model]}: “${tokens[word]}”${this.which(word)} gives ` +
      `${told.join(", ")}${last}.`
    );
  }

  /** Which of two equal words or pieces, as ``tokens`` counts them. @param {number} j */
  which(j) {
    return whichOf(this.shown?.tokens ?? [], j, this.inPieces ? "piece" : "word");
  }
}

customElements.define("model-heads", ModelHeads);
