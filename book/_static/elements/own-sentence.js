// The reader's own sentence: a field, what it costs, and the model that reads it.

import { make } from "../look/nodes.js";
import { button, newId } from "./kit.js";

/** @typedef {import("./sentence-worker.js").Told} Told */
/** @typedef {{text: string, tokens: string[], bytes: Uint8Array}} Read */

const FOLDER = new URL("../minilm/", import.meta.url).href;
const SHELF = "attention-step-by-step-minilm"; // of sentence-worker.js
const MEGABYTE = 1_000_000;
const LONGEST = 300; // letters
const ASKED = "sentence"; // in the page's address, as `model-heads.js` knows it

/** @param {number} bytes */
const size = (bytes) =>
  bytes < MEGABYTE ? `${Math.round(bytes / 1000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** @param {number} bytes @param {number} of  the model, or 0 where it is here */
const fetching = (bytes, of) =>
  of
    ? `Fetching the model: ${size(Math.min(bytes, of))} of ${size(of)}`
    : `Fetching the words: ${size(bytes)}`;

/** The sentence that the page's address asks for. */
const askedFor = () => new URLSearchParams(location.search).get(ASKED)?.slice(0, LONGEST);

export class OwnSentence {
  /**
   * @param {HTMLDetailsElement} element where it stands
   * @param {(read: Read) => void} show told what the model made of a sentence
   */
  constructor(element, show) {
    this.element = element;
    this.show = show;
    /** @type {Told | null} */
    this.told = null;
    /** @type {Worker | null} */
    this.worker = null;
    this.isBegun = this.isBusy = false;
    const id = newId();
    this.field = make("input", {
      id,
      type: "text",
      maxlength: LONGEST,
      autocomplete: "off",
      placeholder: "The trophy did not fit in the suitcase because it was too big.",
    });
    this.readButton = button("Read it", () => {}, { type: "submit" });
    this.shareButton = button("Copy its address", () => void this.share());
    this.shareButton.hidden = true;
    this.cost = make("p", { class: "touch-note" });
    this.status = make("p", { class: "touch-note", role: "status" });
    // What somebody sent, above the picture, where it costs something to show it.
    this.said = make("span", { role: "status" });
    this.sent = make("p", { class: "touch-note heads-sent" });
    const form = make(
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
      this.shareButton,
    );
    element.append(form, this.cost, this.status);
    element.addEventListener("toggle", () => void this.opened());
  }

  /** What the page's address asks for: read at once where that fetches nothing. */
  async begin() {
    const asked = askedFor();
    if (!asked || this.isBegun) return;
    this.isBegun = true;
    this.field.value = asked;
    this.element.open = true;
    if (await this.isKept()) await this.read();
    else if (this.told) this.offer(asked, this.told.bytes);
  }

  /** @param {string} sentence @param {number} bytes */
  offer(sentence, bytes) {
    const show = button(`Show it (${size(bytes)})`, () => void this.read());
    this.said.textContent = `Somebody sent you a sentence: “${sentence}”`;
    this.sent.replaceChildren(this.said, " ", show);
    this.sent.scrollIntoView({ block: "center" });
  }

  /** Say what it costs, before it costs anything. */
  async opened() {
    if (!this.element.open || this.told) return;
    try {
      const answer = await fetch(`${FOLDER}minilm.json`);
      this.told = answer.ok ? await answer.json() : null;
    } catch {
      this.cost.textContent = "The model cannot be reached: check your connection.";
      return;
    }
    const { told } = this;
    this.readButton.disabled = !told;
    this.cost.textContent = !told
      ? "This copy of the book was built without the model; “make models book” adds it."
      : (await this.isKept())
        ? "MiniLM is on this device already: a sentence takes about a second."
        : `MiniLM reads it here, in your browser: ${size(told.bytes)} are fetched, once, and kept; ` +
          "a sentence's own words are some hundred kB more. What you write stays with you.";
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
    await this.opened();
    if (!this.told || this.isBusy) return;
    if (!text) return this.say("Write a sentence first.");
    this.busy(true);
    this.say("Reading …");
    const began = performance.now();
    this.worker ??= new Worker(new URL("sentence-worker.js", import.meta.url), { type: "module" });
    const { worker } = this;
    worker.onerror = (event) => {
      event.preventDefault();
      this.worker = null;
      this.done("The model could not be started: check your connection, then try again.");
    };
    worker.onmessage = ({ data }) => {
      // What is on its way when one file fails still comes.
      if (data.kind === "progress" && this.isBusy) this.say(fetching(data.bytes, data.of));
      if (data.kind === "fault") this.done(data.sentence);
      if (data.kind !== "heads") return;
      performance.mark("sentence-read", { detail: { fetched: data.came } });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const fetched = data.came ? `, ${size(data.came)} fetched` : ", nothing fetched";
      this.sent.remove();
      this.done(`Read in ${seconds} s${fetched}. Every layer and head shows it now.`);
      this.shareButton.hidden = false;
      this.show({ text, tokens: data.tokens, bytes: data.bytes });
    };
    worker.postMessage({ told: this.told, folder: FOLDER, text });
  }

  /** @param {string} sentence */
  done(sentence) {
    this.busy(false);
    this.say(sentence);
  }

  /** @param {boolean} now */
  busy(now) {
    this.isBusy = now;
    this.readButton.setAttribute("aria-disabled", String(now));
  }

  /** @param {string} sentence */
  say(sentence) {
    // One of the two, or it is read out twice; beside the button that was pressed.
    (this.said.isConnected ? this.said : this.status).textContent = sentence;
  }

  async share() {
    const address = new URL(location.href);
    address.searchParams.set(ASKED, this.field.value.trim());
    address.hash = "";
    try {
      await navigator.clipboard.writeText(address.href);
      this.say("Copied: who opens it is shown this sentence, or asked whether to fetch the model.");
    } catch {
      history.replaceState(null, "", address); // not allowed: then it stands in the bar
      this.say("The address bar has it now: copy it from there.");
    }
  }
}
