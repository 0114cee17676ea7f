/**
 * The place for the reader's code: a plain field that becomes the editor at the
 * reader's first act, keeping text, selection and focus.  Where the editor cannot be
 * fetched the field goes on, and the next act tries again.
 */

import { FINGER } from "../look/cut_lines.js";
import { makePlainField } from "./plain-field.js";

/** What a stub leaves to write, in a line of it. */
const LEFT = /raise NotImplementedError$|(?<=^\w+ = )\.\.\./;

/**
 * What a first tap into a stub selects: what is there to be replaced, which is long to delete
 * by a finger; elsewhere only a place.
 * @param {string} source @param {{anchor: number, head: number}} selection
 */
export function tapped(source, selection) {
  const begin = source.lastIndexOf("\n", selection.head - 1) + 1;
  const left = LEFT.exec(source.slice(begin).split("\n", 1)[0]);
  if (!left) return selection;
  const anchor = begin + left.index;
  return { anchor, head: anchor + left[0].length };
}

/**
 * @param {Parameters<typeof import("./editor.js").makeEditor>[0] & {
 *   stub: string,
 *   colours: string,
 *   onAct: (writes: boolean) => void,
 *   onMissing: () => void,
 *   onOpen: () => void,
 * }} options
 */
export function makeField(options) {
  /** @type {{source: string}} */
  let field;
  let loading = false;
  let tries = 0;
  let writes = false;
  let composing = Promise.resolve();

  const plain = makePlainField({ ...options, onAct: acted });
  field = plain;
  options.parent.append(plain.element);
  plain.element.addEventListener("compositionstart", () => {
    composing = new Promise((done) =>
      plain.element.addEventListener("compositionend", () => done(), { once: true }),
    );
  });

  /** @param {boolean} isWriting */
  function acted(isWriting) {
    writes ||= isWriting;
    options.onAct(isWriting);
    open();
  }

  async function open() {
    if (loading || field !== plain) return;
    loading = true;
    try {
      // Some browsers remember that a module failed: another address asks anew.
      const module = await import(`./editor.js${tries ? `?again=${tries}` : ""}`);
      await composing; // an input method's half-written word must not be broken off
      turnInto(module.makeEditor);
    } catch {
      tries += 1;
      options.onMissing();
    } finally {
      loading = false;
    }
  }

  /** @param {typeof import("./editor.js").makeEditor} makeEditor */
  function turnInto(makeEditor) {
    const { hasFocus, selection, source } = plain;
    const editor = makeEditor({ ...options, source: options.source });
    editor.source = source; // a step that Undo takes back
    field = editor;
    const replaces = FINGER.matches && source === options.stub;
    if (hasFocus) editor.take(replaces ? tapped(source, selection) : selection, writes);
    plain.element.remove();
    options.onOpen();
  }

  return {
    open,
    get source() {
      return field.source;
    },
    set source(source) {
      field.source = source;
    },
  };
}
