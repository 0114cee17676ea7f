/**
 * The files that Python starts from, as they come: progress and faults go to the page.
 *
 * Progress says how many files are `pending`, so that the page sees a network gone silent.
 *
 * @typedef {import("./types.js").Fault} Fault
 * @typedef {import("./types.js").Pack} Pack
 * @typedef {import("./packs.js").Bytes} Bytes
 */

import { digestOf, unpacked } from "./packs.js";
import { messageOf } from "./problems.js";
import { faultAt, faultOfAnswer, nameOf } from "./python-faults.js";

const TELL_EVERY = 200_000; // bytes
const TELL_AFTER = 500; // milliseconds: a slow line is no silent one
const plainFetch = self.fetch.bind(self);

let loaded = 0;
let told = 0;
let toldAt = 0;
let pending = 0; // files on their way
/** @type {RequestCache} where to look for a file first */
let cache = "default";
/** @type {Fault | null} the first thing that went wrong with a file */
let fault = null;
/** @type {(error: unknown) => void} ends a start that waits */
export let breakOff;
/** Is rejected where a file does not come: Pyodide itself would wait for ever. */
export const broken = new Promise((_, reject) => (breakOff = reject));
broken.catch(() => {});

/** Have files come from the server: what the browser keeps of them is not right. */
export const fetchAnew = () => (cache = "reload");

/** What went wrong, for the page; `died` when Python had started. @param {unknown} error @param {boolean} started */
export function faultOf(error, started) {
  const detail = messageOf(error).slice(-500);
  return fault ?? { what: started ? "died" : "start", detail };
}

/**
 * @param {string} step
 * @param {number} [bytes] that have come, while files are fetched
 */
export function tell(step, bytes) {
  toldAt = performance.now();
  self.postMessage({ kind: "progress", step, loaded: bytes, pending });
}

/** @param {string} url of something packed @param {() => void} [came] told when all has come */
export async function streamOf(url, came) {
  return contentOf(await bodyOf(url, came), url);
}

/** @param {ReadableStream<Bytes>} stream */
export async function bytesOf(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A pack's bytes, which must be those the build names. @param {Pack} pack */
export async function checkedBytesOf({ url, sha256 }) {
  const bytes = await bytesOf(await bodyOf(url));
  const wrong = self.crypto?.subtle && (await digestOf(bytes)) !== sha256;
  if (wrong) throw note({ what: "checksum", file: nameOf(url) });
  return bytes;
}

/** A pack's content as it comes. @param {ReadableStream<Bytes>} stream @param {string} url */
export function contentOf(stream, url) {
  /** @type {ReadableStreamDefaultReader<Bytes>} */
  const reader = unpacked(stream).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => {
        throw note({ what: "checksum", file: nameOf(url) }, error);
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Pyodide's own module. @param {string} url @returns {Promise<import("./types.js").Loader>} */
export async function moduleAt(url) {
  pending += 1;
  const found = await import(url).catch(async (error) => {
    throw note(await faultAt(url), error);
  });
  arrived();
  return found;
}

/**
 * A file's bytes as they come: counted, and remembered where they do not come.
 * @param {string} url @param {() => void} came @returns {Promise<ReadableStream<Bytes>>}
 */
async function bodyOf(url, came = () => {}) {
  const file = nameOf(url);
  pending += 1;
  tell("Fetching Python", loaded);
  const response = await plainFetch(url, { cache }).catch(async (error) => {
    throw note(await faultAt(url), error);
  });
  const wrong = faultOfAnswer(response, file);
  if (wrong || !response.body) throw note(wrong ?? { what: "missing", file });
  const reader = response.body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => {
        throw note({ what: "fetch", file }, error);
      });
      if (done) {
        controller.close();
        arrived();
        came();
        return;
      }
      controller.enqueue(value);
      count(value.byteLength);
    },
  });
}

/** @param {number} bytes */
function count(bytes) {
  loaded += bytes;
  if (loaded - told < TELL_EVERY && performance.now() - toldAt < TELL_AFTER) return;
  told = loaded;
  tell("Fetching Python", loaded);
}

/** More files will be asked for, until this is called: not all has come before. */
export function expectMore() {
  pending += 1;
  return () => (pending -= 1);
}

/** One file less is on its way; what is computed comes last. */
function arrived() {
  pending -= 1;
  if (!pending) tell("Starting Python");
}

/** Remember a fault, and end what waits. @param {Fault} what @param {unknown} [error] */
export function note(what, error) {
  fault ??= { detail: error === undefined ? undefined : messageOf(error), ...what };
  const why = error ?? new Error(what.what);
  breakOff(why);
  return why;
}
