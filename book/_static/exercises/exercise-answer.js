/** The reader's answer to one exercise: its text, its state, kept in the store. */

import { clear, load, save, subscribe, trouble } from "./store.js";

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
  let timer = 0;
  /** @type {(source: string | null) => void} */
  let heard = () => {};

  function flush() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    if (source === stub && !kept()) return;
    save(id, { source, state: source === passedSource(kept()) ? "passed" : "tried" });
  }

  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  subscribe(() => {
    const now = kept()?.source ?? stub;
    const fromOutside = !timer && now !== source; // else the reader is writing
    if (fromOutside) source = now;
    heard(fromOutside ? source : null);
  });

  return {
    get source() {
      return source;
    },
    get state() {
      return kept()?.state ?? "";
    },
    get trouble() {
      return trouble();
    },
    /** @param {string} text */
    write(text) {
      if (text === source) return;
      source = text;
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE);
    },
    /** What a check has found about a text. */
    judge(checked, passed) {
      flush();
      if (passed) {
        const state = checked === source ? "passed" : "tried";
        save(id, { source, passedSource: checked, state });
      } else {
        save(id, { source, state: "tried" });
      }
    },
    forget() {
      clearTimeout(timer);
      timer = 0;
      source = stub;
      clear(id);
    },
    /** The passed answers to all other exercises: source by id. */
    others() {
      flush();
      const entries = Object.entries(load().exercises);
      const passed = entries.map(([other, entry]) => [other, passedSource(entry)]);
      return Object.fromEntries(passed.filter(([other, text]) => text && other !== id));
    },
    /**
     * Be told whenever the store has changed; with the new text when that came
     * from elsewhere: another tab, an import, a reset.
     */
    onChange(tell) {
      heard = tell;
    },
  };
}

/** @param {import("./store.js").Entry | undefined} entry */
function passedSource(entry) {
  return entry?.passedSource ?? (entry?.state === "passed" ? entry.source : undefined);
}
