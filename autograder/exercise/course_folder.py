"""Where a course has its parts: its pyproject.toml says so.

    [project.entry-points.autograder]
    key = "least_squares"      # the package that is its answer key

    [tool.autograder]
    notebooks = "notebooks"    # the folder of 01-first.ipynb
    texts = "chapters"         # of 01-first.md, where notebooks are made from texts
    requires = ["numpy>=2"]    # what a student's copy asks pip for
    glossary = "glossary.md"   # the course's words, a heading ### for each
    assist = "full"            # what an assistant may do: or "hints", or "off"

The first is also what an installed course is known by; of the table each line may be left
out.  The file is looked for in a folder and in those above it.
"""

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.exercise.key import KeyProblem

ENGINE = "tensor-autograder"  # this package as pip knows it
GROUP, KEY = "autograder", "key"
HANDED_OUT = "for-students"  # the folder that students get, in the course's
MOST_BYTES = 1 << 20  # of the file: one may lie among what was handed in
LINES = {"notebooks": str, "texts": str, "requires": list, "glossary": str, "assist": str}
# Everything; the verdict and hints, without numbers and lines; nothing.
FULL, HINTS, OFF = ASSIST = "full", "hints", "off"


@dataclass(frozen=True)
class CourseFolder:
    """A course's folder and where in it the chapters are.

    ``key`` is the import name of its answer key, or ``""`` where no file says it;
    ``requires`` is what a student's copy asks pip for, as far as it is said.
    """

    root: Path
    key: str = ""
    notebooks: str = "notebooks"
    texts: str = "chapters"
    requires: tuple[str, ...] = ()
    glossary: str = ""
    assist: str = FULL

    def notebook(self, chapter: str) -> Path:
        """The notebook of a chapter, by the chapter's name."""
        return self.root / self.notebooks / f"{chapter}.ipynb"

    def text(self, chapter: str) -> Path:
        """The text that the notebook is made from; many a course has none."""
        return self.root / self.texts / f"{chapter}.md"


def course_folder(key: str, start: Path | None = None) -> CourseFolder:
    """The folder of the course that has this answer key, as its file says.

    ``start``: where to begin to look; without it the working directory, and then where the
    key's package lies. Raises ``KeyProblem`` when a line of the file cannot be used.
    """
    home = _home_of(key)
    for place in (start,) if start else (Path(), home):
        course = nearest(place)
        if course and course.key in ("", key):
            return course
    return CourseFolder(start or home, key)


def default_key() -> str:
    """The answer key of the course that one is in, else of the one that is installed.

    Raises ``KeyProblem`` when there is none, or more than one is installed.
    """
    here = nearest(Path())
    if here and here.key:
        return here.key
    from importlib.metadata import entry_points

    installed = sorted({point.value for point in entry_points(group=GROUP, name=KEY)})
    if len(installed) == 1:
        return installed[0]
    if installed:
        words = f"Several courses are installed: {', '.join(installed)}."
    else:
        words = "There is no course here, and none is installed."
    raise KeyProblem(f"{words} Say which answer key: --key, or check(..., key=).")


def refuse_other_copy(key: str) -> None:
    """``KeyProblem`` where one is in a copy of a course, and its key is not the copy's."""
    here, home = nearest(Path()), _home_of(key)
    if here and here.key == key and (here.root / key).is_dir() and home != here.root:
        raise KeyProblem(
            f"The key {key!r} is installed from {home}, and not from {here.root}, which "
            "has one, too: type pip install -e . in the course that you mean."
        )


def _home_of(key: str) -> Path:
    try:
        spec = importlib.util.find_spec(key.partition(".")[0])
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin:
        return Path()
    origin = Path(spec.origin).resolve()
    return origin.parents[1] if origin.name == "__init__.py" else origin.parent


def nearest(start: Path) -> CourseFolder | None:
    """What the first file says that speaks of a course, from a folder upwards."""
    folder = start.resolve()
    for each in (folder, *folder.parents):
        course = _read(each / "pyproject.toml")
        if course:
            return course
    return None


def _read(path: Path) -> CourseFolder | None:
    import tomllib  # not at once: most who import this module read no file

    if not path.is_file():  # a pipe or a device would be read without end
        return None
    try:
        with path.open("rb") as file:
            content = tomllib.loads(file.read(MOST_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return None  # installing it says what is wrong
    key = _table(content, "project", "entry-points", GROUP).get(KEY)
    table = _table(content, "tool", GROUP)
    key = key if isinstance(key, str) else ""
    if not key and not table:
        return None
    for name, value in table.items():
        if name not in LINES:
            has = ", ".join(LINES)
            raise KeyProblem(f"{path}: [tool.{GROUP}] has no line {name!r}. It has: {has}.")
        if not isinstance(value, LINES[name]):
            kind = "a folder in quotes" if LINES[name] is str else "a list"
            raise KeyProblem(f"{path}: {name} in [tool.{GROUP}] must be {kind}.")
    if (level := table.get("assist", FULL)) not in ASSIST:
        has = ", ".join(ASSIST)
        raise KeyProblem(
            f"{path}: assist in [tool.{GROUP}] is {level!r}. It may be: {has}."
        )
    needed = _table(content, "project").get("dependencies", ())
    requires = table.get("requires", needed if isinstance(needed, list) else ())
    return CourseFolder(path.parent, key, **{**table, "requires": tuple(requires)})


def _table(said: Any, *names: str) -> dict[str, Any]:
    """A table within tables; an empty one where it is none: anybody may write one."""
    for name in names:
        said = said.get(name) if isinstance(said, dict) else None
    return said if isinstance(said, dict) else {}
