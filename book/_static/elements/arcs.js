// A head as arcs over a sentence: from each word that asks to the words it attends to.
//
// Arcs to earlier words go over the line of words, arcs to later ones under it; where the
// words stand in a column they go left and right of it.  The thicker, the more weight.

import { svg } from "../look/nodes.js";

const FAINT = 0.04; // weights below are not drawn for words that nobody asked about
const LEAST = 0.012; // ... and for the chosen one
const THICKEST = 13;

/**
 * @typedef {{at: number, near: number, far: number}} Place  where a word's arcs begin:
 *   its middle along the line of words, and its two edges across it
 * @typedef {{tall: boolean, width: number, height: number, reach: number, under: number, places: Place[]}} Layout
 *   reach, under: how far an arc to earlier words, to later ones, may go from them
 */

/** A path from one word to another. @param {Layout} layout @param {number} i @param {number} j */
function path({ tall, reach, under, places }, i, j) {
  const [from, to] = [places[i], places[j]];
  const span = places[places.length - 1].at - places[0].at || 1;
  const away = Math.abs(to.at - from.at);
  const back = j <= i;
  const edge = back ? from.near : from.far;
  // Bezier curves reach three quarters of the way to their handles.
  const bow = (i === j ? 20 : (back ? reach : under) * (away / span) ** 0.6) / 0.75;
  const over = back ? edge - bow : edge + bow;
  const [a, b] = i === j ? [from.at - 7, from.at + 7] : [from.at, to.at];
  const [c, d] = i === j ? [a - 9, b + 9] : [a + (b - a) * 0.12, b - (b - a) * 0.12];
  /** @param {number} along @param {number} across */
  const at = (along, across) =>
    tall ? `${across.toFixed(1)} ${along.toFixed(1)}` : `${along.toFixed(1)} ${across.toFixed(1)}`;
  return `M${at(a, edge)}C${at(c, over)} ${at(d, over)} ${at(b, edge)}`;
}

/** Every word's arcs, faintly. @param {Layout} layout @param {number[][]} rows */
export function faintArcs(layout, rows) {
  const lines = rows.flatMap((row, i) =>
    row.map((w, j) =>
      w < FAINT
        ? null
        : svg("path", {
            d: path(layout, i, j),
            class: "heads-faint",
            style: `stroke-width: ${(0.8 + 4 * w).toFixed(2)}; opacity: ${(0.05 + 0.24 * w).toFixed(3)}`,
          }),
    ),
  );
  return svg("g", {}, ...lines);
}

/** The arcs of one word. @param {Layout} layout @param {number[]} row @param {number} i */
export function strongArcs(layout, row, i) {
  const order = row
    .map((_, j) => j)
    .filter((j) => row[j] >= LEAST)
    .sort((a, b) => row[a] - row[b]);
  return svg(
    "g",
    {},
    ...order.flatMap((j) => {
      const id = `heads-${i}-${j}`;
      const w = row[j];
      return [
        shade(layout, id, i, j),
        svg("path", {
          d: path(layout, i, j),
          class: "heads-strong",
          pathLength: 1,
          stroke: `url(#${id})`,
          style: `stroke-width: ${(0.8 + (THICKEST - 0.8) * w ** 0.85).toFixed(2)}; opacity: ${(0.25 + 0.75 * Math.sqrt(w)).toFixed(3)}`,
        }),
      ];
    }),
  );
}

/**
 * From the query's blue over the weights' violet to the key's orange.
 * @param {Layout} layout @param {string} id @param {number} i @param {number} j
 */
function shade({ tall, places }, id, i, j) {
  let [a, b] = [places[i].at, places[j].at];
  if (a === b) [a, b] = [a - 8, b + 8];
  const ends = tall ? { x1: 0, x2: 0, y1: a, y2: b } : { x1: a, x2: b, y1: 0, y2: 0 };
  return svg(
    "linearGradient",
    { id, gradientUnits: "userSpaceOnUse", ...ends },
    ...[
      ["0", "query"],
      ["0.5", "weight"],
      ["1", "key"],
    ].map(([offset, role]) => svg("stop", { offset, style: `stop-color: var(--t-${role})` })),
  );
}
