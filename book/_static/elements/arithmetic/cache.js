// How many bytes the keys and values of earlier tokens take.

/** @typedef {{layers: number, heads: number, kvHeads: number, headDim: number, tokens: number, batch: number, bytes: number}} Shape */

/** Bytes for each stored number. @type {Record<string, number>} */
export const TYPES = { float32: 4, bfloat16: 2, float16: 2, int8: 1, int4: 0.5 };

/** @typedef {Omit<Shape, "bytes"> & {type: string}} Preset  its type is one of `TYPES` */

/** Llama 3 70B as published, and what it would need with other heads. */
const LLAMA = { layers: 80, heads: 64, headDim: 128, tokens: 131072, batch: 1, type: "bfloat16" };
/** @type {Record<string, Preset>} */
export const PRESETS = {
  "Llama 3 70B: 8 heads shared (GQA)": { ...LLAMA, kvHeads: 8 },
  "the same, each its own (MHA)": { ...LLAMA, kvHeads: 64 },
  "the same, one for all (MQA)": { ...LLAMA, kvHeads: 1 },
  "the same as published, 8,192 tokens": { ...LLAMA, kvHeads: 8, tokens: 8192 },
};

/** Bytes of the whole cache: a key and a value for each token, head and layer. @type {(s: Shape) => number} */
export const cacheBytes = ({ layers, kvHeads, headDim, tokens, batch, bytes }) =>
  2 * layers * kvHeads * headDim * tokens * batch * bytes;

/** Bytes that one more token takes, in one text. @type {(s: Shape) => number} */
export const bytesPerToken = (shape) => cacheBytes({ ...shape, tokens: 1, batch: 1 });

/** @type {[keyof Shape, string][]} */
const COUNTED = [
  ["layers", "layers"],
  ["heads", "query heads"],
  ["kvHeads", "heads of keys and values"],
  ["headDim", "numbers a head"],
  ["tokens", "tokens"],
  ["batch", "texts at once"],
];

/** What is wrong with a shape, as a sentence; "" when nothing is. @type {(s: Shape) => string} */
export function fault(shape) {
  for (const [name, words] of COUNTED) {
    const n = shape[name];
    if (!Number.isInteger(n) || n < 1 || n > 1e8)
      return `The number of ${words} must be a whole number from 1 to 100,000,000.`;
  }
  if (shape.heads % shape.kvHeads)
    return `${shape.heads} query heads cannot be shared out among ${shape.kvHeads} heads of keys and values: choose a number that divides ${shape.heads}.`;
  if (cacheBytes(shape) > Number.MAX_SAFE_INTEGER)
    return "That is more than nine million gigabytes. Choose smaller numbers.";
  return "";
}

/** In the largest binary unit that gives at least 1: "2.5 GiB". @type {(bytes: number) => string} */
export function inUnits(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let n = bytes;
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    unit += 1;
  }
  const text = n.toLocaleString("en-GB", { maximumFractionDigits: n < 100 ? 2 : 0 });
  return `${text} ${bytes === 1 ? "byte" : units[unit]}`;
}
