// <position-explorer>: sinusoidal positions, pair by pair, and their dot products.

import { dot } from "./arithmetic/matrix.js";
import { encode, encoding, frequency, period, products } from "./arithmetic/positions.js";
import { make, svg } from "../look/nodes.js";
import { choice, folded, numbered, slider, table, TouchElement, widthOf } from "./kit.js";
import { format } from "./numbers.js";

const LAST = 100; // position
const REACH = 40; // distances drawn to either side
const LEVELS = 6; // shades for either sign
const DISTANCES = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH);
const TABLED = [-40, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 40];
const STRIP = 192; // height
const CURVE = { height: 170, pad: 26 };
const CLOCK = 64; // radius
const EDGE = 8; // room beside the strip for a letter

/** @typedef {{a: number, b: number, d_model: number, pair: number}} State */

/** @extends {TouchElement<State>} */
class PositionExplorer extends TouchElement {
  static heading = "What a position looks like";
  static prompt =
    "move position A. What happens to the curve of dot products? " +
    "Then choose the last pair: does A still differ from its neighbour?";

  /** @type {import("./kit.js").Slider} */ pair;
  /** @type {HTMLElement} */ strip;
  /** @type {HTMLElement} */ clock;
  /** @type {HTMLElement} */ curve;
  /** @type {HTMLElement} */ numbers;
  /** @type {SVGElement} */ marks;
  drawn = ""; // what the strip was drawn for

  start() {
    this.state = { a: 10, b: 17, d_model: 32, pair: 3 };
    this.pair = slider({
      label: "Pair of columns",
      min: 0,
      max: 15,
      value: 3,
      change: (pair) => this.set({ pair }),
    });
    this.strip = make("div", { class: "touch-picture" });
    this.clock = make("div", { class: "touch-picture touch-clock" });
    this.curve = make("div", { class: "touch-picture" });
    this.numbers = make("div", { class: "touch-scroll" });
    this.drawn = "";
    return [
      this.controls(),
      make(
        "p",
        { class: "touch-label" },
        "Positions from left to right, columns from top to bottom; violet above 0, grey below",
      ),
      this.strip,
      make(
        "div",
        { class: "touch-side" },
        make(
          "div",
          {},
          make("p", { class: "touch-label" }, "The chosen pair, as a hand of a clock"),
          this.clock,
        ),
        make(
          "div",
          {},
          make("p", { class: "touch-label" }, "Dot product with A, by distance from A"),
          this.curve,
        ),
      ),
      folded("The numbers of the curve", this.numbers),
    ];
  }

  controls() {
    const position = { min: 0, max: LAST };
    return make(
      "div",
      { class: "touch-row" },
      slider({ label: "Position A", ...position, value: 10, change: (a) => this.set({ a }) }),
      slider({ label: "Position B", ...position, value: 17, change: (b) => this.set({ b }) }),
      this.pair,
      choice({
        label: "d_model",
        options: numbered([8, 16, 32, 64]),
        value: 32,
        change: (d_model) => this.setWidth(d_model),
      }),
    );
  }

  /** @param {number} d_model */
  setWidth(d_model) {
    const last = d_model / 2 - 1;
    const pair = Math.min(this.state.pair, last);
    this.pair.input.max = String(last);
    this.pair.set(pair);
    this.set({ d_model, pair });
  }

  draw() {
    const { a, b, d_model, pair } = this.state;
    this.drawStrip();
    this.drawClock();
    const curve = products(a, DISTANCES, d_model);
    this.drawCurve(curve);
    this.numbers.replaceChildren(
      table({
        caption: `Dot products of position ${a} with others, d_model ${d_model}`,
        head: ["distance", "dot product"],
        rows: TABLED.map((d) => [format(d), format(curve[d + REACH], 3)]),
      }),
    );
    const turn = (b - a) * frequency(pair, d_model);
    return (
      `From A, ${a}, to B, ${b}, the distance is ${format(b - a)}. Pair ${pair} takes ` +
      `${format(period(pair, d_model), 1)} positions for a whole turn; between the two it turns by ` +
      `${format(turn, 2)} radians. A · B = ${format(dot(encode(a, d_model), encode(b, d_model)), 3)}, ` +
      `A · A = ${format(d_model / 2)}.`
    );
  }

