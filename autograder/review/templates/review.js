"use strict";

/**
 * Keys for the review page. Everything works without them: the page is links, one form
 * and buttons. A key does what stands beside it, and nothing while one writes.
 */

/** Whether one types letters into it. @param {Element | null} element @returns {boolean} */
const isField = (element) =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type !== "checkbox");

/** Go to the next or previous link of the list of groups. @param {number} step */
function step(step) {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("a.group")]);
  const here = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  links[Math.max(0, Math.min(links.length - 1, here + step))]?.focus();
}

/** What a key is for on this page. @param {string} key @returns {HTMLElement | null} */
const owner = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

document.addEventListener("keydown", (event) => {
  const field = isField(document.activeElement);
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("review"));
  if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (event.key === "Escape" && field) {
    /** @type {HTMLElement} */ (document.activeElement).blur();
    return;
  }
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  const found = owner(event.key);
  if (found) {
    event.preventDefault();
    if (isField(found)) found.focus();
    else found.click();
  } else if (event.key === "j" || event.key === "k") {
    step(event.key === "j" ? 1 : -1);
  }
});

/** What was said before goes into the comment, behind what stands there. */
for (const button of document.querySelectorAll("button.kept")) {
  button.addEventListener("click", () => {
    const comment = /** @type {HTMLTextAreaElement} */ (document.getElementById("comment"));
    comment.value = [comment.value.trim(), button.textContent?.trim()].filter(Boolean).join("\n");
    comment.focus();
  });
}
