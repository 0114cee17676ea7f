/**
 * Keys for the review page. Everything works without them: the page is links, one form
 * and buttons. A key does what stands beside it, and nothing while one writes.
 */

/** What of a key that was pressed matters here.
 * @typedef {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} Pressed
 */

/** What the page can do with a key: by a name, with what `act` needs.
 * @typedef {{name: "save"} | {name: "leave"} | {name: "use", key: string}
 *   | {name: "move", step: number} | {name: "nothing"}} Action
 */

/** What a key does.
 * @param {Pressed} pressed
 * @param {{writing: boolean, form: boolean, owned: boolean}} page whether one writes, there is
 *   a form, and something on the page has this key
 * @returns {Action}
 */
export function actionOf(pressed, page) {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (page.form && key === "Enter" && (ctrlKey || metaKey)) return { name: "save" };
  if (key === "Escape" && page.writing) return { name: "leave" };
  if (page.writing || ctrlKey || metaKey || altKey) return { name: "nothing" };
  if (page.owned) return { name: "use", key };
  if (key === "j" || key === "k") return { name: "move", step: key === "j" ? 1 : -1 };
  return { name: "nothing" };
}

/** Where one comes to in a list that ends: from -1, which is nowhere, to its first.
 * @param {number} here @param {number} step @param {number} many
 */
export const moved = (here, step, many) => Math.max(0, Math.min(many - 1, here + step));

/** What was said before, behind what stands there.
 * @param {string} before @param {string | null} kept
 */
export const joined = (before, kept) =>
  [before.trim(), (kept ?? "").trim()].filter(Boolean).join("\n");

/** Whether one types letters into it. @param {Element | null} element @returns {boolean} */
const isField = (element) =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type !== "checkbox");

/** What a key is for on this page. @param {string} key @returns {HTMLElement | null} */
const owner = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

/** @returns {HTMLFormElement | null} */
const form = () => document.querySelector("form#review");

/** Do it. @param {Action} action */
function act(action) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (action.name === "save") form()?.requestSubmit();
  if (action.name === "leave") active?.blur();
  if (action.name === "use") {
    const found = owner(action.key);
    if (isField(found)) found?.focus();
    else found?.click();
  }
  if (action.name === "move") {
    const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("a.group")]);
    const here = active ? links.indexOf(active) : -1;
    links[moved(here, action.step, links.length)]?.focus();
  }
}

/** Tick all boxes, or none where all are ticked. @param {NodeListOf<HTMLInputElement>} boxes */
function tickAll(boxes) {
  const ticks = [...boxes].some((box) => !box.checked);
  for (const box of boxes) box.checked = ticks;
}

/** Listen to keys, to "Tick all", and to the comments that are offered again. */
function listen() {
  for (const all of document.querySelectorAll("span.all")) {
    /** @type {HTMLElement} */ (all).hidden = false;
    all
      .querySelector("button")
      ?.addEventListener("click", () =>
        tickAll(document.querySelectorAll("form#review input[type=checkbox]")),
      );
  }
  document.addEventListener("keydown", (event) => {
    const writing = isField(document.activeElement);
    const page = { writing, form: form() !== null, owned: owner(event.key) !== null };
    const action = actionOf(event, page);
    if (action.name === "save" || action.name === "use") event.preventDefault();
    act(action);
  });
  for (const button of document.querySelectorAll("button.kept")) {
    button.addEventListener("click", () => {
      const comment = /** @type {HTMLTextAreaElement} */ (document.getElementById("comment"));
      comment.value = joined(comment.value, button.textContent);
      comment.focus();
    });
  }
}

if (typeof document !== "undefined") listen(); // a test imports this without a page
