import assert from "node:assert/strict";

/** Two numbers that are the same, but for the last digits. @param {number} a @param {number} b @param {number} [room] */
export function near(a, b, room = 1e-9) {
  assert.ok(Math.abs(a - b) <= room, `${a} is not near ${b}`);
}
