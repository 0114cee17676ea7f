/**
 * A worker shut in, before anybody's code runs in it: what is left of its global object
 * computes, and tells the page.  Nothing fetches, stores, starts another worker or makes
 * code of text; and whatever browsers add to it is not there either.
 */

const LANGUAGE =
  "AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array " +
  "BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry " +
  "Float16Array Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl " +
  "Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect " +
  "RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError " +
  "URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet " +
  "WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis " +
  "isFinite isNaN parseFloat parseInt undefined unescape";
const COMPUTES =
  "AbortController AbortSignal Blob Crypto CustomEvent DOMException DedicatedWorkerGlobalScope " +
  "ErrorEvent Event EventTarget MessageChannel MessageEvent MessagePort Performance " +
  "PromiseRejectionEvent TextDecoder TextEncoder URL URLSearchParams WorkerGlobalScope " +
  "addEventListener atob btoa clearInterval clearTimeout console constructor crypto " +
  "dispatchEvent isSecureContext location name origin performance postMessage " +
  "queueMicrotask removeEventListener self setInterval setTimeout structuredClone";
const STAYS = new Set(`Function ${LANGUAGE} ${COMPUTES}`.split(" "));
/** Through an example, any code reaches what makes functions of text. */
const FUNCTIONS = [() => {}, async () => {}, function* () {}, async function* () {}];

/** In the place of what does: one is still known as a function by it. */
function NoText() {
  throw new TypeError("No code is made of text here.");
}

/** Take away what is not for computing. */
export function seal() {
  const { language, languages, userAgent, platform } = navigator;
  for (const name of /** @type {const} */ (["setTimeout", "setInterval"])) withoutText(name);
  for (const scope of scopes())
    for (const name of Object.getOwnPropertyNames(scope))
      if (!STAYS.has(name)) Reflect.deleteProperty(scope, name);
  NoText.prototype = Function.prototype;
  put(self, "Function", NoText);
  for (const each of FUNCTIONS) put(Object.getPrototypeOf(each), "constructor", NoText);
  put(self, "navigator", { language, languages, userAgent, platform });
}

/** @param {object} place @param {string} name @param {unknown} value */
const put = (place, name, value) =>
  Object.defineProperty(place, name, { value, configurable: true, writable: true });

/** The global object, and what it inherits from up to what is any object's. */
function* scopes() {
  for (let scope = self; scope !== Object.prototype; scope = Object.getPrototypeOf(scope))
    if (scope !== EventTarget.prototype) yield scope;
}

/** A timer takes the text of a program, too. @param {"setTimeout" | "setInterval"} name */
function withoutText(name) {
  const timer = self[name].bind(self);
  /** @param {() => void} does @param {number} [after] @param {...unknown} rest */
  const ours = (does, after, ...rest) =>
    typeof does === "function" ? timer(does, after, ...rest) : 0;
  put(self, name, ours);
}
