// All heads of a model at once, drawn small, once the fold with them is opened.

import { make } from "../look/nodes.js";
import { BROKEN, CAUSAL, sizesOf } from "./heads-data.js";
import { roving, widthOf } from "./kit.js";

const SMALL = { least: 30, most: 84, gap: 2 }; // pixels of a small picture

/** @typedef {import("./heads-data.js").Chosen} Chosen */

export class Gallery {
  /**
   * @param {HTMLDetailsElement} element  the fold
   * @param {import("./heads-data.js").Heads} heads
   * @param {(chosen: {layer: number, head: number}) => void} choose
   * @param {number} from  the first layer's number
   */
  constructor(element, heads, choose, from) {
    this.element = element;
    this.from = from;
    this.heads = heads;
    this.choose = choose;
    this.grid = make("div", {});
    this.drawn = ""; // what the pictures were drawn for
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    const words =
      "Every head of the model reading this sentence, drawn small: words from left to right, arcs to " +
      "earlier words above, to later ones below. Choose one to look closer.";
    element.append(make("p", { class: "touch-note" }, words), this.grid);
  }

  /** Bring it up to date, if it is open. @param {Chosen} chosen */
  draw(chosen) {
    if (!this.element.open) return;
    if (!this.heads.isThere(chosen)) {
      this.grid.replaceChildren(make("p", {}, this.heads.isBroken ? BROKEN : "Loading ..."));
      this.drawn = "";
      return;
    }
    const { model, sentence, layer, head } = chosen;
    const { theme } = document.documentElement.dataset;
    const drawn = `${model}-${sentence}-${widthOf(this.element)}-${theme}`;
    if (this.drawn !== drawn) this.build(chosen);
    this.drawn = drawn;
    for (const cell of this.cells) {
      const isChosen = cell.dataset.head === `${layer},${head}`;
      cell.setAttribute("aria-pressed", String(isChosen));
      cell.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** As wide as there is room for: a column for each layer, or for each head. @param {Chosen} chosen */
  build(chosen) {
    const [layers, heads] = sizesOf(chosen.model);
    const room = widthOf(this.element);
    const most = Math.max(layers, heads);
    const across = room / most >= SMALL.least ? most : Math.min(layers, heads);
    const size = Math.min(SMALL.most, Math.floor(room / across) - SMALL.gap);
    const colour = getComputedStyle(this.element).getPropertyValue("--t-weight");
    const byLayer = across === layers;
    this.cells = Array.from({ length: layers * heads }, (_, k) => {
      const [layer, head] = byLayer
        ? [k % layers, Math.floor(k / layers)]
        : [Math.floor(k / heads), k % heads];
      return this.cell({ ...chosen, layer, head }, size, colour);
    });
    roving(this.cells, across);
    const order = byLayer
      ? "From left to right the layers, from top to bottom the heads."
      : "From top to bottom the layers, from left to right the heads.";
    const columns = `grid-template-columns: repeat(${across}, ${size}px)`;
    this.grid.replaceChildren(
      make("p", { class: "touch-note" }, order),
      make("div", { class: "heads-grid", style: columns }, ...this.cells),
    );
  }

  /** @param {Chosen} chosen @param {number} size @param {string} colour */
  cell(chosen, size, colour) {
    const { model, layer, head } = chosen;
    const name = `layer ${layer + this.from}, head ${head + this.from}`;
    const canvas = make("canvas", { style: `width: ${size}px; height: ${size}px` });
    smallArcs(canvas, this.heads.rows(chosen) ?? [], { size, causal: CAUSAL[model], colour });
    return make(
      "button",
      {
        type: "button",
        class: "heads-cell",
        "data-head": `${layer},${head}`,
        title: name,
        "aria-label": name,
        onclick: () => this.choose({ layer, head }),
      },
      canvas,
    );
  }
}

/**
 * A head in a few pixels: its arcs on a canvas.
 * @param {HTMLCanvasElement} canvas @param {number[][]} rows
 * @param {{size: number, causal: boolean, colour: string}} of  size in pixels of the page
 */
function smallArcs(canvas, rows, { size, causal, colour }) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(size * ratio);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.strokeStyle = colour;
  const small = size < 50;
  const pad = small ? 2 : 3;
  const step = (size - 2 * pad) / (rows.length - 1);
  const line = causal ? size - 2 * pad : size / 2;
  const reach = (causal ? size - 4 * pad : size / 2 - pad) / 0.75;
  rows.forEach((row, i) =>
    row.forEach((w, j) => {
      if (w < 0.06) return;
      const [a, b] = [pad + i * step, pad + j * step];
      const bow = i === j ? 3 : reach * (Math.abs(i - j) / rows.length) ** 0.6;
      const over = j <= i ? line - bow : line + bow;
      pen.globalAlpha = (0.1 + 0.9 * w) * (small ? 0.6 : 0.9);
      pen.lineWidth = small ? 0.4 + 0.7 * w : 0.5 + 1.3 * w;
      pen.beginPath();
      pen.moveTo(i === j ? a - 1 : a, line);
      pen.bezierCurveTo(
        i === j ? a - 2 : a,
        over,
        i === j ? b + 2 : b,
        over,
        i === j ? b + 1 : b,
        line,
      );
      pen.stroke();
    }),
  );
}
