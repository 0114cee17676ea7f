// What a page's address says of <model-heads>: who opens it sees the same.

import { sizesOf } from "./heads-data.js";

/**
 * What the address asks for; layers and heads are counted from 1 there.
 * @param {string} [search]
 * @returns {{sentence: string, word?: string,
 *   chosen: Partial<import("./heads-data.js").Chosen>} | null} null where it asks for nothing
 */
export function asked(search = location.search) {
  const said = new URLSearchParams(search);
  const sentence = said.get("sentence")?.trim();
  if (!sentence) return null;
  const model = said.get("model") === "smollm2" ? "smollm2" : "minilm";
  const [layer, head] = ["layer", "head"].map((name, of) => {
    const number = Number(said.get(name)) - 1;
    return number >= 0 && number < sizesOf(model)[of] ? number : undefined;
  });
  const isPlace = layer !== undefined && head !== undefined;
  return {
    sentence,
    word: said.get("word") ?? undefined,
    chosen: isPlace ? { model, layer, head } : { model },
  };
}

/**
 * Put what is shown into the address.
 * @param {string} sentence @param {import("./heads-data.js").Chosen} state @param {string} word
 */
export function remember(sentence, { model, layer, head }, word) {
  const address = new URL(location.href);
  const said = { sentence, model, layer: layer + 1, head: head + 1, word };
  for (const [name, value] of Object.entries(said)) address.searchParams.set(name, String(value));
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // a browser allows so many a minute
  }
}

/** Copy the address; what is said of it. */
export async function copyAddress() {
  try {
    await navigator.clipboard.writeText(location.href);
    return "Copied: it opens with this sentence, model, head and word.";
  } catch {
    return "The address bar has it: copy it from there.";
  }
}
