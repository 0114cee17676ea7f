/** The hints of an exercise: the chapter's own, which come one at a time. */

/** @param {HTMLElement} section */
export function makeHints(section) {
  const all = [...section.querySelectorAll("details")].filter((details) =>
    /^hint/i.test(details.querySelector("summary")?.textContent.trim() ?? ""),
  );
  for (const details of all) details.hidden = !details.open;
  const closed = () => all.filter((details) => details.hidden);
  return {
    get left() {
      return closed().length;
    },
    label() {
      if (!all.length) return "No hints";
      const left = closed().length;
      return left ? `Hint ${all.length - left + 1} of ${all.length}` : "All hints shown";
    },
    /** Open the next one and bring it into view and under the keyboard. */
    next() {
      const [details] = closed();
      if (!details) return;
      details.hidden = false;
      details.open = true;
      details.querySelector("summary")?.focus({ preventScroll: true });
      details.scrollIntoView({ block: "nearest" });
    },
  };
}
