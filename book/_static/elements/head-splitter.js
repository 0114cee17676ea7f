// <head-splitter>: heads split by a transpose, and by a reshape alone.

import { attend, bothWays, splitByReshape, splitHeads } from "./arithmetic/heads.js";
import { choice, format, h, TouchElement } from "./kit.js";

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
const STAGES = ["split", "attend", "merge"];

class HeadSplitter extends TouchElement {
  static heading = "Split, attend, merge";
  static prompt =
    "go to “merge” and change one token after another. On the wrong side, " +
    "who does not hear of it? Then take as many heads as tokens.";

  start() {
    this.state = { tokens: 3, heads: 2, stage: "split", token: 0 };
    const set = (name) => (value) => {
      this.state[name] = value;
      this.update();
    };
    const tokens = (value) => {
      this.state.tokens = value;
      this.state.token = Math.min(this.state.token, value - 1);
      const next = this.chooser();
      this.who.replaceWith(next);
      this.who = next;
      this.update();
    };
    this.who = this.chooser();
    this.panels = Object.fromEntries(
      Object.entries(WAYS).map(([way, { title }]) => [
        way,
        h("section", { class: "touch-way", "data-way": way, "aria-label": title }),
      ]),
    );
    const numbers = (all) => all.map((n) => [n, String(n)]);
    return [
      h(
        "div",
        { class: "touch-row" },
        choice({
          label: "Stage",
          options: STAGES.map((s, i) => [s, `${i + 1} ${s}`]),
          value: "split",
          change: set("stage"),
        }),
        choice({ label: "Tokens", options: numbers([2, 3, 4]), value: 3, change: tokens }),
        choice({ label: "Heads", options: numbers([1, 2, 4]), value: 2, change: set("heads") }),
      ),
      h("div", { class: "touch-row" }, this.who),
      h("div", { class: "touch-ways" }, ...Object.values(this.panels)),
      h(
        "p",
        { class: "touch-note" },
        "A token has four features, a to d: 2b is feature b of token 2. The numbers serve as queries, " +
          "keys and values as they are, without weight matrices. Changing a token adds 1 to each of its features.",
      ),
    ];
  }

  chooser() {
    return choice({
      label: "Follow, and change",
      value: this.state.token,
      options: Array.from({ length: this.state.tokens }, (_, i) => [i, `token ${i + 1}`]),
      change: (value) => {
        this.state.token = value;
        this.update();
      },
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
    const deaf = {};
    for (const [way, { split }] of Object.entries(WAYS)) {
      const parts = split(names, heads);
      const moved = after[way].map((row, i) =>
        row.map((v, j) => Math.abs(v - before[way][i][j]) > 1e-9),
      );
      deaf[way] = moved.flatMap((row, i) => (row.some(Boolean) ? [] : [i + 1]));
      const { weights } = attend(split(x, heads));
      const content = {
        split: () =>
          parts.map((rows, hd) =>
            grid({ caption: `head ${hd + 1}`, rows, lit: (i, j) => own(rows[i][j]) }),
          ),
        attend: () => parts.map((rows, hd) => attention(hd, rows, weights[hd], own)),
        merge: () => [
          grid({
            caption: `outputs after a change of token ${token + 1}`,
            rows: after[way].map((row) => row.map((v) => format(v, 2))),
            heads: after[way].map((_, i) => `token ${i + 1}`),
            lit: (i, j) => moved[i][j],
            note: (i, j) =>
              moved[i][j] ? `, before ${format(before[way][i][j], 2)}` : ", unchanged",
          }),
        ],
      };
      this.panels[way].replaceChildren(
        h("p", { class: "touch-label" }, WAYS[way].title),
        h("div", { class: "touch-matrices" }, ...content[stage]()),
      );
    }
    return this.words(names, deaf);
  }

  words(names, deaf) {
    const { heads, stage, token } = this.state;
    if (heads === 1) return "With one head there is nothing to cut: both ways are the same.";
    if (stage === "merge") {
      const still = deaf.wrong.length
        ? `what stays exactly as it was: ${listed(deaf.wrong, "output")}`
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

/** A table of words. @param {{caption: string, rows: string[][], heads?: string[], lit: (i: number, j: number) => boolean, note?: (i: number, j: number) => string}} of */
function grid({ caption, rows, heads = [], lit, note = () => "" }) {
  return h(
    "table",
    { class: "touch-matrix touch-grid" },
    h("caption", {}, caption),
    h(
      "tbody",
      {},
      ...rows.map((row, i) =>
        h(
          "tr",
          {},
          heads[i] ? h("th", { scope: "row" }, heads[i]) : null,
          ...row.map((text, j) =>
            h(
              "td",
              { class: lit(i, j) ? "touch-lit" : null },
              text,
              note(i, j) ? h("span", { class: "touch-hidden" }, note(i, j)) : null,
            ),
          ),
        ),
      ),
    ),
  );
}

/** One head's weights, its rows named by what they hold. */
function attention(head, rows, weights, own) {
  const names = rows.map((row) => row.join(" "));
  const mark = (i) => (rows[i].some(own) ? "touch-lit" : null);
  return h(
    "table",
    { class: "touch-map touch-small" },
    h("caption", {}, `head ${head + 1}, weights`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        ...names.map((name, j) => h("th", { scope: "col", class: mark(j) }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      ...weights.map((row, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: mark(i) }, names[i]),
          ...row.map((w) => h("td", { style: `--w:${w.toFixed(4)}` }, format(w, 2))),
        ),
      ),
    ),
  );
}

customElements.define("head-splitter", HeadSplitter);
