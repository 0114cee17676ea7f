"""Begin a chapter: its folder in the key, its line in ``CHAPTERS``, its notebook."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

from autograder.authoring.new_exercise import begin_folder, begin_notebook
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.problem import Problem


def begin_chapter(key: Key, name: str, prefix: str, title: str = "") -> Chapter:
    """Add a chapter without exercises: its folder in the key, its notebook.

    Raises ``Problem`` when it is there already.
    """
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
    """The folder of a key's package."""
    found = importlib.util.find_spec(key.name)
    if found is None or not found.origin or not found.submodule_search_locations:
        raise Problem(f"The key {key.name} is no package to add a chapter to.")
    return Path(found.origin).parent


def add_chapter(path: Path, chapter: Chapter) -> None:
    """Put a chapter at the end of ``CHAPTERS`` in a key's own module."""
    facts = (chapter.name, chapter.title, chapter.prefix, chapter.module)
    said = ", ".join(json.dumps(each, ensure_ascii=False) for each in facts)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"CHAPTERS += (Chapter({said}),)\n")
