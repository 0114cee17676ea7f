/**
 * What the build says about this copy's Python: where its files lie, and how large they are.
 *
 * @typedef {import("./types.js").Said} Said
 * @typedef {import("./types.js").Settings} Settings
 */

import { faultAt, faultOfAnswer } from "./python-faults.js";
import { trouble } from "./python-words.js";

export const SILENT = 20_000; // milliseconds without a byte after which nothing more is awaited

/** @returns {Promise<Said>} */
export async function fetchSettings() {
  const url = absolute("python.json");
  const asked = { cache: /** @type {const} */ ("no-cache"), signal: AbortSignal.timeout?.(SILENT) };
  const response = await fetch(url, asked).catch(async ({ name }) => {
    throw trouble(name === "TimeoutError" ? { what: "silent" } : await faultAt(url));
  });
  const fault = faultOfAnswer(response, "python.json");
  if (fault) throw trouble(fault);
  return response.json().catch(() => {
    throw trouble({ what: "checksum", file: "python.json" });
  });
}

/** @param {string} path */
export const absolute = (path) => new URL(path, import.meta.url).href;

/** @template {import("./types.js").Pack | null} Some @param {Some} pack @returns {Some} */
const found = (pack) => (pack ? { ...pack, url: absolute(pack.url) } : pack);

/**
 * What the build says, with absolute addresses: a worker's are its own.
 * @template {Settings} Here
 * @param {Here} here @returns {Here}
 */
export function withAddresses(here) {
  const { folder, wasm, script, stdlib } = here.pyodide;
  /** @param {Record<string, import("./types.js").Pack>} packs */
  const all = (packs) =>
    Object.fromEntries(Object.entries(packs).map(([name, pack]) => [name, found(pack)]));
  return {
    ...here,
    numpy: found(here.numpy),
    bundle: found(here.bundle),
    writer: found(here.writer),
    model: found(here.model),
    chapters: all(here.chapters),
    cells: all(here.cells),
    pyodide: {
      ...here.pyodide,
      folder: absolute(folder),
      wasm: found(wasm),
      script: found(script),
      stdlib: found(stdlib),
    },
  };
}

/** Bytes to fetch; of a wheel elsewhere the size is not known. @param {Settings} here @param {string} chapter */
export function sizeOf({ pyodide, numpy, bundle, chapters, cells }, chapter) {
  if (!numpy.bytes) return undefined;
  const { wasm, script, stdlib } = pyodide;
  const parts = [wasm, script, stdlib, numpy, bundle, chapters[chapter], cells[chapter]];
  return parts.reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
}
