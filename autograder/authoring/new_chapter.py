"""Begin a chapter: its folder in the key, its line in ``CHAPTERS``, its notebook."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from pathlib import Path

from autograder.authoring.new_exercise import begin_folder, begin_notebook
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.problem import Problem


class NewChapterProblem(Problem):
    """The chapter cannot be begun; the text says why."""


def begin_chapter(key: Key, name: str, prefix: str, title: str = "") -> Chapter:
    """Add a chapter without exercises: its folder in the key, its notebook.

    Raises ``NewChapterProblem`` when it is there already.
    """
    folder = home_of(key) / f"ch{re.sub(r'[^a-z0-9]+', '_', name.lower())}"
    notebook = course_folder(key.name).notebook(name)
    if folder.exists() or notebook.exists():
        raise NewChapterProblem(f"{folder} or {notebook} exists: choose another name.")
    title = title or name.lstrip("0123456789-").replace("-", " ").capitalize()
    chapter = Chapter(name, title, prefix, f"{key.name}.{folder.name}")
    begin_folder(folder, title)
    begin_notebook(notebook, key.name, title)
    add_chapter(home_of(key) / "__init__.py", chapter)
    return chapter


def home_of(key: Key) -> Path:
    """The folder of a key's package."""
    found = importlib.util.find_spec(key.name)
    if found is None or not found.origin or not found.submodule_search_locations:
        raise NewChapterProblem(f"The key {key.name} is no package to add a chapter to.")
    return Path(found.origin).parent


def add_chapter(path: Path, chapter: Chapter) -> None:
    """Put a chapter at the end of ``CHAPTERS`` in a key's own module.

    Raises ``NewChapterProblem`` when that is not written out as a tuple or list.
    """
    source = path.read_bytes()  # in which ``ast`` counts
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(getattr(t, "id", "") == "CHAPTERS" for t in targets):
            value = getattr(node, "value", None)
            if isinstance(value, (ast.Tuple, ast.List)) and value.elts:
                last = value.elts[-1]
                above = source.splitlines(keepends=True)[: (last.end_lineno or 1) - 1]
                end = sum(map(len, above)) + (last.end_col_offset or 0)
                facts = (chapter.name, chapter.title, chapter.prefix, chapter.module)
                said = ", ".join(json.dumps(each, ensure_ascii=False) for each in facts)
                added = f",\n    Chapter({said})".encode()
                path.write_bytes(source[:end] + added + source[end:])
                return
    words = f"CHAPTERS in {path} is no list that can be added to: add {chapter} by hand."
    raise NewChapterProblem(words)
