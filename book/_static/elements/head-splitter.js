// <head-splitter>: heads split by a transpose, and by a reshape alone.

import { attend, bothWays, splitByReshape, splitHeads } from "./arithmetic/heads.js";
import { make } from "../look/nodes.js";
import { choice, numbered, TouchElement } from "./kit.js";
import { format } from "./numbers.js";

const NUMBERS = [
  [1, 0, 0.5, 1],
  [0, 1, 1, -0.5],
  [1, 1, -1, 0],
  [-1, 0.5, 0, 1],
]; // (tokens, features)
const LOUDER = 1; // added to every feature of the token that is changed
const WAYS = {
  right: { title: "With a transpose", split: splitHeads },
  wrong: { title: "By reshape alone: wrong", split: splitByReshape },
};
/** @typedef {"split" | "attend" | "merge"} Stage */

/** @type {[Stage, string][]} */
const STAGES = [
  ["split", "1 split"],
  ["attend", "2 attend"],
  ["merge", "3 merge"],
];

/**
 * @typedef {"right" | "wrong"} Way
 * @typedef {{tokens: number, heads: number, stage: Stage, token: number}} State
 */

/** @extends {TouchElement<State>} */

class HeadSplitter extends TouchElement {
  static heading = "Split, attend, merge";
  static prompt =
    "go to “merge” and change one token after another. On the wrong side, " +
    "who does not hear of it? Then take as many heads as tokens.";

  /** @type {HTMLElement} */ who;
  /** @type {Record<Way, HTMLElement>} */ panels;

  start() {
    this.state = { tokens: 3, heads: 2, stage: /** @type {Stage} */ ("split"), token: 0 };
    this.who = this.chooser();
    const panel = (/** @type {Way} */ way) =>
      make("section", { class: "touch-way", "data-way": way, "aria-label": WAYS[way].title });
    this.panels = { right: panel("right"), wrong: panel("wrong") };
    return [
      make(
        "div",
        { class: "touch-row" },
        choice({
          label: "Stage",
          options: STAGES,
          value: "split",
          change: (stage) => this.set({ stage }),
        }),
        choice({
          label: "Tokens",
          options: numbered([2, 3, 4]),
          value: 3,
          change: (tokens) => this.setTokens(tokens),
        }),
        choice({
          label: "Heads",
          options: numbered([1, 2, 4]),
          value: 2,
          change: (heads) => this.set({ heads }),
        }),
      ),
      make("div", { class: "touch-row" }, this.who),
      make("div", { class: "touch-ways" }, ...Object.values(this.panels)),
      make(
        "p",
        { class: "touch-note" },
        "A token has four features, a to d: 2b is feature b of token 2. The numbers serve as queries, " +
          "keys and values as they are, without weight matrices. Changing a token adds 1 to each of its features.",
      ),
    ];
  }

  /** @param {number} tokens */
  setTokens(tokens) {
    this.state.tokens = tokens;
    this.state.token = Math.min(this.state.token, tokens - 1);
    const next = this.chooser();
    this.who.replaceWith(next);
    this.who = next;
    this.update();
  }

  chooser() {
    return choice({
      label: "Follow, and change",
      value: this.state.token,
      options: Array.from({ length: this.state.tokens }, (_, i) => [i, `token ${i + 1}`]),
      change: (token) => this.set({ token }),
    });
  }

  draw() {
    const { tokens, heads, stage, token } = this.state;
    const x = NUMBERS.slice(0, tokens);
    const changed = x.map((row, i) => row.map((v) => v + (i === token ? LOUDER : 0)));
    const names = x.map((row, i) => row.map((_, j) => `${i + 1}${"abcd"[j]}`));
    const before = bothWays(x, heads);
    const after = bothWays(changed, heads);
    const own = (/** @type {string} */ name) => name.startsWith(String(token + 1));
    for (const way of /** @type {Way[]} */ (["right", "wrong"])) {
      const { split, title } = WAYS[way];
      const parts = split(names, heads);
      const { weights } = attend(split(x, heads));
      const content = {
        split: () =>
          parts.map((rows, hd) =>
            grid({ caption: `head ${hd + 1}`, rows, lit: (i, j) => own(rows[i][j]) }),
          ),
        attend: () => parts.map((rows, hd) => attention(hd, rows, weights[hd], own)),
        merge: () => [outputs(before[way], after[way], token)],
      };
      this.panels[way].replaceChildren(
        make("p", { class: "touch-label" }, title),
        make("div", { class: "touch-matrices" }, ...content[stage]()),
      );
    }
    const moved = movedIn(before.wrong, after.wrong);
    const deaf = moved.flatMap((row, i) => (row.some(Boolean) ? [] : [i + 1]));
    return this.words(names, deaf);
  }

