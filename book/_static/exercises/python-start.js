/**
 * Starting Python in a worker: Pyodide, NumPy and the course's own code.
 *
 * Files come packed (most a zip that stores, compressed as a whole), since not every
 * server compresses, and with bytecode, made by the build.  A page after the first goes
 * on from what an earlier one has kept: files unpacked, and the memory of a Python that
 * has imported all that no single chapter needs.
 *
 * @typedef {import("./types.js").Pack} Pack
 * @typedef {import("./types.js").Core} Core
 * @typedef {import("./types.js").Settings} Settings  absolute addresses
 * @typedef {import("./types.js").Exercise} Exercise
 * @typedef {import("./types.js").Pyodide} Pyodide
 * @typedef {import("./types.js").Module} Module
 * @typedef {import("./types.js").Options} Options
 * @typedef {import("./types.js").Memory} Memory
 * @typedef {import("./packs.js").Bytes} Bytes
 * @typedef {import("./packs.js").Stored} Stored
 * @typedef {import("./python-kept.js").Kept} Kept
 * @typedef {{files: Stored[], bytes?: Bytes} | {bytes: Bytes, files?: undefined}} NumPy
 *   the files of a pack, or a wheel's bytes
 * @typedef {{memory: Memory | null, files: Stored[]}} Early
 */

import { PACKED, unzip } from "./packs.js";
import { allImports, COMPILE_FIRST, GO_ON, imports, importsOf } from "./python-code.js";
import {
  breakOff,
  broken,
  bytesOf,
  checkedBytesOf,
  contentOf,
  expectMore,
  moduleAt,
  note,
  streamOf,
  tell,
} from "./python-fetch.js";
import { nameOf } from "./python-faults.js";
import { withNumPy } from "./python-memory.js";

const PACKAGES = "/lib/python3.14/site-packages";
const COURSE = "/course";
const WASM = "application/wasm";
const ZIP = "application/zip";
const plainFetch = self.fetch.bind(self);

let isForbidden = false; // to compile code, by the site's policy
self.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
  isForbidden ||= blockedURI === "wasm-eval";
});

/**
 * A Python that can import NumPy and the course's code.
 * @param {Settings} settings
 * @param {string[]} more addresses of packs of code beside the course's own
 * @param {Kept} [kept] by earlier pages
 */
export function startPython(settings, more, kept) {
  // Pyodide itself would wait for ever for a file that does not come.
  return Promise.race([start(settings, more, kept), broken]);
}

/**
 * Keep, for later pages, what Python starts from and its memory after a check.
 * @param {Settings} settings
 * @param {Exercise} exercise to check
 * @param {Kept} kept
 */
export function rehearse(settings, exercise, kept) {
  return Promise.race([makeMemory(settings, exercise, kept), broken]);
}

/** Whether Python's memory can be made to hold this NumPy's code. @param {Pick<Settings, "numpy">} settings */
export const canRehearse = ({ numpy }) => numpy.url.endsWith(PACKED);

/** @param {Settings} settings @param {string[]} more @param {Kept} [kept] */
async function start(settings, more, kept) {
  const { pyodide: core, numpy, bundle } = settings;
  const allAsked = expectMore();
  tell("Fetching Python", 0);
  const parts = fetchCore(core, kept);
  // What was kept comes at once; of a slow line Python needs its own first, and starts
  // while the rest is still coming: that must be on its way before Python holds the worker.
  const shelf = (await kept?.isThere()) ? kept : undefined;
  const first = shelf ? Promise.resolve() : parts.whole;
  const came = first.then(() => fetchNumPy(numpy, shelf));
  const packages = came.then(opened);
  const codes = came.then(() => {
    const asked = [filesOf(bundle.url, shelf), ...more.map((url) => filesOf(url))];
    allAsked();
    return Promise.all(asked);
  });
  for (const each of [packages, codes]) each.catch(() => {}); // `broken` says it
  const memory = await parts.memory;
  if (memory) return goOn(core, parts, { memory, packages, codes });
  const pyodide = await load(core, parts);
  // Of a slow line NumPy is still coming.
  pyodide.runPython(importsOf(core.first));
  pyodide.runPython(COMPILE_FIRST);
  giveBacktrace(pyodide._module);
  putNumPy(pyodide, numpy, await packages);
  pyodide.runPython(imports(COURSE));
  await putCodes(pyodide, codes);
  return pyodide;
}

