/**
 * MiniLM in a worker: a reader's own sentence in every head.
 *
 * In: `{told, folder, text}`, what minilm.json says, its folder's address and the sentence.
 * Out: `{kind: "progress", bytes, of}`, then `{kind: "heads", tokens, bytes}` or
 * `{kind: "fault", sentence}`.  Files are named by their content, and kept once they came.
 */

import { digestOf } from "../exercises/packs.js";
import { faultOfAnswer } from "../exercises/python-faults.js";
import { headsOf, openLayers, rowOf } from "./arithmetic/minilm.js";
import { tokenize } from "./arithmetic/wordpiece.js";

/**
 * @typedef {{layers: string, pieces: string, table: string, rows: number, longest: number,
 *   bytes: number, shard: number}} Told
 */

const SHELF = "attention-step-by-step-minilm";
const COLUMNS = 384;
const ROW = COLUMNS + 4; // bytes, with its scale
const NAMED_BY_CONTENT = /-([0-9a-f]{16})\.\w+$/;
const UNKNOWN = "[UNK]";

/** @type {{arrays: import("./arithmetic/minilm.js").Arrays, ids: Map<string, number>} | null} */
let model = null;
let came = 0; // bytes fetched for this sentence

class Fault extends Error {}

/** @param {MessageEvent<{told: Told, folder: string, text: string}>} event */
self.onmessage = async ({ data }) => {
  try {
    self.postMessage(await read(data));
  } catch (error) {
    const isOurs = error instanceof Fault;
    const sentence = isOurs ? error.message : "The sentence could not be read in this browser.";
    self.postMessage({ kind: "fault", sentence });
  }
};

/** @param {{told: Told, folder: string, text: string}} asked */
async function read({ told, folder, text }) {
  came = 0;
  const of = model ? 0 : told.bytes; // then only the sentence's own words come
  const tell = () => self.postMessage({ kind: "progress", bytes: came, of });
  model ??= await open(told, folder, tell);
  const { arrays, ids } = model;
  const tokens = tokenize(text, ids);
  if (tokens.length > told.longest)
    throw new Fault(
      `That is ${tokens.length} pieces with the marks, and the page shows ${told.longest}: ` +
        "write a shorter sentence.",
    );
  if (tokens.every((token) => token.startsWith("[")))
    throw new Fault("The model knows none of that: write a sentence in English.");
  const places = tokens.map((token) => ids.get(token) ?? ids.get(UNKNOWN) ?? 0);
  const numbers = [...new Set(places.map((id) => Math.floor(id / told.rows)))];
  const shards = new Map(
    await Promise.all(
      numbers.map(async (n) => {
        const bytes = await bytesOf(`${folder}${told.table}/${n}.int8`, tell);
        return /** @type {[number, ArrayBuffer]} */ ([n, bytes]);
      }),
    ),
  );
  const rows = places.map((id) => {
    const shard = shards.get(Math.floor(id / told.rows)) ?? new ArrayBuffer(0);
    return rowOf(shard, id % told.rows, COLUMNS);
  });
  return { kind: "heads", tokens, bytes: headsOf(arrays, rows), came };
}

/** @param {Told} told @param {string} folder @param {() => void} tell */
async function open(told, folder, tell) {
  const [layers, packed] = await Promise.all(
    [told.layers, told.pieces].map((name) => bytesOf(`${folder}${name}`, tell)),
  );
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const pieces = (await new Response(plain).text()).split("\n");
  return { arrays: openLayers(layers), ids: new Map(pieces.map((piece, id) => [piece, id])) };
}

/** A file, as it is kept or as it comes. @param {string} url @param {() => void} tell */
async function bytesOf(url, tell) {
  const shelf = await openShelf();
  const found = await shelf?.match(url);
  if (found) return found.arrayBuffer();
  const answer = await fetch(url).catch(() => null);
  if (!answer?.body || faultOfAnswer(answer, url)) throw new Fault(whyNot());
  const parts = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Fault(whyNot());
    });
    if (done) break;
    parts.push(value);
    came += value.length;
    tell();
  }
  const bytes = await new Blob(parts).arrayBuffer();
  if (!(await isRight(bytes, url))) throw new Fault(NOT_THE_FILE);
  await shelf?.put(url, new Response(bytes)).catch(() => {}); // no room: then not
  return bytes;
}

/** Whether this is the file that its address names; not all can be said on plain http. @param {ArrayBuffer} bytes @param {string} url */
async function isRight(bytes, url) {
  const named = url.match(NAMED_BY_CONTENT)?.[1];
  if (!named) return bytes.byteLength % ROW === 0;
  return !self.crypto?.subtle || (await digestOf(new Uint8Array(bytes))).startsWith(named);
}

const NOT_THE_FILE =
  "What came is not the model that this book was made with, so it was not used: try again later.";

const whyNot = () =>
  navigator.onLine === false
    ? "Your browser is offline, and the model has not been fetched yet: connect, then try again."
    : "The model could not be fetched: check your connection, then try again.";

/** Nothing on plain http, or where it is blocked. */
async function openShelf() {
  try {
    return await caches.open(SHELF);
  } catch {
    return null;
  }
}
