"""The page a student reads first, and what installs the copy."""

import json
import shutil
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from autograder.exercise.course_folder import ENGINE, OFF, CourseFolder
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.imports import imports
from autograder.exercise.key import Key
from autograder.gradebook.course import Course
from autograder.handout.modules import NeededModules
from autograder.pages.render import render

ALWAYS = ("numpy", "matplotlib", "ipykernel", "ipython", "jupyterlab", "nbformat")
ASSISTANT = ("click", "mcp==2.3.0", "msgspec", "pyseccomp; sys_platform == 'linux'")
GLOSSARY = "glossary.md"
NAMED_OTHERWISE = {"sklearn": "scikit-learn", "yaml": "PyYAML"}


def write(
    out: Path,
    folder: CourseFolder,
    key: Key,
    chapters: Sequence[Chapter],
    course: Course,
    parts: NeededModules,
    bases: Mapping[Path, Path],
) -> None:
    """START-HERE.md, requirements.txt, pyproject.toml and a Makefile."""
    root = folder.root
    rows = [_row(key, chapter, course) for chapter in chapters]
    about: dict[str, Any] = {"title": course.title, "rows": rows, "book": course.book_url}
    about["has_assistant"] = course.assist != OFF
    about |= _asked(exercise for c in chapters for exercise in key.exercises(c))
    write_text(out / "START-HERE.md", render("handout/start_here.md.j2", **about))
    used = _used(out, parts)
    write_text(out / "requirements.txt", _requirements(root, used))
    for licence in root.glob("LICENSE*"):
        shutil.copyfile(licence, out / licence.name)
    packages, folders = _packages(bases, parts)
    parents = (module.split(".")[:-1] for module in parts.withheld)
    stand_ins = {".".join(names[:n]) for names in parents for n in range(1, len(names) + 1)}
    about = {"packages": sorted({*packages, *stand_ins, key.name}), "places": folders}
    about |= _project(folder, used) | {"key": key.name, "assist": course.assist}
    about["glossary"] = GLOSSARY if folder.glossary and course.assist != OFF else ""
    if course.assist != OFF:
        about["extras"]["assist"] = ASSISTANT
    if about["glossary"]:
        shutil.copyfile(root / folder.glossary, out / GLOSSARY)
    write_text(
        out / "pyproject.toml", render("handout/students_pyproject.toml.j2", **about)
    )
    write_text(out / "Makefile", render("handout/students_makefile.j2"))


def _row(key: Key, chapter: Chapter, course: Course) -> dict[str, object]:
    exercises = key.exercises(chapter)
    due = course.first_due(chapter.prefix)
    return {
        "name": chapter.name,
        "title": chapter.title,
        "exercises": len(exercises),
        "points": sum(course.points.get(e.id, e.points) for e in exercises),
        "due": _spelled(due) if due else "",
    }


def _asked(exercises: Iterable[Exercise]) -> dict[str, bool]:
    """Which kinds of work there are, of which the first page speaks."""
    every = tuple(exercises)
    return {
        "read": any(e.is_read for e in every),
        "repairs": any(e.broken for e in every),
        "later": any(e.observe for e in every),
        "locked": any(not (e.is_code or e.is_read) for e in every),
    }


def _spelled(moment: datetime) -> str:
    zone = moment.strftime("%z")
    return f"{moment:%A %d %B %Y, %H:%M} (UTC{zone[:3]}:{zone[3:]})"


def _used(out: Path, parts: NeededModules) -> set[str]:
    """The packages that these notebooks and their modules import."""
    sources = [
        path.read_text(encoding="utf-8")
        for module, path in parts.files.items()
        if module.partition(".")[0] != "autograder"  # its libraries come as needed
    ]
    for notebook in (out / "notebooks").glob("*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources += ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    return {each.module.partition(".")[0] for s in sources for each in imports(s).found}


def _project(folder: CourseFolder, used: set[str]) -> dict[str, Any]:
    """Name, version and ranges of the course; of its extras, what is imported here."""
    try:
        text = (folder.root / "pyproject.toml").read_text(encoding="utf-8")
        course = tomllib.loads(text)["project"]
    except (OSError, ValueError, KeyError):
        course = {}
    extras = course.get("optional-dependencies", {})
    return {
        "name": course.get("name", "students-copy"),
        "version": course.get("version", "1"),
        # Not the engine: it is in the copy.
        "dependencies": [each for each in folder.requires if not each.startswith(ENGINE)]
        or ["numpy>=2"],
        "extras": {name: extras[name] for name in sorted(used & {*extras})},
    }


def _requirements(root: Path, used: set[str]) -> str:
    """The pins of the course for what is imported here."""
    wanted = {NAMED_OTHERWISE.get(name, name).lower() for name in used} | {*ALWAYS}
    try:
        lines = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    pins = [line.partition("#")[0].strip() for line in lines if "==" in line]
    kept = [pin for pin in pins if pin.partition("==")[0].lower() in wanted]
    known = {pin.partition("==")[0].lower() for pin in kept}
    return "\n".join([*kept, *sorted({*ALWAYS} - known)]) + "\n"


def _packages(
    bases: Mapping[Path, Path], parts: NeededModules
) -> tuple[set[str], dict[str, str]]:
    """Every package of the copy, and where one lies that is not called as its folder."""
    folders = {
        module: path.parent.relative_to(bases[path]).as_posix()
        for module, path in parts.files.items()
        if path.name == "__init__.py"
    }
    odd = {m: folder for m, folder in folders.items() if folder != m.replace(".", "/")}
    return set(folders), odd


def write_text(path: Path, text: str) -> None:
    """Write a file of the copy; lines end alike on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")
