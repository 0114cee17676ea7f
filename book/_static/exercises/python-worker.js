/**
 * Python in a worker of its own: a loop that never ends must not hold the page.
 *
 * In: `{do: "start", settings, fresh}` once, then requests of `page_python.desk`, each
 * with a `number`.  Out: `{kind: "progress" | "ready" | "result" | "kept" | "fault"}`.
 */

import { Snapshots } from "./python-snapshot.js";
import { faultOf, startPython } from "./python-start.js";

/** @type {((request: string) => string) | null} */
let answer = null;
/** @type {Snapshots | null} */
let snapshots = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.do === "start") await start(data);
    else await respond(data);
  } catch (error) {
    self.postMessage({ kind: "fault", fault: await faultIn(error) });
  }
};

/** A snapshot that may be to blame is not used again. @param {any} error */
async function faultIn(error) {
  const fault = faultOf(error, answer !== null);
  if (!snapshots?.used || !["start", "died"].includes(fault.what)) return fault;
  await snapshots.forget();
  return fault.what === "start" ? { ...fault, what: "snapshot" } : fault;
}

/** @param {{number: number}} request */
async function respond({ number, ...request }) {
  const began = performance.now();
  const result = JSON.parse(answer(JSON.stringify(request)));
  self.postMessage({ kind: "result", number, result, ms: performance.now() - began });
  if (await snapshots?.keep()) self.postMessage({ kind: "kept" });
}

/** @param {{settings: any, fresh: boolean}} how absolute addresses; `fresh`: from no snapshot */
async function start({ settings, fresh }) {
  const began = performance.now();
  snapshots = new Snapshots(settings.pyodide.edition, fresh);
  const pyodide = await startPython(settings, [settings.bundle.url], snapshots);
  answer = pyodide.runPython(`
from page_python import desk
desk.answer
`);
  const from = snapshots.used ? "snapshot" : "files";
  self.postMessage({ kind: "ready", from, ms: performance.now() - began });
}
