// <value-pull>: values pull a word through the plane, harder or softer by temperature.

import { hull, pull, setting, tipToTail } from "./arithmetic/pull.js";
import { make, svg } from "../look/nodes.js";
import { slider, table, TouchElement, widthOf } from "./kit.js";
import { format, list } from "./numbers.js";

const { names: NAMES, values: VALUES, query: START } = setting();
const LOW = -1; // the plane, from here ...
const HIGH = 3.8; // ... to here, both ways
const WIDEST = 460; // pixels
const STEP = 0.1;
/** @type {Record<string, number[]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const AXES = ["eaten", "switched on"];

/** The slider goes by powers of ten, from 0.05 to 50. @type {(power: number) => number} */
const temperatureAt = (power) => Number((10 ** power).toPrecision(2));
const inReach = (/** @type {number} */ x) => Number(Math.min(HIGH, Math.max(LOW, x)).toFixed(1));

/** @typedef {{query: number[], temperature: number}} State */

/** @extends {TouchElement<State>} */
class ValuePull extends TouchElement {
  static heading = "Values pull a word through the plane";
  static prompt =
    "slide the temperature down, then drag “apple” from the fruit to the machines. " +
    "Where does its context turn over? Then do the same when it is hot.";

  /** @type {import("./kit.js").Slider[]} */ coordinates;
  /** @type {HTMLElement} */ plane;
  /** @type {HTMLButtonElement} */ handle;
  /** @type {HTMLElement} */ numbers;

  start() {
    this.state = { query: [...START], temperature: 1 };
    this.coordinates = AXES.map((name, i) =>
      slider({
        label: `apple, ${name}`,
        min: LOW,
        max: HIGH,
        step: STEP,
        value: this.state.query[i],
        words: (x) => format(x, 1),
        change: (x) => this.move(i ? [this.state.query[0], x] : [x, this.state.query[1]]),
      }),
    );
    this.plane = make("div", { class: "pull-drawing" });
    this.handle = this.makeHandle();
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
        make("div", { class: "touch-picture pull-plane" }, this.plane, this.handle),
        make("div", {}, ...this.coordinates, this.numbers),
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

  makeHandle() {
    /** @type {HTMLButtonElement} */
    const handle = make("button", {
      type: "button",
      class: "pull-handle",
      "aria-label": "apple, the query: drag it, or use the arrow keys",
      onpointerdown: (event) => handle.setPointerCapture(event.pointerId),
      onpointermove: (event) => {
        if (handle.hasPointerCapture(event.pointerId)) this.drag(event);
      },
      onkeydown: (event) => this.push(event),
    });
    return handle;
  }

  /** @param {number[]} query */
  move(query) {
    this.state.query = query.map(inReach);
    this.coordinates.forEach((control, i) => control.set(this.state.query[i]));
    this.update();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const box = this.plane.getBoundingClientRect();
    const [across, up] = [
      (event.clientX - box.left) / box.width,
      (box.bottom - event.clientY) / box.height,
    ];
    this.move([across, up].map((share) => LOW + share * (HIGH - LOW)));
  }

  /** @param {KeyboardEvent} event */
  push(event) {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const far = event.shiftKey ? 5 : 1;
    this.move(this.state.query.map((x, i) => x + way[i] * STEP * far));
  }

  draw() {
    const { query, temperature } = this.state;
    const now = pull(query, VALUES, VALUES, temperature);
    this.drawPlane(now);
    const [x, y] = query.map((c) => (c - LOW) / (HIGH - LOW));
    this.handle.style.left = `${100 * x}%`;
    this.handle.style.bottom = `${100 * y}%`;
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
    const plane = new Plane(Math.min(widthOf(this.plane), WIDEST));
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
        ...VALUES.flatMap((value, j) => plane.value(value, NAMES[j], weights[j])),
        svg("rect", { x: cx - 6, y: cy - 6, width: 12, height: 12, class: "pull-context" }),
        plane.text(context, "context", [11, 17], "pull-said"),
        plane.text(query, "apple", [15, -13], "touch-query"),
      ),
    );
  }
}

/** Where things of the plane are in its drawing. */
class Plane {
  /** @param {number} side  of the drawing, in pixels */
  constructor(side) {
    this.side = side;
  }

  /** @param {number[]} point @returns {number[]} pixels from the left, from above */
  at([x, y]) {
    return [((x - LOW) / (HIGH - LOW)) * this.side, ((HIGH - y) / (HIGH - LOW)) * this.side];
  }

  /** @param {number[]} from @param {number[]} to @param {string} name */
  line(from, to, name) {
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    return svg("line", { x1, y1, x2, y2, class: name });
  }

  /**
   * @param {number[]} point @param {string} words @param {[number, number]} away  in pixels
   * @param {string} name @param {"start" | "middle" | "end"} anchor
   */
  text(point, words, [dx, dy], name, anchor = "start") {
    const [x, y] = this.at(point);
    return svg("text", { x: x + dx, y: y + dy, class: name, "text-anchor": anchor }, words);
  }

  /** @param {number[][]} points */
  path(points) {
    return written(points.map((point) => this.at(point)));
  }

  /** A value, the larger the more it weighs. @param {number[]} value @param {string} name @param {number} weight */
  value(value, name, weight) {
    const [cx, cy] = this.at(value);
    const below = value[1] > 0.5 ? -18 : 28;
    return [
      svg("circle", { cx, cy, r: 4 + 9 * Math.sqrt(weight), class: "pull-value" }),
      this.text(value, `${name} ${format(weight, 2)}`, [0, below], "pull-name", "middle"),
    ];
  }
}

/** Points as SVG writes them. @param {number[][]} points */
const written = (points) => points.map((p) => p.map((c) => c.toFixed(1)).join(",")).join(" ");

/** An arrow with a head, where it is long enough to have one. @param {number[]} from @param {number[]} to */
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 2) return [];
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(11, length * 0.6);
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const points = [
    [x2, y2],
    [bx - uy * head * 0.45, by + ux * head * 0.45],
    [bx + uy * head * 0.45, by - ux * head * 0.45],
  ];
  return [
    svg("line", { x1, y1, x2: bx, y2: by, class: "pull-arrow" }),
    svg("polygon", { points: written(points), class: "pull-head" }),
  ];
}

customElements.define("value-pull", ValuePull);
