/** Where words are written: the browser's own field, which checks the spelling. */

import { make } from "../look/nodes.js";
import { FINGER } from "../look/cut_lines.js";

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
    if (!window.visualViewport || document.activeElement !== field) return;
    const { offsetTop, height } = window.visualViewport;
    const end = (parent.nextElementSibling?.getBoundingClientRect().bottom ?? 0) + MARGIN;
    window.scrollBy({ top: Math.max(0, end - offsetTop - height), behavior: "instant" });
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
