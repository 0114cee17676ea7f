// <model-writes>: a language model that writes with the reader's own accepted functions.

import { addressOf, exercises } from "../exercises/progress.js";
import { Trouble } from "../exercises/python-words.js";
import { aboutModel, ModelWriter, words } from "../exercises/writer.js";
import { make } from "../look/nodes.js";
import { messageOf } from "../exercises/problems.js";
import { changedSince, load, passedAnswers } from "../exercises/store.js";
import { button, newId, TouchElement } from "./kit.js";
import { Breaks } from "./model-breaks.js";

const PROMPT = "Once upon a time, a small robot";
const FACT = "The capital of France is"; // for a model with a mistake to begin with
const MOST = 32; // tokens
const LONGEST = 240; // characters of a beginning
const MEGA = 1e6;

/**
 * @typedef {import("../exercises/types.js").FromWriter} FromWriter
 * @typedef {import("../exercises/types.js").Part} Part
 */

class ModelWrites extends TouchElement {
  static heading = "Your functions write";
  static prompt = "let it go on from this beginning, or from another one.";

  /** @type {ModelWriter} */ writer;
  said = ""; // what is going on, in a sentence
  isWorking = false;
  written = "";
  count = 0; // tokens written
  began = 0; // when it began to write
  /** @type {Part[]} */ made = []; // of what the model is
  /** @type {HTMLInputElement} */ input;
  /** @type {HTMLButtonElement} */ go;
  /** @type {HTMLButtonElement} */ halt;
  /** @type {HTMLProgressElement} */ bar;
  breaks = new Breaks(this.hasAttribute("broken"));
  right = ""; // what stands in the left text: a prompt, and with which answers
  /** @type {ReturnType<typeof textPlace>} */ left;
  /** @type {ReturnType<typeof textPlace>} */ other; // with a mistake
  /** @type {HTMLElement} */ begun;
  /** @type {HTMLElement} */ text;
  /** @type {HTMLElement} */ likely;
  /** @type {HTMLElement} */ list;
  /** @type {Map<string, HTMLElement>} */ whose; // each part is, in words

  start() {
    this.writer?.end(new Trouble(words.stopped));
    this.writer = new ModelWriter((message) => this.hear(message));
    this.said = "";
    this.isWorking = false;
    this.written = "";
    const id = newId();
    const prompt = this.hasAttribute("broken") ? FACT : PROMPT;
    this.input = make("input", {
      type: "text",
      id,
      class: "touch-text",
      value: prompt,
      maxlength: LONGEST,
      autocomplete: "off",
      onkeydown: (event) => {
        if (event.key === "Enter") this.work();
      },
    });
    this.go = button("Write", () => this.work(), { class: "touch-button touch-main" });
    this.halt = button("Stop", () => this.writer.stop(), { hidden: true });
    this.bar = make("progress", {
      class: "writes-bar",
      hidden: true,
      "aria-label": "How much is there",
    });
    this.right = "";
    this.left = textPlace();
    this.other = textPlace();
    this.other.element.hidden = true;
    this.left.begun.textContent = prompt;
    this.turnTo(this.left);
    this.likely = make("div", { class: "writes-likely" });
    this.list = make("ul", { class: "writes-parts" });
    this.whose = new Map();
    this.about();
    return [
      make(
        "div",
        { class: "touch-control" },
        make("label", { for: id }, "A beginning"),
        this.input,
      ),
      this.breaks.element,
      make("div", { class: "touch-row" }, this.go, this.halt),
      this.bar,
      this.sentence,
      make("div", { class: "writes-texts" }, this.left.element, this.other.element),
      this.likely,
      this.list,
    ];
  }

  draw() {
    return (
      this.said ||
      "SmolLM2, with 135 million numbers, runs here in your browser; what you type goes nowhere."
    );
  }

