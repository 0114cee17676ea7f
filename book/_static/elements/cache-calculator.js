// <cache-calculator>: the bytes of a KV cache, worked out.

import { bytesPerToken, cacheBytes, fault, inUnits, PRESETS, TYPES } from "./arithmetic/cache.js";
import { make } from "../look/nodes.js";
import { newId, TouchElement } from "./kit.js";

const FIELDS = {
  layers: "Layers",
  heads: "Query heads",
  kvHeads: "Heads of keys and values",
  headDim: "Numbers a head (head_dim)",
  tokens: "Tokens in a text",
  batch: "Texts at once",
  memory: "Memory for it, in GiB",
};
const FIRST = Object.keys(PRESETS)[0];
const MEMORY = 80;
const GIB = 2 ** 30;
const grouped = (/** @type {number} */ n) =>
  n.toLocaleString("en-GB", { maximumFractionDigits: 2 });

const NUMBERS = /** @type {(keyof typeof FIELDS)[]} */ (Object.keys(FIELDS));

/**
 * @typedef {import("./arithmetic/cache.js").Preset} Preset
 * @typedef {import("./arithmetic/cache.js").Shape} Shape
 * @typedef {Preset & {memory: number}} State
 */

/** @param {string} label @param {HTMLInputElement | HTMLSelectElement} control */
function labelled(label, control) {
  control.id = newId();
  const words = make("label", { for: control.id }, label);
  return make("div", { class: "touch-control touch-field" }, words, control);
}

/** @param {string[]} options @param {string} value @param {(value: string) => void} change */
function select(options, value, change) {
  /** @type {HTMLSelectElement} */
  const box = make(
    "select",
    { onchange: () => change(box.value) },
    ...options.map((o) => make("option", { value: o, selected: o === value }, o)),
  );
  return box;
}

/** @extends {TouchElement<State>} */
class CacheCalculator extends TouchElement {
  static heading = "How much memory a long text takes";
  static prompt =
    "which of these doubles the cache: twice the tokens, twice the layers, " +
    "twice the query heads? Guess, then try.";

  /** @type {HTMLSelectElement} */ preset;
  /** @type {HTMLSelectElement} */ type;
  /** @type {Map<keyof typeof FIELDS, HTMLInputElement>} */ inputs;
  /** @type {HTMLElement} */ formula;
  /** @type {HTMLElement} */ bars;

  start() {
    this.state = { ...PRESETS[FIRST], memory: MEMORY };
    this.preset = select(Object.keys(PRESETS), FIRST, (name) => {
      Object.assign(this.state, PRESETS[name]);
      for (const [field, input] of this.inputs) input.value = String(this.state[field]);
      this.type.value = this.state.type;
      this.update();
    });
    this.type = select(Object.keys(TYPES), this.state.type, (type) => this.set({ type }));
    this.inputs = new Map();
    const fields = NUMBERS.map((name) => this.field(name));
    this.formula = make("p", { class: "touch-formula" });
    this.bars = make("div", { class: "touch-bars" });
    return [
      labelled("Start from", this.preset),
      make("div", { class: "touch-fields" }, ...fields, labelled("Stored as", this.type)),
      this.formula,
      this.bars,
    ];
  }

  /** @param {keyof typeof FIELDS} name */
  field(name) {
    /** @type {HTMLInputElement} */
    const input = make("input", {
      type: "number",
      min: 1,
      step: name === "memory" ? "any" : 1,
      value: this.state[name],
      autocomplete: "off",
      oninput: () => this.set({ [name]: input.valueAsNumber }),
    });
    this.inputs.set(name, input);
    return labelled(FIELDS[name], input);
  }

  draw() {
    const shape = { ...this.state, bytes: TYPES[this.state.type] };
    const memory = shape.memory > 0 ? "" : "The memory must be more than 0 GiB.";
    const wrong = fault(shape) || memory;
    for (const input of this.inputs.values())
      input.setAttribute(
        "aria-invalid",
        String(Number.isNaN(input.valueAsNumber) || input.valueAsNumber <= 0),
      );
    this.formula.classList.toggle("touch-old", wrong !== "");
    this.bars.classList.toggle("touch-old", wrong !== "");
    if (wrong) return wrong;
    const bytes = cacheBytes(shape);
    /** @type {[number, string][]} */
    const factors = [
      [2, "keys and values"],
      [shape.layers, "layers"],
      [shape.kvHeads, "heads of k, v"],
      [shape.headDim, "numbers a head"],
      [shape.tokens, "tokens"],
      [shape.batch, shape.batch === 1 ? "text" : "texts"],
      [shape.bytes, "bytes each"],
    ];
    this.formula.replaceChildren(
      ...factors.map(([n, words], i) => factor(i ? "× " : "", grouped(n), words)),
      factor("= ", inUnits(bytes), `${grouped(bytes)} bytes`),
    );
    this.drawBars(shape, bytes);
    const one = bytes / shape.batch;
    const fit = Math.floor((shape.memory * GIB) / one);
    const texts =
      fit === 0
        ? "not even one such text fits"
        : `${grouped(fit)} such ${fit === 1 ? "text fits" : "texts fit"}`;
    return (
      `The cache takes ${inUnits(bytes)}, ${inUnits(bytesPerToken(shape))} for each token. ` +
      `Into ${grouped(shape.memory)} GiB ${texts}.`
    );
  }

  /** The same model with other numbers of heads, beside the memory. @param {Shape & State} shape @param {number} bytes */
  drawBars(shape, bytes) {
    /** @type {[string, number][]} */
    const rows = [
      [`each its own: ${grouped(shape.heads)}`, cacheBytes({ ...shape, kvHeads: shape.heads })],
      [`as above: ${grouped(shape.kvHeads)}`, bytes],
      ["one for all: 1", cacheBytes({ ...shape, kvHeads: 1 })],
      ["the memory", shape.memory * GIB],
    ];
    const most = Math.max(...rows.map(([, n]) => n));
    this.bars.replaceChildren(
      make(
        "table",
        { class: "touch-table touch-barred" },
        make("caption", {}, "By heads of keys and values"),
        make(
          "tbody",
          {},
          ...rows.map(([name, n], i) =>
            make(
              "tr",
              { class: i === 3 ? "touch-memory" : null },
              make("th", { scope: "row" }, name),
              make("td", {}, inUnits(n)),
              make(
                "td",
                { class: "touch-track", "aria-hidden": "true" },
                make("span", { style: `width:${(100 * n) / most}%` }),
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/** One factor of the product, or its result, with what it counts. @param {string} sign @param {string} number @param {string} words */
const factor = (sign, number, words) =>
  make(
    "span",
    { class: sign === "= " ? "touch-factor touch-result" : "touch-factor" },
    make("b", {}, sign + number),
    " ",
    make("small", {}, words),
  );

customElements.define("cache-calculator", CacheCalculator);
