"""Whether a task says what becomes of equals, of nothing, and of what is no number.

Who takes the first of equals and who takes the last are both right until equals are drawn.
So where an answer chooses, or is given something that might be empty, either the cases
draw that or the docstring says that it does not come.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, questions

CHOOSING = {"argmax", "argmin", "argsort", "argpartition", "sorted", "topk", "top_k"}
EQUALS = re.compile(r"\b[Ee]qual|\bdifferent\b")
NOTHING = re.compile(
    r"\b([Oo]ne|two|[0-9]) or more|at least one|two pieces or more|[Ee]mpty|0\s+among|"
    r"may be 0|none at all|[Nn]one of them|perhaps no"
)
NO_NUMBER = re.compile(r"\bnan\b|\binf|infinit|-np\.inf")


def edge_faults(exercise: Exercise) -> Iterator[str]:
    """Say which edge of an exercise's inputs is neither drawn nor spoken of."""
    if exercise.kind not in ("function", "object"):
        return
    words = " ".join(_docstrings(exercise.reference)).replace("\n", " ")
    asked = [q for q in questions(exercise, PUBLIC_SEED) if not q.case.raises]
    if _chooses(exercise) and not EQUALS.search(words):
        yield "It chooses, and its docstring does not say what becomes of equals."
    if _may_lack_entries(asked, words) and not NOTHING.search(words):
        yield "Nothing it is given is ever empty, and its docstring does not say so."
    arrays = [a for q in asked for each in q.arguments for a in _arrays(each)]
    if any(0 in array.shape for array in arrays) and not NOTHING.search(words):
        yield "An empty array is drawn, and its docstring does not say so."
    odd = any(a.dtype.kind == "f" and not np.isfinite(a).all() for a in arrays)
    if odd and not NO_NUMBER.search(words):
        yield "A number that is not finite is drawn, and its docstring does not say so."


def _docstrings(reference: Any) -> Iterator[str]:
    yield inspect.getdoc(reference) or ""
    for part in vars(reference).values() if inspect.isclass(reference) else ():
        yield (inspect.isfunction(part) and inspect.getdoc(part)) or ""


def _chooses(exercise: Exercise) -> bool:
    """Whether the reference picks some of what it has by size, or what it calls does."""
    for node in _calls(exercise.reference):
        name = ast.unparse(node.func).rpartition(".")[2]
        by_key = name in ("max", "min") and any(k.arg == "key" for k in node.keywords)
        if name in CHOOSING or by_key:
            return True
    return False


def _calls(reference: Any) -> Iterator[ast.Call]:
    """Every call in a reference, and in the key's own functions that it comes to."""
    package = reference.__module__.partition(".")[0]
    pending, seen = [reference], set[Any]()
    while pending:
        here = pending.pop()
        seen.add(here)
        names = vars(sys.modules[here.__module__])
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(here)))):
            if not isinstance(node, ast.Call):
                continue
            yield node
            called = names.get(node.func.id) if isinstance(node.func, ast.Name) else None
            if inspect.isfunction(called) and called not in seen:
                pending += [called] * (called.__module__.partition(".")[0] == package)


def _may_lack_entries(asked: list[Question], words: str) -> bool:
    """Whether a list, dict or text of no fixed length is given, and never an empty one.

    A text that the docstring quotes is a choice, and has no length.
    """
    lengths: dict[int, set[int]] = defaultdict(set)
    for question in asked:
        for place, argument in enumerate(question.arguments):
            is_choice = isinstance(argument, str) and f'"{argument}"' in words
            if isinstance(argument, (list, dict, str)) and not is_choice:
                lengths[place].add(len(argument))
    return any(len(each) > 1 and 0 not in each for each in lengths.values())


def _arrays(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _arrays(item)
    elif isinstance(getattr(value, "array", value), np.ndarray):
        yield getattr(value, "array", value)
