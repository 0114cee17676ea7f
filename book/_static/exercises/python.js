/**
 * The page's side of Python: one worker for all exercises of a page, started
 * when it is first asked, ended when it runs too long, and started again.
 *
 * @typedef {import("./types.js").Progress} Progress
 * @typedef {import("./types.js").Said} Said
 * @typedef {import("./types.js").Settings} Settings
 * @typedef {import("./types.js").Request | import("./types.js").CellRequest} Request
 * @typedef {import("./types.js").FromPython} FromPython
 */

import { isServed, keepForLater, markKept } from "./python-ahead.js";
import { faultAt } from "./python-faults.js";
import { absolute, fetchSettings, SILENT, sizeOf, withAddresses } from "./python-settings.js";
import { Trouble, trouble, words } from "./python-words.js";

/** What a file that was kept must be fetched anew for. */
const NOT_THE_FILE = ["checksum", "login"];

/** The one Python of a page. */
class PagePython {
  constructor() {
    /** @type {Promise<Said> | null} what the build says */
    this.settings = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    /** @type {((error: Trouble) => void) | null} ends whatever waits for the worker */
    this.abandon = null;
    /** @type {Promise<unknown>} the request before */
    this.last = Promise.resolve();
    this.isReady = false;
    this.anew = false; // what the browser keeps of it is not right
    this.from = ""; // what it was started from: "files", or the "memory" of an earlier one
    /** @type {Progress | null} */
    this.progress = null;
    /** @type {Patience | null} with the network, while it is needed */
    this.patience = null;
    this.number = 0; // of the last request
    this.stops = 0; // how often a reader has pressed Stop
    /** @type {Set<(progress: Progress) => void>} */
    this.watchers = new Set();
  }

  /** What the build says about this copy's Python; throws `Trouble`. */
  readSettings() {
    this.settings ??= fetchSettings();
    this.settings.catch(() => (this.settings = null)); // to be tried again
    return this.settings;
  }

  /**
   * @param {Request} request
   * @param {(progress: Progress) => void} watch
   * @param {() => void} began
   */
  ask(request, watch, began) {
    const { stops } = this;
    const perform = () => {
      if (stops !== this.stops) throw new Trouble(words.stopped); // while it waited its turn
      return this.perform(request, watch, began);
    };
    const mine = this.last.then(perform, perform);
    this.last = mine.catch(() => {});
    return mine;
  }

  /** @param {Request} request @param {(progress: Progress) => void} watch @param {() => void} began */
  async perform(request, watch, began) {
    const here = await this.readSettings();
    this.watchers.add(watch);
    try {
      const started = this.ready();
      if (this.progress) watch(this.progress); // loaded ahead: how far it is
      await started;
    } finally {
      this.watchers.delete(watch);
    }
    if (!this.worker || !here.pyodide) throw new Trouble(words.stopped);
    began();
    const seconds = "cell" in request ? here.cell_seconds : here.seconds;
    const result = await this.answered(this.worker, request, seconds);
    const exercise = "id" in request ? request : firstExercise();
    if (this.from === "files" && exercise) keepForLater(withAddresses(here), exercise);
    return result;
  }

