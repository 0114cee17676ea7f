/**
 * An editor for Python, made of CodeMirror 6.
 *
 * Tab indents; Escape, then Tab, moves on, as it does without an editor.
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
  const command = (does) => () => {
    does();
    return true;
  };
  const ours = Prec.highest(
    keymap.of([
      { key: "Shift-Enter", run: command(options.onRun) },
      { key: "Mod-Enter", run: command(options.onCheck) },
      { key: "Escape", run: () => (options.onEscape(), false) },
    ]),
  );
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.source,
      extensions: [
        ours,
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
        new LanguageSupport(pythonLanguage),
        syntaxHighlighting(classHighlighter),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          "aria-describedby": options.describedBy,
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
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
  };
}
