/**
 * Python in a worker of its own: a loop that never ends must not hold the page.
 *
 * In: `{do: "start", settings, fresh, served, chapter}` once, then requests of
 * `page_python.desk`, each with a `number` and its `chapter`; or `{do: "rehearse", settings,
 * served, exercise}` alone.  Out: `{kind: "progress" | "ready" | "result" | "rehearsed" | "fault"}`.
 */

/** @typedef {import("./types.js").Settings} Settings */

import { faultOf } from "./python-fetch.js";
import { Kept } from "./python-kept.js";
import { addCode, canRehearse, rehearse, startPython } from "./python-start.js";

/** @type {import("./types.js").Pyodide | null} */
let pyodide = null;
/** @type {((request: string) => string) | null} */
let answer = null;
/** @type {Kept | undefined} */
let kept;
/** @type {Record<string, {url: string}>} packs by chapter */
let chapters = {};
/** Packs of what a chapter's cells need. @type {Record<string, {url: string}>} */
let cells = {};
/** Packs that are there, by their addresses. @type {Set<string>} */
const there = new Set();

/** @param {import("./types.js").FromPython} message */
const post = (message) => self.postMessage(message);

/** @param {MessageEvent<import("./types.js").ToPython>} event */
self.onmessage = async ({ data }) => {
  try {
    if (data.do === "start") await start(data);
    else if (data.do === "rehearse") await prepare(data);
    else await respond(data);
  } catch (error) {
    post({ kind: "fault", fault: await faultIn(error) });
  }
};

/** What was kept may be to blame: it is not used again. @param {unknown} error @returns {Promise<import("./types.js").Fault>} */
async function faultIn(error) {
  const fault = faultOf(error, answer !== null);
  if (!kept?.used || !["start", "died"].includes(fault.what)) return fault;
  await kept.forget();
  return fault.what === "start" ? { ...fault, what: "kept" } : fault;
}

/** @param {(import("./types.js").Request | import("./types.js").CellRequest) & {number: number}} asked */
async function respond({ number, ...request }) {
  if (!pyodide || !answer) throw new Error("Python has not started.");
  const began = performance.now();
  const { chapter } = request;
  await add(pyodide, chapters[chapter].url);
  if (request.do === "cell" && chapter in cells) await add(pyodide, cells[chapter].url);
  const result = JSON.parse(answer(JSON.stringify(request)));
  post({ kind: "result", number, result, ms: performance.now() - began });
}

/** @param {import("./types.js").Pyodide} python @param {string} url of a pack of code */
async function add(python, url) {
  if (!there.has(url)) await addCode(python, url);
  there.add(url);
}

/**
 * @param {{settings: Settings, chapter: string} & import("./types.js").Start} how absolute
 *   addresses; `chapter`: whose code will be asked for
 */
async function start({ settings, fresh, served, chapter }) {
  const began = performance.now();
  kept = fresh ? undefined : new Kept(settings.pyodide.edition, served);
  ({ chapters, cells } = settings);
  const code = chapter in chapters ? [chapters[chapter].url] : [];
  const python = await startPython(settings, code, kept);
  pyodide = python;
  for (const url of code) there.add(url);
  answer = /** @type {(request: string) => string} */ (
    python.runPython("from page_python import desk; desk.answer")
  );
  const from = kept?.wentOn ? "memory" : "files";
  const ms = performance.now() - began;
  post({ kind: "ready", from, compiled: Boolean(kept?.compiled), ms });
}

/** @param {{settings: Settings, served: boolean, exercise: import("./types.js").Exercise}} how */
async function prepare({ settings, served, exercise }) {
  const shelf = new Kept(settings.pyodide.edition, served);
  const isPossible = shelf.isPossible && canRehearse(settings);
  try {
    if (isPossible) await rehearse(settings, exercise, shelf);
  } catch (error) {
    await shelf.forget(); // half of it would only take room
    throw error;
  }
  post({ kind: "rehearsed", isKept: isPossible });
}
