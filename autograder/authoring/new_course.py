"""Begin a course of one's own: a key, a chapter, its notebook, and settings."""

from __future__ import annotations

import importlib.util
import json
import keyword
import re
import shutil
import sys
from pathlib import Path

from autograder.exercise.course_folder import ENGINE
from autograder.notebooks.marks import mark_cells
from autograder.pages.render import render

CHAPTER, EXERCISE, POINTS = "01-first", "first.normalise", 2
_CODE = re.compile(r"```\{code-cell\} ipython3\n(.*?)\n```\n?", re.DOTALL)


class NewCourseProblem(ValueError):
    """The course cannot be begun; the text says why."""


def begin_course(name: str, where: Path, title: str = "") -> Path:
    """Write a course that verifies, releases and grades; its folder.

    Raises
    ------
    NewCourseProblem
        When the name is no package's, or another's, or the folder cannot be made.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise NewCourseProblem(
            f"{name!r} is no name of a package. Write it in small letters, such as "
            "least_squares."
        )
    found = importlib.util.find_spec(name)
    if name in sys.stdlib_module_names or (found and found.origin):
        raise NewCourseProblem(
            f"There is a package {name!r} already, which the course would hide or be "
            "hidden by. Choose another name."
        )
    folder = where / name
    if folder.exists():
        raise NewCourseProblem(f"{folder} exists already. Choose another name.")
    told = {"name": name, "title": title or name.replace("_", " ").capitalize()}
    told |= {"id": EXERCISE, "chapter": CHAPTER, "order": 10, "engine": ENGINE}
    first = f"{name}/ch01_first"
    exercise = {**told, "title": "Normalise", "name": "normalise"}
    files = {
        "pyproject.toml": render("authoring/course_pyproject.toml.j2", **told),
        "course.toml": render("authoring/course.toml.j2", **told),
        f"{name}/__init__.py": render("authoring/course_key.py.j2", **told),
        f"{first}/__init__.py": '"""The first chapter: a module an exercise."""\n',
        f"{first}/normalise.py": render("authoring/new_exercise.py.j2", **exercise),
        f"notebooks/{CHAPTER}.ipynb": _notebook(name, exercise),
    }
    try:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        words = f"{folder} cannot be written: {error.strerror}."
        raise NewCourseProblem(words) from None
    return folder


def _notebook(name: str, exercise: dict[str, object]) -> str:
    """The chapter's notebook: set up, task, stub and check, with their marks."""
    text = render("authoring/new_cells.md.j2", **exercise)
    task, stub, _, check, _ = _CODE.split(text)
    sources = [
        ("markdown", "# The first chapter", {}),
        ("code", f"import numpy as np\n\nfrom {name} import check", {}),
        ("markdown", task.strip(), {}),
        ("code", stub, {"exercise": {"id": EXERCISE, "role": "stub"}}),
        ("code", check, {"exercise": {"id": EXERCISE, "role": "check"}}),
    ]
    cells = [
        {"cell_type": kind, "id": f"cell-{i}", "metadata": metadata, "source": source}
        | ({"execution_count": None, "outputs": []} if kind == "code" else {})
        for i, (kind, source, metadata) in enumerate(sources)
    ]
    mark_cells(cells, {EXERCISE: POINTS})
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1) + "\n"
