"""Which of a chapter's cells a page's Python can run, and what those need of the course.

A cell runs after the statements above it that it needs, so what matters is what these
import.  A page has NumPy and Python's own library; a cell that needs more runs in the
notebook, and its chapter's header says so.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from attention_site.page_imports import HERE, KEY, OURS
from autograder.exercise.imports import file_of, imports, imports_of, module_dependencies
from autograder.notebooks.changed_names import NUMPY_RANDOM
from autograder.notebooks.slicing import BUILTINS
from autograder.notebooks.statements import names
from page_python.chapter_code import Work, work_for

ROOT = Path(__file__).resolve().parents[2]

FIGURES, LESSONS, DATA = "attention_figures", "attention_lessons", "attention_data"
FOLDERS = {FIGURES: "figures", LESSONS: "lessons", DATA: "data"}  # in book/
COURSE = (*OURS, *FOLDERS)
ELSEWHERE = {
    "keras": "TensorFlow",
    "matplotlib": "Matplotlib",
    "scipy": "SciPy",
    "tensorflow": "TensorFlow",
    "torch": "PyTorch",
    "triton": "Triton",
}
MODEL = "the language model"
OPENS = re.compile(r"\b(?:load_smollm2|minilm\.load|model_path)\(")
SOURCES = "a text of 1.5 MB"  # much to read, and longer to count in
READS = re.compile(r"\bnumpy_docstrings\(")
TRAINING = "minutes of training"  # for seconds in a notebook
TRAINS = "minutes"  # the tag of such a cell
DATA_FILE = re.compile(r'"(\w+\.json)"')
PLOT = re.compile(r"\b(?:from_matplotlib|matplotlib|plt)\b")


@dataclass(frozen=True)
class PageCell:
    """What a cell needs that a page has not, our modules that it imports, its data."""

    lacks: frozenset[str]
    modules: frozenset[str]
    data: frozenset[str]


@lru_cache(maxsize=2)
def _code_cells(chapter: str) -> list[dict[str, Any]]:
    path = ROOT / "notebooks" / f"{chapter}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def code_of(chapter: str) -> dict[str, Any]:
    """A chapter's notebook without prose and outputs."""
    cells = [
        {
            "cell_type": "code",
            "metadata": {k: v for k, v in cell["metadata"].items() if k == "exercise"},
            "source": "".join(cell["source"]),
        }
        for cell in _code_cells(chapter)
    ]
    return {"cells": cells}


def code_numbers(chapter: str) -> dict[int, int]:
    """By a cell's place in its notebook, from 0, its number among code cells, from 1."""
    path = ROOT / "notebooks" / f"{chapter}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [i for i, cell in enumerate(cells) if cell["cell_type"] == "code"]
    return {place: number for number, place in enumerate(code, 1)}


_known: dict[str, dict[int, PageCell]] = {}


def cells_of(chapter: str, entries: Mapping[str, Mapping[str, Any]]) -> dict[int, PageCell]:
    """The cells of a chapter that belong to no exercise, by their numbers, from 1.

    ``entries`` are those of ``shelf.catalogue``; of a chapter they are looked at once.
    """
    if chapter not in _known:
        _known[chapter] = _found(chapter, entries)
    return _known[chapter]


def _found(chapter: str, entries: Mapping[str, Mapping[str, Any]]) -> dict[int, PageCell]:
    code = code_of(chapter)
    training = _training(chapter)
    mates = [entry for entry in entries.values() if entry["chapter"] == chapter]
    names_of = {entry["id"]: entry["name"] for entry in mates}
    built_on = [entries[id_] for entry in mates for id_ in entry["builds_on"]]
    lent = {entry["name"]: entry for entry in (*built_on, *mates)}
    found = {}
    for number, cell in enumerate(code["cells"], 1):
        if cell["metadata"] or not _parses(cell["source"]):
            continue
        names = [entry["name"] for entry in built_on]
        work = work_for(code, number, cell["source"], {}, names_of, names)
        borrowed = [lent[name] for name in work.lent]
        lacks = {e["framework"] for e in borrowed if not e["module"]}
        trains = not training.isdisjoint(label for label, _ in work.piece.cells)
        found[number] = _page_cell(work, lacks | ({TRAINING} if trains else set()))
    return found


def _training(chapter: str) -> set[str]:
    """The labels of the code cells that train for too long."""
    tags = [cell["metadata"].get("tags", ()) for cell in _code_cells(chapter)]
    return {f"<code cell {n}>" for n, has in enumerate(tags, 1) if TRAINS in has}


def _parses(source: str) -> bool:
    try:
        return bool(ast.parse(source).body)
    except SyntaxError:  # a notebook's own commands
        return False


