// What <model-writes> is broken with: for each function a choice, yours, the reference, a mistake.

import { make } from "../look/nodes.js";
import { newId } from "./kit.js";

/** By exercise, of a mistake its name and what the page calls it. @typedef {Record<string, Record<string, string>>} Mistakes */

const REFERENCE = "reference";
const FIRST = { exercise: "efficient.grouped_query_attention", mistake: "dealt-out" };

export class Breaks {
  /** @param {boolean} isFirst whether one is chosen to begin with */
  constructor(isFirst) {
    this.isFirst = isFirst;
    /** @type {Mistakes} */
    this.mistakes = {};
    /** @type {Map<string, HTMLSelectElement>} by exercise */
    this.selects = new Map();
    this.fields = make("div", { class: "touch-fields" });
    this.more = make("div", { class: "touch-fields" });
    const others = make("summary", {}, "In another part of it");
    this.element = make(
      "details",
      { class: "touch-folded writes-breaks", hidden: true, open: isFirst },
      make("summary", {}, "Break it: the same text with a mistake, side by side"),
      make(
        "p",
        { class: "touch-note" },
        "Choose a mistake, then write. Read both texts before you say which is the right one.",
      ),
      this.fields,
      isFirst && make("details", { class: "touch-folded" }, others, this.more),
    );
  }

  /** @param {Mistakes} mistakes */
  offer(mistakes) {
    this.mistakes = mistakes;
    this.element.hidden = !Object.keys(mistakes).length;
    if (this.selects.size) return;
    for (const [exercise, named] of Object.entries(mistakes)) {
      const id = newId();
      const select = make(
        "select",
        { id },
        make("option", { value: "" }, "yours, once passed"),
        make("option", { value: REFERENCE }, "the reference"),
        ...Object.entries(named).map(([name, words]) => make("option", { value: name }, words)),
      );
      this.selects.set(exercise, select);
      const label = make("label", { for: id }, make("code", {}, nameOf(exercise)));
      const isFirst = this.isFirst && exercise === FIRST.exercise;
      const place = this.isFirst && !isFirst ? this.more : this.fields;
      place.append(make("div", { class: "touch-field" }, label, select));
      if (isFirst) select.value = FIRST.mistake;
    }
  }

  /** What is not as it is, by exercise. @returns {Record<string, string>} */
  chosen() {
    const set = [...this.selects].filter(([, { value }]) => value);
    return Object.fromEntries(set.map(([exercise, { value }]) => [exercise, value]));
  }

  /** The same in words. */
  words() {
    return Object.entries(this.chosen())
      .map(([exercise, choice]) => `${nameOf(exercise)}: ${this.called(exercise, choice)}`)
      .join("; ");
  }

  /** @param {string} exercise @param {string} choice */
  called(exercise, choice) {
    return this.mistakes[exercise]?.[choice] ?? "the reference";
  }
}

/** What an exercise asks for, by its id. @param {string} exercise */
const nameOf = (exercise) => exercise.slice(exercise.indexOf(".") + 1);
