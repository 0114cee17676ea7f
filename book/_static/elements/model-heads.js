// <model-heads>: what every head of two real models attends to, in eight sentences.

import {
  copyPlaces,
  copyScore,
  bytesOfHead,
  fromBase64,
  habit,
  shownTokens,
  unpackHead,
} from "./arithmetic/real_heads.js";
import { faintArcs, smallArcs, strongArcs } from "./arcs.js";
import { COPIERS, SENTENCES, SIZES, STARTS } from "./data/heads.js";
import {
  button,
  choice,
  h,
  newId,
  pointed,
  roving,
  slider,
  svg,
  TouchElement,
  widthOf,
} from "./kit.js";

const DATA = new URL("./data/heads/", import.meta.url);
const NAMES = { minilm: "MiniLM", smollm2: "SmolLM2" };
const CAUSAL = { minilm: false, smollm2: true };
const FIRST_HEAD = { minilm: [3, 1], smollm2: [16, 0] };
const COPYING = 2; // the sentence in which a name comes twice
const COPIES = 0.4; // of the weight, so that a head is called one that copies
const ROW = 40; // pixels of a word in a column
const TALL = { words: 128, most: 230, least: 60 }; // pixels across, words in a column
const WIDE = { over: 180, under: 118, none: 10 }; // pixels over and under a line of words
const SMALL = { least: 30, most: 84, gap: 2 }; // pixels of a small picture
const HABITS = {
  before: "the word before",
  after: "the next word",
  itself: "the word itself",
  first: "the first token",
  last: "the last token",
};

class ModelHeads extends TouchElement {
  static heading = "Look inside a real model";
  static prompt =
    "point at a word, or touch it: the thicker an arc, the more it attends to that word. Then try other heads.";

  start() {
    this.first = STARTS[this.hasAttribute("beside-figure") ? "chapter" : "page"];
    this.state = { ...this.first };
    this.chosen = { ...FIRST_HEAD, [this.state.model]: [this.state.layer, this.state.head] };
    this.files ??= new Map(); // of a model and sentence: bytes, or a promise of them
    this.lines = svg("g", {});
    this.picture = svg("svg", { role: "img" }, this.lines);
    this.words = h("div", {
      class: "heads-words",
      role: "group",
      "aria-label": "Choose the word that attends",
    });
    this.stage = h("div", { class: "heads-stage" }, this.words, this.picture);
    this.habit = h("p", { class: "touch-note heads-habit" });
    this.grid = h("div", {});
    this.verdict = h("p", { class: "heads-verdict", role: "status" });
    document.fonts?.ready.then(() => this.update()); // words are as wide as their letters
    this.dressing ??= new MutationObserver(() => this.update()); // small pictures have no CSS
    this.dressing.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return [this.sentence, this.stage, this.habit, this.controls(), this.allHeads(), this.task()];
  }

  controls() {
    const id = newId();
    this.select = h(
      "select",
      {
        id,
        onchange: () => this.change({ sentence: Number(this.select.value) }),
      },
      ...SENTENCES.map(({ text }, k) =>
        h("option", { value: k, selected: k === this.state.sentence }, text),
      ),
    );
    this.models = choice({
      label: "Model",
      value: this.state.model,
      options: [
        ["minilm", "MiniLM: both ways"],
        ["smollm2", "SmolLM2: only back"],
      ],
      change: (model) => this.change({ model }),
    });
    const [layers, heads] = SIZES[this.state.model];
    this.layer = slider({
      label: "Layer",
      min: 0,
      max: layers - 1,
      value: this.state.layer,
      words: (x) => `${x} of 0 to ${this.layer?.input.max ?? layers - 1}`,
      change: (layer) => this.change({ layer }),
    });
    this.head = slider({
      label: "Head",
      min: 0,
      max: heads - 1,
      value: this.state.head,
      words: (x) => `${x} of 0 to ${this.head?.input.max ?? heads - 1}`,
      change: (head) => this.change({ head }),
    });
    return h(
      "div",
      { class: "heads-controls" },
      h("div", { class: "touch-field" }, h("label", { for: id }, "Sentence"), this.select),
      this.models,
      this.layer,
      this.head,
    );
  }

