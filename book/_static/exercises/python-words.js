/** Every sentence that the page's Python has to say when something goes wrong. */

const KEPT = "Your code is kept.";
const AGAIN = "then press the button again";

export const words = {
  stopped: `Stopped. ${KEPT}`,
  /** @param {number} seconds */
  tooLong: (seconds) =>
    `Your code was still running after ${seconds} seconds and was ended. ` +
    `Look for a loop that never finishes, or that prints much. ${KEPT}`,
  noWebAssembly:
    "This browser has no WebAssembly, or has it switched off, and Python needs it here. " +
    `Use another browser, or do this exercise in Jupyter. ${KEPT}`,
  noEditor: () =>
    `${navigator.onLine === false ? "Your browser is offline, and the" : "The"} editor could ` +
    "not be fetched. Write on here without it; it is tried again as you write or click.",
  notInThisCopy:
    "Python for the page is not part of this copy of the book: do this exercise in Jupyter.",
};

/** @param {import("./types.js").Fault} fault */
export function faultSentence({ what, file }) {
  const part = file ? `Part of Python (${file})` : "Python";
  if (what === "checksum")
    return (
      `${part} is not the file this book was made for, so it was not used. ` +
      `Try again later, or do this exercise in Jupyter. ${KEPT}`
    );
  if (what === "missing")
    return (
      `${part} is missing on the server. ` +
      `Try again later, or do this exercise in Jupyter. ${KEPT}`
    );
  if (what === "fetch" && navigator.onLine === false)
    return (
      `Your browser is offline, and ${part} could not be fetched. ` + `Connect, ${AGAIN}. ${KEPT}`
    );
  if (what === "fetch")
    return `${part} could not be fetched. Check your connection, ${AGAIN}. ${KEPT}`;
  if (what === "silent")
    return (
      "Nothing more of Python has come for 20 seconds, so fetching it was ended. " +
      `Check your connection, ${AGAIN}: what has come need not come twice. ${KEPT}`
    );
  if (what === "start")
    return (
      "Python could not be started in this browser. " +
      `Reload the page, ${AGAIN}, or do this exercise in Jupyter. ${KEPT}`
    );
  return (
    "Python stopped working while it ran your code, most likely because it needed too much " +
    `memory or called itself too deeply. Change the code, ${AGAIN}. ${KEPT}`
  );
}
