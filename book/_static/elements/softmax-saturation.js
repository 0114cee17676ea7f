// <softmax-saturation>: what longer queries and keys do to a softmax.

import { meanLargest, scoresByWidth, summary, vectors } from "./arithmetic/saturation.js";
import { make, svg } from "../look/nodes.js";
import { button, choice, folded, numbered, slider, table, TouchElement, widthOf } from "./kit.js";
import { format } from "./numbers.js";

const WIDTHS = Array.from({ length: 11 }, (_, i) => 2 ** i); // 1 to 1024
const LAST = WIDTHS.length - 1;
const DRAWS = 60; // behind the curve
const BARS = { height: 130, foot: 20 };
const CURVE = { height: 170, left: 34, foot: 24, top: 12, right: 92 };
const WAYS = { plain: "not divided", divided: "divided by √d_k" };

/**
 * @typedef {keyof typeof WAYS} Way
 * @typedef {{power: number, keys: number, seed: number}} State
 * @typedef {{picture: HTMLElement, facts: HTMLElement}} Panel
 */

/** @extends {TouchElement<State>} */
class SoftmaxSaturation extends TouchElement {
  static heading = "Longer vectors, sharper softmax";
  static prompt =
    "set d_k to 512 and draw again a few times. Who wins without the division, " +
    "and by what right? Among how many keys does the divided softmax share?";

  /** @type {number[][] | null} */ drawn; // scores of this seed and number of keys
  /** @type {Record<Way, number[]> | null} */ means; // ... of this number of keys
  /** @type {Record<Way, Panel>} */ panels;
  /** @type {HTMLElement} */ curve;
  /** @type {HTMLElement} */ numbers;

  start() {
    this.state = { power: 2, keys: 8, seed: 1 };
    this.drawn = null;
    this.means = null;
    this.panels = { plain: panel(), divided: panel() };
    this.curve = make("div", { class: "touch-picture" });
    this.numbers = make("div", { class: "touch-scroll" });
    return [
      this.controls(),
      make("div", { class: "touch-side" }, this.side("plain"), this.side("divided")),
      make("p", { class: "touch-label" }, `Largest weight by d_k, mean of ${DRAWS} draws`),
      this.curve,
      folded("The numbers of the curve", this.numbers),
      make(
        "p",
        { class: "touch-note" },
        "One query and its keys, drawn at random, each entry with mean 0 and variance 1. A longer d_k " +
          "takes more entries of the same vectors.",
      ),
    ];
  }

  controls() {
    return make(
      "div",
      { class: "touch-row" },
      slider({
        label: "d_k",
        min: 0,
        max: LAST,
        value: 2,
        words: (p) => String(2 ** p),
        change: (power) => this.set({ power }),
      }),
      choice({
        label: "Keys",
        options: numbered([4, 8, 16]),
        value: 8,
        change: (keys) => this.drawAgain({ keys }),
      }),
      button("Draw again", () => this.drawAgain({ seed: this.state.seed + 1 })),
    );
  }

  /** @param {Way} way */
  side(way) {
    const label = make("p", { class: "touch-label" }, `Weights, ${WAYS[way]}`);
    return make("div", {}, label, this.panels[way].picture, this.panels[way].facts);
  }

  /** @param {Partial<State>} changed */
  drawAgain(changed) {
    this.drawn = null;
    if (changed.keys) this.means = null;
    this.set(changed);
  }

  draw() {
    const { power, keys, seed } = this.state;
    this.drawn ??= scoresByWidth(vectors(seed, keys), WIDTHS);
    const scores = this.drawn[power];
    const results = { plain: summary(scores), divided: summary(scores, Math.sqrt(2 ** power)) };
    for (const way of /** @type {Way[]} */ (["plain", "divided"])) {
      const { picture, facts } = this.panels[way];
      const { weights, largest, entropy, inEffect } = results[way];
      picture.replaceChildren(bars(weights, widthOf(picture)));
      facts.textContent =
        `largest ${largest.toFixed(3)} · entropy ${entropy.toFixed(3)} · ` +
        `${inEffect.toFixed(1)} of ${keys} keys in effect`;
    }
    if (!this.means) this.table((this.means = meanLargest(DRAWS, keys, WIDTHS)));
    this.drawCurve(this.means);
    const { plain, divided } = results;
    return (
      `d_k = ${2 ** power}: without the division the largest weight is ${plain.largest.toFixed(3)}, shared among ` +
      `${plain.inEffect.toFixed(1)} keys in effect; divided by √${2 ** power} it is ${divided.largest.toFixed(3)}, ` +
      `among ${divided.inEffect.toFixed(1)}.`
    );
  }

