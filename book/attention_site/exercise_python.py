"""Python for the exercises on the pages: what the site carries for it.

Into ``_static`` go Pyodide as npm has it, one bundle with the engine's check path and
``book/page_python``, and one for each chapter: its code, and the parts of the key that it
asks for and NumPy alone can import.  ``exercises/python.json`` says where everything lies.
Bundles are named after their content, so that a cache never mixes two editions.
"""

import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from attention_site import page_cells, page_model
from attention_site.exercise_index import Facts, all_facts
from attention_site.page_imports import KEY, OURS, closure, runs_here
from autograder.checking.other_ways import other_ways
from autograder.exercise.definition import Chapter
from autograder.exercise.imports import file_of
from autograder.exercise.key import load_key
from autograder.exercise.key_cells import cells_file, without_answers
from page_python import compiled, fetch

logger = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = dict.fromkeys(OURS, ROOT) | {"page_python": ROOT / "book"}
# As they are, too: a policy may ask for it.  By a name that every server has a type for.
MODULES = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
SCRIPT = "pyodide.asm.mjs"
WASM = "pyodide.asm.wasm"
CDN = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
NUMPY_VARIABLE = "ATTENTION_NUMPY"  # a wheel or zip of NumPy to use instead
SCRIPTS = ROOT / "book" / "_static" / "exercises"
LONGEST = 10  # seconds that a reader's code may run
LONGEST_CELL = 60  # and a cell of the chapter: some multiply what is long on purpose
PACKED = ".packed"  # no ending that a server unpacks by itself


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
        "framework": facts.framework,
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


# --- the bundles ----------------------------------------------------------------------


def bundles(entries: dict[str, dict[str, Any]]) -> tuple[bytes, dict[str, bytes]]:
    """What the page's Python imports from, and what else for each chapter.

    The same bytes for the same content.
    """
    listed = json.dumps(entries, indent=1, sort_keys=True).encode()
    asked = {"page_python.desk"} | {e["module"] for e in entries.values() if e["module"]}
    everywhere = {n for n in _all_behind(asked) if n.partition(".")[0] != KEY}
    files = {"page_python/catalogue.json": listed} | _files_of(everywhere | {KEY})
    names = sorted({entry["chapter"] for entry in entries.values()})
    chapters = {name: _chapter_files(name, entries) for name in names}
    compiled.compile_all(files, *chapters.values())
    return compiled.packed(compiled.course(files)), {
        name: compiled.packed(compiled.course(each)) for name, each in chapters.items()
    }


def _chapter_files(chapter: str, entries: dict[str, dict[str, Any]]) -> dict[str, bytes]:
    """A chapter's code, its exercises' modules and those of what they build on."""
    own = [entry for entry in entries.values() if entry["chapter"] == chapter]
    lent = [entries[each] for entry in own for each in entry["builds_on"]]
    behind = _all_behind({e["module"] for e in (*own, *lent) if e["module"]})
    files = _files_of({n for n in behind if n.startswith(f"{KEY}.")})
    ways = _ways([entry_id for entry_id, entry in entries.items() if entry in own])
    return files | {
        f"page_python/chapters/{chapter}.json": _as_json(page_cells.code_of(chapter)),
        f"page_python/ways/{chapter}.json": ways,
    }


def _ways(ids: Sequence[str]) -> bytes:
    """Other right ways to a chapter's exercises, shortest first."""
    key = load_key(KEY)
    return _as_json({each: other_ways(key.answers(each)) for each in ids})


def _as_json(content: Any) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()


def _all_behind(names: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(closure(name)[0] for name in names))


def _files_of(modules: Iterable[str]) -> dict[str, bytes]:
    """Modules' sources by their paths in a bundle, and cells without answers."""
    files = {}
    for name in sorted(modules):
        path, folder = file_of(name), FOLDERS[name.partition(".")[0]]
        files[path.relative_to(folder).as_posix()] = path.read_bytes()
        if (cells := cells_file(path)).is_file():
            text = without_answers(cells.read_text(encoding="utf-8"))
            files[cells.relative_to(folder).as_posix()] = text.encode()
    return files


# --- what the site carries ------------------------------------------------------------


def write(app: Sphinx) -> None:
    """Put Pyodide, the bundles and ``python.json`` into the site."""
    static = Path(app.outdir, "_static")
    exercises = static / "exercises"
    exercises.mkdir(parents=True, exist_ok=True)
    entries = catalogue(Path(app.doctreedir))
    course, chapters = bundles(entries)
    writer = {name: path.read_bytes() for name, path in page_model.code(OURS).items()}
    cells = {
        name: page_cells.files_for(page_cells.cells_of(name, entries)) for name in chapters
    }
    compiled.compile_all(writer, *cells.values())
    settings: dict[str, Any] = {
        "seconds": LONGEST,
        "cell_seconds": LONGEST_CELL,
        "bundle": _put(exercises, "course", course),
        "chapters": {
            name: _put(exercises, f"chapter-{name}", data)
            for name, data in chapters.items()
        },
        "cells": {
            name: _put(exercises, f"cells-{name}", compiled.packed(compiled.course(files)))
            for name, files in cells.items()
            if files
        },
        "writer": _put(exercises, "writer", compiled.packed(compiled.course(writer))),
        "model": page_model.put(app, static),
    }
    settings |= _runtime(app, static, settings["bundle"])
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


def _runtime(app: Sphinx, static: Path, course: dict[str, Any]) -> dict[str, Any]:
    """Pyodide and NumPy, addresses as seen from ``_static/exercises``."""
    version = fetch.pinned_version()
    if fetch.fetched_version() != version:
        logger.info("Pyodide is not fetched: the pages have no Python of their own.")
        return {"pyodide": None, "numpy": None}
    folder = f"../pyodide/{version}/"
    place = static / "pyodide" / version
    place.mkdir(parents=True, exist_ok=True)
    for theirs, ours in MODULES.items():
        shutil.copyfile(fetch.folder() / theirs, place / ours)
    chosen = os.environ.get(NUMPY_VARIABLE) or app.config.page_numpy
    own = None if chosen == "cdn" else numpy_file(Path(chosen))
    names = standard_names(catalogue(Path(app.doctreedir)))
    loaded = compiled.loaded_at_start(own, names)
    library = compiled.packed(compiled.standard_library(loaded))
    script, wasm = (
        gzip.compress((fetch.folder() / name).read_bytes(), 9, mtime=0)
        for name in (SCRIPT, WASM)
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
    return {
        "pyodide": {
            "folder": folder,
            **{part: put[part] for part in ("wasm", "script", "stdlib")},
            "lock": {"info": lock["info"], "packages": {}},
            "first": compiled.modules_in(loaded),
            "edition": _edition([version, course, *put.values()]),
        },
        "numpy": put.get("numpy") or cdn_numpy(version),
    }


def _edition(parts: list[Any]) -> str:
    """A name for all that a started Python's memory depends on."""
    scripts = [
        path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("python-*.js"))
    ]
    return hashlib.sha256(json.dumps([parts, scripts]).encode()).hexdigest()[:16]


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
    """A local wheel or zip of NumPy; ExtensionError where there is none."""
    source = ROOT / path
    if not source.is_file():
        raise ExtensionError(
            f"There is no file {path} to take NumPy from. Set page_numpy in _config.yml, "
            f"or the variable {NUMPY_VARIABLE}, to a wheel built for Pyodide, or to cdn."
        )
    return source
