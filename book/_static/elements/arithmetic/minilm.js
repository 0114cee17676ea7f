// MiniLM's forward pass (`book/lessons/minilm.py`) on weights of one byte, with a scale a row.

const HEADS = 12;
const WIDTH = 32; // of a head
const EPS = 1e-12;
const FULL = 255; // all of a query's weight, as the stored heads have it

/**
 * @typedef {Float32Array | Int8Array} Numbers
 * @typedef {Map<string, {numbers: Numbers, shape: number[]}>} Arrays
 */

/**
 * The arrays of a layers' file: a header's length, the header, the arrays.
 * @param {ArrayBuffer} buffer
 * @returns {Arrays}
 */
export function openLayers(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  /** @type {Arrays} */
  const arrays = new Map();
  for (const [name, { at, shape, type }] of Object.entries(header)) {
    const size = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
    const Kind = type === "int8" ? Int8Array : Float32Array;
    arrays.set(name, { numbers: new Kind(buffer, 4 + length + at, size), shape });
  }
  return arrays;
}

/**
 * A shard's row as numbers.
 * @param {ArrayBuffer} shard  rows of bytes, then their scales
 * @param {number} row @param {number} columns
 */
export function rowOf(shard, row, columns) {
  const rows = shard.byteLength / (columns + 4);
  const scale = new Float32Array(shard, rows * columns, rows)[row];
  return Float32Array.from(new Int8Array(shard, row * columns, columns), (x) => x * scale);
}

/**
 * Every head's weights on one text, as the stored heads are: layer by layer, head by head,
 * row by row, a byte each.
 * @param {Arrays} arrays @param {Float32Array[]} rows  of the table, a token each
 */
export function headsOf(arrays, rows) {
  const n = rows.length;
  const layers = [...arrays.keys()].filter((name) => name.endsWith(".query")).length;
  const bytes = new Uint8Array(layers * HEADS * n * n);
  let x = embedded(arrays, rows);
  for (let layer = 0; layer < layers; layer += 1) {
    const weights = attention(arrays, layer, x, n);
    const at = layer * HEADS * n * n;
    weights.forEach((weight, i) => (bytes[at + i] = Math.round(weight * FULL)));
    if (arrays.has(`${layer}.value`)) x = after(arrays, layer, x, weights, n);
  }
  return bytes;
}

/** Piece, place and kind of text, added and normalised: (n, d). @param {Arrays} arrays @param {Float32Array[]} rows */
function embedded(arrays, rows) {
  const d = rows[0].length;
  const places = floats(arrays, "places");
  const x = new Float32Array(rows.length * d);
  rows.forEach((row, i) => row.forEach((value, c) => (x[i * d + c] = value + places[i * d + c])));
  return normed(arrays, "norm", x);
}

/** Of all heads of a layer: (heads, n, n). @param {Arrays} arrays @param {number} layer @param {Float32Array} x @param {number} n */
function attention(arrays, layer, x, n) {
  const q = linear(arrays, `${layer}.query`, x, n);
  const k = linear(arrays, `${layer}.key`, x, n);
  const d = HEADS * WIDTH;
  const weights = new Float32Array(HEADS * n * n);
  for (let head = 0; head < HEADS; head += 1)
    for (let i = 0; i < n; i += 1) {
      const row = weights.subarray((head * n + i) * n, (head * n + i + 1) * n);
      for (let j = 0; j < n; j += 1) {
        let score = 0;
        for (let c = head * WIDTH; c < (head + 1) * WIDTH; c += 1)
          score += q[i * d + c] * k[j * d + c];
        row[j] = score / Math.sqrt(WIDTH);
      }
      softmax(row);
    }
  return weights;
}

/** @param {Float32Array} row  changed in place */
function softmax(row) {
  const most = row.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  row.forEach((score, j) => (sum += row[j] = Math.exp(score - most)));
  row.forEach((power, j) => (row[j] = power / sum));
}

/**
 * What a layer gives: (n, d).
 * @param {Arrays} arrays @param {number} layer @param {Float32Array} x
 * @param {Float32Array} weights  (heads, n, n) @param {number} n
 */
function after(arrays, layer, x, weights, n) {
  const context = mixed(linear(arrays, `${layer}.value`, x, n), weights, n);
  const attended = linear(arrays, `${layer}.merge`, context, n);
  const first = normed(arrays, `${layer}.first`, sum(x, attended));
  const inner = linear(arrays, `${layer}.widen`, first, n).map(gelu);
  const fed = linear(arrays, `${layer}.narrow`, inner, n);
  return normed(arrays, `${layer}.second`, sum(first, fed));
}

/** The values, weighted: (n, d). @param {Float32Array} v @param {Float32Array} weights @param {number} n */
function mixed(v, weights, n) {
  const d = HEADS * WIDTH;
  const context = new Float32Array(n * d);
  for (let head = 0; head < HEADS; head += 1)
    for (let i = 0; i < n; i += 1)
      for (let j = 0; j < n; j += 1) {
        const weight = weights[(head * n + i) * n + j];
        for (let c = head * WIDTH; c < (head + 1) * WIDTH; c += 1)
          context[i * d + c] += weight * v[j * d + c];
      }
  return context;
}

/** @param {Float32Array} a @param {Float32Array} b */
const sum = (a, b) => a.map((value, i) => value + b[i]);

/** @param {Arrays} arrays @param {string} name @returns {Float32Array} */
function floats(arrays, name) {
  const found = arrays.get(name)?.numbers;
  if (!(found instanceof Float32Array)) throw new TypeError(`no ${name}`);
  return found;
}

/** (n, rows) of (n, columns). @param {Arrays} arrays @param {string} name @param {Float32Array} x @param {number} n */
export function linear(arrays, name, x, n) {
  const matrix = arrays.get(name);
  if (!matrix) throw new TypeError(`no ${name}`);
  const [rows, columns] = matrix.shape;
  const { numbers } = matrix;
  const scales = floats(arrays, `${name}.scales`);
  const bias = floats(arrays, `${name}.bias`);
  const out = new Float32Array(n * rows);
  for (let r = 0; r < rows; r += 1)
    for (let i = 0; i < n; i += 1) {
      let dot = 0;
      for (let c = 0; c < columns; c += 1) dot += numbers[r * columns + c] * x[i * columns + c];
      out[i * rows + r] = dot * scales[r] + bias[r];
    }
  return out;
}

/** LayerNorm of each row, in place. @param {Arrays} arrays @param {string} name @param {Float32Array} x */
function normed(arrays, name, x) {
  const gain = floats(arrays, `${name}.gain`);
  const bias = floats(arrays, `${name}.bias`);
  const d = gain.length;
  for (let at = 0; at < x.length; at += d) {
    const row = x.subarray(at, at + d);
    const mean = row.reduce((a, b) => a + b, 0) / d;
    const spread = Math.sqrt(row.reduce((a, b) => a + (b - mean) ** 2, 0) / d + EPS);
    row.forEach((value, c) => (row[c] = (gain[c] * (value - mean)) / spread + bias[c]));
  }
  return x;
}

/** x times the share of a normal distribution below it (Hendrycks and Gimpel 2016). @param {number} x */
export const gelu = (x) => (x * (1 + erf(x / Math.SQRT2))) / 2;

/** Within 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26). @param {number} x */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const poly = terms.reduce((total, a) => total * t + a, 0) * t;
  return Math.sign(x) * (1 - poly * Math.exp(-x * x));
}
