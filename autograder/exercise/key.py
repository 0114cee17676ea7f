"""Load an answer key by its import name.

A key is a package with a tuple ``CHAPTERS``.  Each chapter names a folder of it, which
has a module for each exercise, called as its id ends, with an ``EXERCISE``; beside it
stand its mistakes, answers and hints in cells (``exercise.key_cells``).  Names that begin
with ``_`` are what several share.  A chapter may also name a single module with a tuple
``EXERCISES``, and ``ANSWERS`` by their ids.  An exercise is imported when it is first asked
for; its answers are read without it.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

from autograder.exercise.answers import Answer
from autograder.exercise.building import misfit
from autograder.exercise.cell_lines import CellProblem
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.imports import file_of
from autograder.exercise.key_cells import cells_file, read_cells
from autograder.exercise.problem import Problem, or_all, raised
from autograder.exercise.quiet import no_log_lines

# A notebook's first cell, where the key has no function ``set_up`` of its own, which
# is given the course's folder and the modules that the notebook's cells import.
SET_UP = "from autograder import check"


class KeyProblem(Problem):
    """The key, or an exercise in it, is not there; the text says what to do."""


@dataclass(frozen=True)
class Key:
    """An answer key: its chapters, and their exercises on demand."""

    name: str
    chapters: tuple[Chapter, ...]
    set_up: Callable[[Path, Collection[str]], str] = lambda folder, imported: SET_UP

    def chapter_of(self, exercise_id: str) -> Chapter:
        """The chapter that owns this id's prefix."""
        prefix = exercise_id.partition(".")[0]
        for chapter in self.chapters:
            if chapter.prefix == prefix:
                return chapter
        raise KeyProblem(self._unknown(exercise_id, [c.prefix for c in self.chapters]))

    def chapter(self, name: str) -> Chapter:
        """The chapter of that name, prefix or number: ``03-numpy``, ``numpy``, ``3``."""
        number = name.strip().lstrip("0")
        for chapter in self.chapters:
            begins = chapter.name.partition("-")[0]
            if name.strip() in (chapter.name, chapter.prefix) or (
                number.isdigit() and begins.lstrip("0") == number
            ):
                return chapter
        guess = or_all(name, (chapter.name for chapter in self.chapters))
        raise KeyProblem(f"The key has no chapter {name!r}.{guess}")

    def exercises(self, chapter: Chapter) -> tuple[Exercise, ...]:
        """The exercises of a chapter in the order the chapter has them."""
        package = self._import(chapter, chapter.module)
        if hasattr(package, "EXERCISES"):
            return _with_checked_ids(chapter, package.EXERCISES)
        exercises = [self._load(chapter, name) for name in self.modules(chapter)]
        if not exercises:
            raise KeyProblem(
                f"Chapter {chapter.name} of the key cannot be loaded: {chapter.module} has "
                "no EXERCISES, and no modules with an EXERCISE."
            )
        in_order = sorted(exercises, key=lambda exercise: (exercise.order, exercise.id))
        return _with_checked_ids(chapter, in_order)

    def modules(self, chapter: Chapter) -> list[str]:
        """The modules of a chapter that is a folder with one for each exercise."""
        package = self._import(chapter, chapter.module)
        return [] if hasattr(package, "EXERCISES") else _modules(package)

    def exercise(self, exercise_id: str) -> Exercise:
        """The exercise with this id; of a folder, its own module alone is imported."""
        chapter = self.chapter_of(exercise_id)
        module = f"{chapter.module}.{exercise_id.partition('.')[2]}"
        if module in self.modules(chapter):
            return self._load(chapter, module)
        exercises = self.exercises(chapter)
        for exercise in exercises:
            if exercise.id == exercise_id:
                return exercise
        raise KeyProblem(self._unknown(exercise_id, [e.id for e in exercises]))

    def lent(self, chapter: Chapter) -> dict[str, tuple[Exercise, ...]]:
        """By id of a chapter's exercises those before it whose reference it may be lent.

        What a rule forbids by name is not lent: it would be the answer.
        """
        lent, before = {}, tuple(map(self.exercise, chapter.builds_on))
        for exercise in self.exercises(chapter):
            forbidden = {name for rule in exercise.rules for name in rule.names}
            lent[exercise.id] = tuple(e for e in before if e.name not in forbidden)
            before += (exercise,)
        return lent

    def answers(self, exercise_id: str) -> tuple[Answer, ...]:
        """The answers that the key collects for an exercise, right and wrong ones."""
        chapter = self.chapter_of(exercise_id)
        module = file_of(f"{chapter.module}.{exercise_id.partition('.')[2]}")
        if module is None:
            package = self._import(chapter, chapter.module)
            return tuple(getattr(package, "ANSWERS", {}).get(exercise_id, ()))
        cells = cells_file(module)
        return read_cells(cells).answers if cells.is_file() else ()

    def _load(self, chapter: Chapter, name: str) -> Exercise:
        exercise: Exercise = self._import(chapter, name).EXERCISE
        problem = misfit(exercise)
        if problem:
            words = f"Chapter {chapter.name} of the key cannot be loaded: {problem}"
            raise KeyProblem(words)
        return exercise

    def _import(self, chapter: Chapter, module: str) -> ModuleType:
        try:
            if module in sys.modules:
                return sys.modules[module]
            with no_log_lines():
                return importlib.import_module(module)
        except ImportError as error:
            raise KeyProblem(
                f"Chapter {chapter.name} of the key cannot be loaded: {error}. "
                "Install what it needs with: pip install -r requirements.txt"
            ) from error
        except (CellProblem, Problem) as problem:
            words = f"Chapter {chapter.name} of the key cannot be loaded: {problem}"
            raise KeyProblem(words) from None
        except Exception as error:  # whatever running a module can raise
            raise KeyProblem(
                f"Chapter {chapter.name} of the key cannot be loaded: {raised(error)}"
            ) from error

    def all_exercises(self) -> tuple[Exercise, ...]:
        """Every exercise; imports every chapter's module."""
        return tuple(e for chapter in self.chapters for e in self.exercises(chapter))

    def _unknown(self, exercise_id: str, known: list[str]) -> str:
        wanted = exercise_id if any("." in k for k in known) else exercise_id.split(".")[0]
        guess = or_all(wanted, known)
        return f"The key {self.name!r} has no exercise {exercise_id!r}.{guess}"


