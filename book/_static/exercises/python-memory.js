/**
 * The memory of a Python that has NumPy in it, for another one to go on from.
 *
 * Code that is loaded beside Python's own keeps its data in Python's memory, wherever there
 * is room, and Pyodide's snapshots do not know of it.  So NumPy's is loaded here before
 * Python begins, when nothing else has asked for room: each time at the same places.
 */

/**
 * @typedef {import("./types.js").Module} Module
 * @typedef {import("./packs.js").Stored} Stored
 */

const PAGE = 4096; // bytes; most of them hold only zeros
const ROOM = 16; // bytes that are asked for, to see where they would be

/**
 * What makes Pyodide's module, with NumPy in it.
 * @param {import("./types.js").MakeModule} make
 * @param {{files: Stored[], folder: string, memory: import("./types.js").Memory | null,
 *   ready: (module: Module) => void}} how `memory` to make room for; `ready` is told when
 *   the module has a file system
 * @returns {import("./types.js").MakeModule}
 */
export function withNumPy(make, { files, folder, memory, ready }) {
  return async (settings) => {
    settings.onRuntimeInitialized = () => {
      ready(settings);
      settings.places = loadCompiled(settings, files, folder);
    };
    const module = await make(settings);
    // The browser's language, for one, may have become a longer word.
    if (memory && memory.places !== module.places) throw new Error("Its code lies elsewhere.");
    if (memory) module.growMemory(memory.bytes.length);
    return module;
  };
}

/** Load compiled modules; where they lie. @param {Module} module @param {Stored[]} files @param {string} folder */
function loadCompiled(module, files, folder) {
  const places = [];
  for (const [name] of files) {
    if (!name.endsWith(".so")) continue;
    const flags = { global: false, nodelete: true };
    module.loadDynamicLibrary(`${folder}/${name}`, flags);
    const free = module._malloc(ROOM);
    places.push(free, module.wasmTable.length);
    module._free(free);
  }
  return places.join(" ");
}

/** Without the pages that hold only zeros: size, count, the others' numbers, the others. @param {Uint8Array} whole */
export function thinned(whole) {
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.byteLength / 4);
  const count = PAGE / 4;
  const pages = [];
  for (let page = 0; page * count < words.length; page += 1)
    if (words.subarray(page * count, (page + 1) * count).some(Boolean)) pages.push(page);
  const head = new Uint32Array([whole.byteLength, pages.length, ...pages]);
  const thin = new Uint8Array(head.byteLength + pages.length * PAGE);
  thin.set(new Uint8Array(head.buffer));
  pages.forEach((page, i) => {
    thin.set(whole.subarray(page * PAGE, (page + 1) * PAGE), head.byteLength + i * PAGE);
  });
  return thin;
}

/** @param {Uint8Array} thin */
export function filled(thin) {
  const [size, count] = new Uint32Array(thin.buffer, 0, 2);
  const pages = new Uint32Array(thin.buffer, 8, count);
  const whole = new Uint8Array(size);
  const from = 4 * (2 + count);
  pages.forEach((page, i) => {
    const part = thin.subarray(from + i * PAGE, from + (i + 1) * PAGE);
    whole.set(part.subarray(0, size - page * PAGE), page * PAGE);
  });
  return whole;
}
