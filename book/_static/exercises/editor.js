/**
 * An editor for Python, made of CodeMirror 6.
 *
 * Tab indents once the reader has written in it or pointed into it, until they press
 * Escape or leave; before that it moves on, so that nobody's code changes in passing.
 */

import { FINGER, NARROW, hanging } from "../look/cut_lines.js";
import { rowHeight, symbolRow } from "./symbol-row.js";
import {
  Decoration,
  EditorState,
  EditorView,
  LanguageSupport,
  Prec,
  ViewPlugin,
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

const ARROW = Decoration.mark({ class: "code-arrow" }); // it does not break behind its dash

/** The lines in sight, each with its indentation. @param {EditorView} view */
function indented({ state, visibleRanges }) {
  const marks = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const attributes = { style: hanging(line.text) };
      marks.push(Decoration.line({ attributes }).range(line.from));
      for (const { index } of line.text.matchAll(/->/g))
        marks.push(ARROW.range(line.from + index, line.from + index + 2));
      at = line.to + 1;
    }
  return Decoration.set(marks);
}

/** What is wrapped stands further in than its line begins: exercises.css sets it so. */
const hangingIndents = ViewPlugin.define(
  (view) => ({
    lines: indented(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.lines = indented(update.view);
    },
  }),
  { decorations: (plugin) => plugin.lines },
);

const BUTTONS = 80; // pixels from the last line to below the buttons
const NEAR_END = 150; // from where the buttons are to be seen with the line one writes

/** How much of what is below the line one writes should be in sight. @param {EditorView} view */
function room(view) {
  const { top } = view.lineBlockAt(view.state.selection.main.head);
  const below = view.contentHeight - top - view.defaultLineHeight;
  return (below < NEAR_END ? below + BUTTONS : 0) + rowHeight();
}

/** The buttons below stay in sight, too, where a phone's keyboard leaves little room. */
const buttonsInSight = [
  EditorView.scrollMargins.of((view) => ({ bottom: room(view) })),
  ViewPlugin.define((view) => {
    const show = () => {
      const { main } = view.state.selection;
      if (view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(main) });
    };
    window.visualViewport?.addEventListener("resize", show);
    return { destroy: () => window.visualViewport?.removeEventListener("resize", show) };
  }),
];

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
  NARROW.matches ? [EditorView.lineWrapping, hangingIndents] : [],
  FINGER.matches ? [symbolRow, buttonsInSight] : [],
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

/** Where a policy forbids CodeMirror's style element, its rules come by the object model. */
function adoptStyles() {
  for (const element of document.querySelectorAll("style")) {
    if (element.sheet || !element.textContent.includes(".cm-")) continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(element.textContent);
    document.adoptedStyleSheets.push(sheet);
    element.remove();
  }
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
  adoptStyles();
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
      view.focus();
      view.dispatch({ selection, scrollIntoView: true }); // the keyboard may be there already
      tabIndents = writes;
    },
  };
}
