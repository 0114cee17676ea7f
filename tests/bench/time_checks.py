"""Time ``check`` on right and wrong answers, without the answer's own time.

    python time_checks.py OUT REPEATS

Writes a line for each exercise: id, right, wrong, first, in milliseconds.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from autograder import check
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

PREFIXES = ("byhand", "numpy")


class Clock:
    """Time spent in an answer's own code."""

    def __init__(self) -> None:
        self.spent = 0.0

    def wrap(self, function: Any) -> Any:
        """The same function, timed."""

        def timed(*arguments: Any, **options: Any) -> Any:
            started = time.perf_counter()
            try:
                return function(*arguments, **options)
            finally:
                self.spent += time.perf_counter() - started

        return timed


def seconds(exercise: Exercise, answer: Any) -> float:
    """How long one ``check`` takes beyond what the answer itself takes."""
    clock = Clock()
    given = clock.wrap(answer) if exercise.kind == "function" else answer()
    with contextlib.redirect_stdout(io.StringIO()):
        started = time.perf_counter()
        check(exercise.id, given)
        taken = time.perf_counter() - started
    return taken - clock.spent


def times(exercise: Exercise, repeats: int) -> tuple[float, float, float]:
    """Right, wrong and first, in seconds."""
    first = seconds(exercise, exercise.reference)  # draws the inputs, too
    right = median(seconds(exercise, exercise.reference) for _ in range(repeats))
    wrong_answer = exercise.wrong_answer(exercise.misconceptions[0])
    wrong = median(seconds(exercise, wrong_answer) for _ in range(repeats))
    return right, wrong, first


def main(out: Path, repeats: int) -> None:
    """Time every exercise of the chapters with ``PREFIXES``."""
    key = load_key()
    lines = []
    for chapter in key.chapters:
        for exercise in key.exercises(chapter) if chapter.prefix in PREFIXES else ():
            found = times(exercise, repeats)
            lines.append("\t".join([exercise.id, *(f"{1000 * t:.1f}" for t in found)]))
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
