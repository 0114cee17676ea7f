/**
 * Compile Python for the page, by the page's own Python: run by compiled.py.
 *
 * On standard input: JSON with `folder` (of Pyodide), `sources` (path -> source) and, to
 * learn what is loaded, `numpy` (a zip) and `names` of modules to import.  On standard
 * output: JSON with `code` (path -> base64) and `loaded`, the files behind the modules.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { folder, sources, numpy, names } = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: folder });

const COMPILE = `
import base64, importlib.util
from importlib import _bootstrap_external as external

def compiled(path, source):
    data = source.encode()
    code = compile(data, path, "exec", dont_inherit=True)
    # Checked by nobody: what is served together was made together.
    made = external._code_to_hash_pyc(code, importlib.util.source_hash(data), False)
    return base64.b64encode(made).decode()

compiled
`;
const LOADED = `
import contextlib, importlib, sys

def loaded(names):
    importlib.invalidate_caches()
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted({file for file in files if file and file.endswith(".py")})

loaded
`;

let found = [];
if (names) {
  const packages = "/lib/python3.14/site-packages";
  if (numpy)
    pyodide.unpackArchive(new Uint8Array(readFileSync(numpy)), "zip", { extractDir: packages });
  found = pyodide.runPython(LOADED)(pyodide.toPy(names)).toJs();
}
const compiled = pyodide.runPython(COMPILE);
const code = Object.fromEntries(
  Object.entries(sources ?? {}).map(([path, source]) => [path, compiled(path, source)]),
);
process.stdout.write(JSON.stringify({ loaded: found, code }));
