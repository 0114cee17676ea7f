/**
 * Starting Python in a worker: Pyodide, NumPy and the course's own code.
 *
 * Progress says how many files are `pending`, so that the page sees a network gone silent.
 *
 * @typedef {{what: "missing" | "fetch" | "silent" | "checksum" | "start" | "died", file?: string, detail?: string}} Fault
 */

const PACKAGES = "/lib/python3.14/site-packages";
const COURSE = "/course";
const WASM = "application/wasm";
const TELL_EVERY = 200_000; // bytes
const TELL_AFTER = 500; // milliseconds: a slow line is no silent one
const plainFetch = self.fetch.bind(self);

let loaded = 0;
let told = 0;
let toldAt = 0;
let pending = 0; // files on their way
/** @type {Fault | null} the first thing that went wrong with a file */
let fault = null;

/** What went wrong, for the page; `died` when Python had started. @param {any} error @param {boolean} started */
export function faultOf(error, started) {
  const detail = String(error?.message ?? error).slice(-500);
  return fault ?? { what: started ? "died" : "start", detail };
}

/**
 * A Python that can import NumPy and the course's code.
 * @param {{pyodide: {folder: string}, numpy: any}} settings absolute addresses
 * @param {string[]} bundles addresses of zips of code
 */
export async function startPython({ pyodide: core, numpy }, bundles) {
  self.fetch = counted; // Pyodide fetches its own files
  tell("Fetching Python", 0);
  const [pyodide, numpyBytes, ...codes] = await Promise.all([
    load(core.folder),
    bytesOf(numpy.url),
    ...bundles.map(bytesOf),
  ]);
  verify(pyodide, numpyBytes, numpy);
  tell("Unpacking NumPy");
  giveBacktrace(pyodide);
  pyodide.unpackArchive(numpyBytes, "zip", { extractDir: PACKAGES });
  for (const code of codes) pyodide.unpackArchive(code, "zip", { extractDir: COURSE });
  tell("Starting NumPy");
  pyodide.runPython(`
import importlib, sys
sys.path.insert(0, "${COURSE}")
importlib.invalidate_caches()
`);
  self.fetch = plainFetch;
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

/** @param {string} folder */
async function load(folder) {
  pending += 1;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`).catch((error) => {
    throw note({ what: "fetch", file: "pyodide.mjs" }, error);
  });
  pending -= 1;
  return loadPyodide({ indexURL: folder });
}

/**
 * The checksum by Python's own hashlib: `crypto.subtle` is missing on plain http.
 */
function verify(pyodide, bytes, { url, sha256 }) {
  const digest = pyodide.runPython(`
import hashlib
lambda data: hashlib.sha256(data.to_py()).hexdigest()
`);
  if (digest(bytes) !== sha256) throw note({ what: "checksum", file: nameOf(url) });
  digest.destroy();
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

/** @param {string} url */
async function bytesOf(url) {
  return new Uint8Array(await (await counted(url)).arrayBuffer());
}

/** `fetch` that counts what arrives and remembers what did not. */
async function counted(resource, options) {
  const file = nameOf(resource);
  pending += 1;
  const response = await plainFetch(resource, options).catch((error) => {
    throw note({ what: "fetch", file }, error);
  });
  if (!response.ok) throw note({ what: "missing", file, detail: String(response.status) });
  // A copy is counted: the browser keeps compiled code with a response of its own.
  if (response.body) count(response.clone().body);
  else pending -= 1;
  if (!isWasmFile(file) || isWasm(response)) return response;
  return new Response(response.body, { headers: { "content-type": WASM } });
}

/** @param {string} file */
function isWasmFile(file) {
  return file.endsWith(".wasm");
}

/** Some servers do not know what WebAssembly is; the browser insists on it. */
function isWasm(response) {
  return response.headers.get("content-type")?.startsWith(WASM);
}

/** @param {ReadableStream<Uint8Array>} body */
async function count(body) {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.byteLength;
      if (loaded - told < TELL_EVERY && performance.now() - toldAt < TELL_AFTER) continue;
      told = loaded;
      tell("Fetching Python", loaded);
    }
  } catch {
    // Broken off: whoever reads the response itself says so.
  }
  pending -= 1;
  // Compiling takes longest, and comes last.
  if (!pending) tell("Starting Python");
}

/** @param {Fault} what @param {Error} [error] */
function note(what, error) {
  fault ??= { detail: error?.message, ...what };
  return error ?? new Error(what.what);
}

function nameOf(resource) {
  return String(resource?.url ?? resource).replace(/[?#].*$/, "").replace(/^.*\//, "");
}