/**
 * Start from an earlier Python's memory.
 * @param {Core} core @param {Parts} parts
 * @param {{memory: Memory, packages: Promise<NumPy>, codes: Promise<Stored[][]>}} rest
 */
async function goOn(core, parts, { memory, packages, codes }) {
  const files = filesIn(await packages);
  const pyodide = await load(core, parts, { memory, files });
  await putCodes(pyodide, codes);
  pyodide.runPython(GO_ON);
  return pyodide;
}

/** @param {Settings} settings @param {Exercise} exercise @param {Kept} kept */
async function makeMemory({ pyodide: core, numpy, bundle, chapters }, { id, chapter }, kept) {
  const zips = [core.stdlib, numpy, bundle].map(({ url }) => ({ url, type: ZIP }));
  const script = { url: core.script.url, type: "text/javascript" };
  await kept.fill([{ url: core.wasm.url, type: WASM }, script, ...zips]);
  const parts = fetchCore(core, kept);
  const files = filesIn(await opened(await fetchNumPy(numpy, kept)));
  const pyodide = await load(core, parts, { memory: null, files });
  const code = [filesOf(bundle.url, kept), filesOf(chapters[chapter].url)];
  await putCodes(pyodide, Promise.all(code));
  pyodide.runPython(allImports(COURSE, id));
  await kept.keep(pyodide.makeMemorySnapshot(), pyodide._module.places);
}

// --- Pyodide ----------------------------------------------------------------------------

/** @typedef {ReturnType<typeof fetchCore>} Parts */

/** Everything that Pyodide is made of, on its way. @param {Core} core @param {Kept} [kept] */
function fetchCore({ folder, wasm, script, stdlib }, kept) {
  let allOfIt = () => {};
  /** @type {Promise<void>} */
  const wasmCame = new Promise((resolve) => (allOfIt = resolve));
  const library = libraryOf(stdlib, kept);
  /** @type {Record<string, Promise<Response> | undefined>} */
  const responses = {
    "pyodide.asm.wasm": wasmOf(wasm, kept, () => allOfIt()),
    "python_stdlib.zip": library,
  };
  const parts = {
    responses,
    whole: Promise.all([wasmCame, library]),
    loader: moduleAt(`${folder}pyodide.js`),
    script: scriptOf(script, folder, kept),
    memory: kept?.memory(),
  };
  const heard = [...Object.values(responses), parts.whole, parts.script, parts.loader];
  for (const each of heard) each?.catch(() => {}); // `broken` says it
  return parts;
}

/** @param {Pack} wasm @param {Kept | undefined} kept @param {() => void} came @returns {Promise<Response>} */
async function wasmOf({ url }, kept, came) {
  const address = await kept?.code(url);
  const response = address ? await plainFetch(address).catch(() => null) : null;
  if (!kept || !response?.ok) return responseOf(await streamOf(url, came), WASM);
  kept.compiled = true;
  came();
  return response;
}

/** @param {Pack} stdlib @param {Kept} [kept] */
async function libraryOf({ url }, kept) {
  return (await kept?.file(url)) ?? responseOf(await bytesOf(await streamOf(url)), ZIP);
}

/**
 * Pyodide's script; from its own file where a policy forbids a module from its text.
 * @param {Pack} script @param {string} folder @param {Kept} [kept]
 * @returns {Promise<{default: import("./types.js").MakeModule}>}
 */
async function scriptOf({ url }, folder, kept) {
  const address = await kept?.code(url);
  const script = address && (await import(address).catch(() => null));
  if (script) return script;
  const packed = await streamOf(url).then(bytesOf).then(moduleOf);
  return packed ?? import(`${folder}pyodide.asm.js`);
}

/** @param {BodyInit} body @param {string} type */
const responseOf = (body, type) => new Response(body, { headers: { "content-type": type } });

/** @param {Core} core @param {Parts} parts @param {Early} [early] */
async function load({ folder, lock }, parts, early) {
  const { loadPyodide } = await parts.loader;
  const { default: createPyodideModule } = await parts.script;
  /** @type {Options} */
  const options = { indexURL: folder, lockFileContents: lock, createPyodideModule };
  if (early) arrange(options, early);
  // What Pyodide would fetch one after the other is on its way.
  self.fetch = (resource, options) =>
    parts.responses[nameOf(resource)] ?? plainFetch(resource, options);
  // Pyodide would wait for ever for code that the browser cannot compile.
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...code) => {
    const compiled = instantiateStreaming(...code);
    compiled.catch(cannotCompile);
    return compiled;
  };
  const pyodide = await loadPyodide(options);
  WebAssembly.instantiateStreaming = instantiateStreaming;
  self.fetch = plainFetch;
  return pyodide;
}

