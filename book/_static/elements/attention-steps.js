// <attention-steps>: the eight steps of chapter 02, with numbers to change.

import { eightSteps, published, PUBLISHED_OUTPUTS } from "./arithmetic/steps.js";
import {
  button,
  choice,
  format,
  h,
  list,
  pointed,
  roving,
  table,
  toggle,
  TouchElement,
} from "./kit.js";

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
const PROJECTED = { Q: "W_Q", K: "W_K", V: "W_V" };
const LARGEST = 99;

/** Where a number stands: matrix, row, column. @typedef {[string, number, number]} Place */
const key = (/** @type {Place} */ place) => place.join(":");

class AttentionSteps extends TouchElement {
  static heading = "The eight steps, with your numbers";
  static prompt =
    "change one number in W_K so that token 1 attends to itself most. " +
    "Then look at its output.";

  start() {
    this.state = { given: published(), step: 1, token: 0, scaled: false, rounded: false };
    this.previous = this.touched = undefined; // results, before the last change
    this.chosen = null; // the cell whose making is shown
    this.trouble = "";
    const set = (name) => (value) => {
      this.state[name] = value;
      this.changed();
    };
    const follow = (token) => {
      this.state.token = token;
      this.chosen = null;
      this.update();
    };
    this.back = button("Back", () => this.go(this.state.step - 1));
    this.next = button("Next step", () => this.go(this.state.step + 1), {
      class: "touch-button touch-main",
    });
    this.steps = STEPS.map((name, i) =>
      button(String(i + 1), () => this.go(i + 1), { "aria-label": `Step ${i + 1}: ${name}` }),
    );
    this.stepTitle = h("p", { class: "touch-step" });
    this.panel = h("div", { class: "touch-matrices" });
    this.making = h("p", { class: "touch-making", "aria-live": "polite" });
    this.editors = h(
      "div",
      { class: "touch-matrices" },
      ...Object.entries(this.state.given).map(([name, rows]) => this.editor(name, rows)),
    );
    return [
      h(
        "div",
        { class: "touch-row touch-numbers", role: "group", "aria-label": "Steps" },
        ...this.steps,
      ),
      h("div", { class: "touch-row" }, this.back, this.next),
      this.stepTitle,
      this.sentence,
      this.panel,
      this.making,
      h(
        "p",
        { class: "touch-label" },
        "Inputs and weights: change any number. A dark corner marks each result that moves.",
      ),
      this.editors,
      h(
        "div",
        { class: "touch-row" },
        choice({
          label: "Follow",
          options: [0, 1, 2].map((i) => [i, `token ${i + 1}`]),
          value: 0,
          change: follow,
        }),
        choice({
          label: "Weights",
          options: [
            [false, "exact"],
            [true, "rounded, as published"],
          ],
          value: false,
          change: set("rounded"),
        }),
        toggle({ label: "Divide the scores by √3", value: false, change: set("scaled") }),
      ),
    ];
  }

  go(step) {
    this.state.step = Math.min(Math.max(step, 1), STEPS.length);
    this.chosen = null;
    this.update();
  }

  /** Numbers have changed: mark what differs from how it was. */
  changed(was = this.results) {
    this.previous = was;
    this.chosen = null;
    this.update();
  }

  /** A matrix whose numbers can be typed over. */
  editor(name, rows) {
    return this.matrix(
      name,
      rows.map((row, i) =>
        row.map((x, j) => {
          const input = h("input", {
            type: "number",
            step: "any",
            min: -LARGEST,
            max: LARGEST,
            value: x,
            "data-cell": key([name, i, j]),
            autocomplete: "off",
            "aria-label": `${name}, row ${i + 1}, column ${j + 1}`,
            onfocus: () => {
              this.touched = this.results;
            }, // before the first key
            oninput: () => this.edit(name, i, j, input),
          });
          return input;
        }),
      ),
    );
  }

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