  allHeads() {
    this.gallery = h(
      "details",
      {
        class: "touch-folded",
        ontoggle: () => {
          if (this.gallery.open) this.drawGallery();
        },
      },
      h("summary", {}, "All heads at once"),
      h(
        "p",
        { class: "touch-note" },
        "Every head of the model reading this sentence, drawn small: words from left to right, arcs to " +
          "earlier words above, to later ones below. Choose one to look closer.",
      ),
      this.grid,
    );
    return this.gallery;
  }

  task() {
    return h(
      "details",
      { class: "touch-folded heads-task" },
      h("summary", {}, "A task: which head copies?"),
      h(
        "p",
        {},
        "A name that nobody has ever seen comes twice: Zorblat. Reading the second ",
        h("i", {}, "Z"),
        ", SmolLM2 knows that ",
        h("i", {}, "or"),
        " comes next. Some head must look from the second ",
        h("i", {}, "Z"),
        " to what came after the first one. Four of its 270 heads do so for the whole name. Find one.",
      ),
      h(
        "div",
        { class: "touch-row" },
        button("Show me the sentence", () =>
          this.change({ model: "smollm2", sentence: COPYING }, "Z"),
        ),
        button("Check this head", () => this.check(), { class: "touch-button touch-main" }),
        button("Give me one", () =>
          this.change({ model: "smollm2", sentence: COPYING, layer: 18, head: 6 }, "or"),
        ),
      ),
      this.verdict,
    );
  }

  // --- the data ---------------------------------------------------------------------

  /** The weights of the chosen head, or `null` while they are on their way. */
  rows({ model, sentence, layer, head } = this.state) {
    const f = this.first;
    const n = SENTENCES[sentence][model].length;
    const causal = CAUSAL[model];
    if (model === f.model && sentence === f.sentence && layer === f.layer && head === f.head)
      return unpackHead(fromBase64(f.weights), n, causal);
    const bytes = this.files.get(`${model}-${sentence}`);
    if (!(bytes instanceof Uint8Array)) return null;
    const size = bytesOfHead(n, causal);
    const at = (layer * SIZES[model][1] + head) * size;
    return unpackHead(bytes.subarray(at, at + size), n, causal);
  }

  /** Fetch what the state needs; once it is there the picture is drawn. */
  async load() {
    const name = `${this.state.model}-${this.state.sentence}`;
    if (this.files.get(name)) return;
    this.files.set(name, "on its way");
    try {
      const answer = await fetch(new URL(`${name}.bin`, DATA));
      if (!answer.ok) throw new Error(String(answer.status));
      const plain = answer.body.pipeThrough(new DecompressionStream("gzip"));
      this.files.set(name, new Uint8Array(await new Response(plain).arrayBuffer()));
      this.broken = false;
    } catch {
      this.files.delete(name); // to be tried again
      this.broken = true;
    }
    this.update();
  }

  // --- what the reader changes --------------------------------------------------------

  /** @param {Partial<typeof this.state>} changed @param {string} [word] to choose, by its text */
  change(changed, word) {
    const before = this.tokens()[this.state.word];
    this.chosen[this.state.model] = [this.state.layer, this.state.head];
    if (changed.model && changed.model !== this.state.model && changed.layer === undefined)
      [changed.layer, changed.head] = this.chosen[changed.model];
    Object.assign(this.state, changed);
    const tokens = this.tokens().map((token) => token.replace("·", ""));
    const same = tokens.lastIndexOf((word ?? before).replace("·", ""));
    this.state.word = same >= 0 ? same : tokens.length - 1;
    const [layers, heads] = SIZES[this.state.model];
    this.layer.input.max = layers - 1;
    this.head.input.max = heads - 1;
    this.layer.set(this.state.layer);
    this.head.set(this.state.head);
    this.models.set(this.state.model);
    this.select.value = String(this.state.sentence);
    this.verdict.textContent = "";
    this.load();
    this.update();
  }

  tokens() {
    return shownTokens(SENTENCES[this.state.sentence][this.state.model], CAUSAL[this.state.model]);
  }

  pick(i) {
    this.load(); // the reader has begun: what may be asked next is fetched
    if (i === this.state.word || !this.shown) return;
    this.state.word = i;
    this.say(this.choose());
  }

  // --- the picture --------------------------------------------------------------------

