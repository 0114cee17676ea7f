/** MiniLM's parts in the browser, on numbers small enough to work out by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  gelu,
  headsOf,
  linear,
  openLayers,
  rowOf,
} from "../../book/_static/elements/arithmetic/minilm.js";
import { tokenize } from "../../book/_static/elements/arithmetic/wordpiece.js";

const PIECES = new Set(["the", "un", "##believ", "##able", "cafe", "'", "!", "大"]);

/** A file of arrays, as `page_minilm.layers_file` writes it. @param {Record<string, Float32Array | Int8Array>} arrays @param {Record<string, number[]>} shapes */
function fileOf(arrays, shapes = {}) {
  let at = 0;
  /** @type {Record<string, object>} */
  const listed = {};
  /** @type {[number, Uint8Array][]} */
  const parts = [];
  for (const [name, array] of Object.entries(arrays)) {
    const type = array instanceof Int8Array ? "int8" : "float32";
    listed[name] = { at, shape: shapes[name] ?? [array.length], type };
    parts.push([at, new Uint8Array(array.buffer, array.byteOffset, array.byteLength)]);
    at += Math.ceil(array.byteLength / 4) * 4;
  }
  let header = JSON.stringify(listed);
  header = header.padEnd(Math.ceil(header.length / 4) * 4);
  const file = new Uint8Array(4 + header.length + at);
  new DataView(file.buffer).setUint32(0, header.length, true);
  file.set(new TextEncoder().encode(header), 4);
  for (const [place, bytes] of parts) file.set(bytes, 4 + header.length + place);
  return file.buffer;
}

test("words are cut into the longest pieces there are", () => {
  assert.deepEqual(tokenize("The unbelievable!", PIECES), [
    ...["[CLS]", "the", "un", "##believ", "##able", "!", "[SEP]"],
  ]);
});

test("accents and case go, and what has no pieces is unknown", () => {
  assert.deepEqual(tokenize("CAFÉ\n🙂", PIECES), ["[CLS]", "cafe", "[UNK]", "[SEP]"]);
  assert.deepEqual(tokenize("the'the大", PIECES), ["[CLS]", "the", "'", "the", "大", "[SEP]"]);
  assert.deepEqual(tokenize("a".repeat(101), PIECES), ["[CLS]", "[UNK]", "[SEP]"]);
  assert.deepEqual(tokenize("", PIECES), ["[CLS]", "[SEP]"]);
});

test("a row is its bytes times its scale", () => {
  const shard = new Uint8Array(2 * 4 + 2 * 4);
  shard.set([1, 2, 3, 4, 5, 6, 7, 255], 0);
  shard.set(new Uint8Array(new Float32Array([0.5, 2]).buffer), 8);
  assert.deepEqual([...rowOf(shard.buffer, 0, 4)], [0.5, 1, 1.5, 2]);
  assert.deepEqual([...rowOf(shard.buffer, 1, 4)], [10, 12, 14, -2]);
});

test("a linear layer scales each row and adds its bias", () => {
  const arrays = openLayers(
    fileOf(
      {
        f: new Int8Array([1, 0, 0, 1, 1, 1]),
        "f.scales": new Float32Array([2, 3, 1]),
        "f.bias": new Float32Array([0, 0, 10]),
      },
      { f: [3, 2] },
    ),
  );
  assert.deepEqual(
    [...linear(arrays, "f", new Float32Array([1, 2, 3, 4]), 2)],
    [...[2, 6, 13], ...[6, 12, 17]],
  );
  assert.throws(() => linear(arrays, "g", new Float32Array(2), 1), /no g/);
});

test("GELU is what its definition says", () => {
  for (const [x, y] of [
    [0, 0],
    [1, 0.8413447],
    [-1, -0.1586553],
    [3, 2.9959502],
  ])
    // prettier-ignore
    assert.ok(Math.abs(gelu(x) - y) < 1e-6);
});

test("where all keys are alike every token gets the same weight", () => {
  const d = 384;
  const zeros = () => new Float32Array(d);
  const ones = () => new Float32Array(d).fill(1);
  const matrix = () => new Int8Array(d * d);
  const arrays = openLayers(
    fileOf(
      {
        places: new Float32Array(3 * d),
        "norm.gain": ones(),
        "norm.bias": zeros(),
        "0.query": matrix(),
        "0.query.scales": ones(),
        "0.query.bias": ones(),
        "0.key": matrix(),
        "0.key.scales": ones(),
        "0.key.bias": ones(),
      },
      { "0.query": [d, d], "0.key": [d, d] },
    ),
  );
  const rows = [1, 2, 3].map((k) => Float32Array.from({ length: d }, (_, c) => (c + k) % 7));
  const bytes = headsOf(arrays, rows);
  assert.equal(bytes.length, 12 * 3 * 3);
  assert.ok(bytes.every((byte) => byte === 85));
});
