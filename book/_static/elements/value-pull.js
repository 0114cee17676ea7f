// <value-pull>: values pull a word through the plane, harder or softer by temperature.

import { pull, setting, tipToTail } from "./arithmetic/pull.js";
import { format, h, list, slider, svg, table, TouchElement, widthOf } from "./kit.js";

const { names: NAMES, values: VALUES, query: START } = setting();
const LOW = -1; // the plane, from here ...
const HIGH = 3.8; // ... to here, both ways
const WIDEST = 460; // pixels
const STEP = 0.1;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const AXES = ["eaten", "switched on"];

/** The slider goes by powers of ten, from 0.05 to 50. @type {(power: number) => number} */
const temperatureAt = (power) => Number((10 ** power).toPrecision(2));
const inReach = (/** @type {number} */ x) => Number(Math.min(HIGH, Math.max(LOW, x)).toFixed(1));

class ValuePull extends TouchElement {
  static heading = "Values pull a word through the plane";
  static prompt =
    "slide the temperature down, then drag “apple” from the fruit to the machines. " +
    "Where does its context turn over? Then do the same when it is hot.";

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
    this.plane = h("div", { class: "pull-drawing" });
    this.handle = h("button", {
      type: "button",
      class: "pull-handle",
      "aria-label": "apple, the query: drag it, or use the arrow keys",
      onpointerdown: (event) => this.handle.setPointerCapture(event.pointerId),
      onpointermove: (event) => {
        if (this.handle.hasPointerCapture(event.pointerId)) this.drag(event);
      },
      onkeydown: (event) => this.push(event),
    });
    this.numbers = h("div", {
      class: "touch-scroll",
      tabindex: 0,
      role: "region",
      "aria-label": "The numbers",
    });
    return [
      h(
        "div",
        { class: "touch-row" },
        slider({
          label: "Temperature",
          min: -1.3,
          max: 1.7,
          step: 0.1,
          value: 0,
          words: (p) => format(temperatureAt(p), 2),
          change: (power) => {
            this.state.temperature = temperatureAt(power);
            this.update();
          },
        }),
      ),
      h(
        "div",
        { class: "touch-side pull-side" },
        h("div", { class: "touch-picture pull-plane" }, this.plane, this.handle),
        h("div", {}, ...this.coordinates, this.numbers),
      ),
      h(
        "p",
        { class: "touch-note" },
        "Keys and values are the same five vectors, made up. Green arrows: each value times its weight, put tip to " +
          "tail; where the last one ends is the context. Violet: where it goes from the coldest to the hottest. " +
          "It never leaves the dashed line around the values.",
      ),
    ];
  }

  /** @param {number[]} query */
  move(query) {
    this.state.query = query.map(inReach);
    this.coordinates.forEach((control, i) => control.set(this.state.query[i]));
    this.update();
  }

  drag(event) {
    const box = this.plane.getBoundingClientRect();
    const [across, up] = [
      (event.clientX - box.left) / box.width,
      (box.bottom - event.clientY) / box.height,
    ];
    this.move([across, up].map((share) => LOW + share * (HIGH - LOW)));
  }

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

  drawPlane({ weights, weighted, context }) {
    const side = Math.min(widthOf(this.plane), WIDEST);
    const at = ([x, y]) => [((x - LOW) / (HIGH - LOW)) * side, ((HIGH - y) / (HIGH - LOW)) * side];
    const line = (from, to, name, more = {}) => {
      const [[x1, y1], [x2, y2]] = [at(from), at(to)];
      return svg("line", { x1, y1, x2, y2, class: name, ...more });
    };
    const text = (point, words, [dx, dy], name = null, anchor = "start") => {
      const [x, y] = at(point);
      return svg("text", { x: x + dx, y: y + dy, class: name, "text-anchor": anchor }, words);
    };
    const path = (points) =>
      points
        .map((p) =>
          at(p)
            .map((c) => c.toFixed(1))
            .join(","),
        )
        .join(" ");
    const tips = tipToTail(weighted);
    const ways = Array.from(
      { length: 61 },
      (_, i) => pull(this.state.query, VALUES, VALUES, temperatureAt(-1.3 + i / 20)).context,
    );
    const [cx, cy] = at(context);
    this.plane.replaceChildren(
      svg(
        "svg",
        {
          viewBox: `0 0 ${side} ${side}`,
          role: "img",
          "aria-label":
            `A plane, ${AXES[0]} to the right and ${AXES[1]} upwards. Apple is at ${list(this.state.query, 1)}. ` +
            `Weights: ${NAMES.map((name, j) => `${name} ${format(weights[j], 2)}`).join(", ")}. ` +
            `The weighted values add up to the context ${list(context, 2)}.`,
        },
        line([LOW, 0], [HIGH, 0], "touch-axis"),
        line([0, LOW], [0, HIGH], "touch-axis"),
        text([HIGH, 0], `${AXES[0]} →`, [-4, 16], "pull-axis", "end"),
        text([0, HIGH], `↑ ${AXES[1]}`, [6, 14], "pull-axis"),
        svg("polygon", { points: path(hull(VALUES)), class: "pull-hull" }),
        svg("polyline", { points: path(ways), class: "pull-way" }),
        line(this.state.query, context, "pull-pull"),
        ...weighted.flatMap((_, j) => arrow(at(tips[j]), at(tips[j + 1]))),
        ...VALUES.flatMap((value, j) => [
          svg("circle", {
            cx: at(value)[0],
            cy: at(value)[1],
            r: 4 + 9 * Math.sqrt(weights[j]),
            class: "pull-value",
          }),
          text(
            value,
            `${NAMES[j]} ${format(weights[j], 2)}`,
            [0, value[1] > 0.5 ? -18 : 28],
            "pull-name",
            "middle",
          ),
        ]),
        svg("rect", { x: cx - 6, y: cy - 6, width: 12, height: 12, class: "pull-context" }),
        text(context, "context", [11, 17], "pull-said"),
        text(this.state.query, "apple", [15, -13], "touch-query"),
      ),
    );
  }
}

/** An arrow with a head, where it is long enough to have one. */
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
    svg("polygon", {
      points: points.map((p) => p.map((c) => c.toFixed(1)).join(",")).join(" "),
      class: "pull-head",
    }),
  ];
}

/** The corners of the smallest convex shape around points, in order. @type {(points: number[][]) => number[][]} */
function hull(points) {
  const right = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]) <= 0;
  const half = (sorted) =>
    sorted
      .reduce((kept, p) => {
        while (kept.length > 1 && right(kept[kept.length - 2], kept[kept.length - 1], p))
          kept.pop();
        return [...kept, p];
      }, [])
      .slice(0, -1);
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...half(sorted), ...half(sorted.reverse())];
}

customElements.define("value-pull", ValuePull);
