/** What goes between the page, its workers, and Python. */

// --- what the build says (python.json) ----------------------------------------------------

export interface Pack {
  url: string;
  bytes?: number;
  sha256?: string;
}

export interface Core {
  folder: string;
  wasm: Pack;
  script: Pack;
  stdlib: Pack;
  lock: object;
  first: string[];
  edition: string;
}

/** A copy of the book that has Python for its pages. */
export interface Settings {
  seconds: number;
  cell_seconds: number;
  pyodide: Core;
  numpy: Pack;
  bundle: Pack;
  writer: Pack;
  model: Model | null;
  chapters: Record<string, Pack>;
  /** What a chapter's cells need of the course, where they need anything. */
  cells: Record<string, Pack>;
}

export interface Model extends Required<Pack> {
  unpacked: number;
  /** Mistakes to break it with: by exercise, a mistake's name and what the page calls it. */
  breaks: Record<string, Record<string, string>>;
}

/** Any copy of the book. */
export type Said =
  Settings | (Omit<Settings, "pyodide" | "numpy"> & { pyodide: null; numpy: null });

// --- what is asked of Python, and what comes back -------------------------------------------

export interface Exercise {
  id: string;
  chapter: string;
}

export interface Request extends Exercise {
  /** What comes after a check: a look has its line and what each gives, why has questions. */
  do: "run" | "check" | "look" | "why";
  source: string;
  passed: Record<string, string>;
  hint?: number;
}

/** A cell of a chapter, by its number among the code cells, from 1. */
export interface CellRequest {
  do: "cell";
  chapter: string;
  cell: number;
  source: string;
  passed: Record<string, string>;
}

export interface Ran {
  printed: string;
  value: string;
  drawing: string;
  error: string;
  note: string;
}

export interface Checked {
  printed: string;
  error: string;
  status: string;
  html: string;
  text: string;
  takes_hint: boolean;
  /** Whether a look is worth asking for: at once, or when the reader does. */
  look: "now" | "asked" | "";
}

export interface Looked {
  look_html: string;
}

/** A question about the reader's own code; its run shows which option is right. */
export interface Question {
  exercise: string;
  call: string;
  text: string;
  options: string[];
  right: number;
  because: string;
  run: string[];
  listing: string[];
}

/** Questions about one answer, and the first day on which they are asked: "2026-11-27". */
export interface Round {
  title: string;
  due: string;
  questions: Question[];
}

export interface Asked {
  rounds: Round[];
}

export type FromDesk = Ran | Checked | Looked | Asked;

export interface Progress {
  step: string;
  loaded?: number;
  total?: number;
}

export interface Fault {
  what:
    | "missing"
    | "refused"
    | "login"
    | "type"
    | "blocked"
    | "policy"
    | "old"
    | "fetch"
    | "silent"
    | "checksum"
    | "start"
    | "kept"
    | "died"
    | "memory";
  file?: string;
  detail?: string;
}

/**
 * How a worker starts: `fresh` from nothing kept, `anew` past what the browser keeps of files;
 * `served`: what is kept can be fetched.
 */
export interface Start {
  fresh: boolean;
  anew: boolean;
  served: boolean;
}

export type ToPython =
  | ({ do: "start"; settings: Settings; chapter: string } & Start)
  | { do: "rehearse"; settings: Settings; served: boolean; exercise: Exercise }
  | ((Request | CellRequest) & { number: number });

export type FromPython =
  | { kind: "progress"; step: string; loaded?: number; pending: number }
  | { kind: "ready"; from: "memory" | "files"; compiled: boolean; ms: number }
  | { kind: "result"; number: number; result: FromDesk; ms: number }
  | { kind: "rehearsed"; isKept: boolean }
  | { kind: "fault"; fault: Fault };

// --- what is asked of the model that writes -------------------------------------------------

export interface Prompt {
  prompt: string;
  most: number;
  passed: Record<string, string>;
  /** By exercise: the reference, or a mistake, in place of what has passed. */
  chosen: Record<string, string>;
}

export type ToWriter =
  | { do: "open"; settings: Settings & { model: Model } }
  | { do: "write"; request: Prompt }
  | { do: "stop" };

/** A function that the model calls: the reader's own, the reference, or one with a mistake. */
export interface Part {
  id: string;
  name: string;
  own: boolean;
  passes: boolean;
  mistake: string;
}

/** What is new of a text: of its prompt, or a token. */
export interface Piece {
  read?: number;
  of?: number;
  text?: string;
  likely?: [token: string, share: number][];
  error?: string;
  done?: boolean;
  calls: Record<string, number>;
}

export type FromWriter =
  | { kind: "progress"; step: string; loaded?: number; total?: number }
  | { kind: "open"; fetched: boolean; memory?: number }
  | { kind: "parts"; parts: Part[] }
  | ({ kind: "piece" } & Piece)
  | { kind: "stopped" }
  | { kind: "fault"; fault: Fault };

// --- Pyodide, as far as it is used here -----------------------------------------------------

export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
}

/** What Emscripten made of Python; `places` is ours. */
export interface Module {
  FS: FileSystem;
  LDSO?: { loadedLibsByName?: Record<string, { exports?: Record<string, unknown> } | undefined> };
  HEAPU8?: Uint8Array;
  places: string;
  wasmTable: { length: number };
  onRuntimeInitialized?: () => void;
  growMemory(bytes: number): void;
  loadDynamicLibrary(path: string, flags: { global: boolean; nodelete: boolean }): void;
  _malloc(bytes: number): number;
  _free(at: number): void;
}

export type MakeModule = (settings: Module) => Promise<Module>;

export interface Options {
  indexURL: string;
  lockFileContents: object;
  createPyodideModule: MakeModule;
  _loadSnapshot?: Uint8Array;
  _makeSnapshot?: boolean;
}

export interface Pyodide {
  FS: FileSystem;
  _module: Module;
  runPython(code: string): unknown;
  pyimport(module: string): unknown;
  unpackArchive(bytes: Uint8Array, format: "zip", options: { extractDir: string }): void;
  makeMemorySnapshot(): Uint8Array;
}

export interface Loader {
  loadPyodide(options: Options): Promise<Pyodide>;
}

/** A Python's memory, and where in it NumPy's code keeps its data. */
export interface Memory {
  bytes: Uint8Array;
  places: string | null;
}
