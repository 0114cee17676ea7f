/**
 * The page's side of Python: one worker for all exercises of a page, started
 * when it is first asked, ended when it runs too long, and started again.
 *
 * @typedef {{step: string, loaded?: number, total?: number}} Progress
 */

import { isServed, keepForLater, markKept } from "./python-ahead.js";
import { faultSentence, words } from "./python-words.js";

/** Why something could not be done: one sentence for the reader. */
export class Trouble extends Error {}

const SILENT = 20_000; // milliseconds without a byte after which nothing more is awaited

/** @type {Worker | null} */
let worker = null;
/** @type {Promise<void> | null} */
let starting = null;
/** @type {((error: Trouble) => void) | null} ends whatever waits for the worker */
let abandon = null;
/** @type {Promise<any>} the request before */
let last = Promise.resolve();
let isReady = false;
let from = ""; // what it was started from: "files", or the "memory" of an earlier one
/** @type {Progress | null} */
let progress = null;
/** @type {{renew: () => void, rest: () => void} | null} with the network, while it is needed */
let patience = null;
let number = 0;
/** @type {Set<(progress: Progress) => void>} */
const watchers = new Set();

/** @type {Promise<any> | null} */
let settings = null;

/** What the build says about this copy's Python; throws `Trouble`. */
export function readSettings() {
  settings ??= fetch(new URL("python.json", import.meta.url), {
    cache: "no-cache",
    signal: AbortSignal.timeout(SILENT),
  })
    .catch(({ name }) => {
      throw new Trouble(faultSentence({ what: name === "TimeoutError" ? "silent" : "fetch" }));
    })
    .then((response) => {
      if (!response.ok) throw new Trouble(faultSentence({ what: "missing" }));
      return response.json();
    });
  settings.catch(() => (settings = null)); // to be tried again
  return settings;
}

/**
 * Run or check code: what `page_python.desk.answer` returns.
 * @param {{do: "run" | "check", id: string, chapter: string, source: string, passed: object,
 *   hint?: number}} request
 * @param {(progress: Progress) => void} watch told while Python is loaded
 * @param {() => void} began told when the code itself starts
 * @throws {Trouble}
 */
export async function ask(request, watch, began) {
  const mine = last.then(
    () => perform(request, watch, began),
    () => perform(request, watch, began),
  );
  last = mine.catch(() => {});
  return mine;
}

/** Load Python ahead of its first use; what goes wrong is said at that use. */
export function warmUp() {
  ready().catch(() => {});
}

/** End whatever runs or loads now. */
export function stop() {
  end(new Trouble(words.stopped), true);
}

async function perform(request, watch, began) {
  const here = await readSettings();
  watchers.add(watch);
  try {
    const started = ready();
    if (progress) watch(progress); // loaded ahead: how far it is
    await started;
  } finally {
    watchers.delete(watch);
  }
  began();
  const sent = (number += 1);
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(
      () => end(new Trouble(words.tooLong(here.seconds)), true),
      1000 * here.seconds,
    );
    const settle = (how) => (value) => {
      clearTimeout(tooLong);
      abandon = null;
      worker?.removeEventListener("message", heard);
      how(value);
    };
    const done = settle(resolve);
    abandon = settle(reject);
    const heard = ({ data }) => {
      if (data.kind !== "result" || data.number !== sent) return;
      done(data.result);
      if (from === "files") keepForLater(withAddresses(here), request);
    };
    worker.addEventListener("message", heard);
    worker.postMessage({ ...request, number: sent });
  });
}

/** A worker that is ready, started if need be. */
function ready() {
  if (!starting) {
    const mine = start();
    starting = mine;
    mine.catch(() => {
      if (starting === mine) starting = null; // to be tried again
    });
  }
  return starting;
}

async function start() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function")
    throw new Trouble(words.noWebAssembly);
  const [here, served] = await Promise.all([readSettings(), isServed()]);
  if (!here.pyodide) throw new Trouble(words.notInThisCopy);
  return new Promise((resolve, reject) => {
    abandon = reject;
    launch(here, { fresh: false, served }, resolve);
  });
}

/**
 * Start a worker.
 * @param {any} here what the build says
 * @param {{fresh: boolean, served: boolean}} how without what earlier pages kept; whether the
 *   service worker serves that
 * @param {() => void} done told when it is ready
 */
function launch(here, how, done) {
  const chapter = document.querySelector("[data-chapter]")?.dataset.chapter;
  const total = sizeOf(here, chapter);
  patience = makePatience(() => end(new Trouble(faultSentence({ what: "silent" }))));
  worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(new Trouble(faultSentence({ what: "fetch", file: "python-worker.js" })));
  });
  worker.addEventListener("message", ({ data }) => {
    // What is computed may take its time; what is fetched must keep coming.
    if (data.kind === "progress" && data.pending) patience.renew();
    else patience.rest();
    if (data.kind === "progress") {
      progress = { step: data.step, loaded: data.loaded, total };
      for (const watch of watchers) watch(progress);
    }
    if (data.kind === "fault" && data.fault.what === "kept") {
      worker.terminate();
      launch(here, { fresh: true, served: false }, done);
    } else if (data.kind === "fault") end(new Trouble(faultSentence(data.fault)));
    if (data.kind === "ready") {
      performance.mark("python-ready", { detail: data.from });
      if (data.compiled) performance.mark("python-compiled");
      if (data.from === "memory") markKept();
      from = data.from;
      abandon = null;
      progress = null;
      isReady = true;
      done();
    }
  });
  worker.postMessage({ do: "start", settings: withAddresses(here), chapter, ...how });
}

/** What the build says, with absolute addresses: a worker's are its own. @param {any} here */
export function withAddresses(here) {
  const absolute = (path) => new URL(path, import.meta.url).href;
  const found = (part) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        if (value?.url) return [name, { ...value, url: absolute(value.url) }];
        return [name, value];
      }),
    );
  const pyodide = { ...found(here.pyodide), folder: absolute(here.pyodide.folder) };
  return { ...found(here), chapters: found(here.chapters), pyodide };
}

/**
 * Patience with a network, begun now.
 * @param {() => void} lost
 */
function makePatience(lost) {
  let timer = 0;
  const made = {
    rest: () => clearTimeout(timer),
    renew() {
      clearTimeout(timer);
      timer = setTimeout(lost, SILENT);
    },
  };
  made.renew();
  return made;
}

/** Bytes to fetch; of a wheel elsewhere the size is not known. */
function sizeOf({ pyodide, numpy, bundle, chapters }, chapter) {
  if (!numpy.bytes) return undefined;
  const parts = [pyodide.wasm, pyodide.script, pyodide.stdlib, numpy, bundle, chapters[chapter]];
  return parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
}

/**
 * End the worker and tell who waits for it.
 * @param {Trouble} why
 * @param {boolean} [again] whether to start another, so that it is ready when asked
 */
function end(why, again = false) {
  const wasReady = isReady;
  isReady = false;
  progress = null;
  patience?.rest();
  worker?.terminate();
  worker = null;
  starting = null;
  const waiting = abandon;
  abandon = null;
  waiting?.(why);
  if (again && wasReady) warmUp();
}
