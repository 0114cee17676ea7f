/**
 * What one page's Python leaves for the pages after it, in the browser's Cache storage: its
 * files unpacked, and the memory of a Python that has started.
 *
 * Where there is no such storage, or what is there is not whole, Python starts from its
 * packs as ever.
 *
 * Code comes through the site's service worker (`book/_root/offline.js`): browsers
 * keep what they have compiled for code that has an address.
 */

import { digestOf, unpacked } from "./packs.js";
import { filled, thinned } from "./python-memory.js";

const SHELF = "attention-step-by-step-python"; // `offline.js` has it, too
const DIGEST = "x-digest";
const PLACES = "x-places";
const { caches } = self; // what runs in the worker later has none

export class Kept {
  /**
   * @param {string} edition of all that a memory depends on
   * @param {boolean} served whether the service worker is there
   */
  constructor(edition, served) {
    this.address = new URL(`memory-${edition}`, import.meta.url).href;
    this.served = served;
    this.used = false;
    this.wentOn = false; // from a memory
    this.compiled = false; // whether the code came so that what is compiled of it is kept
    this.isPossible = Boolean(caches && self.crypto?.subtle);
  }

  /** Whether there is a memory of this edition. */
  async isThere() {
    return Boolean(await this.found(this.address).catch(() => null));
  }

  /** The memory of this edition, or null. @returns {Promise<import("./types.js").Memory | null>} */
  async memory() {
    try {
      const response = await this.found(this.address);
      if (!response) return null;
      const thin = new Uint8Array(await response.arrayBuffer());
      const digest = digestOf(thin); // meanwhile, elsewhere
      const bytes = filled(thin);
      if ((await digest) !== response.headers.get(DIGEST)) throw new Error("not whole");
      this.used = this.wentOn = true;
      return { bytes, places: response.headers.get(PLACES) };
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
    if (!this.isPossible) return null;
    const shelf = await caches.open(SHELF);
    return (await shelf.match(address)) ?? null;
  }

  /** Keep what is in these packs, in place of other editions'. @param {{url: string, type: string}[]} packs */
  async fill(packs) {
    await caches.delete(SHELF);
    const shelf = await caches.open(SHELF);
    /** @param {{url: string, type: string}} pack */
    const keep = async ({ url, type }) => {
      const pack = await fetch(url, { cache: "force-cache" }); // it came a moment ago
      if (!pack.ok || !pack.body) throw new Error(`${pack.status}`);
      const whole = new Response(unpacked(pack.body), { headers: { "content-type": type } });
      await shelf.put(keptAt(url), whole);
    };
    await Promise.all(packs.map(keep));
  }

  /** Keep a memory. @param {Uint8Array} memory @param {string} places of NumPy's code in it */
  async keep(memory, places) {
    const thin = thinned(memory);
    const headers = { [DIGEST]: await digestOf(thin), [PLACES]: places };
    const shelf = await caches.open(SHELF);
    await shelf.put(this.address, new Response(thin, { headers }));
  }

  async forget() {
    await caches?.delete(SHELF).catch(() => {});
  }
}

/** The address at which a pack's content is kept. @param {string} url */
function keptAt(url) {
  const file = url.slice(url.lastIndexOf("/") + 1);
  return new URL(`kept/${file}`, import.meta.url).href;
}
