// <cache-calculator>: the bytes of a KV cache, worked out.

import { bytesPerToken, cacheBytes, fault, inUnits, PRESETS, TYPES } from "./arithmetic/cache.js";
import { h, newId, TouchElement } from "./kit.js";

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

class CacheCalculator extends TouchElement {
  static heading = "How much memory a long text takes";
  static prompt =
    "which of these doubles the cache: twice the tokens, twice the layers, " +
    "twice the query heads? Guess, then try.";

  start() {
    this.state = { ...PRESETS[FIRST], memory: MEMORY };
    const select = (label, options, value, change) => {
      const id = newId();
      const box = h(
        "select",
        { id, onchange: () => change(box.value) },
        ...options.map((o) => h("option", { value: o, selected: o === value }, o)),
      );
      return [
        box,
        h("div", { class: "touch-control touch-field" }, h("label", { for: id }, label), box),
      ];
    };
    const [preset, presetField] = select("Start from", Object.keys(PRESETS), FIRST, (name) => {
      Object.assign(this.state, PRESETS[name]);
      for (const field of Object.keys(this.inputs)) this.inputs[field].value = this.state[field];
      this.type.value = this.state.type;
      this.update();
    });
    const [type, typeField] = select("Stored as", Object.keys(TYPES), this.state.type, (name) => {
      this.state.type = name;
      this.update();
    });
    this.preset = preset;
    this.type = type;
    this.inputs = {};
    const fields = Object.entries(FIELDS).map(([name, label]) => {
      const id = newId();
      this.inputs[name] = h("input", {
        type: "number",
        id,
        min: 1,
        step: name === "memory" ? "any" : 1,
        value: this.state[name],
        autocomplete: "off",
        oninput: () => {
          this.state[name] = this.inputs[name].valueAsNumber;
          this.update();
        },
      });
      return h(
        "div",
        { class: "touch-control touch-field" },
        h("label", { for: id }, label),
        this.inputs[name],
      );
    });
    this.formula = h("p", { class: "touch-formula" });
    this.bars = h("div", { class: "touch-bars" });
    return [
      presetField,
      h("div", { class: "touch-fields" }, ...fields, typeField),
      this.formula,
      this.bars,
    ];
  }

  draw() {
    const shape = { ...this.state, bytes: TYPES[this.state.type] };
    const memory = shape.memory > 0 ? "" : "The memory must be more than 0 GiB.";
    const wrong = fault(shape) || memory;
    for (const input of Object.values(this.inputs))
      input.setAttribute(
        "aria-invalid",
        String(Number.isNaN(input.valueAsNumber) || input.valueAsNumber <= 0),
      );
    this.formula.classList.toggle("touch-old", wrong !== "");
    this.bars.classList.toggle("touch-old", wrong !== "");
    if (wrong) return wrong;
    const bytes = cacheBytes(shape);
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
      ...factors.map(([n, words], i) => factor(i ? "× " : "", grouped(Number(n)), String(words))),
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

  /** The same model with other numbers of heads, beside the memory. */
  drawBars(shape, bytes) {
    const rows = [
      [`each its own: ${grouped(shape.heads)}`, cacheBytes({ ...shape, kvHeads: shape.heads })],
      [`as above: ${grouped(shape.kvHeads)}`, bytes],
      ["one for all: 1", cacheBytes({ ...shape, kvHeads: 1 })],
      ["the memory", shape.memory * GIB],
    ];
    const most = Math.max(...rows.map(([, n]) => Number(n)));
    this.bars.replaceChildren(
      h(
        "table",
        { class: "touch-table touch-barred" },
        h("caption", {}, "By heads of keys and values"),
        h(
          "tbody",
          {},
          ...rows.map(([name, n], i) =>
            h(
              "tr",
              { class: i === 3 ? "touch-memory" : null },
              h("th", { scope: "row" }, name),
              h("td", {}, inUnits(Number(n))),
              h(
                "td",
                { class: "touch-track", "aria-hidden": "true" },
                h("span", { style: `width:${(100 * Number(n)) / most}%` }),
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/** One factor of the product, or its result, with what it counts. */
const factor = (sign, number, words) =>
  h(
    "span",
    { class: sign === "= " ? "touch-factor touch-result" : "touch-factor" },
    h("b", {}, sign + number),
    " ",
    h("small", {}, words),
  );

customElements.define("cache-calculator", CacheCalculator);
