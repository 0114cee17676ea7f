// <attention-steps>: the eight steps of chapter 02, with numbers to change.

import { eightSteps, published, PUBLISHED_OUTPUTS } from "./arithmetic/steps.js";
import { make } from "../look/nodes.js";
import { button, choice, pointed, roving, table, toggle, TouchElement } from "./kit.js";
import { format, list } from "./numbers.js";
import { matrixOf, origin, stepWords } from "./steps-words.js";

const STEPS = [
  "Prepare the inputs",
  "Initialise the weights",
  "Keys, queries, values",
  "Scores",
  "Softmax",
  "Multiply the values",
  "Sum",
  "Repeat for every token",
];
/**
 * @typedef {import("./steps-words.js").Results} Results
 * @typedef {import("./steps-words.js").Name} Name
 * @typedef {import("./steps-words.js").Place} Place
 * @typedef {import("./steps-words.js").State} State
 */

/** @type {Partial<Record<Name, string>>} */
const ROLES = {
  X: "input",
  W_Q: "query",
  W_K: "key",
  W_V: "value",
  Q: "query",
  K: "key",
  V: "value",
  weights: "weight",
  weighted: "value",
  powers: "weight",
};
/** @type {Partial<Record<Name, string>>} */
const NAMES = {
  X: "inputs X",
  Q: "queries",
  K: "keys",
  V: "values",
  scores: "scores",
  powers: "e to the score",
  weighted: "weight × value",
  outputs: "outputs",
};
/** @type {Partial<Record<Name, string>>} what a row is called, before its number */
const LETTERS = { X: "x", Q: "q", K: "k", V: "v", outputs: "out ", weights: "row " };
const GIVEN = /** @type {const} */ (["X", "W_Q", "W_K", "W_V"]);
/** What is marked at a step, because it is what one would change there. @type {Record<number, string[]>} */
const EDITED = { 1: ["X"], 2: ["W_Q", "W_K", "W_V"] };
const LARGEST = 99;

const key = (/** @type {Place} */ place) => place.join(":");

/** @extends {TouchElement<State>} */
class AttentionSteps extends TouchElement {
  static heading = "The eight steps, with your numbers";
  static prompt =
    "change one number in W_K so that token 1 attends to itself most. " +
    "Then look at its output.";

  /** @type {Results | undefined} */ results;
  /** @type {Results | undefined} */ previous; // the results before the last change
  /** @type {Results | undefined} */ touched; // ... before the first key in a field
  /** @type {Place | null} */ chosen; // the cell whose making is shown
  /** @type {string} */ trouble;
  /** @type {HTMLButtonElement} */ back;
  /** @type {HTMLButtonElement} */ next;
  /** @type {HTMLButtonElement[]} */ steps;
  /** @type {HTMLElement} */ stepTitle;
  /** @type {HTMLElement} */ panel;
  /** @type {HTMLElement} */ making;
  /** @type {HTMLElement} */ editors;

  start() {
    this.state = { given: published(), step: 1, token: 0, scaled: false, rounded: false };
    this.previous = undefined;
    this.touched = undefined;
    this.chosen = null;
    this.trouble = "";
    this.back = button("Back", () => this.go(this.state.step - 1));
    this.next = button("Next step", () => this.go(this.state.step + 1), {
      class: "touch-button touch-main",
    });
    this.steps = STEPS.map((name, i) =>
      button(String(i + 1), () => this.go(i + 1), { "aria-label": `Step ${i + 1}: ${name}` }),
    );
    this.stepTitle = make("p", { class: "touch-step" });
    this.panel = make("div", { class: "touch-matrices" });
    this.making = make("p", { class: "touch-making", "aria-live": "polite" });
    this.editors = make(
      "div",
      { class: "touch-matrices" },
      ...GIVEN.map((name) => this.editor(name, this.state.given[name])),
    );
    return [
      make(
        "div",
        { class: "touch-row touch-numbers", role: "group", "aria-label": "Steps" },
        ...this.steps,
      ),
      make("div", { class: "touch-row" }, this.back, this.next),
      this.stepTitle,
      this.sentence,
      this.panel,
      this.making,
      make(
        "p",
        { class: "touch-label" },
        "Inputs and weights: change any number. A dark corner marks each result that moves.",
      ),
      this.editors,
      this.controls(),
    ];
  }

