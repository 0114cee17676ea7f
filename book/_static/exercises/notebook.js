/**
 * Answers into a chapter's notebook, and out of one again.
 *
 * Plain data in and out: nothing here touches the page or the store.  Cells are
 * known as the grader knows them: by `metadata.exercise`, else by the check that
 * names the exercise and the cell above it that defines what is checked.
 */

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {{id: string, source: string, passed: boolean}} Found */

/**
 * A notebook, whoever wrote it: of nothing in it is the form sure.
 * @typedef {{role?: unknown, id?: unknown, passed?: unknown}} Marked
 * @typedef {{cell_type?: unknown, source?: unknown, metadata?: {exercise?: Marked},
 *   outputs?: unknown[], execution_count?: number | null}} Cell
 * @typedef {{cells: Cell[]}} Notebook
 */

const CHECK = /^[^\S\n]*(?:\w+\s*=\s*)?check\(\s*(["'])([\w.]+)\1\s*,\s*(\w+)/m;
const LETTER = /^\s*\w+\s*=\s*(["'])([a-z])\1\s*(?:#.*)?$/;
const WRITE_HERE =
  "*Write your answer here, in the place of this line: text, formulas, lists, pictures.*";
const OPEN = /^[^\S\n]*(?:raise\s+NotImplementedError\b|\w+\s*=\s*\.\.\.)/m;

/** A cell's source, however the notebook holds it. @param {Cell} cell */
function sourceOf(cell) {
  const { source = "" } = cell;
  return (Array.isArray(source) ? source.join("") : String(source)).replace(/\r\n?/g, "\n");
}

/** @param {Cell} cell @param {string} role @returns {string} the exercise's id */
function exerciseOf(cell, role) {
  const said = cell.metadata?.exercise;
  return said?.role === role && typeof said.id === "string" ? said.id : "";
}

/** Lines as nbformat keeps them: each with its line end. @param {string} text */
const lines = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * FNV-1a: enough to see whether a source is still the one that passed.
 * @param {string} text
 */
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/**
 * The notebook with the reader's answers in their stub cells.  The outputs of a
 * changed cell, and of its check, are cleared: they were another answer's.
 * @param {Notebook} notebook left as it is
 * @param {{[id: string]: Entry}} answers
 * @returns {{notebook: Notebook, filled: string[]}} the ids that found their cell
 */
export function fill(notebook, answers) {
  const copy = structuredClone(notebook);
  /** @type {string[]} */
  const filled = [];
  for (const cell of copy.cells) {
    const id = exerciseOf(cell, "stub");
    const entry = answers[id];
    if (typeof entry?.source !== "string") continue;
    filled.push(id);
    cell.source = lines(entry.source.replace(/\s+$/, ""));
    const { passed, ...marked } = cell.metadata?.exercise ?? {};
    const asItIs = (entry.passedSource ?? entry.source) === entry.source;
    const mark = entry.state === "passed" && asItIs ? { passed: fingerprint(sourceOf(cell)) } : {};
    cell.metadata = { ...cell.metadata, exercise: { ...marked, ...mark } };
    if (cell.cell_type === "code") clearOutputs(cell);
  }
  for (const cell of copy.cells) if (filled.includes(exerciseOf(cell, "check"))) clearOutputs(cell);
  return { notebook: copy, filled };
}

/** @param {Cell} cell */
function clearOutputs(cell) {
  cell.outputs = [];
  cell.execution_count = null;
}

/** The file's text, as Jupyter writes it. @param {Notebook} notebook */
export function asFile(notebook) {
  return JSON.stringify(notebook, null, 1) + "\n";
}

/**
 * The answers that a notebook holds; stubs left open are none.
 * @param {Notebook} notebook
 * @returns {Found[]}
 */
export function answersIn(notebook) {
  const code = notebook.cells.filter((cell) => cell?.cell_type === "code");
  /** @type {Map<string, Found>} */
  const found = new Map();
  /** @param {string} id @param {Cell} cell */
  const add = (id, cell) => {
    const source = sourceOf(cell);
    if (!source.trim() || OPEN.test(source)) return;
    const passed = cell.metadata?.exercise?.passed === fingerprint(source);
    found.set(id, { id, source, passed });
  };
  for (const cell of notebook.cells.filter((each) => each?.cell_type === "markdown")) {
    const id = exerciseOf(cell, "stub");
    const source = sourceOf(cell).replace(WRITE_HERE, "").trim();
    if (id && source) found.set(id, { id, source, passed: false });
  }
  code.forEach((cell, position) => {
    const id = exerciseOf(cell, "stub");
    if (id) add(id, cell);
    const check = sourceOf(cell).match(CHECK);
    if (!check || code.some((other) => exerciseOf(other, "stub") === check[2])) return;
    const defines = new RegExp(`^(?:def\\s+|class\\s+)?${check[3]}\\b\\s*[=(:]`, "m");
    const above = code.slice(0, position).findLast((other) => defines.test(sourceOf(other)));
    if (above) add(check[2], above);
  });
  return [...found.values()];
}

/** The letter a source gives as its answer, or `""`. @param {string} source */
export function letterIn(source) {
  return source.match(LETTER)?.[2] ?? "";
}
