// The reader's own sentence: a field, what it costs, and the model that reads it.

import { make } from "../look/nodes.js";
import { button, newId } from "./kit.js";

/** @typedef {import("./sentence-worker.js").Told} Told */
/** @typedef {import("./sentence-reader.js").Read} Read */

export const FOLDER = new URL("../minilm/", import.meta.url).href;
const SHELF = "attention-step-by-step-minilm"; // of sentence-worker.js
const MEGABYTE = 1_000_000;
const LONGEST = 300; // letters

/** @param {number} bytes */
export const size = (bytes) =>
  bytes < MEGABYTE ? `${Math.round(bytes / 1000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

export class OwnSentence {
  /**
   * @param {HTMLElement} element where it stands: in sight, or a fold
   * @param {(read: Read) => void} show told what the model made of a sentence
   * @param {(text: string) => boolean} isKnown shows one that the page has read already
   */
  constructor(element, show, isKnown) {
    this.element = element;
    this.show = show;
    this.isKnown = isKnown;
    /** @type {Told | null} */
    this.told = null;
    this.isBusy = false;
    const id = newId();
    this.field = make("input", {
      id,
      type: "text",
      maxlength: LONGEST,
      autocomplete: "off",
      enterkeyhint: "go",
      placeholder: "The trophy did not fit in the suitcase because it was too big.",
    });
    this.readButton = button("Read it", () => {}, { type: "submit" });
    this.cost = make("p", { class: "touch-note" });
    this.status = make("p", { class: "touch-note heads-said", role: "status" });
    this.form = make(
      "form",
      {
        class: "heads-own-form",
        onsubmit: (event) => {
          event.preventDefault();
          void this.read();
        },
      },
      make("label", { for: id }, "Your sentence, in English"),
      this.field,
      this.readButton,
    );
    element.append(this.form, this.status);
    if (this.isFold) element.append(this.cost);
    element.addEventListener("toggle", () => void this.opened());
    void this.opened();
  }

  get isFold() {
    return this.element instanceof HTMLDetailsElement;
  }

  /** A sentence that somebody sent: read at once where that fetches nothing. @param {string} sentence */
  async sent(sentence) {
    const text = sentence.slice(0, LONGEST);
    this.field.value = text;
    if (this.element instanceof HTMLDetailsElement) this.element.open = true;
    if (await this.isKept()) await this.read();
    else if (this.told)
      this.say(`Somebody sent you this sentence. To read it takes ${size(this.told.bytes)}, once.`);
  }

  /** Say what it costs, before it costs anything. */
  async opened() {
    if ((this.element instanceof HTMLDetailsElement && !this.element.open) || this.told) return;
    try {
      const answer = await fetch(`${FOLDER}minilm.json`);
      this.told = answer.ok ? await answer.json() : null;
    } catch {
      this.cost.textContent = "The model cannot be reached: check your connection.";
      return;
    }
    const { told } = this;
    this.form.hidden = !told;
    const isHere = told && (await this.isKept());
    this.readButton.textContent = told && !isHere ? `Read it (${size(told.bytes)})` : "Read it";
    this.cost.textContent = !told
      ? "This copy of the book was built without the model that reads a sentence of yours; " +
        "“make models book” adds it."
      : isHere
        ? "MiniLM is on this device already: a sentence takes about a second."
        : `MiniLM reads your sentence here, in your browser: ${size(told.bytes)} are fetched, ` +
          "once, and kept; a sentence's own words are some hundred kB more. What you write " +
          "stays with you.";
  }

  async isKept() {
    try {
      await this.opened();
      const shelf = await caches.open(SHELF);
      return Boolean(this.told && (await shelf.match(`${FOLDER}${this.told.layers}`)));
    } catch {
      return false;
    }
  }

  async read() {
    const text = this.field.value.replace(/\s+/g, " ").trim();
    if (!text) return this.say("Write a sentence first.");
    if (this.isKnown(text)) return this.say("");
    await this.opened();
    if (!this.told || this.isBusy) return;
    this.busy(true);
    this.say("Reading …");
    try {
      const { readSentence } = await import("./sentence-reader.js");
      const { read, said } = await readSentence(this.told, text, (words) => this.say(words));
      this.readButton.textContent = "Read it";
      this.say(said);
      this.show(read);
    } catch (problem) {
      this.say(problem instanceof Error ? problem.message : String(problem));
    } finally {
      this.busy(false);
    }
  }

  /** @param {boolean} now */
  busy(now) {
    this.isBusy = now;
    this.readButton.setAttribute("aria-disabled", String(now));
  }

  /** @param {string} sentence */
  say(sentence) {
    this.status.textContent = sentence;
  }
}
