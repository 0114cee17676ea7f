"""Values of a settings file, each refused in one sentence where it is no such value."""

from __future__ import annotations

import contextlib
import difflib
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.gradebook.course import CourseProblem


class TomlValues:
    """Reads values out of tables; remembers the file for its sentences.

    Every method raises ``CourseProblem`` where a value is not what it should be.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def text(self, table: dict[str, Any], name: str, default: str = "") -> str:
        """A text in quotes; ``default`` where there is no such line."""
        value = table.get(name, default)
        if not isinstance(value, str) or "\0" in value:
            raise self.problem(f"{name} must be a text in quotes, not {value!r}.")
        return value

    def table(self, value: object, name: str) -> dict[str, Any]:
        """A table."""
        if not isinstance(value, dict):
            raise self.problem(f"{name} must be a table: write [{name}] above its lines.")
        return value

    def tables(self, said: object, name: str) -> list[dict[str, Any]]:
        """A list of tables, each of them under ``[[name]]``."""
        if not isinstance(said, list):
            raise self.problem(f"{name} are written as [[{name}]], one for each.")
        return [self.table(item, name) for item in said]

    def number(self, value: object, name: str, most: float) -> float:
        """A number from 0 to ``most``."""
        number = math.nan
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            with contextlib.suppress(OverflowError):
                number = float(value)
        if not 0 <= number <= most:  # nan and inf are neither
            words = f"{name} must be a number from 0 to {most:g}, not {value!r}."
            raise self.problem(words)
        return number

    def only(self, table: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        """Refuse a line that is not ``known``, and name the nearest."""
        for name in table:
            if name not in known:
                words = f"{where} has no line {name!r}. {_nearest(name, known)}"
                raise self.problem(words)

    def problem(self, words: str) -> CourseProblem:
        """What to raise: the file's name, and these words."""
        return CourseProblem(f"{self.path}: {words}")

    def truth(self, table: dict[str, Any], name: str) -> bool:
        """``true`` or ``false``, which no line means, too."""
        value = table.get(name, False)
        if not isinstance(value, bool):
            raise self.problem(f"{name} must be true or false, not {value!r}.")
        return value

    def one_of(self, data: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
        """One of the ``known`` words; the first where there is no such line."""
        said = self.text(data, name, known[0])
        if said not in known:
            has = " or ".join(f'"{word}"' for word in known)
            raise self.problem(f"{name} must be {has}, not {said!r}.")
        return said


def _nearest(name: str, known: Iterable[str]) -> str:
    known = list(known)
    longer = [other for other in known if name and other.startswith(name)]
    close = longer or difflib.get_close_matches(name, known, 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"It has: {', '.join(known)}."
