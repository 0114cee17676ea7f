/**
 * The reader's answers, kept in this browser and nowhere else.
 *
 * One key of `localStorage` holds them all; it carries the path of the book's
 * root, so that two books on one host do not mix.  What cannot be written
 * (storage blocked or full) lives in memory for as long as the page is open,
 * and `trouble()` says so in one sentence.
 */

/** @typedef {"tried" | "passed"} State */
/**
 * @typedef {{source?: string, passedSource?: string, answer?: string, state: State,
 *   at: string}} Entry  `answer`: the letter of a choice
 */
/** @typedef {{version: number, exercises: {[id: string]: Entry}}} Answers */

export const VERSION = 1;

const ROOT = new URL("../../", import.meta.url).pathname;
const KEY = `attention-step-by-step:${ROOT}`;

const BLOCKED =
  "This browser does not let the book store anything, so your answers last only " +
  "while this page is open: download your notebook to keep them.";
const FULL =
  "This browser's storage for the site is full, so your newest answers last only " +
  "while this page is open: download your notebook to keep them.";
const NEWER =
  "Your stored answers come from a newer edition of this book; they are left as they " +
  "are, and what you do on this page lasts only while it is open.";
const FRAMED =
  "This page stands in a frame of another site, so your answers may last only while it is " +
  "open. In a tab of its own they are kept. ";
const DAMAGED = "Your stored answers could not be read and were put aside; the book begins anew.";

/**
 * What could not be written; `null` for an entry that is to be forgotten.
 * @type {Map<string, Entry | null>}
 */
const unwritten = new Map();
/** @type {Set<(answers: Answers) => void>} */
const listeners = new Set();
let sentence = "";

/** @returns {Storage | null} */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // the very name throws where a reader has blocked it
  }
}

/** @returns {string | null} what is stored, `null` for nothing or no access */
function stored() {
  try {
    return storage()?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}

/**
 * The entry as it may be kept, or `null` when it is none.
 * @param {unknown} raw
 * @returns {Entry | null}
 */
export function asEntry(raw) {
  if (typeof raw !== "object" || raw === null) return null;
  const { source, state, at, ...rest } = /** @type {Record<string, unknown>} */ (raw);
  if (state !== "tried" && state !== "passed") return null;
  return {
    ...rest,
    ...(typeof source === "string" ? { source } : {}),
    state: typeof rest.passedSource === "string" ? "passed" : state,
    at: typeof at === "string" ? at : new Date(0).toISOString(),
  };
}

/** The entries of what may be some: what is none is left out. @param {{[id: string]: unknown}} raw */
export function asEntries(raw) {
  /** @type {{[id: string]: Entry}} */
  const entries = {};
  for (const [id, each] of Object.entries(raw)) {
    const entry = asEntry(each);
    if (entry) entries[id] = entry;
  }
  return entries;
}

/**
 * @param {string | null} text
 * @returns {{entries: {[id: string]: Entry}, writable: boolean}}
 */
function read(text) {
  if (text === null) return { entries: {}, writable: true };
  try {
    const { version, exercises } = JSON.parse(text);
    if (version > VERSION) {
      sentence = NEWER;
      return { entries: {}, writable: false };
    }
    return { entries: asEntries(exercises), writable: true };
  } catch {
    sentence = DAMAGED;
    try {
      storage()?.setItem(`${KEY}:damaged`, text);
      storage()?.removeItem(KEY);
    } catch {
      // No room for a copy: the damaged text is written over at the next answer.
    }
    return { entries: {}, writable: true };
  }
}

/**
 * All answers: what is stored, and over it what could not be written.
 * @returns {Answers}
 */
export function load() {
  const exercises = read(stored()).entries;
  for (const [id, entry] of unwritten)
    if (entry) exercises[id] = entry;
    else delete exercises[id];
  return { version: VERSION, exercises };
}

/** What an exercise has passed with, if it has. @param {Entry | undefined} entry */
export const passedSource = (entry) =>
  entry?.passedSource ?? (entry?.state === "passed" ? entry.source : undefined);

/** Whether an answer is another one now than the one that has passed. @param {Entry | undefined} entry */
export const changedSince = (entry) =>
  entry?.state === "passed" && entry.source !== undefined && entry.source !== passedSource(entry);

/** What has passed: source by id. */
export function passedAnswers() {
  /** @type {{[id: string]: string}} */
  const passed = {};
  for (const [id, entry] of Object.entries(load().exercises)) {
    const source = passedSource(entry);
    if (source) passed[id] = source;
  }
  return passed;
}

/**
 * Merge a patch into the answer to one exercise.  What has passed stays passed, with what it
 * passed with, whatever is written after it; `clear` alone takes that away.  Never throws.
 * @param {string} id
 * @param {Partial<Entry>} patch
 * @returns {Entry} the whole entry
 */
export function save(id, patch) {
  /** @type {Pick<Entry, "state">} */
  const before = load().exercises[id] ?? { state: "tried" };
  /** @type {Entry} */
  const entry = { ...before, at: new Date().toISOString(), ...patch };
  const was = passedSource({ at: "", ...before });
  if (was !== undefined && patch.state !== "passed") {
    entry.state = "passed";
    entry.passedSource = was;
  } else if (patch.state === "passed" && !patch.passedSource) {
    delete entry.passedSource; // it passed with its source
  }
  unwritten.set(id, entry);
  write();
  tell();
  return entry;
}

/**
 * Forget the answer to one exercise, or to all.
 * @param {string} [id]
 */
export function clear(id) {
  if (id === undefined) {
    for (const each of Object.keys(load().exercises)) unwritten.set(each, null);
  } else {
    unwritten.set(id, null);
  }
  write();
  tell();
}

/**
 * Hear of every change, in this tab and in others.
 * @param {(answers: Answers) => void} heard
 * @returns {() => void} ends it
 */
export function subscribe(heard) {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

/** Whether answers outlast this page. */
export function usable() {
  const place = storage();
  if (!place) return false;
  const probe = `${KEY}:probe`;
  try {
    place.setItem(probe, "");
    place.removeItem(probe);
    return true;
  } catch (error) {
    return isFull(error); // full is not blocked: what is stored is still read
  }
}

/** One sentence on what is wrong with the storage; `""` when nothing is. */
export function trouble() {
  if (!usable()) return isFramed() ? FRAMED : BLOCKED;
  return sentence || (isFramed() ? FRAMED : "");
}

/** Whether the page is part of another site's, where browsers give it a store of its own. */
export function isFramed() {
  try {
    const { top } = window;
    return Boolean(top && top !== window && !top.document);
  } catch {
    return true;
  }
}

/** Write everything not yet written over what is stored now. */
function write() {
  const { entries, writable } = read(stored());
  if (!writable) return;
  for (const [id, entry] of unwritten)
    if (entry) entries[id] = entry;
    else delete entries[id];
  try {
    const place = storage();
    if (!place) return;
    if (Object.keys(entries).length) {
      place.setItem(KEY, JSON.stringify({ version: VERSION, exercises: entries }));
    } else {
      place.removeItem(KEY);
    }
    unwritten.clear();
    if (sentence === FULL) sentence = "";
  } catch (error) {
    if (isFull(error)) sentence = FULL;
  }
}

/** @param {unknown} error */
function isFull(error) {
  const name = error instanceof DOMException ? error.name : "";
  return ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"].includes(name);
}

function tell() {
  const answers = load();
  for (const heard of listeners) {
    try {
      heard(answers);
    } catch (error) {
      reportError(error); // one listener's fault is not another's, nor the writer's
    }
  }
}

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) tell();
});