  /** @param {string[][]} names of the features @param {number[]} deaf  outputs of the wrong way */
  words(names, deaf) {
    const { heads, stage, token } = this.state;
    if (heads === 1) return "With one head there is nothing to cut: both ways are the same.";
    if (stage === "merge") {
      const still = deaf.length
        ? `what stays exactly as it was: ${listed(deaf, "output")}`
        : "every output moves too, by other amounts";
      return `Change token ${token + 1}. With the transpose every output moves. By the reshape alone, ${still}.`;
    }
    const parts = splitByReshape(names, heads);
    const held = parts.map((rows) => [...new Set(rows.flat().map((name) => name[0]))]);
    const wrong = held.map((of, hd) => `head ${hd + 1} of ${listed(of, "token")}`).join(", ");
    return stage === "split"
      ? `With the transpose each head holds a part of every token. By the reshape alone ${wrong}.`
      : `In the right heads a row is a token. In the wrong ones a row is a piece: a query can only meet what is in its own head, ${wrong}.`;
  }
}

/** "token 1", "tokens 1 and 2". @param {(string | number)[]} of @param {string} what */
const listed = (of, what) =>
  of.length === 1 ? `${what} ${of[0]}` : `${what}s ${of.slice(0, -1).join(", ")} and ${of.at(-1)}`;

/** Which numbers the change of a token has moved. @param {number[][]} before @param {number[][]} after */
const movedIn = (before, after) =>
  after.map((row, i) => row.map((v, j) => Math.abs(v - before[i][j]) > 1e-9));

/** The outputs of one way. @param {number[][]} before @param {number[][]} after @param {number} token  that was changed */
function outputs(before, after, token) {
  const moved = movedIn(before, after);
  return grid({
    caption: `outputs after a change of token ${token + 1}`,
    rows: after.map((row) => row.map((v) => format(v, 2))),
    heads: after.map((_, i) => `token ${i + 1}`),
    lit: (i, j) => moved[i][j],
    note: (i, j) => (moved[i][j] ? `, before ${format(before[i][j], 2)}` : ", unchanged"),
  });
}

/** A table of words. @param {{caption: string, rows: string[][], heads?: string[], lit: (i: number, j: number) => boolean, note?: (i: number, j: number) => string}} of */
function grid({ caption, rows, heads = [], lit, note = () => "" }) {
  return make(
    "table",
    { class: "touch-matrix touch-grid" },
    make("caption", {}, caption),
    make(
      "tbody",
      {},
      ...rows.map((row, i) =>
        make(
          "tr",
          {},
          heads[i] ? make("th", { scope: "row" }, heads[i]) : null,
          ...row.map((text, j) =>
            make(
              "td",
              { class: lit(i, j) ? "touch-lit" : null },
              text,
              note(i, j) ? make("span", { class: "touch-hidden" }, note(i, j)) : null,
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * One head's weights, its rows named by what they hold.
 * @param {number} head @param {string[][]} rows @param {number[][]} weights
 * @param {(name: string) => boolean} own
 */
function attention(head, rows, weights, own) {
  const names = rows.map((row) => row.join(" "));
  /** @param {number} i */
  const mark = (i) => (rows[i].some(own) ? "touch-lit" : null);
  return make(
    "table",
    { class: "touch-map touch-small" },
    make("caption", {}, `head ${head + 1}, weights`),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        ...names.map((name, j) => make("th", { scope: "col", class: mark(j) }, name)),
      ),
    ),
    make(
      "tbody",
      {},
      ...weights.map((row, i) =>
        make(
          "tr",
          {},
          make("th", { scope: "row", class: mark(i) }, names[i]),
          ...row.map((w) => make("td", { style: `--w:${w.toFixed(4)}` }, format(w, 2))),
        ),
      ),
    ),
  );
}

customElements.define("head-splitter", HeadSplitter);
