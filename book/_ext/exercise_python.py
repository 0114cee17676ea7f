"""Python for the exercises on the pages: what the site carries for it.

Into ``_static`` go Pyodide as npm has it, and one bundle: the engine's check
path, the parts of the key that NumPy alone can import, ``book/page_python`` and
the chapters' code.  ``exercises/python.json`` says where everything lies.  The
bundle is named after its content, so that a cache never mixes two editions.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import page_model
from exercise_index import Facts, all_facts
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from autograder.exercise.definition import Chapter
from autograder.exercise.imports import file_of, imports_of, modules_behind
from autograder.exercise.key import load_key

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
from page_python import compiled, fetch  # noqa: E402

OURS = ("autograder", "solutions", "page_python")
FOLDERS = dict.fromkeys(OURS, ROOT) | {"page_python": ROOT / "book"}
HERE = frozenset(sys.stdlib_module_names) | {"numpy"}  # what the page's Python has
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")  # as they are, too: a policy may ask for it
WASM = "pyodide.asm.wasm"
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
NUMPY_VARIABLE = "ATTENTION_NUMPY"  # a wheel or zip of NumPy to use instead
LONGEST = 10  # seconds that a reader's code may run
PACKED = ".packed"  # no ending that a server unpacks by itself


# --- which modules the page's Python can import -----------------------------------


@lru_cache(maxsize=512)
def closure(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """All of our modules that importing one brings in, and all of others' at once."""
    ours = modules_behind([name], OURS)
    named = {
        each.module.partition(".")[0]
        for module, path in ours.items()
        for each in imports_of(module, path).found
        if each.at_once
    }
    return frozenset(ours), frozenset(named - set(OURS))


def runs_here(name: str) -> bool:
    """Whether the page's Python can import one of our modules."""
    return closure(name)[1] <= HERE


# --- the catalogue ------------------------------------------------------------------


@lru_cache(maxsize=1)
def catalogue(cache: Path) -> dict[str, dict[str, Any]]:
    """Of every exercise what ``shelf.catalogue`` gives.

    ``cache`` is where ``exercise_index`` keeps the key's facts.
    """
    chapters = {chapter.name: chapter for chapter in load_key().chapters}
    return {each.id: _entry(each, chapters[each.chapter]) for each in all_facts(cache)}


def _entry(facts: Facts, chapter: Chapter) -> dict[str, Any]:
    """Where the key has an exercise: in a module that is called as its id ends."""
    module = f"{chapter.module}.{facts.id.partition('.')[2]}"
    return {
        "id": facts.id,
        "name": facts.name,
        "chapter": facts.chapter,
        "builds_on": list(chapter.builds_on),
        "module": module if runs_here(module) else "",
    }


def runs_on_page(app: Sphinx) -> frozenset[str]:
    """The ids of the exercises that can be done on the page."""
    cache = Path(app.doctreedir)
    entries = catalogue(cache)
    return frozenset(
        f.id
        for f in all_facts(cache)
        if f.framework == "numpy" and f.kind != "choice" and entries[f.id]["module"]
    )


# --- the bundle -----------------------------------------------------------------------


def bundle(entries: dict[str, dict[str, Any]]) -> bytes:
    """What the page's Python imports from: the same bytes for the same content."""
    files = {
        "page_python/catalogue.json": json.dumps(entries, indent=1, sort_keys=True).encode()
    }
    wanted = {"page_python.desk"} | {e["module"] for e in entries.values() if e["module"]}
    for name in sorted(frozenset().union(*(closure(name)[0] for name in wanted))):
        path = file_of(name)
        files[path.relative_to(FOLDERS[name.partition(".")[0]]).as_posix()] = (
            path.read_bytes()
        )
    for chapter in sorted({entry["chapter"] for entry in entries.values()}):
        files[f"page_python/chapters/{chapter}.json"] = _code_of(chapter)
    return compiled.packed(compiled.course(files))


