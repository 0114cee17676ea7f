/**
 * An editor for Python, made of CodeMirror 6.
 *
 * Tab indents once the reader has written in it or pointed into it, until they press
 * Escape or leave; before that it moves on, so that nobody's code changes in passing.
 */

import {
  EditorState,
  EditorView,
  LanguageSupport,
  Prec,
  bracketMatching,
  classHighlighter,
  closeBrackets,
  closeBracketsKeymap,
  defaultKeymap,
  drawSelection,
  highlightActiveLine,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  pythonLanguage,
  syntaxHighlighting,
} from "../vendor/codemirror/codemirror.js";

const PHONE = "(max-width: 40rem)"; // as in exercises.css

/** What an editor for Python is made of, whoever writes in it. */
const forPython = () => [
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  indentUnit.of("    "),
  EditorState.tabSize.of(4),
  matchMedia(PHONE).matches ? EditorView.lineWrapping : [],
  new LanguageSupport(pythonLanguage),
  syntaxHighlighting(classHighlighter),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
];

/** @param {EditorView} editor */
const indent = (editor) => indentWithTab.run?.(editor) ?? false;

/** @param {EditorView} editor */
const outdent = (editor) => indentWithTab.shift?.(editor) ?? false;

/** A key's command, which no other then has. @param {() => void} does */
const command = (does) => () => {
  does();
  return true;
};

/** @param {{isUserEvent: (kind: string) => boolean}} step */
function isWriting(step) {
  return step.isUserEvent("input") || step.isUserEvent("delete");
}

/**
 * @param {{
 *   parent: Element,
 *   source: string,
 *   label: string,
 *   describedBy: string,
 *   onChange: (source: string) => void,
 *   onRun: () => void,
 *   onCheck: () => void,
 *   onEscape: () => void,
 * }} options
 */
export function makeEditor(options) {
  let tabIndents = false;
  const ours = Prec.highest(
    keymap.of([
      { key: "Shift-Enter", run: command(options.onRun) },
      { key: "Mod-Enter", run: command(options.onCheck) },
      { key: "Escape", run: () => (options.onEscape(), (tabIndents = false)) },
      {
        key: "Tab",
        run: (editor) => tabIndents && indent(editor),
        shift: (editor) => tabIndents && outdent(editor),
      },
    ]),
  );
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.source,
      extensions: [
        ours,
        ...forPython(),
        EditorView.domEventHandlers({
          pointerdown(_, editor) {
            editor.setTabFocusMode(false); // CodeMirror's own, after Escape
            tabIndents = true;
          },
          blur: () => void (tabIndents = false),
        }),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          "aria-describedby": options.describedBy,
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          tabIndents ||= update.transactions.some(isWriting);
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get source() {
      return view.state.doc.toString();
    },
    /** Replace everything, as one step that Undo takes back. */
    set source(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    /**
     * Take the focus over from a field with the same text.
     * @param {{anchor: number, head: number}} selection
     * @param {boolean} writes whether the reader was writing there
     */
    take(selection, writes) {
      view.dispatch({ selection });
      view.focus();
      tabIndents = writes;
    },
  };
}
