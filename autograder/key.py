"""Load an answer key by its import name.

A key is a package with a tuple ``CHAPTERS``; each chapter names a module with
a tuple ``EXERCISES``, imported when one of them is first asked for.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from dataclasses import dataclass
from functools import lru_cache

from autograder.exercise import Chapter, Exercise
from autograder.quiet import no_log_lines

DEFAULT_KEY = "solutions"


class KeyProblem(LookupError):
    """The key, or an exercise in it, is not there; the text says what to do."""


@dataclass(frozen=True)
class Key:
    """An answer key: its chapters, and their exercises on demand."""

    name: str
    chapters: tuple[Chapter, ...]

    def chapter_of(self, exercise_id: str) -> Chapter:
        """The chapter that owns this id's prefix."""
        prefix = exercise_id.partition(".")[0]
        for chapter in self.chapters:
            if chapter.prefix == prefix:
                return chapter
        raise KeyProblem(self._unknown(exercise_id, [c.prefix for c in self.chapters]))

    def exercises(self, chapter: Chapter) -> tuple[Exercise, ...]:
        """The exercises of a chapter in the order the chapter has them."""
        try:
            if chapter.module in sys.modules:
                return tuple(sys.modules[chapter.module].EXERCISES)
            with no_log_lines():
                return tuple(importlib.import_module(chapter.module).EXERCISES)
        except ImportError as error:
            raise KeyProblem(
                f"Chapter {chapter.name} of the key cannot be loaded: {error}. "
                "Install what it needs with: pip install -r requirements.txt"
            ) from error
        except Exception as error:  # whatever running a module can raise
            raise KeyProblem(
                f"Chapter {chapter.name} of the key cannot be loaded: "
                f"{type(error).__name__}: {error}."
            ) from error

    def exercise(self, exercise_id: str) -> Exercise:
        """The exercise with this id."""
        exercises = self.exercises(self.chapter_of(exercise_id))
        for exercise in exercises:
            if exercise.id == exercise_id:
                return exercise
        raise KeyProblem(self._unknown(exercise_id, [e.id for e in exercises]))

    def all_exercises(self) -> tuple[Exercise, ...]:
        """Every exercise; imports every chapter's module."""
        return tuple(e for chapter in self.chapters for e in self.exercises(chapter))

    def _unknown(self, exercise_id: str, known: list[str]) -> str:
        wanted = exercise_id if any("." in k for k in known) else exercise_id.split(".")[0]
        close = difflib.get_close_matches(wanted, known, 1, 0.5)
        guess = f"Did you mean {close[0]!r}?" if close else f"It has: {', '.join(known)}."
        return f"The key {self.name!r} has no exercise {exercise_id!r}. {guess}"


@lru_cache(maxsize=8)
def load_key(name: str = DEFAULT_KEY) -> Key:
    """Import the key ``name``.

    Raises
    ------
    KeyProblem
        When there is no such package or it is no key.
    """
    try:
        package = importlib.import_module(name)
    except Exception as error:  # whatever running a module can raise
        raise KeyProblem(
            f"The answer key {name!r} cannot be imported ({error}). "
            "Check the spelling of --key, or install the package that holds it."
        ) from error
    chapters = getattr(package, "CHAPTERS", None)
    if not chapters:
        raise KeyProblem(f"{name!r} is no answer key: it has no CHAPTERS.")
    return Key(name, tuple(chapters))
