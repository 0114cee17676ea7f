/**
 * Exercises that can be done on the page: each gets its editor when it comes
 * near, so that a page that is only read fetches nothing.
 */

const NEAR = "300px";

/** @param {HTMLElement} section */
async function open(section) {
  const { openDesk } = await import("./exercise-desk.js");
  openDesk(section);
}

const sections = [...document.querySelectorAll("section.exercise[data-live]")];

if (typeof IntersectionObserver === "function") {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        open(target);
      }
    },
    { rootMargin: NEAR },
  );
  sections.forEach((section) => observer.observe(section));
} else {
  sections.forEach(open);
}
