/**
 * The first page's button leads to where the reader left off: to the exercise that was
 * begun, or to the text that teaches the next one.
 */

import { addressOf, exercises, leftOff } from "../exercises/progress.js";
import { load, subscribe } from "../exercises/store.js";

const button = /** @type {HTMLAnchorElement | null} */ (
  document.querySelector("article h1 ~ p > strong:only-child > a")
);
const [href, words] = [button?.href ?? "", button?.textContent ?? ""];

async function show() {
  if (!button) return;
  const answers = load();
  const begun = Object.keys(answers.exercises).length > 0; // else nothing is fetched
  const next = begun ? leftOff(await exercises(), answers) : undefined;
  const begins = next && !answers.exercises[next.id];
  button.href = next ? addressOf(begins ? { ...next, anchor: next.section } : next) : href;
  button.textContent = next ? `Continue with chapter ${next.chapter.slice(0, 2)}` : words;
  button.title = next ? `${next.chapter_title}: ${next.title}` : "";
}

const quietly = () => void show().catch(() => {}); // without the list it begins the book
quietly();
subscribe(quietly);
