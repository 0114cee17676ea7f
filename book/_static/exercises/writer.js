/**
 * The page's side of the model that writes: its worker, what is kept, and its sentences.
 */

import { faultAt } from "./python-faults.js";
import { readSettings } from "./python.js";
import { withAddresses } from "./python-settings.js";
import { faultSentence, Trouble } from "./python-words.js";
import { passedAnswers } from "./store.js";

/**
 * @typedef {import("./types.js").FromWriter} FromWriter
 * @typedef {import("./types.js").ToWriter} ToWriter
 */

const SCRIPT = new URL("writer-worker.js", import.meta.url).href;
const SHELF = "attention-step-by-step-model";
const PATIENCE = 3_000; // milliseconds in which a stop is heard before the worker is ended
const SILENCE = 120_000; // ... without a word from it while it writes
const MEMORY = ["memory", "died", "kept"];
const LEAST_MEMORY = 1; // GiB that a browser says its device has

const ELSEWHERE = "In a terminal it writes too: make write.";
export const words = {
  absent:
    "This site was made without the model's file, so nothing is written here. What the model wrote " +
    "when the chapter was run stands on this page. With the course's folder it writes " +
    "on your machine, in a terminal: make write. And make models, then make book, bring it here.",
  memory:
    "This device, or this browser, does not give a page the memory that the model needs, " +
    `about 0.8 GB, so it was not opened. Close other pages and press the button again. ${ELSEWHERE}`,
  offline:
    "Your browser is offline, and the model could not be fetched. Connect, then press the button again.",
  fetch: "The model could not be fetched. Check your connection, then press the button again.",
  missing: `The model's file is missing on the server. Try again later. ${ELSEWHERE}`,
  checksum:
    "What came is not the file this book was made for, so it was not used. Press the button to fetch it again.",
  silent:
    "Nothing was written for two minutes, so it was ended. Look in your own functions for a loop that never finishes.",
  stopped: "Stopped.",
  ended: "Stopped, in the middle of a function: the model will be opened again.",
  start:
    "Python could not be started in this browser. Reload the page, then press the button again.",
};

/** What the build says of the model, and whether this browser has it; throws `Trouble`. */
export async function aboutModel() {
  const { model, pyodide } = await readSettings();
  if (!model || !pyodide) return null;
  const url = new URL(model.url, import.meta.url).href;
  const kept = await caches
    .open(SHELF)
    .then((shelf) => shelf.match(url))
    .catch(() => undefined);
  return { bytes: model.bytes, kept: Boolean(kept), breaks: model.breaks };
}

export class ModelWriter {
  /** @param {(message: FromWriter) => void} heard  every message of the worker while it opens and writes */
  constructor(heard) {
    this.heard = heard;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {((why: Trouble) => void) | null} ends what waits for the worker */
    this.abandon = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.stopping = undefined;
    this.isOpen = false;
  }

  /** Open the model; resolves when it can write. @throws {Trouble} */
  async open() {
    if (this.isOpen) return;
    if (typeof WebAssembly !== "object") throw new Trouble(words.start);
    if ((navigator.deviceMemory ?? LEAST_MEMORY) < LEAST_MEMORY) throw new Trouble(words.memory);
    const here = await readSettings();
    if (!here.pyodide || !here.model) throw new Trouble(words.absent);
    const { model, ...settings } = withAddresses({ ...here, model: here.model });
    this.worker = new Worker(SCRIPT, { type: "module" });
    await this.until("open", { do: "open", settings: { ...settings, model } });
    this.isOpen = true;
  }

  /**
   * Write; resolves with the last message.
   * @param {string} prompt @param {number} most tokens
   * @param {Record<string, string>} chosen  by exercise, what is not as it is
   * @throws {Trouble}
   */
  write(prompt, most, chosen = {}) {
    /** @type {import("./types.js").Prompt} */
    const request = { prompt, most, passed: passedAnswers(), chosen };
    return this.until("done", { do: "write", request }, SILENCE);
  }

  /** Stop: softly between two tokens, else by ending the worker. */
  stop() {
    if (!this.isOpen) return this.end(new Trouble(words.stopped));
    this.post({ do: "stop" });
    clearTimeout(this.stopping);
    this.stopping = setTimeout(() => this.end(new Trouble(words.ended)), PATIENCE);
  }

  /** End the worker, and whoever waits for it. @param {Trouble} why */
  end(why) {
    clearTimeout(this.stopping);
    this.worker?.terminate();
    this.worker = null;
    this.isOpen = false;
    this.abandon?.(why);
    this.abandon = null;
  }

  /** @param {ToWriter} message */
  post(message) {
    this.worker?.postMessage(message);
  }

  /**
   * Send a message and pass on what comes back, up to the one that ends it.
   * @param {"open" | "done"} last @param {ToWriter} message @param {number} silence
   * @returns {Promise<FromWriter>}
   */
  until(last, message, silence = 0) {
    return new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let quiet;
      const listen = () => {
        clearTimeout(quiet);
        if (silence) quiet = setTimeout(() => this.end(new Trouble(words.silent)), silence);
      };
      const { worker } = this;
      if (!worker) return reject(new Trouble(words.stopped));
      /** @type {<T>(how: (value: T) => void) => (value: T) => void} */
      const settle = (how) => (value) => {
        clearTimeout(quiet);
        clearTimeout(this.stopping);
        this.abandon = null;
        worker.onmessage = worker.onerror = null;
        how(value);
      };
      const done = settle(resolve);
      this.abandon = settle(reject);
      worker.onerror = async (event) => {
        event.preventDefault();
        const fault = event.message
          ? { what: /** @type {const} */ ("old") }
          : await faultAt(SCRIPT);
        if (this.worker === worker) this.end(new Trouble(sentence(fault)));
      };
      /** @param {MessageEvent<FromWriter>} event */
      worker.onmessage = ({ data }) => {
        listen();
        if (data.kind === "fault") return this.end(new Trouble(sentence(data.fault)));
        this.heard(data);
        const isDone = data.kind === "stopped" || (data.kind === "piece" && data.done);
        if (data.kind === last || (last === "done" && isDone)) done(data);
      };
      listen();
      this.post(message);
    });
  }
}

/** @param {import("./types.js").Fault} fault */
function sentence(fault) {
  const { what } = fault;
  if (what === "fetch" && navigator.onLine === false) return words.offline;
  if (what === "fetch" || what === "missing" || what === "checksum") return words[what];
  if (what === "silent" || what === "start") return words[what];
  // Python that dies has most likely run out of memory.
  return MEMORY.includes(what) ? words.memory : faultSentence(fault);
}