  matrix(name, rows, first = 0) {
    const one = rows.length === 1;
    const letter = { X: "x", Q: "q", K: "k", V: "v", outputs: "out ", weights: "row " }[name];
    const caption = NAMES[name] ?? (name === "weights" ? "weights" : name);
    return h(
      "table",
      { class: "touch-matrix", "data-name": name, "data-role": ROLES[name] ?? "plain" },
      h("caption", {}, one ? `${caption}, token ${first + 1}` : caption),
      h(
        "tbody",
        {},
        ...rows.map((cells, i) =>
          h(
            "tr",
            {},
            letter && !one ? h("th", { scope: "row" }, letter + (i + 1)) : null,
            ...cells.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    );
  }

  /** A computed matrix: its cells say what they were made of. rows: those to show. */
  computed(name, rows, first = 0) {
    const old = this.previous?.[name];
    const cells = rows.map((row, r) =>
      row.map((x, j) => {
        const place = /** @type {Place} */ ([name, first + r, j]);
        const was = this.shown(old, place);
        const changed = was !== undefined && Math.abs(was - x) > 1e-9;
        const cell = button(format(x), () => this.explain(place), {
          class: "touch-cell",
          "data-cell": key(place),
          "data-changed": changed,
          onfocus: () => this.explain(place),
          onpointermove: pointed(() => this.explain(place)),
          title: changed ? `before: ${format(was)}` : null,
        });
        if (changed) cell.append(h("span", { class: "touch-hidden" }, `, before ${format(was)}`));
        return cell;
      }),
    );
    roving(cells.flat(), rows[0].length);
    return this.matrix(name, cells, first);
  }

  /** One number of the results; of the weighted values, those of the token followed. */
  shown(matrix, [name, i, j]) {
    return (name === "weighted" ? matrix?.[this.state.token] : matrix)?.[i]?.[j];
  }

  draw() {
    const { given, step, token: t, scaled, rounded } = this.state;
    const all = eightSteps(given, { scaled, rounded });
    this.results = { ...given, ...all };
    const row = (name) => this.computed(name, [all[name][t]], t);
    const whole = (name) => this.computed(name, all[name]);
    const panels = {
      1: [],
      2: [],
      3: ["Q", "K", "V"].map(whole),
      4: [row("Q"), whole("K"), row("scores")],
      5: [row("scores"), row("powers"), row("weights"), this.shares(all.weights[t])],
      6: [row("weights"), whole("V"), this.computed("weighted", all.weighted[t])],
      7: [this.computed("weighted", all.weighted[t]), row("outputs")],
      8: [whole("weights"), whole("V"), whole("outputs"), this.comparison(all.outputs)],
    };
    this.panel.replaceChildren(...panels[step].filter(Boolean));
    this.stepTitle.textContent = `Step ${step} of 8: ${STEPS[step - 1].toLowerCase()}`;
    this.steps.forEach((one, i) => {
      if (i + 1 === step) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    this.back.setAttribute("aria-disabled", String(step === 1));
    this.next.setAttribute("aria-disabled", String(step === 8));
    this.light();
    return [this.trouble, this.words(all, step, t)].filter(Boolean).join(" ");
  }

  words(all, step, t) {
    const n = t + 1;
    const best = all.weights[t].indexOf(Math.max(...all.weights[t])) + 1;
    const divided = this.state.scaled ? " divided by √3" : "";
    const output = `Output ${n} is ${list(all.outputs[t])}.`;
    return {
      1: "Three tokens, one a row, four numbers each. Nothing is computed yet.",
      2: "Three weight matrices, one a role. They are all that is learnt.",
      3: `Token ${n} has query ${list(all.Q[t])}, key ${list(all.K[t])} and value ${list(all.V[t])}.`,
      4: `Query ${n} meets every key. The scores${divided} are ${list(all.scores[t])}.`,
      5:
        `The weights of token ${n} are ${list(all.weights[t])}. It attends most to ` +
        `${best === n ? "itself" : `token ${best}`}.`,
      6: `Each value is multiplied by its weight: ${all.weighted[t].map((v) => list(v)).join(", ")}.`,
      7: `The three are added. ${output}`,
      8: `All three outputs: ${all.outputs.map((v) => list(v)).join(", ")}. Same keys, same values, another query each time.`,
    }[step];
  }

  /** The weights as one bar, cut in three. */
  shares(weights) {
    return h(
      "div",
      { class: "touch-shares", role: "img", "aria-label": `Weights as shares: ${list(weights)}` },
      ...weights.map((w, j) =>
        h("span", { style: `flex-grow:${w}` }, w > 0.15 ? `token ${j + 1}` : ""),
      ),
    );
  }

  /** Beside the published outputs, while the numbers are the published ones. */
  comparison(outputs) {
    const { given, scaled } = this.state;
    if (scaled || JSON.stringify(given) !== JSON.stringify(published())) return null;
    return table({
      caption: "The walk-through's results",
      head: ["token", "here", "published"],
      rows: outputs.map((row, i) => [String(i + 1), list(row), list(PUBLISHED_OUTPUTS[i], 1)]),
    });
  }

  /** Show of what a number was made. */
  explain(place) {
    if (this.chosen && key(place) === key(this.chosen)) return;
    this.chosen = place;
    this.light();
  }

  light() {
    const { uses, words } = this.chosen ? this.origin(this.chosen) : { uses: [], words: "" };
    const used = new Set(uses.map(key));
    const editing = { 1: ["X"], 2: ["W_Q", "W_K", "W_V"] }[this.state.step] ?? [];
    for (const cell of this.querySelectorAll("[data-cell]")) {
      const place = /** @type {HTMLElement} */ (cell).dataset.cell;
      const on = used.has(place) || editing.includes(place.split(":")[0]);
      cell.classList.toggle("touch-used", on);
      cell.classList.toggle("touch-chosen", !!this.chosen && place === key(this.chosen));
    }
    this.making.textContent =
      words || (this.state.step > 2 ? "Choose a number to see what it was made of." : "");
  }

  /** The places a number comes from, and the sum written out. @returns {{uses: Place[], words: string}} */
  origin([name, i, j]) {
    const r = this.results;
    const t = this.state.token;
    const sum = (pairs, end) => ({
      uses: pairs.flat(),
      words: `${pairs.map((pair) => pair.map((p) => format(this.shown(r[p[0]], p))).join(" · ")).join(" + ")}${end}`,
    });
    const value = ` = ${format(this.shown(r[name], [name, i, j]))}`;
    if (name in PROJECTED) {
      const W = PROJECTED[name];
      return sum(
        r.X[i].map((_, d) => [
          ["X", i, d],
          [W, d, j],
        ]),
        value,
      );
    }
    if (name === "scores") {
      const pairs = r.Q[i].map((_, d) => [
        ["Q", i, d],
        ["K", j, d],
      ]);
      const made = sum(pairs, this.state.scaled ? `, divided by √3${value}` : value);
      return made;
    }
    if (name === "powers")
      return { uses: [["scores", i, j]], words: `e to the ${format(r.scores[i][j])}${value}` };
    if (name === "weights") {
      const total = r.powers[i].reduce((a, b) => a + b, 0);
      const exact = `${format(r.powers[i][j])} / ${format(total)} = ${format(r.exact[i][j])}`;
      return {
        uses: r.powers[i].map((_, k) => ["powers", i, k]),
        words: this.state.rounded
          ? `${exact}, then to tenths that add up to 1: ${format(r.weights[i][j])}`
          : exact,
      };
    }
    if (name === "weighted")
      return sum(
        [
          [
            ["weights", t, i],
            ["V", i, j],
          ],
        ],
        value,
      );
    const parts =
      this.state.step === 8
        ? r.V.map((_, k) => [
            ["weights", i, k],
            ["V", k, j],
          ])
        : r.V.map((_, k) => [["weighted", k, j]]);
    return sum(parts, value);
  }
}

customElements.define("attention-steps", AttentionSteps);