  draw() {
    const { model, layer, head } = this.state;
    const rows = this.rows();
    this.stage.setAttribute("aria-busy", String(!rows));
    if (!rows) {
      if (this.broken) return "The model's weights could not be loaded. Choose again to try again.";
      return "Loading the model's weights ...";
    }
    const tokens = this.tokens();
    this.shown = { rows, tokens };
    this.layOut(tokens);
    this.faint = faintArcs(this.layout, rows);
    this.picture.setAttribute(
      "aria-label",
      `Arcs from every word to the words that it attends to, in head ${head} of layer ${layer} of ${NAMES[model]}.`,
    );
    const { what, share } = habit(rows);
    this.habit.textContent =
      share < 0.4
        ? "As a whole this head has no simple habit here."
        : `As a whole this head looks at ${HABITS[what]}: ${share.toFixed(2)} of its weight, on average.`;
    if (this.gallery.open) this.drawGallery();
    return this.choose();
  }

  /** Words in a line where they fit, else in a column; and where arcs begin. */
  layOut(tokens) {
    const focused = this.words.contains(document.activeElement);
    const pick = (i) => () => this.pick(i);
    this.buttons = tokens.map((token, i) =>
      h(
        "button",
        {
          type: "button",
          class: "heads-word",
          onclick: pick(i),
          onfocus: pick(i),
          onpointermove: pointed(pick(i)),
        },
        h("span", {}, token),
        h("small", {}),
      ),
    );
    roving(this.buttons);
    this.words.replaceChildren(...this.buttons);
    const causal = CAUSAL[this.state.model];
    const { stage } = this;
    stage.classList.remove("heads-tall");
    stage.removeAttribute("style");
    const tall = this.words.scrollWidth > this.words.clientWidth + 1;
    stage.classList.toggle("heads-tall", tall);
    const width = stage.clientWidth;
    const sides = causal ? 1 : 2;
    const reach = tall
      ? Math.max(TALL.least, Math.min(TALL.most, (width - TALL.words) / sides - 6))
      : WIDE.over;
    const height = tall
      ? tokens.length * ROW
      : WIDE.over + this.words.offsetHeight + (causal ? WIDE.none : WIDE.under);
    if (!tall) stage.style.paddingTop = `${WIDE.over}px`;
    if (tall && causal) stage.style.paddingLeft = `${reach}px`;
    stage.style.height = `${height}px`;
    const box = stage.getBoundingClientRect();
    this.layout = {
      tall,
      width,
      height,
      reach: tall ? reach : WIDE.over - 12,
      under: tall ? reach : WIDE.under - 8,
      places: this.buttons.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return tall
          ? { at: (top + bottom) / 2 - box.top, near: left - box.left, far: right - box.left }
          : { at: (left + right) / 2 - box.left, near: top - box.top, far: bottom - box.top };
      }),
    };
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (focused) this.buttons[this.state.word].focus();
  }

  /** Light one word's arcs; @returns what it attends to, in words */
  choose() {
    const { rows, tokens } = this.shown;
    const { word, layer, head, model } = this.state;
    const row = rows[word];
    this.lines.replaceChildren(this.faint, strongArcs(this.layout, row, word));
    this.buttons.forEach((one, j) => {
      one.style.setProperty("--w", row[j].toFixed(3));
      one.lastChild.textContent = row[j] >= 0.01 ? row[j].toFixed(2) : "";
      one.setAttribute("aria-pressed", String(j === word));
      one.tabIndex = j === word ? 0 : -1;
    });
    const named = (j) => (j === word ? "itself" : `“${tokens[j]}”${twice(tokens, j)}`);
    const order = row.map((_, j) => j).sort((a, b) => row[b] - row[a]);
    const best = order.filter((j) => row[j] >= 0.05).slice(0, 3);
    const told = best.map((j, k) =>
      k
        ? `${row[j].toFixed(2)} to ${named(j)}`
        : `${row[j].toFixed(2)} of its attention to ${named(j)}`,
    );
    const last = told.length > 1 ? ` and ${told.pop()}` : "";
    return (
      `Head ${head} of layer ${layer} of ${NAMES[model]}: “${tokens[word]}”${twice(tokens, word)} gives ` +
      `${told.join(", ")}${last}.`
    );
  }

  drawGallery() {
    const { model, sentence, layer, head } = this.state;
    const [layers, heads] = SIZES[model];
    if (!(this.files.get(`${model}-${sentence}`) instanceof Uint8Array)) {
      this.grid.replaceChildren(h("p", {}, "Loading ..."));
      this.load();
      return;
    }
    const drawn = `${model}-${sentence}-${widthOf(this.gallery)}-${document.documentElement.dataset.theme}`;
    if (this.drawn !== drawn || !this.cells?.[0]?.isConnected)
      this.buildGallery(drawn, layers, heads);
    for (const cell of this.cells) {
      const chosen = cell.dataset.head === `${layer},${head}`;
      cell.setAttribute("aria-pressed", String(chosen));
      cell.tabIndex = chosen ? 0 : -1;
    }
  }

  /** As wide as there is room for: a column for each layer, or for each head. */
  buildGallery(drawn, layers, heads) {
    this.drawn = drawn;
    const room = widthOf(this.gallery);
    const most = Math.max(layers, heads);
    const across = room / most >= SMALL.least ? most : Math.min(layers, heads);
    const size = Math.min(SMALL.most, Math.floor(room / across) - SMALL.gap);
    const colour = getComputedStyle(this).getPropertyValue("--t-weight");
    const at = (k) =>
      across === layers ? [k % layers, Math.floor(k / layers)] : [Math.floor(k / heads), k % heads];
    this.cells = Array.from({ length: layers * heads }, (_, k) => {
      const [layer, head] = at(k);
      const canvas = h("canvas", { style: `width: ${size}px; height: ${size}px` });
      smallArcs(canvas, this.rows({ ...this.state, layer, head }), {
        size,
        causal: CAUSAL[this.state.model],
        colour,
      });
      return h(
        "button",
        {
          type: "button",
          class: "heads-cell",
          "data-head": `${layer},${head}`,
          title: `layer ${layer}, head ${head}`,
          "aria-label": `layer ${layer}, head ${head}`,
          onclick: () => this.change({ layer, head }),
        },
        canvas,
      );
    });
    roving(this.cells, across);
    this.grid.replaceChildren(
      h(
        "p",
        { class: "touch-note" },
        across === layers
          ? "From left to right the layers, from top to bottom the heads."
          : "From top to bottom the layers, from left to right the heads.",
      ),
      h(
        "div",
        { class: "heads-grid", style: `grid-template-columns: repeat(${across}, ${size}px)` },
        ...this.cells,
      ),
    );
  }

  // --- the task -------------------------------------------------------------------------

  check() {
    this.verdict.textContent = this.judged();
  }

  judged() {
    const { model, sentence, layer, head } = this.state;
    if (model !== "smollm2" || sentence !== COPYING)
      return "Look at the sentence with Zorblat first, in SmolLM2.";
    const rows = this.rows();
    if (!rows) return "The weights are still on their way. Check again in a moment.";
    const tokens = this.tokens();
    const name = `Head ${head} of layer ${layer}`;
    const score = copyScore(rows, tokens);
    const [at, after] = copyPlaces(tokens).find(([i]) => tokens[i] === "·or") ?? [0, 0];
    if (score < COPIES) {
      const { what, share } = habit(rows);
      const instead =
        share > 0.4 ? ` It looks at ${HABITS[what]}, with ${share.toFixed(2)} of its weight.` : "";
      return (
        `${name} does not copy: to what followed the last time it gives ${score.toFixed(2)}.${instead} ` +
        "Choose the second “·or”. In a head that copies, the thick arc goes to the first “·bl”. Look in the upper half of the layers."
      );
    }
    const random = COPIERS[`${layer},${head}`];
    return (
      `Yes. In ${name.toLowerCase()} the second “·or” gives ${rows[at][after].toFixed(2)} to “${tokens[after]}”, which ` +
      `followed the first one; over the whole name it is ${score.toFixed(2)}. Such a head is called an induction head: ` +
      "“what I read now, I have read before; what came next?” " +
      (random
        ? `It does so with any text: on forty random tokens, written twice, with ${random.toFixed(2)} of its weight.`
        : "On random tokens it does so less: it also looks at what the words mean.")
    );
  }
}

/** Which of two equal words. @param {string[]} tokens @param {number} i */
function twice(tokens, i) {
  if (tokens.indexOf(tokens[i]) === tokens.lastIndexOf(tokens[i])) return "";
  return ` (word ${i + 1})`;
}

customElements.define("model-heads", ModelHeads);
