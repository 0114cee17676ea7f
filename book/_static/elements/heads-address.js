// What a page's address says of <model-heads>: who opens it sees the same.

import { make } from "../look/nodes.js";
import { sizesOf } from "./heads-data.js";
import { button } from "./kit.js";

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

/** A button that copies the address. */
export function sharing() {
  const said = make("span", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = "Copied: it opens with this sentence, model, head and word.";
    } catch {
      said.textContent = "The address bar has it: copy it from there.";
    }
  };
  const press = button("Copy the address of what you see", () => void copy());
  return make("p", { class: "touch-note heads-share" }, press, " ", said);
}
