/** Where words are written: the browser's own field, which checks the spelling. */

import { make } from "../look/nodes.js";

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
