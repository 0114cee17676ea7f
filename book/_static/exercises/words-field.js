/** Where words are written: the browser's own field, which checks the spelling. */

import { make } from "../look/nodes.js";
import { FINGER } from "./dom.js";

const MARGIN = 8; // pixels between the buttons and a phone's keyboard

/**
 * @param {{
 *   parent: HTMLElement,
 *   source: string,
 *   label: string,
 *   describedBy: string,
 *   onChange: (source: string) => void,
 *   onCheck: () => void,
 *   onAct: (writes: boolean) => void,
 * }} options
 */
export function makeWords({ parent, source, label, describedBy, onChange, onCheck, onAct }) {
  const field = make("textarea", {
    class: "exercise-words-field",
    rows: "8",
    "aria-label": label,
    "aria-describedby": describedBy,
    oninput: () => {
      onChange(field.value);
      onAct(true);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onCheck();
    },
  });
  field.value = source;
  parent.append(field);
  const show = () => {
    if (document.activeElement === field) showAboveKeyboard(parent.nextElementSibling);
  };
  if (FINGER.matches) {
    field.addEventListener("focus", show);
    window.visualViewport?.addEventListener("resize", show);
  }
  return {
    open() {},
    get source() {
      return field.value;
    },
    set source(text) {
      field.value = text;
    },
  };
}

/** Scroll the page until this, too, is above a phone's keyboard. @param {Element | null} buttons */
function showAboveKeyboard(buttons) {
  const { offsetTop, height } = /** @type {VisualViewport} */ (window.visualViewport);
  const hidden = (buttons?.getBoundingClientRect().bottom ?? 0) + MARGIN - offsetTop - height;
  if (hidden > 0) window.scrollBy({ top: hidden, behavior: "instant" });
}