  controls() {
    return make(
      "div",
      { class: "touch-row" },
      choice({
        label: "Follow",
        options: [0, 1, 2].map((i) => [i, `token ${i + 1}`]),
        value: 0,
        change: (token) => {
          this.chosen = null;
          this.set({ token });
        },
      }),
      choice({
        label: "Weights",
        options: [
          [false, "exact"],
          [true, "rounded, as published"],
        ],
        value: false,
        change: (rounded) => {
          this.state.rounded = rounded;
          this.changed();
        },
      }),
      toggle({
        label: "Divide the scores by √3",
        value: false,
        change: (scaled) => {
          this.state.scaled = scaled;
          this.changed();
        },
      }),
    );
  }

  /** @param {number} step */
  go(step) {
    this.chosen = null;
    this.set({ step: Math.min(Math.max(step, 1), STEPS.length) });
  }

  /** Numbers have changed: mark what differs from how it was. */
  changed(was = this.results) {
    this.previous = was;
    this.chosen = null;
    this.update();
  }

  /** A matrix whose numbers can be typed over. @param {keyof State["given"]} name @param {number[][]} rows */
  editor(name, rows) {
    return this.matrix(
      name,
      rows.map((row, i) =>
        row.map((x, j) => {
          /** @type {HTMLInputElement} */
          const input = make("input", {
            type: "number",
            step: "any",
            min: -LARGEST,
            max: LARGEST,
            value: x,
            "data-cell": key([name, i, j]),
            autocomplete: "off",
            "aria-label": `${name}, row ${i + 1}, column ${j + 1}`,
            onfocus: () => {
              this.touched = this.results; // before the first key
              input.select(); // which it takes the place of
            },
            oninput: () => this.edit(name, i, j, input),
          });
          return input;
        }),
      ),
    );
  }

  /** @param {keyof State["given"]} name @param {number} i @param {number} j @param {HTMLInputElement} input */
  edit(name, i, j, input) {
    const value = input.valueAsNumber;
    const good = Number.isFinite(value) && Math.abs(value) <= LARGEST;
    input.setAttribute("aria-invalid", String(!good));
    this.trouble = good
      ? ""
      : `Type a number from −${LARGEST} to ${LARGEST}. ` +
        `Until then ${name} keeps ${format(this.state.given[name][i][j])}.`;
    if (good) this.state.given[name][i][j] = value;
    this.changed(this.touched);
  }

  /** @param {Name} name @param {HTMLElement[][]} rows @param {number} [first]  of the rows */
  matrix(name, rows, first = 0) {
    const one = rows.length === 1;
    const letter = LETTERS[name];
    const caption = NAMES[name] ?? name;
    return make(
      "table",
      { class: "touch-matrix", "data-name": name, "data-role": ROLES[name] ?? "plain" },
      make("caption", {}, one ? `${caption}, token ${first + 1}` : caption),
      make(
        "tbody",
        {},
        ...rows.map((cells, i) =>
          make(
            "tr",
            {},
            letter && !one ? make("th", { scope: "row" }, letter + (i + 1)) : null,
            ...cells.map((cell) => make("td", {}, cell)),
          ),
        ),
      ),
    );
  }

  /**
   * A computed matrix: its cells say what they were made of.
   * @param {Name} name @param {number[][]} rows  to show @param {number} [first]  of them
   */
  computed(name, rows, first = 0) {
    const old = this.previous && matrixOf(this.previous, name, this.state.token);
    const cells = rows.map((row, r) =>
      row.map((x, j) => {
        const place = /** @type {Place} */ ([name, first + r, j]);
        const was = old?.[first + r]?.[j];
        const changed = was !== undefined && Math.abs(was - x) > 1e-9;
        const cell = button(format(x), () => this.explain(place), {
          class: "touch-cell",
          "data-cell": key(place),
          "data-changed": changed,
          onfocus: () => this.explain(place),
          onpointermove: pointed(() => this.explain(place)),
          title: changed ? `before: ${format(was)}` : null,
        });
        if (changed)
          cell.append(make("span", { class: "touch-hidden" }, `, before ${format(was)}`));
        return cell;
      }),
    );
    roving(cells.flat(), rows[0].length);
    return this.matrix(name, cells, first);
  }

