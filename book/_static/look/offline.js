/**
 * What a reader has opened opens again without a network: the site's service worker is put
 * to work once the page is there, and told what this page is made of.
 */

import { registered } from "./service-worker.js";

const BEFORE = "/_static/exercises/"; // where an earlier edition had a worker of its own

async function begin() {
  for (const each of await navigator.serviceWorker.getRegistrations())
    if (each.scope.endsWith(BEFORE)) await each.unregister();
  await registered();
  const { active } = await navigator.serviceWorker.ready;
  if (wasControlled) return; // then it has seen what came
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ keep: [location.href.replace(/#.*/, ""), ...loaded] });
}

const wasControlled = Boolean(navigator.serviceWorker?.controller);
const later = () => setTimeout(() => begin().catch(() => {}), 1000); // forbidden, or no room

// Not with data saver: what has been opened would come a second time.
if (navigator.serviceWorker && !navigator.connection?.saveData) {
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
