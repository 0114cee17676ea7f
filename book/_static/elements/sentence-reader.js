// A sentence read by the model in a worker, which stays for the next one.

import { FOLDER, size } from "./own-sentence.js";

/** @typedef {{text: string, tokens: string[], bytes: Uint8Array}} Read */

const NOT_STARTED = "The model could not be started: check your connection, then try again.";

/** @param {number} bytes @param {number} of  the model, or 0 where it is here */
const fetching = (bytes, of) =>
  of
    ? `Fetching the model: ${size(Math.min(bytes, of))} of ${size(of)}`
    : `Fetching the words: ${size(bytes)}`;

/** @type {Worker | null} */
let worker = null;

/**
 * @param {import("./sentence-worker.js").Told} told
 * @param {string} text
 * @param {(words: string) => void} say  how far it is
 * @returns {Promise<{read: Read, said: string}>} rejected with a sentence for the reader
 */
export function readSentence(told, text, say) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const at = (worker ??= new Worker(new URL("sentence-worker.js", import.meta.url), {
      type: "module",
    }));
    let isDone = false; // what is on its way when one file fails still comes
    at.onerror = (event) => {
      event.preventDefault();
      worker = null;
      reject(new Error(NOT_STARTED));
    };
    at.onmessage = ({ data }) => {
      if (data.kind === "progress" && !isDone) say(fetching(data.bytes, data.of));
      isDone ||= data.kind !== "progress";
      if (data.kind === "fault") reject(new Error(data.sentence));
      if (data.kind !== "heads") return;
      performance.mark("sentence-read", { detail: { fetched: data.came } });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const fetched = data.came ? `, ${size(data.came)} fetched` : ", nothing fetched";
      const said = `Read in ${seconds} s${fetched}. Every layer and head shows it now.`;
      resolve({ read: { text, tokens: data.tokens, bytes: data.bytes }, said });
    };
    at.postMessage({ told, folder: FOLDER, text });
  });
}
