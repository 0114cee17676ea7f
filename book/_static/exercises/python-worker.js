/**
 * Python in a worker of its own: a loop that never ends must not hold the page.
 *
 * In: `{do: "start", settings, fresh, served, anew, chapter}` once, then requests of
 * `page_python.desk`, each with a `number` and its `chapter`; or `{do: "rehearse", settings,
 * served, exercise}` alone.  Out: `{kind: "progress" | "ready" | "result" | "rehearsed" | "fault"}`.
 */

/** @typedef {import("./types.js").Settings} Settings */

import { faultOf, fetchAnew } from "./python-fetch.js";
import { Kept } from "./python-kept.js";
import { canRehearse, rehearse, startPython } from "./python-start.js";
import { seal } from "./sealed.js";

/** @type {((request: string) => string) | null} */
let answer = null;
/** @type {Kept | undefined} */
let kept;
let isBegun = false;

/** @param {import("./types.js").FromPython} message */
const post = (message) => self.postMessage(message);

/** @param {MessageEvent<import("./types.js").ToPython>} event */
self.onmessage = async ({ data }) => {
  try {
    if (data.do !== "start" && data.do !== "rehearse") return respond(data);
    if (isBegun) return; // it is not the page that asks
    isBegun = true;
    if (data.do === "start") await start(data);
    else await prepare(data);
  } catch (error) {
    post({ kind: "fault", fault: await faultIn(error) });
  }
};

/** What was kept may be to blame: it is not used again. @param {unknown} error @returns {Promise<import("./types.js").Fault>} */
async function faultIn(error) {
  const fault = faultOf(error, answer !== null);
  if (!kept?.used || !["start", "old", "died"].includes(fault.what)) return fault;
  await kept.forget();
  return fault.what === "died" ? fault : { ...fault, what: "kept" };
}

/** @param {(import("./types.js").Request | import("./types.js").CellRequest) & {number: number}} asked */
function respond({ number, ...request }) {
  if (!answer) throw new Error("Python has not started.");
  const began = performance.now();
  const result = JSON.parse(answer(JSON.stringify(request)));
  post({ kind: "result", number, result, ms: performance.now() - began });
}

/**
 * @param {{settings: Settings, chapter: string} & import("./types.js").Start} how absolute
 *   addresses; `chapter`: whose code will be asked for
 */
async function start({ settings, fresh, served, anew, chapter }) {
  const began = performance.now();
  if (anew) fetchAnew();
  kept = fresh ? undefined : new Kept(settings.pyodide.edition, served);
  // All that the page will ask for: nothing can be fetched once a reader's code may run.
  const code = [settings.chapters, settings.cells].flatMap((packs) => packs[chapter]?.url ?? []);
  const python = await startPython(settings, code, kept);
  answer = /** @type {(request: string) => string} */ (
    python.runPython("from page_python import desk; desk.answer")
  );
  const from = kept?.wentOn ? "memory" : "files";
  const compiled = Boolean(kept?.compiled);
  seal();
  post({ kind: "ready", from, compiled, ms: performance.now() - began });
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
