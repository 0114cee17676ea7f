/**
 * Python in a worker of its own: a loop that never ends must not hold the page.
 *
 * In: `{do: "start", settings, fresh, served}` once, then requests of `page_python.desk`, each
 * with a `number`.  Out: `{kind: "progress" | "ready" | "result" | "kept" | "fault"}`.
 */

import { Kept } from "./python-kept.js";
import { faultOf, startPython, toKeep } from "./python-start.js";

/** @type {((request: string) => string) | null} */
let answer = null;
/** @type {Kept | null} */
let kept = null;
/** @type {{url: string, type: string}[]} */
let packs = [];

self.onmessage = async ({ data }) => {
  try {
    if (data.do === "start") await start(data);
    else await respond(data);
  } catch (error) {
    self.postMessage({ kind: "fault", fault: await faultIn(error) });
  }
};

/** What was kept may be to blame: it is not used again. @param {any} error */
async function faultIn(error) {
  const fault = faultOf(error, answer !== null);
  if (!kept?.used || !["start", "died"].includes(fault.what)) return fault;
  await kept.forget();
  return fault.what === "start" ? { ...fault, what: "snapshot" } : fault;
}

/** @param {{number: number}} request */
async function respond({ number, ...request }) {
  const began = performance.now();
  const result = JSON.parse(answer(JSON.stringify(request)));
  self.postMessage({ kind: "result", number, result, ms: performance.now() - began });
  if (await kept?.keep(packs)) self.postMessage({ kind: "kept" });
}

/**
 * @param {{settings: any, fresh: boolean, served: boolean}} how absolute addresses; `fresh`:
 *   from nothing kept; `served`: what is kept can be fetched
 */
async function start({ settings, fresh, served }) {
  const began = performance.now();
  kept = new Kept(settings.pyodide.edition, { fresh, served });
  packs = toKeep(settings.pyodide);
  const pyodide = await startPython(settings, [settings.bundle.url], kept);
  answer = pyodide.runPython(`
from page_python import desk
desk.answer
`);
  const from = kept.used ? "snapshot" : "files";
  const ms = performance.now() - began;
  self.postMessage({ kind: "ready", from, compiled: kept.compiled, ms });
}
