/**
 * The site's service worker: what a reader has opened opens again without a network.
 *
 * What changes comes from the network, and from the last copy where there is none; what is
 * named by its content is fetched once, and kept if that is its content: a network that wants
 * a login answers for any file.  It also serves what `python-kept.js` has kept under
 * `kept/`: of code that comes so, browsers keep what they have compiled for the next page.
 *
 * The build puts the edition in; each has its own shelf, and that of the one before stays
 * until the next, for pages that have not been opened since.
 *
 * @typedef {{waitUntil: (work: Promise<unknown>) => void}} Extendable
 * @typedef {Extendable & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 */

const EDITION = "EDITION";
const SHELVES = "attention-step-by-step-pages-";
const SHELF = `${SHELVES}${EDITION}`;
const PYTHON = "attention-step-by-step-python"; // of `python-kept.js`
const ROOT = new URL("./", self.location.href).href;
const KEPT = `${ROOT}_static/exercises/kept/`;
const NAMED_BY_CONTENT = /-([0-9a-f]{16})\.packed$/;
const NO_PAGE = /\.(?!html$)\w+$/; // ends a path
const KEPT_ELSEWHERE = /\.(gguf|int8)$/; // by `writer-worker.js` and `sentence-worker.js`
const PATIENCE = 5_000; // milliseconds for a network that may be none
const PAGE = "text/html; charset=utf-8";

self.addEventListener("install", () => {
  /** @type {{skipWaiting?: () => void}} */ (self).skipWaiting?.();
});

self.addEventListener("activate", (event) => {
  /** @type {{clients?: {claim: () => Promise<void>}}} */
  const { clients } = /** @type {object} */ (self);
  const work = clearUp().then(() => clients?.claim());
  /** @type {Event & Extendable} */ (event).waitUntil(work);
});

self.addEventListener("fetch", (event) => {
  const asked = /** @type {Event & Asked} */ (event);
  const { url, method, headers } = asked.request;
  if (url.startsWith(KEPT)) return asked.respondWith(keptByPython(url));
  if (method !== "GET" || !url.startsWith(ROOT) || headers.has("range")) return;
  if (KEPT_ELSEWHERE.test(url)) return;
  asked.respondWith(NAMED_BY_CONTENT.test(url) ? once(asked) : fresh(asked));
});

// A page that was loaded before this worker was there says what it is made of.
self.addEventListener("message", (event) => {
  const told = /** @type {MessageEvent<{keep: string[]}> & Extendable} */ (event);
  told.waitUntil(Promise.all(told.data.keep.filter((url) => url.startsWith(ROOT)).map(keep)));
});

/** Leave this edition's shelf and that of the one before. */
async function clearUp() {
  const shelves = (await caches.keys()).filter((name) => name.startsWith(SHELVES));
  const old = shelves.filter((name) => name !== SHELF).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @param {string} url */
async function keep(url) {
  const shelf = await caches.open(SHELF);
  if (KEPT_ELSEWHERE.test(url) || (await shelf.match(url))) return;
  const answer = await fetch(url).catch(() => null);
  if (answer) await put(url, answer);
}

/** @param {string} url */
async function keptByPython(url) {
  const shelf = await caches.open(PYTHON);
  return (await shelf.match(url)) ?? new Response(null, { status: 404 });
}

/** What never changes: from the shelf, fetched if it is not there, or found wrong. @param {Asked} asked */
async function once(asked) {
  const isWrong = asked.request.cache === "reload";
  return (!isWrong && (await caches.match(asked.request))) || fetched(asked);
}

/** What may have changed: from the network, else as it was. @param {Asked} asked */
async function fresh(asked) {
  const coming = fetched(asked);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([coming.catch(() => null), late]);
  if (first instanceof Response) return first;
  const { request } = asked;
  const found =
    (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }));
  if (found) return found;
  return coming.catch((problem) => {
    if (request.mode !== "navigate") throw problem;
    return whatIsHere();
  });
}

/** From the network, and kept. @param {Asked} asked */
async function fetched({ request }) {
  const answer = await fetch(request);
  if (answer.type === "basic") void put(request.url, answer.clone());
  return answer;
}

/** Keep a file, if it is the one that was asked for. @param {string} url @param {Response} answer */
async function put(url, answer) {
  try {
    const kept = answer.ok && !answer.redirected && (await checked(url, answer));
    if (kept) await (await caches.open(SHELF)).put(url, kept);
  } catch {
    // no room: then not
  }
}

/** An answer, or null where it is something else than its address says. @param {string} url @param {Response} answer */
async function checked(url, answer) {
  const type = answer.headers.get("content-type") ?? "";
  if (type.includes("text/html") && NO_PAGE.test(new URL(url).pathname)) return null;
  const named = url.match(NAMED_BY_CONTENT)?.[1];
  if (!named) return answer;
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.startsWith(named) ? new Response(bytes, { headers: { "content-type": type } }) : null;
}

/** A page in place of one that has never been opened here: which ones have. */
async function whatIsHere() {
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const name of (await caches.keys()).filter((each) => each.startsWith(SHELVES))) {
    const shelf = await caches.open(name);
    for (const request of await shelf.keys()) {
      const url = request.url.replace(/[?#].*/, "");
      if (!url.endsWith(".html")) continue;
      const text = (await (await shelf.match(request))?.text()) ?? "";
      pages.set(url, text.match(/<title>([^<]*)/)?.[1].replace(/ —.*/, "") ?? url);
    }
  }
  const links = [...pages].sort().map(([url, title]) => `<li><a href="${url}">${title}</a></li>`);
  const body =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
    '<meta name="color-scheme" content="light dark"><title>Not on this device yet</title>' +
    "<body style='font: 1.1rem/1.6 system-ui; margin: 2rem auto; max-width: 36rem; padding: 0 1rem'>" +
    "<h1>This page is not on this device yet</h1>" +
    "<p>You are offline, and it has not been opened here before. These have:</p>" +
    `<ul>${links.join("")}</ul>`;
  return new Response(body, { status: 503, headers: { "content-type": PAGE } });
}
