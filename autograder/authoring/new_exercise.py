"""Begin a new exercise in its two places: its folder in the key, its cells in the chapter.

A chapter is begun with its folder in the key, its line in ``CHAPTERS`` and its notebook.

What is left to write says ``TODO``, which ``verify`` refuses.
"""

import importlib.util
import json
import keyword
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.exercise.course_folder import course_folder, refuse_other_copy
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key, KeyProblem
from autograder.exercise.key_cells import ENDING
from autograder.exercise.problem import Problem
from autograder.exercise.stubs import stub
from autograder.notebooks.cell_marks import mark_cells, name_cells, notebook_text
from autograder.pages.render import render

ID = re.compile(r"[a-z][a-z0-9]*\.[a-z_][a-z0-9_]*")
TASK = "TODO: the task in words, with shapes."
REREAD = "TODO-the-heading-to-reread"  # in the text of the chapter
KINDS = (
    *("function", "layer", "object", "value", "choice", "text", "work"),
    *("repair", "design"),
)
CLASSES = ("layer", "object")
CODE_CELL: dict[str, Any] = {"cell_type": "code", "execution_count": None, "outputs": []}
_FILE = re.compile(r"^#: ([\w.]+)\n", re.MULTILINE)
_CODE = re.compile(r"```\{code-cell\} ipython3\n(.*?)\n```\n?", re.DOTALL)
BREAK = "\n+++\n"  # between two texts


@dataclass(frozen=True)
class Begun:
    """What was written into the key, and the cells for the chapter, as Markdown.

    ``chapter_file`` is the text or the notebook that the cells were added to; ``None``
    where the chapter has neither.
    """

    paths: list[Path]
    chapter: Chapter
    cells: str
    chapter_file: Path | None = None


def begin(
    key: Key, exercise_id: str, root: Path | None, title: str = "", kind: str = "function"
) -> Begun:
    """Write an exercise's modules, and its cells at the end of the chapter.

    ``key``, ``exercise_id``: the key, and the id that the exercise gets. ``root``: the
    course's folder; ``None`` looks for it. ``title``: what reports call it; made of the id
    where it is empty. Returns what was written, and what is still to be filled in. Raises
    ``Problem`` when the id is no id, is taken, belongs to no chapter or to one
    that is no folder, or a file cannot be written.
    """
    name = exercise_id.partition(".")[2]
    if not ID.fullmatch(exercise_id) or keyword.iskeyword(name):
        raise Problem(
            f"{exercise_id!r} is no id. Write a chapter's prefix, a dot and the name of "
            "a function, such as numpy.rescale."
        )
    try:
        chapter = key.chapter_of(exercise_id)
        folder = _folder(chapter)
        for path in (folder / name, folder / f"{name}.py", folder / f"{name}{ENDING}"):
            if path.exists():  # what is half written could not be imported
                words = f"The key has {exercise_id} already: {path} exists. "
                raise Problem(words + "Remove it, or choose another name.")
        is_new = {each.name for each in folder.glob("*.py")} == {"__init__.py"}
        exercises = () if is_new else key.exercises(chapter)
    except KeyProblem:
        if any(c.prefix == exercise_id.partition(".")[0] for c in key.chapters):
            raise
        raise Problem(
            f"The key has no chapter for {exercise_id}: its ids begin with "
            f"{', '.join(c.prefix for c in key.chapters)}. To begin one with this "
            "exercise, add its name: --new-chapter 02-means."
        ) from None
    title = " ".join(title.split()) or name.replace("_", " ").capitalize()
    facts: dict[str, Any] = {
        "id": exercise_id,
        "name": name,
        "code_name": name.title().replace("_", "") if kind in CLASSES else name,
        "title": title,
        "order": int(max((exercise.order for exercise in exercises), default=0)) + 10,
        "module": f"{chapter.module}.{name}",
        "kind": kind,
    }
    course = course_folder(key.name, root)
    text, notebook = course.text(chapter.name), course.notebook(chapter.name)
    facts["section"] = f"{chapter.name}#{REREAD}" if text.is_file() else ""
    paths = _write(folder, facts)
    try:
        exercise = _imported(facts)
    except ImportError as error:
        _remove(paths)
        words = f"A {kind} needs what is not installed here: {error}."
        raise Problem(words) from None
    cells = render("authoring/new_cells.md.j2", **facts, task=TASK, stub=stub(exercise))
    if text.is_file():
        with text.open("a", encoding="utf-8") as file:
            file.write(f"\n{cells}")
        return Begun(paths, chapter, cells, text)
    if not notebook.is_file() and notebook.parent.is_dir():
        begin_notebook(notebook, key.name, chapter.title)
    if notebook.is_file():
        content = json.loads(notebook.read_text(encoding="utf-8"))
        content["cells"] += cells_of(cells, exercise.id, exercise.points)
        notebook.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        return Begun(paths, chapter, cells, notebook)
    return Begun(paths, chapter, cells)


