/**
 * Python in a worker of its own: a loop that never ends must not hold the page.
 *
 * In: `{do: "start", settings}` once, then requests of `page_python.desk`, each
 * with a `number`.  Out: `{kind: "progress" | "ready" | "result" | "fault"}`.
 */

import { faultOf, startPython } from "./python-start.js";

/** @type {((request: string) => string) | null} */
let answer = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.do === "start") await start(data.settings);
    else respond(data);
  } catch (error) {
    self.postMessage({ kind: "fault", fault: faultOf(error, answer !== null) });
  }
};

/** @param {{number: number}} request */
function respond({ number, ...request }) {
  const began = performance.now();
  const result = JSON.parse(answer(JSON.stringify(request)));
  self.postMessage({ kind: "result", number, result, ms: performance.now() - began });
}

/** @param {{pyodide: {folder: string}, numpy: any, bundle: any}} settings absolute addresses */
async function start(settings) {
  const began = performance.now();
  const pyodide = await startPython(settings, [settings.bundle.url]);
  answer = pyodide.runPython(`
from page_python import desk
desk.answer
`);
  self.postMessage({ kind: "ready", ms: performance.now() - began });
}
