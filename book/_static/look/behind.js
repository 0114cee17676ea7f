/** A switch in a chapter's header shows the cells that are not for reading. */

const KEY = "attention-step-by-step-behind";
const root = document.documentElement;

/** @type {HTMLInputElement | null} */
const input = document.querySelector("[data-behind]");

/** @param {boolean} shown */
function show(shown) {
  root.toggleAttribute("data-behind-shown", shown);
  if (input) input.checked = shown;
}

/** What an address leads to must be there to be seen. */
function follow() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted?.closest(".cell-behind")) return;
  show(true);
  wanted.scrollIntoView();
}

input?.addEventListener("change", () => {
  show(input.checked);
  try {
    localStorage.setItem(KEY, input.checked ? "shown" : "");
  } catch {
    /* blocked: for this page alone, then */
  }
});
try {
  show(localStorage.getItem(KEY) === "shown");
} catch {
  show(false);
}
addEventListener("hashchange", follow);
follow();