def _code_of(chapter: str) -> bytes:
    """A chapter's notebook without prose and outputs."""
    path = ROOT / "notebooks" / f"{chapter}.ipynb"
    cells = [
        {
            "cell_type": "code",
            "metadata": {k: v for k, v in cell["metadata"].items() if k == "exercise"},
            "source": "".join(cell["source"]),
        }
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    return json.dumps({"cells": cells}, ensure_ascii=False).encode()


# --- what the site carries ------------------------------------------------------------


def write(app: Sphinx, error: Exception | None) -> None:
    """Put Pyodide, the bundle and ``python.json`` into the site."""
    if error is not None or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    exercises = static / "exercises"
    exercises.mkdir(parents=True, exist_ok=True)
    writer = {name: path.read_bytes() for name, path in page_model.code(OURS).items()}
    settings: dict[str, Any] = {
        "seconds": LONGEST,
        "bundle": _put(exercises, "course", bundle(catalogue(Path(app.doctreedir)))),
        "writer": _put(exercises, "writer", compiled.packed(compiled.course(writer))),
        "model": page_model.put(app, static),
    }
    settings |= _runtime(app, static)
    text = json.dumps(settings, indent=1) + "\n"
    (exercises / "python.json").write_text(text, encoding="utf-8")


def _put(folder: Path, name: str, data: bytes) -> dict[str, Any]:
    """Write a pack under a name made of its content, in place of earlier ones."""
    digest = hashlib.sha256(data).hexdigest()
    path = folder / f"{name}-{digest[:16]}{PACKED}"
    for old in folder.glob(f"{name}-*{PACKED}"):
        if old != path:
            old.unlink()
    if not path.exists():
        path.write_bytes(data)
    return {"url": path.name, "bytes": len(data), "sha256": digest}


def _runtime(app: Sphinx, static: Path) -> dict[str, Any]:
    """Pyodide and NumPy, addresses as seen from ``_static/exercises``."""
    version = fetch.pinned_version()
    if fetch.fetched_version() != version:
        logger.info("Pyodide is not fetched: the pages have no Python of their own.")
        return {"pyodide": None, "numpy": None}
    folder = f"../pyodide/{version}/"
    place = static / "pyodide" / version
    place.mkdir(parents=True, exist_ok=True)
    for file in MODULES:
        shutil.copyfile(fetch.folder() / file, place / file)
    chosen = os.environ.get(NUMPY_VARIABLE) or app.config.page_numpy
    own = None if chosen == "cdn" else numpy_file(Path(chosen))
    names = standard_names(catalogue(Path(app.doctreedir)))
    loaded = compiled.loaded_at_start(own, names)
    library = compiled.packed(compiled.standard_library(loaded))
    script, wasm = (
        gzip.compress((fetch.folder() / name).read_bytes(), 9, mtime=0)
        for name in (MODULES[1], WASM)
    )
    parts = {
        "stdlib": ("python", library),
        "script": ("script", script),
        "wasm": ("wasm", wasm),
    }
    if own:
        parts["numpy"] = ("numpy", compiled.packed(compiled.numpy_from(own, loaded)))
    put = {part: _put(place, *named) for part, named in parts.items()}
    for each in put.values():
        each["url"] = folder + each["url"]
    lock = json.loads((fetch.folder() / "pyodide-lock.json").read_text(encoding="utf-8"))
    first = compiled.modules_in(loaded)
    edition = json.dumps([version, put["wasm"], put["stdlib"], first])
    return {
        "pyodide": {
            "folder": folder,
            **{part: put[part] for part in ("wasm", "script", "stdlib")},
            "lock": {"info": lock["info"], "packages": {}},
            "first": first,
            "edition": hashlib.sha256(edition.encode()).hexdigest()[:16],
        },
        "numpy": put.get("numpy") or cdn_numpy(version),
    }


def standard_names(entries: dict[str, dict[str, Any]]) -> frozenset[str]:
    """What of Python's own the page's code imports."""
    wanted = {"page_python.desk"} | {e["module"] for e in entries.values() if e["module"]}
    return frozenset().union(*(closure(name)[1] for name in wanted)) - {"numpy"}


def cdn_numpy(version: str) -> dict[str, Any]:
    """NumPy's wheel as Pyodide's own index names it."""
    lock = json.loads((fetch.folder() / "pyodide-lock.json").read_text(encoding="utf-8"))
    wheel = lock["packages"]["numpy"]
    url = CDN.format(version=version, file=wheel["file_name"])
    return {"url": url, "sha256": wheel["sha256"]}


def numpy_file(path: Path) -> Path:
    """A local wheel or zip of NumPy.

    Raises
    ------
    ExtensionError
        When there is no such file.
    """
    source = ROOT / path
    if not source.is_file():
        raise ExtensionError(
            f"There is no file {path} to take NumPy from. Set page_numpy in _config.yml, "
            f"or the variable {NUMPY_VARIABLE}, to a wheel built for Pyodide, or to cdn."
        )
    return source


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("page_numpy", "cdn", "", [str])
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
