// What is chosen in <model-heads>: the sentence, the model, a layer and a head of it.

import { make } from "../look/nodes.js";
import { SENTENCES } from "./data/heads.js";
import { sizesOf } from "./heads-data.js";
import { choice, newId, slider, toggle } from "./kit.js";

/**
 * @typedef {import("./heads-data.js").Chosen} State
 * @typedef {{state: State, inPieces: boolean, wordBefore: string,
 *   counted: (x: number, of: 0 | 1) => string,
 *   change: (changed: Partial<State>, word?: string) => void}} View
 */

const MODELS = /** @type {[State["model"], string][]} */ ([
  ["minilm", "MiniLM: both ways"],
  ["smollm2", "SmolLM2: only back"],
]);

/** The controls, and the row that they stand in. @param {View} view */
export function controlsOf(view) {
  const { state } = view;
  const id = newId();
  const select = make(
    "select",
    { id, onchange: () => view.change({ sentence: Number(select.value) }) },
    ...SENTENCES.map(({ text }, k) =>
      make("option", { value: k, selected: k === state.sentence }, text),
    ),
  );
  const models = choice({
    label: "Model",
    value: state.model,
    options: MODELS,
    change: (model) => view.change({ model }),
  });
  const [layers, heads] = sizesOf(state.model);
  const layer = slider({
    label: "Layer",
    min: 0,
    max: layers - 1,
    value: state.layer,
    words: (x) => view.counted(x, 0),
    change: (chosen) => view.change({ layer: chosen }),
  });
  const head = slider({
    label: "Head",
    min: 0,
    max: heads - 1,
    value: state.head,
    words: (x) => view.counted(x, 1),
    change: (chosen) => view.change({ head: chosen }),
  });
  const pieces = toggle({
    label: "Pieces, as the model reads them",
    value: view.inPieces,
    change: (inPieces) => {
      view.inPieces = inPieces;
      view.change({}, view.wordBefore);
    },
  });
  const sentence = make(
    "div",
    { class: "touch-field" },
    make("label", { for: id }, "Sentence"),
    select,
  );
  const row = make("div", { class: "heads-controls" }, sentence, models, layer, head, pieces);
  return { row, select, models, layer, head, pieces };
}