  /** What the button costs, from what the build says. */
  async about() {
    const known = await aboutModel().catch((problem) => {
      this.tell(messageOf(problem));
    });
    if (known === undefined) return;
    this.go.hidden = known === null;
    if (known === null) return void this.tell(words.absent);
    this.breaks.offer(known.breaks);
    this.go.textContent = known.kept
      ? "Open the model, which this browser has kept, and write"
      : `Fetch the model (${Math.round(known.bytes / MEGA)} MB, once) and write`;
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.said = sentence;
    this.update();
  }

  async work() {
    const prompt = this.input.value.trimEnd();
    if (this.isWorking || this.go.hidden) return;
    if (!prompt) return void this.tell("Give it a beginning: at least one word.");
    this.setWorking(true);
    try {
      if (!this.writer.isOpen) {
        this.tell("Starting Python ...");
        await this.writer.open();
        this.go.textContent = "Write";
      }
      const chosen = this.breaks.chosen();
      const isBroken = Object.keys(chosen).length > 0;
      const right = JSON.stringify([prompt, passedAnswers()]);
      this.other.element.hidden = !isBroken;
      this.left.head.textContent = isBroken ? "As it is" : "";
      this.other.head.textContent = this.breaks.words();
      // What stands there already need not be written again to be compared.
      if (!isBroken || this.right !== right) {
        this.right = "";
        this.other.clear();
        if (!(await this.fill(this.left, prompt, {}))) return;
        this.right = right;
      }
      if (isBroken) await this.fill(this.other, prompt, chosen);
    } catch (problem) {
      if (!(problem instanceof Trouble)) throw problem;
      this.tell(problem.message);
      if (!this.writer.isOpen) this.about().then(() => this.tell(problem.message));
    } finally {
      this.setWorking(false);
    }
  }

  /**
   * Write a text; whether it came to its end.
   * @param {ReturnType<typeof textPlace>} place @param {string} prompt
   * @param {Record<string, string>} chosen  by exercise, what is not as it is
   */
  async fill(place, prompt, chosen) {
    this.turnTo(place);
    this.begun.textContent = prompt;
    this.likely.replaceChildren();
    this.list.replaceChildren();
    this.tell("Looking at your functions, and reading ...");
    this.began = performance.now();
    const last = await this.writer.write(prompt, MOST, chosen);
    const error = last.kind === "piece" && last.error ? `${last.error}. ` : "";
    this.tell(`${last.kind === "stopped" ? "Stopped. " : error}${this.wrote()}`);
    return last.kind !== "stopped" && !error;
  }

  /** What is written now goes here. @param {ReturnType<typeof textPlace>} place */
  turnTo(place) {
    place.clear();
    this.written = "";
    this.count = 0;
    this.begun = place.begun;
    this.text = place.text;
  }

  /** @param {boolean} now */
  setWorking(now) {
    this.isWorking = now;
    this.go.setAttribute("aria-disabled", String(now));
    const hadFocus = document.activeElement === this.halt;
    this.halt.hidden = !now;
    this.bar.hidden = true;
    if (!now && hadFocus) this.go.focus();
    this.setAttribute("aria-busy", String(now));
  }

  /** What the worker says. @param {FromWriter} message */
  hear(message) {
    if (message.kind === "progress") this.progress(message);
    if (message.kind === "open") this.bar.hidden = true;
    if (message.kind === "parts") this.showParts(message.parts);
    if (message.kind === "piece") this.piece(message);
  }

  /** @param {{step: string, loaded?: number, total?: number}} progress */
  progress({ step, loaded = 0, total }) {
    this.bar.hidden = !total;
    if (!total) return this.tell(`${step} ...`);
    this.bar.max = total;
    this.bar.value = loaded;
    const mega = (/** @type {number} */ bytes) => (bytes / MEGA).toFixed(0);
    const inBytes = total > MEGA;
    this.tell(
      inBytes
        ? `${step}: ${mega(loaded)} of ${mega(total)} MB.`
        : `${step}: layer ${loaded + 1} of ${total}.`,
    );
  }

