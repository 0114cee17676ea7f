/** Small things that every script of the exercises does with the page. */

import { make } from "../look/nodes.js";

/**
 * What the page is sure to have: the build has put it there.
 * @template {Element} Kind
 * @param {ParentNode} place
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function one(place, selector, kind) {
  const found = place.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`No ${selector} is here.`);
  return found;
}

/** Off, but still in reach of the keyboard: the focus must not get lost. @param {Element} button @param {boolean} off */
export const setOff = (button, off) => button.setAttribute("aria-disabled", String(off));

/**
 * Text with Markdown's *emphasis* as elements.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function emphasised(text) {
  const parts = text.split(/\*(\S(?:[^*]*\S)?)\*/);
  return parts.map((part, i) => (i % 2 ? make("em", {}, part) : part));
}

/**
 * Ask before something that cannot be undone.
 * @param {{title: string, text: string, yes: string, no?: string}} words
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no = "Cancel" }) {
  return new Promise((answer) => {
    const heading = make("h2", { id: "ask-title" }, title);
    const words = make("p", { id: "ask-text" }, text);
    const dialog = make(
      "dialog",
      {
        class: "ask",
        "aria-labelledby": "ask-title",
        "aria-describedby": "ask-text",
        onclose: () => {
          dialog.remove();
          answer(dialog.returnValue === "yes");
        },
      },
      make(
        "form",
        { method: "dialog" },
        heading,
        words,
        make(
          "div",
          { class: "ask-buttons" },
          // The first in order has the focus: the harmless one.
          make("button", { value: "no", class: "plain-button" }, no),
          make("button", { value: "yes", class: "main-button" }, yes),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Give the reader a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A button that opens the reader's file chooser.
 * @param {string} words
 * @param {string} accept
 * @param {(file: File) => void} chosen
 */
export function fileButton(words, accept, chosen) {
  const input = make("input", {
    type: "file",
    accept,
    hidden: true,
    onchange: () => {
      const [file] = input.files ?? [];
      input.value = ""; // the same file may be chosen again
      if (file) chosen(file);
    },
  });
  const press = () => input.click();
  const button = make("button", { type: "button", class: "plain-button", onclick: press }, words);
  return make("span", { class: "file-button" }, button, input);
}
