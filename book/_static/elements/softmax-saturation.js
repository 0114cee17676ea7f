// <softmax-saturation>: what longer queries and keys do to a softmax.

import { meanLargest, scoresByWidth, summary, vectors } from "./arithmetic/saturation.js";
import {
  button,
  choice,
  folded,
  format,
  h,
  slider,
  svg,
  table,
  TouchElement,
  widthOf,
} from "./kit.js";

const WIDTHS = Array.from({ length: 11 }, (_, i) => 2 ** i); // 1 to 1024
const DRAWS = 60; // behind the curve
const BARS = { height: 130, foot: 20 };
const CURVE = { height: 170, left: 34, foot: 24, top: 12, right: 92 };
const WAYS = { plain: "not divided", divided: "divided by √d_k" };

class SoftmaxSaturation extends TouchElement {
  static heading = "Longer vectors, sharper softmax";
  static prompt =
    "set d_k to 512 and draw again a few times. Who wins without the division, " +
    "and by what right? Among how many keys does the divided softmax share?";

  start() {
    this.state = { power: 2, keys: 8, seed: 1 };
    const set = (name) => (value) => {
      this.state[name] = value;
      this.drawn = null;
      this.update();
    };
    this.drawn = null; // vectors of this seed and number of keys
    this.panels = Object.fromEntries(
      Object.entries(WAYS).map(([way, words]) => [
        way,
        {
          picture: h("div", { class: "touch-picture" }),
          facts: h("p", { class: "touch-facts" }),
          words,
        },
      ]),
    );
    this.curve = h("div", { class: "touch-picture" });
    this.numbers = h("div", { class: "touch-scroll" });
    return [
      h(
        "div",
        { class: "touch-row" },
        slider({
          label: "d_k",
          min: 0,
          max: WIDTHS.length - 1,
          value: 2,
          words: (p) => String(2 ** p),
          change: (value) => {
            this.state.power = value;
            this.update();
          },
        }),
        choice({
          label: "Keys",
          options: [4, 8, 16].map((n) => [n, String(n)]),
          value: 8,
          change: set("keys"),
        }),
        button("Draw again", () => set("seed")(this.state.seed + 1)),
      ),
      h(
        "div",
        { class: "touch-side" },
        ...Object.values(this.panels).map(({ picture, facts, words }) =>
          h("div", {}, h("p", { class: "touch-label" }, `Weights, ${words}`), picture, facts),
        ),
      ),
      h("p", { class: "touch-label" }, `Largest weight by d_k, mean of ${DRAWS} draws`),
      this.curve,
      folded("The numbers of the curve", this.numbers),
      h(
        "p",
        { class: "touch-note" },
        "One query and its keys, drawn at random, each entry with mean 0 and variance 1. A longer d_k " +
          "takes more entries of the same vectors.",
      ),
    ];
  }

  draw() {
    const { power, keys, seed } = this.state;
    this.drawn ??= scoresByWidth(vectors(seed, keys), WIDTHS);
    const scores = this.drawn[power];
    const results = { plain: summary(scores), divided: summary(scores, Math.sqrt(2 ** power)) };
    for (const [way, { picture, facts }] of Object.entries(this.panels)) {
      const { weights, largest, entropy, inEffect } = results[way];
      picture.replaceChildren(bars(weights, widthOf(picture)));
      facts.textContent =
        `largest ${largest.toFixed(3)} · entropy ${entropy.toFixed(3)} · ` +
        `${inEffect.toFixed(1)} of ${keys} keys in effect`;
    }
    this.drawCurve();
    const { plain, divided } = results;
    return (
      `d_k = ${2 ** power}: without the division the largest weight is ${plain.largest.toFixed(3)}, shared among ` +
      `${plain.inEffect.toFixed(1)} keys in effect; divided by √${2 ** power} it is ${divided.largest.toFixed(3)}, ` +
      `among ${divided.inEffect.toFixed(1)}.`
    );
  }

  drawCurve() {
    const { keys, power } = this.state;
    if (this.means?.keys !== keys) {
      this.means = { keys, ...meanLargest(DRAWS, keys, WIDTHS) };
      this.numbers.replaceChildren(
        table({
          caption: `Mean largest weight of ${keys} keys`,
          head: ["d_k", ...Object.values(WAYS)],
          rows: WIDTHS.map((d, i) => [
            String(d),
            format(this.means.plain[i], 3),
            format(this.means.divided[i], 3),
          ]),
        }),
      );
    }
    const { height, left, foot, top, right } = CURVE;
    const width = widthOf(this.curve);
    const x = (p) => left + (p / (WIDTHS.length - 1)) * (width - left - right);
    const y = (v) => top + (1 - v) * (height - top - foot);
    const line = (way, role) => [
      svg("polyline", {
        class: `touch-line touch-${role}`,
        points: this.means[way].map((v, p) => `${x(p)},${y(v).toFixed(1)}`).join(" "),
      }),
      svg("circle", {
        class: `touch-dot touch-${role}`,
        cx: x(power),
        cy: y(this.means[way][power]),
        r: 5,
      }),
      svg(
        "text",
        { class: `touch-${role}`, x: width - right + 8, y: y(this.means[way].at(-1)) + 5 },
        { plain: "not divided", divided: "divided" }[way],
      ),
    ];
    this.curve.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          role: "img",
          "aria-label":
            `Mean largest weight of ${keys} keys. Not divided it rises from ${format(this.means.plain[0], 2)} at d_k 1 to ` +
            `${format(this.means.plain.at(-1), 2)} at 1024. Divided it stays near ${format(this.means.divided.at(-1), 2)}.`,
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
        ...line("plain", "bad"),
        ...line("divided", "good"),
      ),
    );
  }
}

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
