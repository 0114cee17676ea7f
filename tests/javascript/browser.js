/** What the scripts need of a browser that Node has not: imported before them. */

/** The browser's storage: as much of it as the scripts use, with room for so many characters. */
class Storage {
  constructor() {
    /** @type {Map<string, string>} */
    this.kept = new Map();
    this.room = Infinity;
  }

  /** @param {string} key */
  getItem(key) {
    return this.kept.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    if (value.length > this.room) throw new DOMException("No room.", "QuotaExceededError");
    this.kept.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.kept.delete(key);
  }
}

export const storage = new Storage();
export const page = new EventTarget();
export const network = { onLine: true };

/** @type {Map<string, unknown>} what the site answers, by the end of the address */
export const site = new Map();

/** @param {string | URL} address */
async function fetchFromSite(address) {
  for (const [end, content] of site)
    if (String(address).endsWith(end)) return new Response(JSON.stringify(content));
  return new Response(null, { status: 404, statusText: "Not Found" });
}

const GLOBALS = {
  window: Object.assign(page, { localStorage: storage }),
  self: globalThis,
  navigator: network,
  fetch: fetchFromSite,
};
for (const [name, value] of Object.entries(GLOBALS))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