def _page_cell(work: Work, without: set[str]) -> PageCell:
    source = "\n".join(text for _, text in work.piece.cells)
    named = {each.module for each in imports(source).found}
    direct = named | {each.as_module for each in imports(source).found}
    needed = [_needed(module) for module in direct]
    ours = frozenset().union(*(modules for modules, _ in needed))
    inside = frozenset().union(*(found for _, found in needed))
    tops = {name.partition(".")[0] for name in (*named, *inside)} - set(COURSE) - HERE
    lacks = {ELSEWHERE.get(top, top) for top in (*tops, *without)}
    lacks |= {MODEL} if OPENS.search(source) else set()
    lacks |= {SOURCES} if READS.search(source) else set()
    lacks |= {"Matplotlib"} if _plots(source) else set()
    # What opens the model may be in a ``try`` that no slice has; its lessons use the key.
    of_key = any(module.startswith(f"{KEY}.") for module in ours)
    if not lacks and (of_key or _without_a_maker(work)):
        lacks.add(MODEL)
    return PageCell(frozenset(lacks), ours, frozenset(DATA_FILE.findall(source)))


@lru_cache(maxsize=512)
def _needed(module: str) -> tuple[frozenset[str], frozenset[str]]:
    """The course's modules behind one, itself too, and what these import as they load."""
    ours = module_dependencies([module], COURSE)
    found = (each for name, path in ours.items() for each in imports_of(name, path).found)
    return frozenset(ours), frozenset(each.module for each in found if each.on_import)


def _without_a_maker(work: Work) -> set[str]:
    """The names that a cell's code uses and that nothing in it makes."""
    found = [names(text) for _, text in work.piece.cells]
    used = {name for _, _, uses in found for name in uses}
    made = {name for binds, _, _ in found for name in binds}
    return used - made - {*BUILTINS, *work.lent, NUMPY_RANDOM}


def _file(module: str) -> Path:
    path = file_of(module)
    assert path is not None, module  # the closure holds what has a file
    return path


# --- figures that Matplotlib draws ------------------------------------------------------


def _plots(source: str) -> bool:
    """Whether code calls a function of the figures that Matplotlib draws for."""
    tree = ast.parse(source)
    modules = dict(_figure_modules(tree))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    drawn = [
        (modules[f.value.id], f.attr)
        for f in calls
        if isinstance(f, ast.Attribute)
        and isinstance(f.value, ast.Name)
        and f.value.id in modules
    ]
    taken = dict(_taken(tree))
    drawn += [taken[f.id] for f in calls if isinstance(f, ast.Name) and f.id in taken]
    return any(_is_plot(module, name) for module, name in drawn)


def _figure_modules(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The figures' modules that code imports: what it calls them, and their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == FIGURES:
            for alias in node.names:
                yield alias.asname or alias.name, f"{FIGURES}.{alias.name}"


def _taken(tree: ast.AST) -> Iterator[tuple[str, tuple[str, str]]]:
    """What code takes from those modules: what it calls it, and where it is from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            f"{FIGURES}."
        ):
            for alias in node.names:
                yield alias.asname or alias.name, (str(node.module), alias.name)


@lru_cache(maxsize=512)
def _is_plot(module: str, name: str) -> bool:
    path = file_of(module)
    if path is None:
        return False
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    taken = dict(_taken(tree))
    if name in taken:
        return _is_plot(*taken[name])
    made = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    waiting, seen = [name], set()
    while waiting:
        here = waiting.pop()
        if here in seen or here not in made:
            continue
        seen.add(here)
        if PLOT.search(ast.get_source_segment(source, made[here]) or ""):
            return True
        waiting += [n.id for n in ast.walk(made[here]) if isinstance(n, ast.Name)]
        outside = [taken[n] for n in waiting if n in taken and n not in seen]
        if any(_is_plot(*each) for each in outside if each[1] != "from_matplotlib"):
            return True
    return False


# --- what they need of the course --------------------------------------------------------


def files_for(cells: Mapping[int, PageCell]) -> dict[str, bytes]:
    """The figures, lessons and data of the cells that run: paths in a bundle -> bytes."""
    run = [cell for cell in cells.values() if not cell.lacks]
    modules = {module for cell in run for module in cell.modules}
    files = {}
    for module in sorted(modules):
        top, _, _ = module.partition(".")
        if top not in FOLDERS:
            continue
        path = _file(module)
        inside = path.relative_to(ROOT / "book" / FOLDERS[top]).as_posix()
        files[f"{top}/{inside}"] = path.read_bytes()
    named = {n for data in files.values() for n in DATA_FILE.findall(data.decode())}
    named = named.union(*(cell.data for cell in run))
    folder = ROOT / "book" / FOLDERS[DATA]
    stored = {name: folder / name for name in named if (folder / name).is_file()}
    return files | {f"{DATA}/{name}": path.read_bytes() for name, path in stored.items()}
