// A plane of two features, and a point in it: dragged, or moved with the arrow keys or sliders.

import { make, svg } from "../look/nodes.js";
import { slider } from "./kit.js";
import { format } from "./numbers.js";

const STEP = 0.1;
const FAST = 5; // steps with Shift
/** @type {Record<string, number[]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/** From where to where a plane goes, both ways. @typedef {{low: number, high: number}} Reach */

/** A coordinate in steps, and in the plane. @param {number} x @param {Reach} reach */
const inReach = (x, { low, high }) => Number(Math.min(high, Math.max(low, x)).toFixed(1)) || 0;

/**
 * A handle on a drawing, and a slider for each coordinate, which a screen reader's arrow
 * keys reach too: `show` puts them in their places.
 * @param {{label: string, names: string[], drawing: HTMLElement, reach: Reach,
 *   at: () => number[], move: (point: number[]) => void}} of
 */
export function makeHandle({ label, names, drawing, reach, at, move }) {
  const { low, high } = reach;
  const sliders = names.map((name, i) =>
    slider({
      label: name,
      min: low,
      max: high,
      step: STEP,
      value: at()[i],
      words: (x) => format(x, 1),
      change: (x) => move(at().map((old, j) => (i === j ? inReach(x, reach) : old))),
    }),
  );
  /** @param {PointerEvent} event */
  const drag = (event) => {
    const box = drawing.getBoundingClientRect();
    const shares = [
      (event.clientX - box.left) / box.width,
      (box.bottom - event.clientY) / box.height,
    ];
    move(shares.map((share) => inReach(low + share * (high - low), reach)));
  };
  /** @param {KeyboardEvent} event */
  const push = (event) => {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const far = STEP * (event.shiftKey ? FAST : 1);
    move(at().map((x, i) => inReach(x + way[i] * far, reach)));
  };
  /** @type {HTMLButtonElement} */
  const handle = make("button", {
    type: "button",
    class: "pull-handle",
    "aria-label": label,
    onpointerdown: (event) => handle.setPointerCapture(event.pointerId),
    onpointermove: (event) => {
      if (handle.hasPointerCapture(event.pointerId)) drag(event);
    },
    onkeydown: push,
  });
  const show = () => {
    const [x, y] = at().map((c) => (c - low) / (high - low));
    handle.style.left = `${100 * x}%`;
    handle.style.bottom = `${100 * y}%`;
    sliders.forEach((control, i) => control.set(at()[i]));
  };
  return { handle, sliders, show };
}

/** Where things of a plane are in its drawing, as high as wide. */
export class Plane {
  /** @param {number} side  of the drawing, in pixels @param {Reach} reach */
  constructor(side, { low, high }) {
    this.side = side;
    this.low = low;
    this.high = high;
  }

  /** @param {number[]} point @returns {number[]} pixels from the left, from above */
  at([x, y]) {
    const { side, low, high } = this;
    return [((x - low) / (high - low)) * side, ((high - y) / (high - low)) * side];
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
}

/** Points as SVG writes them. @param {number[][]} points */
const written = (points) => points.map((p) => p.map((c) => c.toFixed(1)).join(",")).join(" ");

/** An arrow with a head, where it is long enough to have one. @param {number[]} from @param {number[]} to @param {string} [kind] */
export function arrow([x1, y1], [x2, y2], kind = "") {
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
    svg("line", { x1, y1, x2: bx, y2: by, class: `pull-arrow ${kind}` }),
    svg("polygon", { points: written(points), class: `pull-head ${kind}` }),
  ];
}
