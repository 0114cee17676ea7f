/**
 * Starting Python in a worker: Pyodide, NumPy and the course's own code.
 *
 * Files come packed (most a zip that stores, compressed as a whole), since not every
 * server compresses, and with bytecode, made by the build.  A page after the first goes
 * on from what the first has kept: its memory, and files unpacked.
 *
 * Progress says how many files are `pending`, so that the page sees a network gone silent.
 *
 * @typedef {{what: "missing" | "fetch" | "silent" | "checksum" | "start" | "snapshot" | "died",
 *   file?: string, detail?: string}} Fault
 * @typedef {{url: string, bytes?: number, sha256?: string}} Pack
 * @typedef {{folder: string, wasm: Pack, script: Pack, stdlib: Pack, lock: any, first: string[],
 *   edition: string}} Core
 */

import { digestOf, PACKED, unpacked, unzip } from "./packs.js";

const PACKAGES = "/lib/python3.14/site-packages";
const COURSE = "/course";
const WASM = "application/wasm";
const ZIP = "application/zip";
const TELL_EVERY = 200_000; // bytes
const TELL_AFTER = 500; // milliseconds: a slow line is no silent one
const plainFetch = self.fetch.bind(self);

let loaded = 0;
let told = 0;
let toldAt = 0;
let pending = 0; // files on their way
/** @type {Fault | null} the first thing that went wrong with a file */
let fault = null;
/** @type {(error: Error) => void} */
let breakOff;
const broken = new Promise((_, reject) => (breakOff = reject)); // with that
broken.catch(() => {});

/** What went wrong, for the page; `died` when Python had started. @param {any} error @param {boolean} started */
export function faultOf(error, started) {
  const detail = String(error?.message ?? error).slice(-500);
  return fault ?? { what: started ? "died" : "start", detail };
}

/**
 * A Python that can import NumPy and the course's code.
 * @param {{pyodide: Core, numpy: Pack}} settings absolute addresses
 * @param {string[]} bundles addresses of packs of code
 * @param {import("./python-kept.js").Kept} [kept] by earlier pages
 */
export function startPython(settings, bundles, kept) {
  // Pyodide itself would wait for ever for a file that does not come.
  return Promise.race([start(settings, bundles, kept), broken]);
}

/** What the next page needs unpacked. @param {Core} core @returns {{url: string, type: string}[]} */
export function toKeep({ wasm, script, stdlib }) {
  return [
    { url: wasm.url, type: WASM },
    { url: script.url, type: "text/javascript" },
    { url: stdlib.url, type: ZIP },
  ];
}

async function start({ pyodide: core, numpy }, bundles, kept) {
  tell("Fetching Python", 0);
  const parts = fetchCore(core, kept);
  // On a slow line Python starts while the rest is still coming.
  const packages = parts.whole.then(() => fetchNumPy(numpy));
  const codes = packages.then(() => Promise.all(bundles.map((url) => filesOf(url))));
  for (const each of [packages, codes]) each.catch(() => {}); // `broken` says it
  const pyodide = await load(core, parts, kept);
  if (kept && !(await parts.snapshot)) kept.take(pyodide, core.first);
  giveBacktrace(pyodide);
  await putNumPy(pyodide, numpy, await packages);
  pyodide.runPython(`
import importlib, random, sys
sys.path.insert(0, "${COURSE}")
importlib.invalidate_caches()
random.seed()
import numpy
`);
  for (const files of await codes) put(pyodide, files, COURSE);
  pyodide.runPython("importlib.invalidate_caches()");
  return pyodide;
}

/**
 * @param {string} step
 * @param {number} [bytes] that have come, while files are fetched
 */
function tell(step, bytes) {
  toldAt = performance.now();
  self.postMessage({ kind: "progress", step, loaded: bytes, pending });
}

// --- Pyodide ----------------------------------------------------------------------------

/** Everything that Pyodide is made of, on its way. @param {Core} core @param {any} kept */
function fetchCore({ folder, wasm, script, stdlib }, kept) {
  /** @type {(value?: any) => void} */
  let wasmCame;
  const whole = new Promise((resolve) => (wasmCame = resolve));
  const responses = {
    "pyodide.asm.wasm": wasmOf(wasm, kept, wasmCame),
    "python_stdlib.zip": libraryOf(stdlib, kept),
  };
  const parts = {
    responses,
    whole: Promise.all([whole, responses["python_stdlib.zip"]]),
    loader: module(`${folder}pyodide.mjs`),
    script: scriptOf(script, kept),
    snapshot: kept?.snapshot(),
  };
  const heard = [...Object.values(responses), parts.whole, parts.script, parts.loader];
  for (const each of heard) each.catch(() => {}); // `broken` says it
  return parts;
}

/** @param {Pack} wasm @param {any} kept @param {() => void} came */
async function wasmOf({ url }, kept, came) {
  const address = await kept?.code(url);
  const response = address && (await plainFetch(address).catch(() => null));
  if (!response?.ok) return responseOf(await streamOf(url, came), WASM);
  kept.compiled = true;
  came();
  return response;
}

