/**
 * What a page's Python leaves for the pages after it, in the browser's Cache storage: the
 * memory of a Python that has started, and its files unpacked.
 *
 * The memory is taken before NumPy is loaded: later it could not be used again.  All is
 * kept once the reader has a first result.  Where there is no such storage, or what is
 * there is not whole, Python starts from its packs as ever.
 *
 * Code comes through the service worker beside this file (`python-keeper.js`): browsers
 * keep what they have compiled for code that has an address.
 */

import { digestOf, unpacked } from "./packs.js";

const SHELF = "attention-step-by-step-python"; // `python-keeper.js` has it, too
const PAGE = 4096; // bytes; most of them hold only zeros
const DIGEST = "x-digest";

export class Kept {
  /**
   * @param {string} edition of all that a snapshot depends on
   * @param {{fresh: boolean, served: boolean}} how `fresh`: nothing kept is used; `served`:
   *   the service worker is there
   */
  constructor(edition, { fresh, served }) {
    this.address = new URL(`snapshot-${edition}`, import.meta.url).href;
    this.fresh = fresh;
    this.served = served;
    this.used = false;
    this.compiled = false; // whether the code came so that what is compiled of it is kept
    this.wanted = Boolean(self.caches && self.crypto?.subtle);
    /** @type {Uint8Array | null} */
    this.taken = null;
  }

  /** The snapshot of this edition, or null. @returns {Promise<Uint8Array | null>} */
  async snapshot() {
    try {
      const response = await this.found(this.address);
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

  /** What is in a pack, or null. @param {string} url @returns {Promise<Response | null>} */
  async file(url) {
    const found = await this.found(keptAt(url)).catch(() => null);
    if (found) this.used = true;
    return found;
  }

  /** Where to fetch code from a pack, or null. @param {string} url of the pack */
  async code(url) {
    return this.served && (await this.file(url)) ? keptAt(url) : null;
  }

  /** @param {string} address @returns {Promise<Response | null>} */
  async found(address) {
    if (!this.wanted || this.fresh) return null;
    const shelf = await caches.open(SHELF);
    return (await shelf.match(address)) ?? null;
  }

  /** Take a snapshot, of a Python that has imported what the next page needs. @param {string[]} modules */
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

  /**
   * Keep what was taken and what is in these packs, in place of other editions'.
   * @param {{url: string, type: string}[]} packs @returns {Promise<boolean>} whether all is kept
   */
  async keep(packs) {
    const { taken } = this;
    this.taken = null;
    if (!taken) return false;
    try {
      const thin = thinned(taken);
      const headers = { [DIGEST]: await digestOf(thin) };
      await caches.delete(SHELF);
      const shelf = await caches.open(SHELF);
      for (const { url, type } of packs) {
        const pack = await fetch(url, { cache: "force-cache" }); // it came a moment ago
        if (!pack.ok) throw new Error(`${pack.status}`);
        const whole = new Response(unpacked(pack.body), { headers: { "content-type": type } });
        await shelf.put(keptAt(url), whole);
      }
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

/** The address at which a pack's content is kept. @param {string} url */
function keptAt(url) {
  const file = url.slice(url.lastIndexOf("/") + 1);
  return new URL(`kept/${file}`, import.meta.url).href;
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
