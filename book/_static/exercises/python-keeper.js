/**
 * The service worker of the exercises' Python: it serves what `python-kept.js` has kept
 * under `kept/`, and nothing else.  No page of the book is in its scope.
 *
 * Of code that comes so, browsers keep what they have compiled for the next page.
 */

const SHELF = "attention-step-by-step-python"; // of `python-kept.js`
const KEPT = new URL("kept/", self.location.href).href;

/** What browsers give a service worker. @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Asked */

self.addEventListener("fetch", (event) => {
  const asked = /** @type {Event & Asked} */ (event);
  const { url } = asked.request;
  if (url.startsWith(KEPT)) asked.respondWith(kept(url));
});

/** @param {string} address */
async function kept(address) {
  const shelf = await caches.open(SHELF);
  return (await shelf.match(address)) ?? new Response(null, { status: 404 });
}
