import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import "./browser.js";
import { digestOf, unpacked, unzip } from "../../book/_static/exercises/packs.js";
import { importsOf } from "../../book/_static/exercises/python-code.js";
import { filled, thinned } from "../../book/_static/exercises/python-memory.js";
import { withAddresses } from "../../book/_static/exercises/python-settings.js";

/** A zip that stores, as the build makes them. @param {[name: string, text: string][]} files */
function zipOf(files) {
  const locals = [];
  const entries = [];
  let at = 0;
  for (const [name, text] of files) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(text.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    const whole = Buffer.concat([local, Buffer.from(name + text)]);
    at += whole.length;
    locals.push(whole);
    entries.push(entry, Buffer.from(name));
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, ...entries, end]));
}

test("a zip gives back its files", () => {
  const files = unzip(
    zipOf([
      ["a.py", "x = 1"],
      ["b/c.py", ""],
    ]),
  );
  const decoder = new TextDecoder();
  assert.deepEqual(
    files.map(([name, bytes]) => [name, decoder.decode(bytes)]),
    [
      ["a.py", "x = 1"],
      ["b/c.py", ""],
    ],
  );
});

test("what is no zip is refused", () => {
  assert.throws(() => unzip(new Uint8Array(40)), /not a zip/);
  assert.throws(() => unzip(new Uint8Array(3)), /not a zip/);
});

test("a pack is unpacked as it comes, and known by its digest", async () => {
  const text = "a file of the site";
  const stream = new Blob([new Uint8Array(gzipSync(text))]).stream();
  assert.equal(await new Response(unpacked(stream)).text(), text);
  const digest = await digestOf(new TextEncoder().encode("abc"));
  assert.match(digest, /^ba7816bf8f01cfea/);
});

test("a memory without its empty pages is smaller, and comes back whole", () => {
  const memory = new Uint8Array(4096 * 10);
  memory.set([1, 2, 3], 4096 * 2 + 5);
  memory[memory.length - 1] = 9;
  const thin = thinned(memory);
  assert.ok(thin.length < 4096 * 3);
  assert.deepEqual(filled(thin), memory);
});

test("modules that Python shall import are named as Python names them", () => {
  assert.match(importsOf(["ast", "json.decoder"]), /for name in \["ast","json.decoder"\]:/);
});

test("a worker gets whole addresses, and the same settings otherwise", () => {
  const pack = { url: "../pyodide/x.packed", bytes: 3, sha256: "0" };
  const here = {
    seconds: 10,
    cell_seconds: 60,
    numpy: pack,
    bundle: pack,
    writer: pack,
    model: null,
    chapters: { "01-a": pack },
    cells: { "01-a": pack },
    pyodide: {
      folder: "../pyodide/1/",
      wasm: pack,
      script: pack,
      stdlib: pack,
      lock: {},
      first: ["ast"],
      edition: "e",
    },
  };
  const there = withAddresses(here);
  const { chapters, cells } = there;
  const packs = [there.numpy, there.bundle, chapters["01-a"], cells["01-a"], there.pyodide.wasm];
  for (const { url, bytes } of packs) {
    assert.match(url, /^file:.*\/book\/_static\/pyodide\/x\.packed$/);
    assert.equal(bytes, 3);
  }
  assert.match(there.pyodide.folder, /^file:.*\/pyodide\/1\/$/);
  assert.equal(here.numpy.url, "../pyodide/x.packed");
});
