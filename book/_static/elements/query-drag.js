// <query-drag>: the first page's example in motion. A query is dragged; scores, softmax, mixture follow.

import { taste, pull } from "./arithmetic/pull.js";
import { make, svg } from "../look/nodes.js";
import { button, HAS_KEYS, TouchElement } from "./kit.js";
import { format, list } from "./numbers.js";
import { arrow, makeHandle, Plane } from "./plane.js";

const { names: NAMES, keys: KEYS, values: VALUES, query: START } = taste();
const ASKED = { low: -1.1, high: 2.6 }; // the plane of queries and keys
const GIVEN = { low: -2, high: 5.2 }; // of values and what comes of them
const AXES = ["a living thing", "a place"];
const LABEL = 27; // pixels from the point to a name below it
const SIDE = 240; // pixels, before there is a width
const PLAY = 9_000; // milliseconds: from a living thing to a place, and back
const SEEN = 0.7; // of it, before it runs by itself
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const EVEN = 0.25; // by how much the two numbers of a mixture differ, at least

/** @typedef {{query: number[]}} State */

/** @extends {TouchElement<State>} */
class QueryDrag extends TouchElement {
  static heading = "What “it” asks for, and what it gets";
  static prompt =
    "drag the blue point, the query of “it”, upwards to a place." +
    (HAS_KEYS ? " Or reach it with Tab and use the arrow keys." : "");

  /** @type {HTMLElement} */ asked;
  /** @type {HTMLElement} */ given;
  /** @type {ReturnType<typeof makeHandle>} */ handle;
  /** @type {HTMLElement} */ rows;
  /** @type {number} */ frame = 0; // of what runs by itself
  playButton = button("Run it", () => (this.frame ? this.stop() : this.play()));
  /** @type {IntersectionObserver | undefined} */ waiting;

  start() {
    this.stop();
    this.state = { query: [...START] };
    this.asked = make("div", { class: "pull-drawing" });
    this.given = make("div", { class: "pull-drawing" });
    this.handle = makeHandle({
      label: "the query of “it”: drag it, or use the arrow keys",
      names: AXES.map((name) => `“it” asks for ${name}`),
      drawing: this.asked,
      reach: ASKED,
      at: () => this.state.query,
      move: (query) => this.set({ query }),
    });
    this.rows = make("div", { class: "drag-rows", role: "list" });
    this.await();
    return [
      make(
        "div",
        { class: "drag-planes" },
        make(
          "div",
          { class: "touch-picture pull-plane" },
          make("p", { class: "drag-head" }, "Who answers: the query and the keys"),
          make("div", { class: "drag-place" }, this.asked, this.handle.handle),
        ),
        make(
          "div",
          { class: "touch-picture pull-plane" },
          make("p", { class: "drag-head" }, "What comes back: the values, weighted"),
          this.given,
        ),
      ),
      make("div", { class: "touch-row" }, this.playButton),
      make("div", { class: "touch-row" }, ...this.handle.sliders),
      make("p", { class: "drag-head" }, "Scores, and the softmax of them"),
      this.rows,
      this.sentence,
    ];
  }