def cells_of(markdown: str, exercise_id: str, points: float) -> list[dict[str, Any]]:
    """The cells of an exercise for a notebook; the last two are its stub and its check."""
    text, *code = _CODE.split(markdown)[:-1]
    sources = [("markdown", part) for part in text.split(BREAK)]
    sources += [("code", part) for part in code[::2]]
    cells = []
    for kind, source in sources:
        cell: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source.strip()}
        cells.append(cell | (CODE_CELL if kind == "code" else {}))
    for cell, role in zip(cells[-2:], ("stub", "check"), strict=True):
        cell["metadata"] = {"exercise": {"id": exercise_id, "role": role}}
    name_cells(cells)
    mark_cells(cells, {exercise_id: points})
    return cells


def _folder(chapter: Chapter) -> Path:
    package, _, name = chapter.module.rpartition(".")
    above = importlib.util.find_spec(package) if package else None
    spec = importlib.util.find_spec(chapter.module)
    if spec is None and above and above.submodule_search_locations:
        return begin_folder(Path(above.submodule_search_locations[0]) / name, chapter.title)
    if spec is None or not spec.submodule_search_locations:
        raise Problem(
            f"{chapter.module} is one module. Make it a folder with a module for each "
            "exercise, and begin again."
        )
    return Path(spec.submodule_search_locations[0])


def begin_folder(folder: Path, title: str) -> Path:
    """A chapter's folder in the key, without exercises."""
    folder.mkdir()
    words = json.dumps(title, ensure_ascii=False)
    (folder / "__init__.py").write_text(f'"""Chapter {words}."""\n', encoding="utf-8")
    importlib.invalidate_caches()
    return folder


def begin_notebook(path: Path, key: str, title: str) -> None:
    """A chapter's notebook, without exercises."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "metadata": {}, "source": f"# {title}"},
        CODE_CELL
        | {"metadata": {}, "source": f"import numpy as np\n\nfrom {key} import check"},
    ]
    name_cells(cells)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(notebook_text(cells), encoding="utf-8")


def _write(folder: Path, facts: dict[str, Any]) -> list[Path]:
    """Copy the example of the exercise's kind, all of its files or none; the files."""
    _, *parts = _FILE.split(render(f"authoring/begin/{facts['kind']}.py.j2", **facts))
    names = (folder / name for name in parts[::2])
    files = dict(zip(names, parts[1::2], strict=True))
    try:
        for path, text in files.items():
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        _remove(files)
        words = f"{error.filename} cannot be written: {error.strerror}."
        raise Problem(words) from None
    return list(files)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _imported(facts: dict[str, Any]) -> Exercise:
    importlib.invalidate_caches()
    importlib.import_module(facts["module"])
    exercise: Exercise = sys.modules[facts["module"]].EXERCISE
    return exercise


def begin_chapter(key: Key, name: str, prefix: str, title: str = "") -> Chapter:
    """Add a chapter without exercises, or raise ``Problem`` when it is there already."""
    folder = home_of(key) / f"ch{re.sub(r'[^a-z0-9]+', '_', name.lower())}"
    notebook = course_folder(key.name).notebook(name)
    if folder.exists() or notebook.exists():
        raise Problem(f"{folder} or {notebook} exists: choose another name.")
    title = title or name.lstrip("0123456789-").replace("-", " ").capitalize()
    chapter = Chapter(name, title, prefix, f"{key.name}.{folder.name}")
    begin_folder(folder, title)
    begin_notebook(notebook, key.name, title)
    add_chapter(home_of(key) / "__init__.py", chapter)
    return chapter


def home_of(key: Key) -> Path:
    """The folder of a key's package, which is that of the course one is in."""
    refuse_other_copy(key.name)
    spec = importlib.util.find_spec(key.name)
    if spec is None or not spec.origin or not spec.submodule_search_locations:
        raise Problem(f"The key {key.name} is no package to add a chapter to.")
    return Path(spec.origin).parent


def add_chapter(path: Path, chapter: Chapter) -> None:
    """Put a chapter at the end of ``CHAPTERS`` in a key's own module."""
    with path.open("a", encoding="utf-8") as file:
        file.write(chapter_line(chapter))


def chapter_line(chapter: Chapter) -> str:
    """The line of a key's own module that adds a chapter."""
    facts = (chapter.name, chapter.title, chapter.prefix, chapter.module)
    arguments = ", ".join(json.dumps(each, ensure_ascii=False) for each in facts)
    return f"CHAPTERS += (Chapter({arguments}),)\n"