  /** @param {import("../exercises/types.js").Piece} piece */
  piece({ read, of, text, likely = [], calls }) {
    if (of) this.tell(`Reading: ${read} of ${of} tokens.`);
    for (const { name, own } of this.made) {
      const whose = this.whose.get(name);
      const made = calls[name];
      if (own && whose && made)
        whose.textContent = `yours, called ${made.toLocaleString("en")} times`;
    }
    if (text === undefined) return;
    this.count += 1;
    if (this.count === 1) this.began = performance.now(); // from here on one token a time
    this.written += text;
    this.text.textContent = this.written;
    this.showLikely(likely);
    this.tell(`Writing: ${this.count} of ${MOST} tokens.`);
  }

  /** The next tokens that were likeliest, as bars. @param {[token: string, share: number][]} likely */
  showLikely(likely) {
    const shown = (/** @type {string} */ token) => token.replace(/\n/g, "⏎").replace(/^ /, "␣");
    this.likely.replaceChildren(
      make("p", { class: "touch-note" }, "Likeliest, when the last token was chosen"),
      ...likely.map(([token, share]) =>
        make(
          "div",
          { class: "writes-share", style: `--share: ${share}` },
          make("span", {}, shown(token)),
          make("span", { class: "writes-track" }),
          make("span", {}, share.toFixed(2)),
        ),
      ),
    );
  }

  /** @param {Part[]} parts */
  async showParts(parts) {
    this.made = parts;
    const listed = await exercises().catch(() => []);
    const at = new Map(listed.map((each) => [each.id, addressOf(each)]));
    this.list.replaceChildren(...parts.map((part) => this.line(part, at.get(part.id))));
  }

  /** @param {Part} part @param {string | undefined} exercise  where it stands in the book */
  line({ id, name, own, passes, mistake }, exercise) {
    const mine = changedSince(load().exercises[id])
      ? "yours, as it passed; changed since"
      : "yours";
    const reader = passes ? mine : "yours, though it no longer passes";
    const other = mistake ? `broken: ${this.breaks.called(id, mistake)}` : "the reference";
    const whose = make("span", {}, own ? reader : other);
    this.whose.set(name, whose);
    const code = make("code", {}, name);
    const named = exercise ? make("a", { href: exercise }, code) : code;
    const about = { "data-part": name, class: own ? "writes-own" : null };
    return make("li", about, named, " ", whose);
  }

  /** One sentence at the end. */
  wrote() {
    const own = this.made.filter((part) => part.own);
    const stale = own.filter((part) => !part.passes).map((part) => part.name);
    const broken = this.made.filter((part) => part.mistake).map((part) => part.name);
    const whose = broken.length
      ? `Broken: ${and(broken)}.`
      : own.length === this.made.length
        ? "All of it is yours."
        : own.length
          ? `Yours: ${and(own.map((part) => part.name))}; the rest is the reference.`
          : "All of it is the reference: solve the exercises, and yours take its place.";
    const seconds = (performance.now() - this.began) / 1000;
    const speed = this.count > 1 ? `, ${((this.count - 1) / seconds).toFixed(1)} a second` : "";
    return (
      `It wrote ${this.count} tokens${speed}. ${whose}` +
      (stale.length
        ? ` Your ${and(stale)} passed once and would not today, so this is what ${stale.length > 1 ? "they make" : "it makes"} of the model.`
        : "")
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.writer?.end(new Trouble(words.stopped));
  }
}

/** A place for a text: what it is, its beginning, and what is new. */
function textPlace() {
  const head = make("p", { class: "writes-head" });
  const begun = make("span", { class: "writes-begun" });
  const text = make("span", { class: "writes-new" });
  const element = make("div", {}, head, make("p", { class: "writes-text" }, begun, text));
  const clear = () => {
    text.textContent = "";
  };
  return { head, begun, text, element, clear };
}

/** @param {string[]} names */
const and = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];

customElements.define("model-writes", ModelWrites);
