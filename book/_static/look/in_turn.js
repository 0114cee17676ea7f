/** Much work on a page, a little at a time: first what is in view or near it. */

const NEAR = "600px";
const SLICE = 8; // milliseconds: after each the page is laid out and drawn again
/** @param {() => void} call */
const whenIdle = (call) => void (window.requestIdleCallback ?? setTimeout)(call); // not in Safari

let left = 0; // of all that the page's scripts have asked for

/** While something is left, the page says so: `data-preparing`. @param {number} more */
function count(more) {
  left += more;
  document.documentElement.toggleAttribute("data-preparing", left > 0);
}

/**
 * Call with each of the elements once: as it comes near, before the page is printed, or
 * when there is nothing else to do.
 * @template {Element} Kind
 * @param {Iterable<Kind>} elements @param {(element: Kind) => void} work
 */
export function inTurn(elements, work) {
  const waiting = new Set(elements);
  count(waiting.size);
  /** @param {Kind} element */
  const take = (element) => {
    near.unobserve(element);
    if (!waiting.delete(element)) return;
    try {
      work(element);
    } finally {
      count(-1);
    }
  };
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) take(/** @type {Kind} */ (target));
    },
    { rootMargin: NEAR },
  );
  const next = () => {
    const end = performance.now() + SLICE;
    try {
      for (const element of waiting) {
        take(element);
        if (performance.now() > end) break;
      }
    } finally {
      if (waiting.size) whenIdle(next); // whatever became of one
    }
  };
  for (const element of waiting) near.observe(element);
  addEventListener("beforeprint", () => waiting.forEach(take), { once: true });
  whenIdle(next);
}
