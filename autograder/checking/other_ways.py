"""Other right ways to an answer, to compare one's own with after it has passed."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from autograder.exercise.answers import Answer

MOST = 3
LONGEST = 12  # lines

Way = tuple[str, str]  # what differs, in a line; the code


class Answering(Protocol):
    """A key; the page's Python has none."""

    def answers(self, exercise_id: str) -> tuple[Answer, ...]:
        """The answers that it collects for an exercise."""


def right_ways(answers: Sequence[Answer]) -> tuple[str, ...]:
    """The texts of right answers by other routes, where they stand alone.

    Those that take a library to hand are left out: to import PyTorch for a card of a NumPy
    exercise takes longer than everything else.
    """
    light = sys.stdlib_module_names | {"numpy"}
    return tuple(source for _, source in _whole(answers) if _imports(source) <= light)


def answers_of(key: Answering, exercise_id: str) -> tuple[Answer, ...]:
    """What a key collects for an exercise; nothing where that cannot be read."""
    try:
        return key.answers(exercise_id)
    except Exception:  # ``verify`` says what is wrong with it
        return ()


def _whole(answers: Sequence[Answer]) -> list[Way]:
    return [
        (": ".join(filter(None, (answer.label, answer.why))), answer.source.strip())
        for answer in answers
        if answer.is_right and isinstance(answer.source, str) and not answer.above
    ]


def other_ways(answers: Sequence[Answer]) -> tuple[Way, ...]:
    """The shortest of the right answers that a key collects, each with what it does.

    Not those that are a change of another, and those that take another library to hand.
    """
    short = [
        (words, source)
        for words, source in _whole(answers)
        if len(source.splitlines()) <= LONGEST and not _imports(source)
    ]
    short.sort(key=lambda way: (len(way[1].splitlines()), len(way[1])))
    return tuple(short[:MOST])


def without_own(ways: Sequence[Way], answer: Any) -> tuple[Way, ...]:
    """The ways that are not the very answer, however it is laid out."""
    try:
        own = _normal(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, TypeError, SyntaxError):
        return tuple(ways)
    return tuple(way for way in ways if not _normal(way[1]).endswith(own))


@lru_cache(maxsize=1_000)
def _imports(source: str) -> frozenset[str]:
    if "import" not in source:  # to parse them all takes as long as to judge an answer
        return frozenset()
    nodes = [*ast.walk(ast.parse(source))]
    named = [each.name for n in nodes if isinstance(n, ast.Import) for each in n.names]
    named += [n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)]
    return frozenset(name.partition(".")[0] for name in named)


def _normal(source: str) -> str:
    return ast.unparse(ast.parse(source))