  draw() {
    const { given, step, scaled, rounded } = this.state;
    const all = { ...given, ...eightSteps(given, { scaled, rounded }) };
    this.results = all;
    this.panel.replaceChildren(...this.panels(all));
    this.stepTitle.textContent = `Step ${step} of 8: ${STEPS[step - 1].toLowerCase()}`;
    this.steps.forEach((one, i) => {
      if (i + 1 === step) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    this.back.setAttribute("aria-disabled", String(step === 1));
    this.next.setAttribute("aria-disabled", String(step === 8));
    this.light();
    return [this.trouble, stepWords(all, this.state)].filter(Boolean).join(" ");
  }

  /** What the step shows. @param {Results} all @returns {HTMLElement[]} */
  panels(all) {
    const { step, token: t } = this.state;
    const row = (/** @type {Exclude<Name, "weighted">} */ name) =>
      this.computed(name, [all[name][t]], t);
    const whole = (/** @type {Name} */ name) => this.computed(name, matrixOf(all, name, t));
    if (step === 3) return [whole("Q"), whole("K"), whole("V")];
    if (step === 4) return [row("Q"), whole("K"), row("scores")];
    if (step === 5)
      return [row("scores"), row("powers"), row("weights"), this.shares(all.weights[t])];
    if (step === 6) return [row("weights"), whole("V"), whole("weighted")];
    if (step === 7) return [whole("weighted"), row("outputs")];
    if (step < 8) return [];
    const outcome = [whole("weights"), whole("V"), whole("outputs")];
    return this.isPublished() ? [...outcome, this.comparison(all.outputs)] : outcome;
  }

  /** The weights as one bar, cut in three. @param {number[]} weights */
  shares(weights) {
    return make(
      "div",
      { class: "touch-shares", role: "img", "aria-label": `Weights as shares: ${list(weights)}` },
      ...weights.map((w, j) =>
        make("span", { style: `flex-grow:${w}` }, w > 0.15 ? `token ${j + 1}` : ""),
      ),
    );
  }

  isPublished() {
    const { given, scaled } = this.state;
    return !scaled && JSON.stringify(given) === JSON.stringify(published());
  }

  /** Beside the published outputs, while the numbers are the published ones. @param {number[][]} outputs */
  comparison(outputs) {
    return table({
      caption: "The walk-through's results",
      head: ["token", "here", "published"],
      rows: outputs.map((row, i) => [String(i + 1), list(row), list(PUBLISHED_OUTPUTS[i], 1)]),
    });
  }

  /** Show of what a number was made. @param {Place} place */
  explain(place) {
    if (this.chosen && key(place) === key(this.chosen)) return;
    this.chosen = place;
    this.light();
  }

  light() {
    const { chosen, results, state } = this;
    /** @type {import("./steps-words.js").Origin} */
    const none = { uses: [], words: "" };
    const { uses, words } = chosen && results ? origin(results, chosen, state) : none;
    const used = new Set(uses.map(key));
    const editing = EDITED[state.step] ?? [];
    /** @type {NodeListOf<HTMLElement>} */
    const cells = this.querySelectorAll("[data-cell]");
    for (const cell of cells) {
      const place = cell.dataset.cell ?? "";
      const on = used.has(place) || editing.includes(place.split(":")[0]);
      cell.classList.toggle("touch-used", on);
      cell.classList.toggle("touch-chosen", chosen !== null && place === key(chosen));
    }
    this.making.textContent =
      words || (this.state.step > 2 ? "Choose a number to see what it was made of." : "");
  }
}

customElements.define("attention-steps", AttentionSteps);