/** @param {Pack} stdlib @param {any} kept */
async function libraryOf({ url }, kept) {
  return (await kept?.file(url)) ?? responseOf(await bytesOf(await streamOf(url)), ZIP);
}

/** Pyodide's script; null where a policy forbids a module from its text. @param {Pack} script @param {any} kept */
async function scriptOf({ url }, kept) {
  const address = await kept?.code(url);
  const script = address && (await import(address).catch(() => null));
  return script || streamOf(url).then(bytesOf).then(moduleOf);
}

const responseOf = (body, type) => new Response(body, { headers: { "content-type": type } });

/** @param {Core} core @param {ReturnType<typeof fetchCore>} parts @param {any} kept */
async function load({ folder, lock }, parts, kept) {
  const options = { indexURL: folder, lockFileContents: lock };
  const { loadPyodide } = await parts.loader;
  const script = await parts.script;
  if (script) options.createPyodideModule = script.default;
  const snapshot = await parts.snapshot;
  if (snapshot) options._loadSnapshot = snapshot;
  else if (kept?.wanted) options._makeSnapshot = true;
  // What Pyodide would fetch one after the other is on its way.
  self.fetch = (resource, options) =>
    parts.responses[nameOf(resource)] ?? plainFetch(resource, options);
  // Pyodide would wait for ever for code that the browser cannot compile.
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...code) => {
    const compiled = instantiateStreaming(...code);
    compiled.catch(breakOff);
    return compiled;
  };
  const pyodide = await loadPyodide(options);
  WebAssembly.instantiateStreaming = instantiateStreaming;
  self.fetch = plainFetch;
  return pyodide;
}

/** A module from its text; null where a policy forbids that, and it comes from its file. */
async function moduleOf(bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  return import(url).catch(() => null).finally(() => URL.revokeObjectURL(url));
}

/** @param {string} url */
async function module(url) {
  pending += 1;
  const found = await import(url).catch((error) => {
    throw note({ what: "fetch", file: nameOf(url) }, error);
  });
  arrived();
  return found;
}

/**
 * Before NumPy reuses a large temporary array it asks who called it, through a
 * function that WebAssembly does not have.  "Nobody" makes it take a new one.
 */
function giveBacktrace(pyodide) {
  const libraries = pyodide._module?.LDSO?.loadedLibsByName;
  const main = libraries?.__main__?.exports;
  if (main && !main.backtrace) main.backtrace = () => 0;
}

// --- files ------------------------------------------------------------------------------

/** NumPy's bytes: a pack, or a wheel as its own host has it. @param {Pack} numpy */
async function fetchNumPy({ url, sha256 }) {
  const bytes = await bytesOf(await bodyOf(url));
  const wrong = self.crypto?.subtle && (await digestOf(bytes)) !== sha256;
  if (wrong) throw note({ what: "checksum", file: nameOf(url) });
  return bytes;
}

async function putNumPy(pyodide, { url, sha256 }, bytes) {
  tell("Starting NumPy");
  if (!self.crypto?.subtle) verify(pyodide, bytes, { url, sha256 }); // on plain http
  if (!url.endsWith(PACKED)) return pyodide.unpackArchive(bytes, "zip", { extractDir: PACKAGES });
  put(pyodide, unzip(await bytesOf(contentOf(new Blob([bytes]).stream(), url))), PACKAGES);
}

function verify(pyodide, bytes, { url, sha256 }) {
  const digest = pyodide.runPython(`
import hashlib
lambda data: hashlib.sha256(data.to_py()).hexdigest()
`);
  if (digest(bytes) !== sha256) throw note({ what: "checksum", file: nameOf(url) });
  digest.destroy();
}

/** Write files into Python's own file system. */
function put({ FS }, files, folder) {
  const made = new Set();
  for (const [name, bytes] of files) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, bytes, { canOwn: true });
  }
}

/** What a pack holds. @param {string} url */
async function filesOf(url) {
  return unzip(await bytesOf(await streamOf(url)));
}

/** @param {ReadableStream<Uint8Array>} stream */
async function bytesOf(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} url of something packed @param {() => void} [came] told when all has come */
async function streamOf(url, came) {
  return contentOf(await bodyOf(url, came), url);
}

/** A pack's content as it comes. @param {ReadableStream<Uint8Array>} stream @param {string} url */
function contentOf(stream, url) {
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

/** A file's bytes as they come: counted, and remembered where they do not come. */
async function bodyOf(url, came = () => {}) {
  const file = nameOf(url);
  pending += 1;
  tell("Fetching Python", loaded);
  const response = await plainFetch(url).catch((error) => {
    throw note({ what: "fetch", file }, error);
  });
  if (!response.ok) throw note({ what: "missing", file, detail: String(response.status) });
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

/** One file less is on its way; what is computed comes last. */
function arrived() {
  pending -= 1;
  if (!pending) tell("Starting Python");
}

/** @param {Fault} what @param {Error} [error] */
function note(what, error) {
  fault ??= { detail: error?.message, ...what };
  const why = error ?? new Error(what.what);
  breakOff(why);
  return why;
}

function nameOf(resource) {
  return String(resource?.url ?? resource).replace(/[?#].*$/, "").replace(/^.*\//, "");
}
