/**
 * For the pages after this one: Python's files and memory are kept in the browser, by a
 * worker that nobody waits for, once this page has given its first result.
 */

import { registered } from "../look/service-worker.js";

const KEPT = "attention-step-by-step-python"; // of this tab: "yes", or "no" where it cannot be
const LEAST_MEMORY = 2; // gigabytes: for a moment there are two Pythons

let isTried = false; // on this page

/** Whether later pages of this tab start from what is kept: nothing is fetched for it. */
export const isKept = () => remembered() === "yes";

export const markKept = () => remember("yes");

/**
 * Keep it, if it can be and nobody has tried in this tab.
 * @param {import("./types.js").Settings} settings with absolute addresses
 * @param {import("./types.js").Exercise} exercise that has been asked for
 */
export async function keepForLater(settings, { id, chapter }) {
  if (isTried || remembered() === "no" || navigator.connection?.saveData) return;
  if ((navigator.deviceMemory ?? LEAST_MEMORY) < LEAST_MEMORY) return;
  isTried = true;
  const served = await serve();
  remember((await rehearsed({ settings, served, exercise: { id, chapter } })) ? "yes" : "no");
  performance.mark("python-kept", { detail: remembered() });
}

/** Whether the site's service worker that serves what earlier pages kept is at work. */
export async function isServed() {
  try {
    return Boolean((await navigator.serviceWorker.getRegistration(import.meta.url))?.active);
  } catch {
    return false;
  }
}

/** Put that service worker to work; whether it is. */
async function serve() {
  try {
    const { installing } = await registered();
    if (!installing) return true;
    return await new Promise((done) => {
      installing.addEventListener("statechange", () => {
        const { state } = installing;
        if (state === "activated" || state === "redundant") done(state === "activated");
      });
    });
  } catch {
    return false; // on plain http, in a private window, or where it is forbidden
  }
}

/** Have Python start once more, for its memory; whether that is kept now. @param {object} how */
async function rehearsed(how) {
  const worker = new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
  /** @type {boolean} */
  const isKept = await new Promise((done) => {
    /** @param {MessageEvent<import("./types.js").FromPython>} event */
    const hear = ({ data }) => {
      if (data.kind === "rehearsed") done(data.isKept);
      if (data.kind === "fault") done(false); // no room, or not allowed
    };
    worker.addEventListener("message", hear);
    worker.addEventListener("error", () => done(false));
    worker.postMessage({ do: "rehearse", ...how });
  });
  worker.terminate();
  return isKept;
}

function remembered() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return "no";
  }
}

/** @param {"yes" | "no"} what */
function remember(what) {
  try {
    sessionStorage.setItem(KEPT, what);
  } catch {
    // then Python starts with the first click, as on a first page
  }
}
