/**
 * The memory of a Python that has started, kept for the pages after this one.
 *
 * Taken before NumPy is loaded (later it could not be used again) and put into the
 * browser's Cache storage once the reader has a first result.  Where there is no such
 * storage, or what is there is not whole, Python starts from its files as ever.
 */

import { digestOf } from "./packs.js";

const SHELF = "attention-step-by-step-python";
const PAGE = 4096; // bytes; most of them hold only zeros
const DIGEST = "x-digest";

export class Snapshots {
  /** @param {string} edition of all that a snapshot depends on @param {boolean} fresh not to use one */
  constructor(edition, fresh) {
    this.address = new URL(`snapshot-${edition}`, import.meta.url).href;
    this.fresh = fresh;
    this.used = false;
    this.wanted = Boolean(self.caches && self.crypto?.subtle);
    /** @type {Uint8Array | null} */
    this.taken = null;
  }

  /** The snapshot of this edition, or null. @returns {Promise<Uint8Array | null>} */
  async find() {
    if (!this.wanted || this.fresh) return null;
    try {
      const shelf = await caches.open(SHELF);
      const response = await shelf.match(this.address);
      if (!response) return null;
      const thin = new Uint8Array(await response.arrayBuffer());
      if ((await digestOf(thin)) !== response.headers.get(DIGEST)) throw new Error("not whole");
      this.used = true;
      return filled(thin);
    } catch {
      await this.forget();
      return null;
    }
  }

  /** Take one, of a Python that has imported what the next page needs. @param {string[]} modules */
  take(pyodide, modules) {
    if (!this.wanted) return;
    try {
      pyodide.runPython(`
import contextlib, importlib
for name in ${JSON.stringify(modules)}:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
del contextlib, importlib, name
`);
      this.taken = pyodide.makeMemorySnapshot();
    } catch {
      this.wanted = false;
    }
  }

  /** Keep what was taken, in place of other editions'. @returns {Promise<boolean>} whether it is kept */
  async keep() {
    const { taken } = this;
    this.taken = null;
    if (!taken) return false;
    try {
      const thin = thinned(taken);
      const headers = { [DIGEST]: await digestOf(thin) };
      await caches.delete(SHELF);
      const shelf = await caches.open(SHELF);
      await shelf.put(this.address, new Response(thin, { headers }));
      return true;
    } catch {
      return false; // no room, or not allowed: the next page starts as this one did
    }
  }

  async forget() {
    await self.caches?.delete(SHELF).catch(() => {});
  }
}

/** Without the pages that hold only zeros: size, count, the others' numbers, the others. */
function thinned(whole) {
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.byteLength / 4);
  const count = PAGE / 4;
  const pages = [];
  for (let page = 0; page * count < words.length; page += 1)
    if (words.subarray(page * count, (page + 1) * count).some(Boolean)) pages.push(page);
  const head = new Uint32Array([whole.byteLength, pages.length, ...pages]);
  const thin = new Uint8Array(head.byteLength + pages.length * PAGE);
  thin.set(new Uint8Array(head.buffer));
  pages.forEach((page, i) => {
    thin.set(whole.subarray(page * PAGE, (page + 1) * PAGE), head.byteLength + i * PAGE);
  });
  return thin;
}

/** @param {Uint8Array} thin */
function filled(thin) {
  const [size, count] = new Uint32Array(thin.buffer, 0, 2);
  const pages = new Uint32Array(thin.buffer, 8, count);
  const whole = new Uint8Array(size);
  const from = 4 * (2 + count);
  pages.forEach((page, i) => {
    const part = thin.subarray(from + i * PAGE, from + (i + 1) * PAGE);
    whole.set(part.subarray(0, size - page * PAGE), page * PAGE);
  });
  return whole;
}
