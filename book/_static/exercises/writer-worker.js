/**
 * A language model in a worker of its own, opened and run by `page_python.writer`.
 *
 * In: `{do: "open", settings}` once; then `{do: "write", request}` and `{do: "stop"}`.
 * Out: `{kind: "progress" | "open" | "parts" | "piece" | "stopped" | "fault"}`.
 */

import { digestOf } from "./packs.js";
import { faultOf } from "./python-fetch.js";
import { startPython } from "./python-start.js";

const SHELF = "attention-step-by-step-model"; // in the browser's Cache storage
const TELL_EVERY = 1_000_000; // bytes
const CHUNK = 4_000_000;

let pyodide = null;
let writer = null;
let stopping = false;

self.onmessage = async ({ data }) => {
  try {
    if (data.do === "open") await open(data.settings);
    else if (data.do === "write") await write(data.request);
    else stopping = true;
  } catch (error) {
    self.postMessage({ kind: "fault", fault: faultIn(error) });
  }
};

const tell = (step, loaded, total) => self.postMessage({ kind: "progress", step, loaded, total });

/** @param {any} error */
function faultIn(error) {
  if (error instanceof ModelFault) return error.fault;
  const words = String(error?.message ?? error);
  // What Python, WebAssembly and JavaScript call it.
  if (/MemoryError|Unable to allocate|out of memory|Array buffer allocation/i.test(words))
    return { what: "memory" };
  return faultOf(error, writer !== null);
}

class ModelFault extends Error {
  constructor(fault) {
    super(fault.what);
    this.fault = fault;
  }
}

// --- opening ------------------------------------------------------------------------

/** @param {any} settings absolute addresses */
async function open(settings) {
  const { model, writer: code, chapters } = settings;
  // Of every chapter may be what it writes with: the reader's own answers, or references.
  const packs = [code, ...Object.values(chapters)].map(({ url }) => url);
  pyodide = await startPython(settings, packs);
  writer = pyodide.pyimport("page_python.writer");
  const room = writer.reserve(model.bytes, model.unpacked);
  const shelf = await openShelf();
  const found = await shelf?.match(model.url);
  const view = room.getBuffer("u8");
  try {
    await fill(
      view.data,
      found ?? (await fetched(model.url)),
      found ? "Opening the model" : "Fetching the model",
    );
    if (!(await isRight(room, view.data, model.sha256))) {
      await shelf?.delete(model.url);
      throw new ModelFault({ what: "checksum", file: "the model" });
    }
    if (!found) await keep(shelf, model.url, view.data);
  } finally {
    view.release();
  }
  writer.open_model(room, (layer, of) => tell("Unpacking its numbers", layer, of));
  room.destroy();
  self.postMessage({ kind: "open", fetched: !found, memory: pyodide._module?.HEAPU8?.length });
}

/** Where the file is kept for the next visit; nothing on plain http, or where it is blocked. */
async function openShelf() {
  try {
    return await caches.open(SHELF);
  } catch {
    return null;
  }
}

async function fetched(url) {
  const response = await fetch(url).catch(() => {
    throw new ModelFault({ what: "fetch", file: "the model" });
  });
  if (!response.ok) throw new ModelFault({ what: "missing", file: "the model" });
  return response;
}

/** Copy a response's bytes into Python's memory as they come. */
async function fill(target, response, step) {
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

/** By the browser where it can, which is much faster than Python; not on plain http. */
async function isRight(room, data, sha256) {
  if (!self.crypto?.subtle) return writer.is_right(room, sha256);
  return (await digestOf(data)) === sha256;
}

/** Keep a file that is right; where there is no room, it is fetched again next time. */
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

/** One piece after the other; between two of them a stop is heard. */
async function write(request) {
  stopping = false;
  const text = writer.begin(JSON.stringify(request));
  self.postMessage({ kind: "parts", parts: JSON.parse(text.whose()) });
  for (let done = false; !done;) {
    const piece = JSON.parse(text.next());
    done = piece.done ?? false;
    self.postMessage({ kind: "piece", ...piece });
    await new Promise((go) => setTimeout(go));
    if (!stopping || done) continue;
    done = true;
    self.postMessage({ kind: "stopped" });
  }
  text.destroy();
}
