// Names such as W_Q, d_k and √d_k in an element's words, set as the formulas of the text are.

import { make } from "../look/nodes.js";

const NAME = /(√?)\b([A-Za-z])_([A-Za-z])\b/;
const LEFT_ALONE = "code, input, textarea, .touch-name";

/** @param {RegExpExecArray} found */
function formula([, root, letter, index]) {
  // The sign between them is there for who hears, searches or copies the words.
  const name = make(
    "span",
    { class: root ? "touch-root" : null },
    make("i", {}, letter),
    make("span", { class: "touch-joined" }, "_"),
    make("sub", {}, make("i", {}, index)),
  );
  return make("span", { class: "touch-name" }, root, name);
}

/** Set the names in all words of an element. @param {HTMLElement} element */
export function setFormulas(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement instanceof HTMLElement && !parentElement.closest(LEFT_ALONE)
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  );
  const found = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (NAME.test(text.nodeValue ?? "")) found.push(/** @type {Text} */ (text));
  for (let text of found)
    for (let name = NAME.exec(text.data); name; name = NAME.exec(text.data)) {
      const rest = text.splitText(name.index);
      rest.deleteData(0, name[0].length);
      rest.before(formula(name));
      text = rest;
    }
}
