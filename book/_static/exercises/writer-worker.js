/**
 * A language model in a worker of its own, opened and run by `page_python.writer`.
 *
 * In: `{do: "open", settings}` once; then `{do: "write", request}` and `{do: "stop"}`.
 * Out: `{kind: "progress" | "open" | "parts" | "piece" | "stopped" | "fault"}`.
 */

import { digestOf } from "./packs.js";
import { messageOf } from "./problems.js";
import { faultOfAnswer } from "./python-faults.js";
import { faultOf } from "./python-fetch.js";
import { startPython } from "./python-start.js";
import { seal } from "./sealed.js";

const SHELF = "attention-step-by-step-model"; // in the browser's Cache storage
const TELL_EVERY = 1_000_000; // bytes
const CHUNK = 4_000_000;

/**
 * `page_python.writer`, and what it gives out.
 * @typedef {{getBuffer: (type: "u8") => {data: Bytes, release: () => void}, destroy: () => void}} Room
 * @typedef {{whose: () => string, next: () => string, destroy: () => void}} Text
 * @typedef {{
 *   reserve: (bytes: number, unpacked: number) => Room,
 *   is_right: (room: Room, sha256: string) => boolean,
 *   open_model: (room: Room, tell: (layer: number, of: number) => void) => void,
 *   begin: (request: string) => Text,
 * }} Writer
 * @typedef {import("./packs.js").Bytes} Bytes
 * @typedef {import("./types.js").Settings & {model: import("./types.js").Model}} Settings
 */

/** @type {Writer | null} */
let writer = null;
let stopping = false;
let isBegun = false;

/** @param {import("./types.js").FromWriter} message */
const post = (message) => self.postMessage(message);

/** @param {MessageEvent<import("./types.js").ToWriter>} event */
self.onmessage = async ({ data }) => {
  try {
    if (data.do === "open" && !isBegun) {
      isBegun = true; // who asks for it later is not the page
      await open(data.settings);
    } else if (data.do === "write") await write(data.request);
    else stopping = true;
  } catch (error) {
    post({ kind: "fault", fault: faultIn(error) });
  }
};

/** @param {string} step @param {number} loaded @param {number} total */
const tell = (step, loaded, total) => post({ kind: "progress", step, loaded, total });

/** @param {unknown} error @returns {import("./types.js").Fault} */
function faultIn(error) {
  if (error instanceof ModelFault) return error.fault;
  const words = messageOf(error);
  // What Python, WebAssembly and JavaScript call it.
  if (/MemoryError|Unable to allocate|out of memory|Array buffer allocation/i.test(words))
    return { what: "memory" };
  return faultOf(error, writer !== null);
}

class ModelFault extends Error {
  /** @param {import("./types.js").Fault} fault */
  constructor(fault) {
    super(fault.what);
    this.fault = fault;
  }
}

// --- opening ------------------------------------------------------------------------

/** @param {Settings} settings absolute addresses */
async function open(settings) {
  const { model, writer: code, chapters } = settings;
  // Of every chapter may be what it writes with: the reader's own answers, or references.
  const packs = [code, ...Object.values(chapters)].map(({ url }) => url);
  const pyodide = await startPython(settings, packs);
  const opened = /** @type {Writer} */ (pyodide.pyimport("page_python.writer"));
  writer = opened;
  const room = opened.reserve(model.bytes, model.unpacked);
  const shelf = await openShelf();
  const found = await shelf?.match(model.url);
  const view = room.getBuffer("u8");
  try {
    await fill(
      view.data,
      found ?? (await fetched(model.url)),
      found ? "Opening the model" : "Fetching the model",
    );
    if (!(await isRight(opened, room, view.data, model.sha256))) {
      await shelf?.delete(model.url);
      throw new ModelFault({ what: "checksum", file: "the model" });
    }
    if (!found) await keep(shelf, model.url, view.data);
  } finally {
    view.release();
  }
  opened.open_model(room, (layer, of) => tell("Unpacking its numbers", layer, of));
  room.destroy();
  seal();
  post({ kind: "open", fetched: !found, memory: pyodide._module?.HEAPU8?.length });
}

/** Where the file is kept for the next visit; nothing on plain http, or where it is blocked. */
async function openShelf() {
  try {
    return await caches.open(SHELF);
  } catch {
    return null;
  }
}

/** @param {string} url */
async function fetched(url) {
  const response = await fetch(url).catch(() => {
    throw new ModelFault({ what: "fetch", file: "the model" });
  });
  const fault = faultOfAnswer(response, "the model");
  if (fault) throw new ModelFault(fault);
  return response;
}

/**
 * Copy a response's bytes into Python's memory as they come.
 * @param {Bytes} target @param {Response} response @param {string} step
 */
async function fill(target, response, step) {
  if (!response.body) throw new ModelFault({ what: "fetch", file: "the model" });
  const reader = response.body.getReader();
  let at = 0;
  for (let told = -TELL_EVERY; ;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ModelFault({ what: "fetch", file: "the model" });
    });
    if (done) break;
    if (at + value.length > target.length)
      throw new ModelFault({ what: "checksum", file: "the model" });
    target.set(value, at);
    at += value.length;
    if (at - told < TELL_EVERY && at < target.length) continue;
    told = at;
    tell(step, at, target.length);
  }
}

/**
 * By the browser where it can, which is much faster than Python; not on plain http.
 * @param {Writer} opened @param {Room} room @param {Bytes} data @param {string} sha256
 */
async function isRight(opened, room, data, sha256) {
  if (!self.crypto?.subtle) return opened.is_right(room, sha256);
  return (await digestOf(data)) === sha256;
}

/**
 * Keep a file that is right; where there is no room, it is fetched again next time.
 * @param {Cache | null} shelf @param {string} url @param {Bytes} data
 */
async function keep(shelf, url, data) {
  let at = 0;
  const body = new ReadableStream({
    pull(stream) {
      if (at >= data.length) return stream.close();
      stream.enqueue(data.slice(at, (at += CHUNK)));
    },
  });
  await shelf?.put(url, new Response(body)).catch(() => {});
}

// --- writing ------------------------------------------------------------------------

/** One piece after the other; between two of them a stop is heard. @param {import("./types.js").Prompt} request */
async function write(request) {
  if (!writer) throw new Error("The model is not open.");
  stopping = false;
  const text = writer.begin(JSON.stringify(request));
  post({ kind: "parts", parts: JSON.parse(text.whose()) });
  for (let done = false; !done;) {
    /** @type {import("./types.js").Piece} */
    const piece = JSON.parse(text.next());
    done = piece.done ?? false;
    post({ kind: "piece", ...piece });
    await new Promise((go) => setTimeout(go));
    if (!stopping || done) continue;
    done = true;
    post({ kind: "stopped" });
  }
  text.destroy();
}