  /** Run it by itself when it is first seen, unless the reader has begun or wants no motion. */
  await() {
    if (this.waiting) return;
    const waiting = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        waiting.disconnect();
        this.play();
      },
      { threshold: SEEN },
    );
    this.waiting = waiting;
    if (!STILL.matches) waiting.observe(this.asked);
    for (const act of ["pointerdown", "keydown", "focusin"])
      this.addEventListener(act, ({ target }) => {
        waiting.disconnect();
        if (target !== this.playButton) this.stop();
      });
  }

  /** Once, slowly: the query turns from a living thing to a place, and back. */
  play() {
    const began = performance.now();
    this.playButton.textContent = "Stop";
    /** @param {number} now */
    const step = (now) => {
      const gone = Math.min((now - began) / PLAY, 1);
      const turn = (Math.sin(Math.PI * gone) * Math.PI) / 2;
      this.state.query = [Math.cos(turn), Math.sin(turn)].map((x) => Math.round(10 * x) / 10);
      this.sentence.textContent = this.draw(); // seen, and not read out at each step
      this.frame = gone < 1 ? requestAnimationFrame(step) : 0;
      if (!this.frame) this.stop();
    };
    this.frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.playButton.textContent = "Run it";
  }

  draw() {
    const { query } = this.state;
    const now = pull(query, KEYS, VALUES, 1);
    const shares = NAMES.map((name, j) => `${name} ${now.weights[j].toFixed(3)}`).join(", ");
    this.drawAsked(query, now.weights, shares);
    this.drawGiven(now);
    this.handle.show();
    this.rows.replaceChildren(
      ...NAMES.map((name, j) =>
        make(
          "div",
          { class: "drag-row", role: "listitem", style: `--share: ${now.weights[j]}` },
          make("b", {}, name),
          make("span", {}, `${list(query, 1)} · ${list(KEYS[j], 0)} = ${format(now.scores[j], 1)}`),
          make("span", { class: "writes-track" }),
          make("span", {}, now.weights[j].toFixed(3)),
        ),
      ),
    );
    const [living, place] = now.context;
    const mostly =
      Math.abs(living - place) < EVEN
        ? "as much a living thing as a place"
        : `mostly ${living > place ? "a living thing" : "a place"}`;
    return `With the query ${list(query, 1)} the weights are ${shares}. “it” receives ${list(now.context, 2)}: ${mostly}.`;
  }

  /** @param {number[]} query @param {number[]} weights @param {string} shares */
  drawAsked(query, weights, shares) {
    const plane = new Plane(this.asked.clientWidth || SIDE, ASKED);
    const said = `A plane: the query at ${list(query, 1)} and the keys of ${NAMES.join(", ")}. Weights: ${shares}.`;
    this.asked.replaceChildren(
      picture(plane, ASKED, said, [
        ...KEYS.map((key, j) => {
          const [[x1, y1], [x2, y2]] = [plane.at(query), plane.at(key)];
          const width = 1 + 8 * weights[j];
          return svg("line", { x1, y1, x2, y2, class: "drag-tie", style: `--width: ${width}` });
        }),
        ...arrow(plane.at([0, 0]), plane.at(query), "drag-query"),
        ...KEYS.flatMap((key, j) => {
          const [cx, cy] = plane.at(key);
          const word = labelled(plane, key, NAMES[j], "drag-key");
          return [svg("circle", { cx, cy, r: 6, class: "drag-dot" }), word];
        }),
        plane.text(query, "it", [-14, -8], "touch-query", "middle"),
      ]),
    );
  }

  /** @param {ReturnType<typeof pull>} now */
  drawGiven({ weights, weighted, context }) {
    const plane = new Plane(this.given.clientWidth || SIDE, GIVEN);
    const [cx, cy] = plane.at(context);
    let tip = [0, 0];
    const arrows = weighted.flatMap((part) => {
      const from = tip;
      tip = tip.map((x, i) => x + part[i]);
      return arrow(plane.at(from), plane.at(tip));
    });
    this.given.replaceChildren(
      picture(plane, GIVEN, `A plane: the weighted values add up to ${list(context, 2)}.`, [
        ...VALUES.flatMap((value, j) => {
          const [x, y] = plane.at(value);
          const r = 4 + 9 * Math.sqrt(weights[j]);
          const name = labelled(plane, value, NAMES[j], "pull-name");
          return [svg("circle", { cx: x, cy: y, r, class: "pull-value" }), name];
        }),
        ...arrows,
        svg("rect", { x: cx - 6, y: cy - 6, width: 12, height: 12, class: "pull-context" }),
        plane.text(
          context,
          "it, in context",
          [0, isFreeAbove(plane, cx, cy) ? -14 : LABEL],
          "pull-said",
          "middle",
        ),
      ]),
    );
  }
}

/** Whether no value's name is where the name of the point would be. @param {Plane} plane @param {number} cx @param {number} cy */
const isFreeAbove = (plane, cx, cy) =>
  cy > 2 * LABEL &&
  VALUES.every((value) => {
    const [x, y] = plane.at(value);
    const [at, under] = value[1] ? [x + LABEL, y + 6] : [x, y + 24];
    return Math.abs(at - cx) > 3 * LABEL || Math.abs(under - (cy - 14)) > LABEL / 2;
  });

/** A word below its point, or beside it where an axis has its name. @param {Plane} plane @param {number[]} point @param {string} word @param {string} kind */
const labelled = (plane, point, word, kind) =>
  point[1]
    ? plane.text(point, word, [12, 6], kind)
    : plane.text(point, word, [0, 24], kind, "middle");

/**
 * A plane with its axes, and what is in it.
 * @param {Plane} plane @param {import("./plane.js").Reach} reach @param {string} said @param {Node[]} inside
 */
function picture(plane, { low, high }, said, inside) {
  const size = `0 0 ${plane.side} ${plane.side}`;
  return svg(
    "svg",
    { viewBox: size, role: "img", "aria-label": said },
    plane.line([low, 0], [high, 0], "touch-axis"),
    plane.line([0, low], [0, high], "touch-axis"),
    plane.text([high, low], `${AXES[0]} →`, [-6, -6], "pull-axis", "end"),
    plane.text([0, high], `↑ ${AXES[1]}`, [6, 14], "pull-axis"),
    ...inside,
  );
}

customElements.define("query-drag", QueryDrag);