  drawStrip() {
    const { a, b, d_model, pair } = this.state;
    const width = widthOf(this.strip) - 2 * EDGE;
    const [w, hgt] = [width / (LAST + 1), STRIP / d_model];
    if (this.drawn !== `${d_model} ${width}`) {
      this.drawn = `${d_model} ${width}`;
      // One path for each shade: thousands of cells, a dozen nodes.  Whole pixels, so
      // that no seams show.
      const paths = new Map();
      encoding(LAST + 1, d_model).forEach((row, p) =>
        row.forEach((v, c) => {
          const level = Math.round(v * LEVELS);
          const [left, right] = [p * w, (p + 1) * w].map(Math.round);
          const [over, under] = [c * hgt, (c + 1) * hgt].map(Math.round);
          paths.set(level, `${paths.get(level) ?? ""}M${left} ${over}H${right}V${under}H${left}z`);
        }),
      );
      this.marks = svg("g", {});
      this.strip.replaceChildren(
        svg(
          "svg",
          {
            viewBox: `${-EDGE} -2 ${width + 2 * EDGE} ${STRIP + 24}`,
            role: "img",
            "aria-label":
              "The encoding of positions 0 to 100: fast waves in the first columns, above, slow ones in the last.",
          },
          ...[...paths]
            .filter(([level]) => level)
            .map(([level, d]) =>
              svg("path", {
                d,
                "shape-rendering": "crispEdges",
                class: level > 0 ? "touch-plus" : "touch-minus",
                "fill-opacity": (Math.abs(level) / LEVELS) * 0.9,
              }),
            ),
          this.marks,
        ),
      );
    }
    /** @param {number} p @param {string} role @param {string} name */
    const frame = (p, role, name) => [
      svg("rect", {
        x: p * w - 1,
        y: 0,
        width: w + 2,
        height: STRIP,
        class: `touch-frame touch-${role}`,
      }),
      svg(
        "text",
        { x: (p + 0.5) * w, y: STRIP + 17, class: `touch-${role}`, "text-anchor": "middle" },
        name,
      ),
    ];
    this.marks.replaceChildren(
      svg("rect", { x: 0, y: pair * 2 * hgt, width, height: 2 * hgt, class: "touch-frame" }),
      ...frame(a, "query", a === b ? "A, B" : "A"),
      ...(a === b ? [] : frame(b, "key", "B")),
    );
  }

  drawClock() {
    const { a, b, d_model, pair } = this.state;
    /** @param {number} p @param {string} role @param {string} name */
    const hand = (p, role, name) => {
      const angle = p * frequency(pair, d_model);
      const [x, y] = [Math.cos(angle) * CLOCK, -Math.sin(angle) * CLOCK];
      return [
        svg("line", { x1: 0, y1: 0, x2: x, y2: y, class: `touch-hand touch-${role}` }),
        svg("circle", { cx: x, cy: y, r: 5, class: `touch-dot touch-${role}` }),
        svg(
          "text",
          { x: x * 1.24, y: y * 1.24 + 5, "text-anchor": "middle", class: `touch-${role}` },
          name,
        ),
      ];
    };
    this.clock.replaceChildren(
      svg(
        "svg",
        {
          viewBox: "-90 -88 180 172",
          role: "img",
          "aria-label":
            `Pair ${pair}: A at cosine ${format(Math.cos(a * frequency(pair, d_model)), 2)}, sine ` +
            `${format(Math.sin(a * frequency(pair, d_model)), 2)}; B at cosine ` +
            `${format(Math.cos(b * frequency(pair, d_model)), 2)}, sine ${format(Math.sin(b * frequency(pair, d_model)), 2)}.`,
        },
        svg("circle", { r: CLOCK, class: "touch-frame" }),
        ...hand(b, "key", "B"),
        ...hand(a, "query", "A"),
      ),
    );
  }

  /** @param {number[]} curve */
  drawCurve(curve) {
    const { a, b, d_model } = this.state;
    const { height, pad } = CURVE;
    const width = widthOf(this.curve);
    const low = Math.min(0, ...curve);
    const top = d_model / 2;
    const x = (/** @type {number} */ d) => pad + ((d + REACH) / (2 * REACH)) * (width - 2 * pad);
    const y = (/** @type {number} */ v) => pad + ((top - v) / (top - low)) * (height - 2 * pad);
    const points = curve
      .map((v, i) => `${x(DISTANCES[i]).toFixed(1)},${y(v).toFixed(1)}`)
      .join(" ");
    const away = b - a;
    const seen = Math.abs(away) <= REACH;
    this.curve.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          role: "img",
          "aria-label": `The dot product is largest, ${format(top)}, at distance 0 and falls to either side, the same to the left and to the right.`,
        },
        svg("line", { x1: pad, x2: width - pad, y1: y(0), y2: y(0), class: "touch-axis" }),
        svg("polyline", { points, class: "touch-line" }),
        ...[-REACH, -REACH / 2, 0, REACH / 2, REACH].map((d) =>
          svg("text", { x: x(d), y: height - 3, "text-anchor": "middle" }, format(d)),
        ),
        svg("text", { x: x(0) + 10, y: y(top) + 4 }, format(top)),
        svg("text", { x: pad - 6, y: y(0) + 5, "text-anchor": "end" }, "0"),
        seen
          ? svg("circle", {
              cx: x(away),
              cy: y(curve[away + REACH]),
              r: 6,
              class: "touch-dot touch-key",
            })
          : null,
        seen
          ? svg(
              "text",
              {
                x: x(away),
                y: y(curve[away + REACH]) - 11,
                "text-anchor": "middle",
                class: "touch-key",
              },
              away ? "B" : "",
            )
          : null,
      ),
    );
  }
}

customElements.define("position-explorer", PositionExplorer);
