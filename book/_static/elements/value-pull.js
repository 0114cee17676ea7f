// <value-pull>: values pull a word through the plane, harder or softer by temperature.

import { hull, pull, setting, tipToTail } from "./arithmetic/pull.js";
import { make, svg } from "../look/nodes.js";
import { arrow, makeHandle, Plane } from "./plane.js";
import { slider, table, TouchElement, widthOf } from "./kit.js";
import { format, list } from "./numbers.js";

const { names: NAMES, values: VALUES, query: START } = setting();
const LOW = -1;
const HIGH = 3.8;
const REACH = { low: LOW, high: HIGH };
const WIDEST = 460; // pixels
const AXES = ["eaten", "switched on"];

/** The slider goes by powers of ten, from 0.05 to 50. @type {(power: number) => number} */
const temperatureAt = (power) => Number((10 ** power).toPrecision(2));

/** @typedef {{query: number[], temperature: number}} State */

/** @extends {TouchElement<State>} */
class ValuePull extends TouchElement {
  static heading = "Values pull a word through the plane";
  static prompt =
    "slide the temperature down, then drag “apple” from the fruit to the machines. " +
    "Where does its context turn over? Then do the same when it is hot.";

  /** @type {HTMLElement} */ plane;
  /** @type {ReturnType<typeof makeHandle>} */ handle;
  /** @type {HTMLElement} */ numbers;

  start() {
    this.state = { query: [...START], temperature: 1 };
    this.plane = make("div", { class: "pull-drawing" });
    this.handle = makeHandle({
      label: "apple, the query: drag it, or use the arrow keys",
      names: AXES.map((name) => `apple, ${name}`),
      drawing: this.plane,
      reach: REACH,
      at: () => this.state.query,
      move: (query) => this.set({ query }),
    });
    this.numbers = make("div", {
      class: "touch-scroll",
      tabindex: 0,
      role: "region",
      "aria-label": "The numbers",
    });
    return [
      make(
        "div",
        { class: "touch-row" },
        slider({
          label: "Temperature",
          min: -1.3,
          max: 1.7,
          step: 0.1,
          value: 0,
          words: (p) => format(temperatureAt(p), 2),
          change: (power) => this.set({ temperature: temperatureAt(power) }),
        }),
      ),
      make(
        "div",
        { class: "touch-side pull-side" },
        make("div", { class: "touch-picture pull-plane" }, this.plane, this.handle.handle),
        make("div", {}, ...this.handle.sliders, this.numbers),
      ),
      make(
        "p",
        { class: "touch-note" },
        "Keys and values are the same five vectors, made up. Green arrows: each value times its weight, put tip to " +
          "tail; where the last one ends is the context. Violet: where it goes from the coldest to the hottest. " +
          "It never leaves the dashed line around the values.",
      ),
    ];
  }

  draw() {
    const { query, temperature } = this.state;
    const now = pull(query, VALUES, VALUES, temperature);
    this.drawPlane(now);
    this.handle.show();
    this.numbers.replaceChildren(
      table({
        caption: "query · key, softmax, weight × value",
        head: ["word", "score", "weight", "adds"],
        rows: NAMES.map((name, j) => [
          name,
          format(now.scores[j], 2),
          now.weights[j].toFixed(3),
          list(now.weighted[j], 2),
        ]),
      }),
    );
    const most = now.weights.indexOf(Math.max(...now.weights));
    return (
      `At temperature ${format(temperature, 2)} apple ${list(query, 1)} gives ${NAMES[most]} ` +
      `${now.weights[most].toFixed(3)} of its attention. Its context is ${list(now.context, 3)}.`
    );
  }

  /** @param {ReturnType<typeof pull>} now */
  drawPlane({ weights, weighted, context }) {
    const { query } = this.state;
    const plane = new Plane(Math.min(widthOf(this.plane), WIDEST), REACH);
    const tips = tipToTail(weighted);
    const ways = Array.from(
      { length: 61 },
      (_, i) => pull(query, VALUES, VALUES, temperatureAt(-1.3 + i / 20)).context,
    );
    const [cx, cy] = plane.at(context);
    this.plane.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${plane.side} ${plane.side}`,
          role: "img",
          "aria-label":
            `A plane, ${AXES[0]} to the right and ${AXES[1]} upwards. Apple is at ${list(query, 1)}. ` +
            `Weights: ${NAMES.map((name, j) => `${name} ${format(weights[j], 2)}`).join(", ")}. ` +
            `The weighted values add up to the context ${list(context, 2)}.`,
        },
        plane.line([LOW, 0], [HIGH, 0], "touch-axis"),
        plane.line([0, LOW], [0, HIGH], "touch-axis"),
        plane.text([HIGH, 0], `${AXES[0]} →`, [-4, 16], "pull-axis", "end"),
        plane.text([0, HIGH], `↑ ${AXES[1]}`, [6, 14], "pull-axis"),
        svg("polygon", { points: plane.path(hull(VALUES)), class: "pull-hull" }),
        svg("polyline", { points: plane.path(ways), class: "pull-way" }),
        plane.line(query, context, "pull-pull"),
        ...weighted.flatMap((_, j) => arrow(plane.at(tips[j]), plane.at(tips[j + 1]))),
        ...VALUES.flatMap((value, j) => valueIn(plane, value, NAMES[j], weights[j])),
        svg("rect", { x: cx - 6, y: cy - 6, width: 12, height: 12, class: "pull-context" }),
        plane.text(context, "context", [11, 17], "pull-said"),
        plane.text(query, "apple", [15, -13], "touch-query"),
      ),
    );
  }
}

/** A value, the larger the more it weighs. @param {Plane} plane @param {number[]} value @param {string} name @param {number} weight */
function valueIn(plane, value, name, weight) {
  const [cx, cy] = plane.at(value);
  const below = value[1] > 0.5 ? -18 : 28;
  return [
    svg("circle", { cx, cy, r: 4 + 9 * Math.sqrt(weight), class: "pull-value" }),
    plane.text(value, `${name} ${format(weight, 2)}`, [0, below], "pull-name", "middle"),
  ];
}

customElements.define("value-pull", ValuePull);
