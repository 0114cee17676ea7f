import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesPerToken,
  cacheBytes,
  fault,
  inUnits,
  PRESETS,
  TYPES,
} from "../../book/_static/elements/arithmetic/cache.js";

const [shared, own] = Object.values(PRESETS).map((preset) => ({
  ...preset,
  bytes: TYPES[preset.type],
}));

test("a cache holds a key and a value for each token, head and layer", () => {
  const shape = { layers: 2, heads: 4, kvHeads: 2, headDim: 3, tokens: 5, batch: 7, bytes: 2 };
  assert.equal(cacheBytes(shape), 2 * 2 * 2 * 3 * 5 * 7 * 2);
  assert.equal(bytesPerToken(shape), 2 * 2 * 2 * 3 * 2);
});

test("heads of their own take as many times more as there are heads in a group", () => {
  assert.equal(cacheBytes(own) / cacheBytes(shared), 8);
  assert.equal(inUnits(cacheBytes(shared)), "40 GiB");
});

test("the number of query heads changes nothing", () => {
  assert.equal(cacheBytes({ ...shared, heads: 128 }), cacheBytes(shared));
});

test("a shape that cannot be is told why", () => {
  assert.equal(fault(shared), "");
  assert.match(fault({ ...shared, layers: 0 }), /^The number of layers must be a whole number/);
  assert.match(fault({ ...shared, tokens: 1.5 }), /^The number of tokens/);
  assert.match(fault({ ...shared, kvHeads: 7 }), /^64 query heads cannot be shared out among 7/);
  assert.match(fault({ ...shared, tokens: 1e8, batch: 1e8 }), /nine million gigabytes/);
});

test("bytes are given in the largest unit that there is one of", () => {
  assert.equal(inUnits(1), "1 byte");
  assert.equal(inUnits(1023), "1,023 bytes");
  assert.equal(inUnits(1536), "1.5 KiB");
  assert.equal(inUnits(2 ** 30), "1 GiB");
});
