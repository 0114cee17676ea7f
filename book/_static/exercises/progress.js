/** How far the reader is: the book's exercises against the stored answers. */

import { load } from "./store.js";

/**
 * @typedef {"short" | "core" | "beyond"} Path  each within the next
 * @typedef {{id: string, title: string, chapter: string, chapter_title: string,
 *   kind: string, points: number, minutes: number, path: Path, anchor: string,
 *   section: string, given?: string}} Listed  `given`: code that is to be repaired
 * @typedef {Listed & {page: string}} Exercise
 * @typedef {{exercises: number, passed: number, tried: number, points: number,
 *   earned: number}} Progress  `tried`: answered, and not passed yet
 */

/** The book's root, with a slash at its end. */
export const ROOT = new URL("../../", import.meta.url);

/** @type {Promise<Exercise[]> | undefined} */
let listed;

/**
 * All exercises of the book, in its order.
 * @returns {Promise<Exercise[]>} rejected with a sentence when they cannot be had
 */
export function exercises() {
  listed ??= fetchIndex();
  listed.catch(() => (listed = undefined)); // another time it may work
  return listed;
}

async function fetchIndex() {
  try {
    const response = await fetch(new URL("index.json", import.meta.url));
    if (!response.ok) throw new Error(response.statusText);
    /** @type {[string[], ...(string | number)[][]]} */
    const [names, ...rows] = await response.json();
    return rows.map((row) => {
      const exercise = /** @type {Listed} */ (
        Object.fromEntries(row.map((value, i) => [names[i], value]))
      );
      return { ...exercise, page: `notebooks/${exercise.chapter}.html` };
    });
  } catch {
    throw new Error(
      "The list of exercises could not be loaded, so progress is not shown; your " +
        "answers are kept. Reload the page when you are online.",
    );
  }
}

/**
 * @param {Exercise[]} some
 * @param {import("./store.js").Answers} [answers]
 * @returns {Progress}
 */
export function progressIn(some, answers = load()) {
  const sum = { exercises: some.length, passed: 0, tried: 0, points: 0, earned: 0 };
  for (const { id, points } of some) {
    const state = answers.exercises[id]?.state;
    sum.points += points;
    if (state === "passed") {
      sum.passed += 1;
      sum.earned += points;
    } else if (state === "tried") {
      sum.tried += 1;
    }
  }
  return sum;
}

/** @type {Path[]} */
const PATHS = ["short", "core", "beyond"];

/**
 * How far the reader is on a path, by the minutes of its exercises: 0 to 1.
 * @param {Exercise[]} all @param {Path} path @param {import("./store.js").Answers} answers
 */
export function shareOfPath(all, path, answers) {
  let [done, total] = [0, 0];
  for (const each of all) {
    if (PATHS.indexOf(each.path) > PATHS.indexOf(path)) continue;
    total += each.minutes;
    if (answers.exercises[each.id]?.state === "passed") done += each.minutes;
  }
  return total ? done / total : 0;
}

/**
 * Where one left off: the exercise of the newest answer or, once that has passed, the next
 * open one on its path.  Nothing before the first answer, and when all have passed.
 * @param {Exercise[]} all @param {import("./store.js").Answers} answers
 */
export function leftOff(all, answers) {
  const state = (/** @type {Exercise} */ { id }) => answers.exercises[id]?.state;
  const at = (/** @type {Exercise} */ { id }) => Date.parse(answers.exercises[id].at);
  const answered = all.filter(state);
  if (!answered.length) return undefined;
  const newest = answered.reduce((a, b) => (at(b) >= at(a) ? b : a));
  if (state(newest) !== "passed") return newest;
  const open = all.filter((each) => state(each) !== "passed");
  const on = open.filter((each) => PATHS.indexOf(each.path) <= PATHS.indexOf(newest.path));
  const behind = (/** @type {Exercise} */ each) => all.indexOf(each) > all.indexOf(newest);
  return on.find(behind) ?? on[0] ?? open[0];
}

/**
 * @param {Exercise[]} all
 * @returns {Map<string, Exercise[]>} by chapter, in the book's order
 */
export function byChapter(all) {
  /** @type {Map<string, Exercise[]>} */
  const chapters = new Map();
  for (const each of all) chapters.set(each.chapter, [...(chapters.get(each.chapter) ?? []), each]);
  return chapters;
}

/** Where an exercise stands in the book. @param {Exercise} exercise */
export function addressOf({ page, anchor }) {
  return new URL(`${page}#${anchor}`, ROOT).href;
}
