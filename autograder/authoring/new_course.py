"""Begin a course of one's own: a key, a chapter, its notebook, and settings."""

import ast
import importlib.util
import keyword
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from autograder.authoring.new_exercise import CODE_CELL, cells_of
from autograder.exercise.course_folder import ENGINE
from autograder.exercise.problem import Problem
from autograder.exercise.stubs import stub_of
from autograder.notebooks.cell_marks import name_cells, notebook_text
from autograder.pages.render import render

CHAPTER, EXERCISE, POINTS = "01-first", "first.normalise", 2


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
    course |= {"id": EXERCISE, "chapter": CHAPTER, "engine": ENGINE}
    first = f"{name}/ch01_first"
    exercise = {**course, "title": "Normalise", "name": "normalise", "order": 10}
    module = render("authoring/course_exercise.py.j2", **exercise)
    cells = render("authoring/course_exercise.cells.py.j2", **exercise)
    files = {
        "pyproject.toml": render("authoring/course_pyproject.toml.j2", **course),
        ".gitignore": render("authoring/course_gitignore.j2"),
        "Makefile": render("authoring/course_makefile.j2", **course),
        "course.toml": render("authoring/course.toml.j2", **course),
        f"{name}/__init__.py": render("authoring/course_key.py.j2", **course),
        f"{first}/__init__.py": '"""The first chapter: a module an exercise."""\n',
        f"{first}/normalise.py": module,
        f"{first}/normalise.cells.py": cells,
        f"notebooks/{CHAPTER}.ipynb": _notebook(name, module),
    }
    try:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        words = f"{folder} cannot be written: {error.strerror}."
        raise Problem(words) from None
    return folder


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
