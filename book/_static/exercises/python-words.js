/** Every sentence that the page's Python has to say when something goes wrong. */

const KEPT = "Your code is kept.";
const AGAIN = "then press the button again";
const LATER = "Try again later, or go on in the notebook";

export const words = {
  stopped: `Stopped. ${KEPT}`,
  /** @param {number} seconds */
  tooLong: (seconds) =>
    `Your code was still running after ${seconds} seconds and was ended. ` +
    `Look for a loop that never finishes, or that prints much. ${KEPT}`,
  noWebAssembly:
    "This browser has no WebAssembly, or has it switched off, and Python needs it here. " +
    `Use another browser, or go on in the notebook. ${KEPT}`,
  noEditor: () =>
    `${navigator.onLine === false ? "Your browser is offline, and the" : "The"} editor could ` +
    "not be fetched. Write on here without it; it is tried again as you write or click.",
  notInThisCopy:
    "Python for the page is not part of this copy of the book: it runs in the notebook.",
};

/** @param {import("./types.js").Fault} fault */
export function faultSentence(fault) {
  const { what, file, detail = "" } = fault;
  const part = file ? `Part of Python (${file})` : "Python";
  const isOffline = what === "fetch" && navigator.onLine === false;
  return `${SENTENCES[isOffline ? "offline" : what](part, detail)} ${KEPT}`;
}

/**
 * By what went wrong: `part` is what it went wrong with.
 * @type {Record<import("./types.js").Fault["what"] | "offline",
 *   (part: string, detail: string) => string>}
 */
const SENTENCES = {
  checksum: (part) =>
    `${part} is not the file this book was made for, so it was not used. ${LATER}.`,
  missing: (part) => `${part} is missing on the server. ${LATER}.`,
  refused: (part, status) =>
    `${part} is not given out by the server (error ${status}). Reload the page, in case the ` +
    `site wants you to log in, ${AGAIN}, or go on in the notebook.`,
  login: (part) =>
    `${part} came as a web page, most likely one where your network or the site wants you to ` +
    `log in. Log in, ${AGAIN}, or go on in the notebook.`,
  type: (part, type) =>
    `${part} is sent by the server as “${type}”, and browsers run scripts only as ` +
    "text/javascript. Tell who runs the site, and go on in the notebook.",
  blocked: (part) =>
    `${part} is on the server, but this browser did not start it: an extension, or a policy of ` +
    "the site, forbids it. Use another browser, or go on in the notebook.",
  policy: () =>
    "The site's content security policy forbids WebAssembly ('wasm-unsafe-eval'), and Python " +
    "needs it here. Tell who runs the site, and go on in the notebook.",
  old: () =>
    "This browser is too old for Python on the page. Use a newer one, or go on in the notebook.",
  offline: (part) =>
    `Your browser is offline, and ${lower(part)} could not be fetched. Connect, ${AGAIN}.`,
  fetch: (part) =>
    `${part} could not be fetched. Check your connection, and whether an extension of this ` +
    `browser holds it back, ${AGAIN}, or go on in the notebook.`,
  silent: () =>
    "Nothing more of Python has come for 20 seconds, so fetching it was ended. " +
    `Check your connection, ${AGAIN}: what has come need not come twice.`,
  start: () =>
    "Python could not be started in this browser. " +
    `Reload the page, ${AGAIN}, or go on in the notebook.`,
  kept: () => SENTENCES.start("", ""),
  memory: () => SENTENCES.died("", ""),
  died: () =>
    "Python stopped working while it ran your code, most likely because it needed too much " +
    `memory or called itself too deeply. Change the code, ${AGAIN}.`,
};

/** @param {string} part */
const lower = (part) => (part.startsWith("Part") ? `p${part.slice(1)}` : part);

/** Why something could not be done: one sentence for the reader. */
export class Trouble extends Error {
  /** @param {string} sentence @param {boolean} [leaves] whether the way out is the notebook */
  constructor(sentence, leaves = false) {
    super(sentence);
    this.leaves = leaves;
  }
}

/** @param {import("./types.js").Fault} fault */
export const trouble = (fault) => new Trouble(faultSentence(fault), true);
