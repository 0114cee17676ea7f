/** The reader's answer to one exercise: its text, its state, kept in the store. */

import { changedSince, clear, load, passedAnswers, save, subscribe } from "./store.js";

const PAUSE = 400; // milliseconds without a key before it is written

/**
 * An entry of the store holds `passedSource` beside `source`: what has passed is
 * what later exercises build on, whatever is being written now.
 * @param {string} id
 * @param {string} stub
 */
export function makeAnswer(id, stub) {
  const kept = () => load().exercises[id];
  let source = kept()?.source ?? stub;
  let mine = ""; // as it was last written on this page
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {(source: string | null, mine: string) => void} */
  let heard = () => {};

  function flush() {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    if (source === stub && !kept()) return;
    save(id, { source, state: "tried" }); // the store knows what has passed
  }

  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  subscribe(() => {
    const now = kept()?.source ?? stub;
    const fromOutside = !timer && now !== source; // else the reader is writing
    if (fromOutside) source = now;
    heard(fromOutside ? source : null, mine);
    if (fromOutside) mine = "";
  });

  return {
    get source() {
      return source;
    },
    get state() {
      return kept()?.state ?? "";
    },
    get isChanged() {
      return changedSince(kept());
    },
    /** @param {string} text */
    write(text) {
      if (text === source) return;
      source = mine = text;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE);
    },
    /** What a check has found about a text. @param {string} checked @param {boolean} passed */
    judge(checked, passed) {
      flush();
      const found = passed ? { passedSource: checked, state: "passed" } : { state: "tried" };
      save(id, /** @type {Partial<import("./store.js").Entry>} */ ({ source, ...found }));
    },
    forget() {
      clearTimeout(timer);
      timer = undefined;
      source = stub;
      mine = "";
      clear(id);
    },
    /** The passed answers to all other exercises: source by id. */
    others() {
      flush();
      const { [id]: mine, ...others } = passedAnswers();
      return others;
    },
    /**
     * Be told whenever the store has changed; with the new text when that came
     * from elsewhere (another tab, an import, a reset), and what was written here before.
     * @param {(source: string | null, mine: string) => void} tell
     */
    onChange(tell) {
      heard = tell;
    },
  };
}