  /**
   * What the worker answers, unless it takes too long or is ended.
   * @param {Worker} worker
   * @param {Request} request
   * @param {number} seconds
   * @returns {Promise<import("./types.js").FromDesk>}
   */
  answered(worker, request, seconds) {
    const sent = (this.number += 1);
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(
        () => this.end(new Trouble(words.tooLong(seconds)), true),
        1000 * seconds,
      );
      /** @type {<T>(how: (value: T) => void) => (value: T) => void} */
      const settle = (how) => (value) => {
        clearTimeout(tooLong);
        this.abandon = null;
        worker.removeEventListener("message", heard);
        how(value);
      };
      const done = settle(resolve);
      this.abandon = settle(reject);
      /** @param {MessageEvent<FromPython>} event */
      const heard = ({ data }) => {
        if (data.kind === "result" && data.number === sent) done(data.result);
      };
      worker.addEventListener("message", heard);
      worker.postMessage({ ...request, number: sent });
    });
  }

  /** A worker that is ready, started if need be. */
  ready() {
    if (this.starting) return this.starting;
    const mine = this.start();
    this.starting = mine;
    mine.catch(() => {
      if (this.starting === mine) this.starting = null; // to be tried again
    });
    return mine;
  }

  /** @returns {Promise<void>} */
  async start() {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function")
      throw new Trouble(words.noWebAssembly, true);
    if (typeof DecompressionStream !== "function") throw trouble({ what: "old" });
    const [here, served] = await Promise.all([this.readSettings(), isServed()]);
    if (!here.pyodide) throw new Trouble(words.notInThisCopy, true);
    return new Promise((resolve, reject) => {
      this.abandon = reject;
      this.launch(here, { fresh: false, anew: this.anew, served }, resolve);
    });
  }

  /**
   * Start a worker.
   * @param {Settings} here
   * @param {import("./types.js").Start} how
   * @param {() => void} done told when it is ready
   */
  launch(here, how, done) {
    /** @type {HTMLElement | null} */
    const place = document.querySelector("[data-chapter]");
    const chapter = place?.dataset.chapter ?? "";
    const total = sizeOf(here, chapter);
    const script = absolute("python-worker.js");
    const worker = new Worker(script, { type: "module" });
    let hasSpoken = false;
    const failed = async () => {
      worker.terminate(); // what it still waits for would be waited for with it
      const fault = await faultAt(script);
      if (this.worker === worker) this.fail(fault);
    };
    // Firefox does not say that a module which the worker imports has not come.
    const patience = new Patience(() => (hasSpoken ? this.fail({ what: "silent" }) : failed()));
    this.patience = patience;
    this.worker = worker;
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // Only a script that came, and is not understood, has a message.
      if (event.message) this.fail({ what: "old" });
      else failed();
    });
    /** @param {MessageEvent<FromPython>} event */
    const hear = ({ data }) => {
      hasSpoken = true;
      // What is computed may take its time; what is fetched must keep coming.
      if (data.kind === "progress" && data.pending) patience.renew();
      else patience.rest();
      if (data.kind === "progress") this.tell({ step: data.step, loaded: data.loaded, total });
      if (data.kind === "fault" && data.fault.what === "kept") {
        worker.terminate();
        this.launch(here, { fresh: true, anew: false, served: false }, done);
      } else if (data.kind === "fault") this.fail(data.fault);
      if (data.kind === "ready") {
        this.started(data);
        done();
      }
    };
    worker.addEventListener("message", hear);
    worker.postMessage({ do: "start", settings: withAddresses(here), chapter, ...how });
  }

  /** @param {Progress} progress */
  tell(progress) {
    this.progress = progress;
    for (const watch of this.watchers) watch(progress);
  }

  /** @param {{from: string, compiled: boolean}} how */
  started({ from, compiled }) {
    performance.mark("python-ready", { detail: from });
    if (compiled) performance.mark("python-compiled");
    if (from === "memory") markKept();
    this.from = from;
    this.abandon = null;
    this.progress = null;
    this.isReady = true;
  }

  /** Load Python ahead of its first use; what goes wrong is said at that use. */
  warmUp() {
    this.ready().catch(() => {});
  }

  /** @param {import("./types.js").Fault} fault */
  fail(fault) {
    this.anew ||= NOT_THE_FILE.includes(fault.what);
    this.end(trouble(fault));
  }

  /** End what runs, and what waits for its turn. */
  stop() {
    this.stops += 1;
    this.end(new Trouble(words.stopped), true);
  }

  /**
   * End the worker and tell who waits for it.
   * @param {Trouble} why
   * @param {boolean} [again] whether to start another, so that it is ready when asked
   */
  end(why, again = false) {
    const wasReady = this.isReady;
    this.isReady = false;
    this.progress = null;
    this.patience?.rest();
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
    const waiting = this.abandon;
    this.abandon = null;
    waiting?.(why);
    if (again && wasReady) this.warmUp();
  }
}

/** Patience with a network, begun now. */
class Patience {
  /** @param {() => void} lost */
  constructor(lost) {
    this.lost = lost;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.renew();
  }

  rest() {
    clearTimeout(this.timer);
  }

  renew() {
    this.rest();
    this.timer = setTimeout(this.lost, SILENT);
  }
}

/** An exercise of this page, or null. @returns {import("./types.js").Exercise | null} */
function firstExercise() {
  /** @type {HTMLElement | null} */
  const section = document.querySelector("[data-live][data-exercise]");
  const { exercise = "", chapter = "" } = section?.dataset ?? {};
  return section && { id: exercise, chapter };
}

const python = new PagePython();

/** What the build says about this copy's Python; throws `Trouble`. */
export const readSettings = () => python.readSettings();

/**
 * Run or check code: what `page_python.desk.answer` returns.
 * @param {Request} request
 * @param {(progress: Progress) => void} watch told while Python is loaded
 * @param {() => void} began told when the code itself starts
 * @throws {Trouble}
 */
export const ask = (request, watch, began) => python.ask(request, watch, began);

/** Load Python ahead of its first use; what goes wrong is said at that use. */
export const warmUp = () => python.warmUp();

/** End whatever runs or loads now. */
export const stop = () => python.stop();
