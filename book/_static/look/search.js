/** The search fields: what answers them is fetched when a reader enters one. */

const fields = /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll('input[type="search"][name="q"]')
);
for (const field of fields) {
  const begin = () => import("./search_answers.js").then((module) => module.answer(field));
  if (field === document.activeElement) begin();
  else field.addEventListener("focus", begin, { once: true });
}
