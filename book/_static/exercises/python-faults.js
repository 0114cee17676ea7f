/**
 * Why a file of the site did not come: what a server's answer says of it, or what one more
 * asking finds out.  The page and its workers share it.
 */

/** @typedef {import("./types.js").Fault} Fault */

const SCRIPT = /\.js(\?|$)/;
const IMPORTED = /\bfrom\s+"(\.[^"]+)"/g;
const GONE = [404, 410];
const PATIENCE = 10_000; // milliseconds

/** The name of a resource's file. @param {RequestInfo | URL} resource */
export function nameOf(resource) {
  return String(resource instanceof Request ? resource.url : resource)
    .replace(/[?#].*$/, "")
    .replace(/^.*\//, "");
}

/** Why an answer is not the file that was asked for; null where it may be. @param {Response} answer @param {string} file @returns {Fault | null} */
export function faultOfAnswer({ ok, status, type, headers }, file) {
  if (type === "opaqueredirect") return { what: "login", file };
  if (GONE.includes(status)) return { what: "missing", file };
  if (!ok) return { what: "refused", file, detail: String(status) };
  return typeIn(headers).includes("text/html") ? { what: "login", file } : null;
}

/**
 * Why a file did not come, by asking for it once more, past what the browser keeps; of a
 * script that did, the same of all that it imports.
 * @param {string} url @param {Set<string>} [asked] @returns {Promise<Fault>}
 */
export async function faultAt(url, asked = new Set()) {
  asked.add(url);
  const file = nameOf(url);
  const signal = AbortSignal.timeout?.(PATIENCE);
  const asking = fetch(url, { cache: "reload", redirect: "manual", signal });
  const answer = await asking.catch(() => null);
  if (!answer) return { what: "fetch", file };
  const fault = faultOfAnswer(answer, file);
  if (fault || !SCRIPT.test(url)) {
    answer.body?.cancel().catch(() => {});
    return fault ?? { what: "fetch", file }; // now it comes
  }
  const type = typeIn(answer.headers);
  if (!/\bjavascript\b/.test(type)) return { what: "type", file, detail: type };
  for (const [, path] of (await answer.text()).matchAll(IMPORTED)) {
    const imported = new URL(path, url).href;
    const theirs = asked.has(imported) ? null : await faultAt(imported, asked);
    if (theirs && theirs.what !== "blocked") return theirs;
  }
  return { what: "blocked", file };
}

/** @param {Headers} headers */
const typeIn = (headers) => headers.get("content-type") ?? "";
