/**
 * What sphinx-design's script for tabs leaves to do: name the choice for those who
 * hear the page, and read `?framework=` with care.  Choosing, remembering and
 * following each other is that script's; it runs after this one.
 */

const PARAMETER = "framework";
/** @type {Record<string, string>} */
const ALSO_CALLED = { pytorch: "torch", tf: "tensorflow", keras: "tensorflow" };

/** @returns {Set<string | null>} the frameworks that this page has tabs for */
function offered() {
  const labels = document.querySelectorAll(`[data-sync-group="${PARAMETER}"]`);
  return new Set([...labels].map((label) => label.getAttribute("data-sync-id")));
}

/** A framework that nobody offers must not be remembered in place of the reader's. */
function mendAddress() {
  const address = new URL(window.location.href);
  const asked = address.searchParams.get(PARAMETER);
  if (asked === null) return;
  const name = asked.toLowerCase();
  const known = ALSO_CALLED[name] ?? name;
  if (known === asked) {
    if (offered().has(asked)) return;
    address.searchParams.delete(PARAMETER);
  } else {
    address.searchParams.set(PARAMETER, known);
  }
  window.history.replaceState(window.history.state, "", address);
  if (known !== asked) mendAddress();
}

/** A link that was opened keeps saying what is shown. @param {Event} event */
function follow({ target }) {
  const id = target instanceof Element && target.nextElementSibling?.getAttribute("data-sync-id");
  const address = new URL(window.location.href);
  if (!id || !address.searchParams.has(PARAMETER)) return;
  address.searchParams.set(PARAMETER, id);
  window.history.replaceState(window.history.state, "", address);
}

mendAddress();
for (const set of document.querySelectorAll("article .sd-tab-set")) {
  set.setAttribute("role", "radiogroup");
  set.setAttribute("aria-label", "Framework");
  set.addEventListener("change", follow);
}