  /** The numbers of the curve. @param {Record<Way, number[]>} means */
  table({ plain, divided }) {
    this.numbers.replaceChildren(
      table({
        caption: `Mean largest weight of ${this.state.keys} keys`,
        head: ["d_k", ...Object.values(WAYS)],
        rows: WIDTHS.map((d, i) => [String(d), format(plain[i], 3), format(divided[i], 3)]),
      }),
    );
  }

  /** @param {Record<Way, number[]>} means */
  drawCurve({ plain, divided }) {
    const { keys, power } = this.state;
    const { height, left, foot, top, right } = CURVE;
    const width = widthOf(this.curve);
    const x = (/** @type {number} */ p) => left + (p / LAST) * (width - left - right);
    const y = (/** @type {number} */ v) => top + (1 - v) * (height - top - foot);
    /** @param {number[]} means @param {string} role @param {string} name */
    const line = (means, role, name) => [
      svg("polyline", {
        class: `touch-line touch-${role}`,
        points: means.map((v, p) => `${x(p)},${y(v).toFixed(1)}`).join(" "),
      }),
      svg("circle", { class: `touch-dot touch-${role}`, cx: x(power), cy: y(means[power]), r: 5 }),
      svg("text", { class: `touch-${role}`, x: width - right + 8, y: y(means[LAST]) + 5 }, name),
    ];
    this.curve.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          role: "img",
          "aria-label":
            `Mean largest weight of ${keys} keys. Not divided it rises from ${format(plain[0], 2)} at d_k 1 to ` +
            `${format(plain[LAST], 2)} at 1024. Divided it stays near ${format(divided[LAST], 2)}.`,
        },
        ...[0, 0.5, 1].flatMap((v) => [
          svg("line", { class: "touch-axis", x1: left, x2: width - right, y1: y(v), y2: y(v) }),
          svg("text", { x: left - 7, y: y(v) + 5, "text-anchor": "end" }, String(v)),
        ]),
        ...WIDTHS.flatMap((d, p) =>
          p % 2
            ? []
            : [svg("text", { x: x(p), y: height - 4, "text-anchor": "middle" }, String(d))],
        ),
        ...line(plain, "bad", "not divided"),
        ...line(divided, "good", "divided"),
      ),
    );
  }
}

/** @returns {Panel} */
const panel = () => ({
  picture: make("div", { class: "touch-picture" }),
  facts: make("p", { class: "touch-facts" }),
});

/** Weights as bars, the largest with its number. @param {number[]} weights @param {number} width */
function bars(weights, width) {
  const { height, foot } = BARS;
  const step = width / weights.length;
  const best = weights.indexOf(Math.max(...weights));
  return svg(
    "svg",
    {
      viewBox: `0 -16 ${width} ${height + 16}`,
      role: "img",
      "aria-label": `Weights of keys 1 to ${weights.length}: ${weights.map((w) => format(w, 3)).join(", ")}`,
    },
    svg("line", { class: "touch-axis", x1: 0, x2: width, y1: height - foot, y2: height - foot }),
    ...weights.flatMap((w, i) => {
      const tall = w * (height - foot);
      return [
        svg("rect", {
          class: "touch-bar",
          x: i * step + step * 0.14,
          width: step * 0.72,
          y: height - foot - tall,
          height: Math.max(tall, 0.5),
        }),
        i === best
          ? svg(
              "text",
              { x: (i + 0.5) * step, y: height - foot - tall - 4, "text-anchor": "middle" },
              format(w, 2),
            )
          : null,
        svg("text", { x: (i + 0.5) * step, y: height - 4, "text-anchor": "middle" }, String(i + 1)),
      ];
    }),
  );
}

customElements.define("softmax-saturation", SoftmaxSaturation);