/**
 * Have NumPy's code loaded before Python begins, to take its memory or to go on from one.
 * @param {Options} options @param {Early} early
 */
function arrange(options, { memory, files }) {
  options.createPyodideModule = withNumPy(options.createPyodideModule, {
    folder: PACKAGES,
    memory,
    files,
    ready(module) {
      giveBacktrace(module);
      put(module, files, PACKAGES);
    },
  });
  if (memory) options._loadSnapshot = memory.bytes;
  else options._makeSnapshot = true;
}

/** Code that came whole and does not compile is new to this browser, unless a policy forbids it. @param {unknown} error */
function cannotCompile(error) {
  const isCode =
    error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError;
  if (!isCode) return breakOff(error);
  setTimeout(() => note({ what: isForbidden ? "policy" : "old" }, error)); // what forbids it is told later
}

/** A module from its text; null where a policy forbids that, and it comes from its file. @param {Bytes} bytes */
async function moduleOf(bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  return import(url).catch(() => null).finally(() => URL.revokeObjectURL(url));
}

/**
 * Before NumPy reuses a large temporary array it asks who called it, through a
 * function that WebAssembly does not have.  "Nobody" makes it take a new one.
 * @param {Module} module
 */
function giveBacktrace(module) {
  const main = module?.LDSO?.loadedLibsByName?.__main__?.exports;
  if (main && !main.backtrace) main.backtrace = () => 0;
}

// --- files ------------------------------------------------------------------------------

/**
 * NumPy's files as they were kept, or the bytes of a pack or another host's wheel.
 * @param {Pack} numpy @param {Kept} [kept]
 */
async function fetchNumPy(numpy, kept) {
  const found = await kept?.file(numpy.url);
  if (found) return { files: unzip(new Uint8Array(await found.arrayBuffer())) };
  return { numpy, bytes: await checkedBytesOf(numpy) };
}

/** Its files, if they came in a pack. @param {Awaited<ReturnType<typeof fetchNumPy>>} came @returns {Promise<NumPy>} */
async function opened({ numpy, bytes, files }) {
  if (files) return { files };
  if (!canRehearse({ numpy })) return { bytes };
  const content = contentOf(new Blob([bytes]).stream(), numpy.url);
  return { bytes, files: unzip(await bytesOf(content)) };
}

/** @param {Pyodide} pyodide @param {Pack} pack @param {NumPy} numpy */
function putNumPy(pyodide, pack, numpy) {
  tell("Starting NumPy");
  if (numpy.bytes && !self.crypto?.subtle) verify(pyodide, numpy.bytes, pack); // on plain http
  if (numpy.files) put(pyodide, numpy.files, PACKAGES);
  else pyodide.unpackArchive(numpy.bytes, "zip", { extractDir: PACKAGES });
}

/** The files that a memory's NumPy has come in. @param {NumPy} numpy */
function filesIn({ files }) {
  if (!files) throw new Error("NumPy came in a way of its own.");
  return files;
}

/** @param {Pyodide} pyodide @param {Bytes} bytes @param {Pack} pack */
function verify(pyodide, bytes, { url, sha256 }) {
  const digest = /** @type {((data: Bytes) => string) & {destroy: () => void}} */ (
    pyodide.runPython(`
import hashlib
lambda data: hashlib.sha256(data.to_py()).hexdigest()
`)
  );
  if (digest(bytes) !== sha256) throw note({ what: "checksum", file: nameOf(url) });
  digest.destroy();
}

/** What a pack holds. @param {string} url @param {Kept} [kept] */
async function filesOf(url, kept) {
  const found = await kept?.file(url);
  const bytes = found ? await found.arrayBuffer() : await bytesOf(await streamOf(url));
  return unzip(new Uint8Array(bytes));
}

/** Write packs of code where Python finds it. @param {Pyodide} pyodide @param {Promise<Stored[][]>} codes */
async function putCodes(pyodide, codes) {
  for (const files of await codes) put(pyodide, files, COURSE);
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/** Write files into Python's own file system. @param {Pick<Pyodide, "FS">} python @param {Stored[]} files @param {string} folder */
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
