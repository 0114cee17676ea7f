"""Begin a course of one's own: a key, a chapter, its notebook, and settings."""

import ast
import importlib.util
import keyword
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from autograder.authoring.new_exercise import CODE_CELL, add_chapter, cells_of, chapter_line
from autograder.exercise.course_folder import ENGINE, HANDED_OUT
from autograder.exercise.definition import Chapter
from autograder.exercise.problem import Problem
from autograder.exercise.stubs import stub_of
from autograder.notebooks.cell_marks import name_cells, notebook_text
from autograder.pages.render import render

NAME, EXERCISE, POINTS = "01-first", "first.normalise", 2
FOLDER = "ch01_first"


def begin_course(name: str, where: Path, title: str = "") -> Path:
    """Write a course that verifies, releases and grades, by its package's name.

    Raises ``Problem`` when that is no package's, or another's, or no folder can be made.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Problem(
            f"{name!r} is no name of a package. Write it in small letters, such as "
            "least_squares."
        )
    spec = importlib.util.find_spec(name)
    if name in sys.stdlib_module_names or (spec and spec.origin):
        raise Problem(
            f"There is a package {name!r} already, which the course would hide or be "
            "hidden by. Choose another name."
        )
    folder = where / name
    if folder.exists():
        raise Problem(f"{folder} exists already. Choose another name.")
    course = {"name": name, "title": title or name.replace("_", " ").capitalize()}
    course |= {"engine": ENGINE}
    files = {
        "pyproject.toml": render("authoring/course_pyproject.toml.j2", **course),
        ".gitignore": render("authoring/course_gitignore.j2"),
        "Makefile": render("authoring/course_makefile.j2", **course),
        "course.toml": render("authoring/course.toml.j2", **course),
        f"{name}/__init__.py": render("authoring/course_key.py.j2", **course),
        **_example(name),
    }
    try:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        words = f"{folder} cannot be written: {error.strerror}."
        raise Problem(words) from None
    add_chapter(folder / name / "__init__.py", _chapter(name))
    return folder


def take_away_example(name: str, root: Path) -> bool:
    """Remove the chapter that a course began with; not where it was changed or handed out.

    Returns whether it was there and is gone.
    """
    files = {root / path: text for path, text in _example(name).items()}
    folder = root / name / FOLDER
    kept = {p for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc"}
    try:
        is_as_it_was = kept <= {*files} and all(
            path.read_text(encoding="utf-8") == text for path, text in files.items()
        )
        own = root / name / "__init__.py"
        chapters = own.read_text(encoding="utf-8")
    except OSError:
        return False
    line = chapter_line(_chapter(name))
    handed_out = root / HANDED_OUT / "notebooks" / f"{NAME}.ipynb"
    if not is_as_it_was or line not in chapters or handed_out.exists():
        return False
    own.write_text(chapters.replace(line, ""), encoding="utf-8")
    (root / "notebooks" / f"{NAME}.ipynb").unlink()
    shutil.rmtree(folder)
    return True


def _chapter(name: str) -> Chapter:
    return Chapter(NAME, "The first chapter", "first", f"{name}.{FOLDER}")


def _example(name: str) -> dict[str, str]:
    """The chapter that a course begins with: its files in the course's folder."""
    exercise = {"id": EXERCISE, "title": "Normalise", "name": "normalise", "order": 10}
    module = render("authoring/course_exercise.py.j2", **exercise)
    cells = render("authoring/course_exercise.cells.py.j2", **exercise)
    return {
        f"{name}/{FOLDER}/__init__.py": '"""The first chapter: a module an exercise."""\n',
        f"{name}/{FOLDER}/normalise.py": module,
        f"{name}/{FOLDER}/normalise.cells.py": cells,
        f"notebooks/{NAME}.ipynb": _notebook(name, module),
    }


def _notebook(name: str, module: str) -> str:
    """The chapter's notebook: set up, then the exercise of a module's source."""
    nodes = ast.parse(module).body
    reference = next(node for node in nodes if isinstance(node, ast.FunctionDef))
    markdown = render(
        "authoring/new_cells.md.j2",
        id=EXERCISE,
        title="Normalise",
        code_name=reference.name,
        kind="function",
        task="Divide each row of `x`, `(..., n)`, by its sum.",
        stub=stub_of(ast.get_source_segment(module, reference) or ""),
    )
    import_line = f"import numpy as np\n\nfrom {name} import check"
    first: dict[str, Any] = {"cell_type": "markdown", "source": "# The first chapter"}
    both = first, CODE_CELL | {"source": import_line}
    cells = [{"metadata": {}} | cell for cell in both]
    name_cells(cells)
    cells += cells_of(markdown, EXERCISE, POINTS)
    return notebook_text(cells)