def _with_checked_ids(
    chapter: Chapter, exercises: Iterable[Exercise]
) -> tuple[Exercise, ...]:
    """The exercises, if each has an id of its own that belongs to the chapter."""
    listed = tuple(exercises)
    ids = [exercise.id for exercise in listed]
    for id_ in ids:
        if id_.partition(".")[0] != chapter.prefix:
            raise KeyProblem(
                f"The exercise {id_!r} is in chapter {chapter.name} of the key, so its id "
                f"must begin with '{chapter.prefix}.'."
            )
        if ids.count(id_) > 1:
            raise KeyProblem(
                f"{ids.count(id_)} exercises of chapter {chapter.name} have the id {id_!r}."
            )
    return listed


@cache
def _modules(package: ModuleType) -> list[str]:
    """The names of a folder's modules, but those that begin with ``_``; it is read once."""
    names = (
        module.name for module in pkgutil.iter_modules(getattr(package, "__path__", ()))
    )
    return [f"{package.__name__}.{name}" for name in names if not name.startswith("_")]


@lru_cache(maxsize=8)
def load_key(name: str = "") -> Key:
    """Import the key ``name``; without a name, that of the course one is in.

    Raises ``KeyProblem`` when there is no such key, or no course.
    """
    if not name:
        from autograder.exercise.course_folder import default_key  # it imports this module

        return load_key(default_key())
    try:
        package = importlib.import_module(name)
    except Exception as error:  # whatever running a module can raise
        raise KeyProblem(
            f"The answer key {name!r} cannot be imported ({error}). "
            "Check the spelling of --key, or type pip install -e . in the course's folder."
        ) from error
    chapters = getattr(package, "CHAPTERS", None)
    if not chapters:
        raise KeyProblem(f"{name!r} is no answer key: it has no CHAPTERS.")
    set_up = getattr(package, "set_up", None)
    return Key(name, tuple(chapters), *([set_up] if set_up else []))
