"""Whether a bound on memory is one: the least that breaks the promise must not fit.

Who is to hold no table of queries and keys might still hold one in single precision, or,
where no array of that shape is allowed, a mask of single bytes; who is to let go of what is
dropped might keep all that was ever given.  The reference beside such a table, or with all
of it, has to fail in some case of each exercise that bounds memory, and the reference alone
has to fit with room for other ways.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from autograder.checking.ask import CallSpec, TooMuchMemory, call
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, error_type, questions

NO_ARRAY = "never holds an array"  # in a docstring: not even a mask
# "latents: (n, r)", and what is never held: "nothing with n * heads * d_k numbers".
SHAPE = re.compile(r"(\w+): \((\w+(?:, \w+)*)\)")
NUMBERS = re.compile(r"\bwith (\w+(?: \* \w+)+)")
ROOM = 0.7  # of the bound, that the reference may take


def memory_faults(exercise: Exercise) -> Iterator[str]:
    """Say where a bound on memory is met by a table, or hardly by the reference."""
    bounded = [q for q in questions(exercise, PUBLIC_SEED) if q.case.peak_mb]
    if not bounded:
        return
    for question in bounded:
        if _fails(question, exercise.reference, ROOM):
            yield f"Case {question.case.name!r}: the reference takes nearly all of peak_mb."
    if exercise.kind == "object":
        if not any(
            _fails(question, _keeping_all(exercise.reference)) for question in bounded
        ):
            yield "All that it is ever given, float32, fits into every peak_mb: give more."
        return
    words = re.sub(r"\s+", " ", inspect.getdoc(exercise.reference) or "")
    least = bool if NO_ARRAY in words else np.float32
    for what in NUMBERS.findall(words) or ["rows by rows"]:
        beside = (
            (q, _beside_a_table(exercise.reference, least, _sizes(words, what, q)))
            for q in bounded
        )
        if not any(_fails(question, answer) for question, answer in beside):
            name = np.dtype(least).name
            yield f"A table of {what}, {name}, fits into every peak_mb: draw more rows."


def _fails(question: Question, answer: Any, share: float = 1.0) -> bool:
    spec, bound = CallSpec.of(question.exercise), share * question.case.peak_mb
    outcome = call(answer, question.arguments, spec, bound)
    return error_type(outcome.raised) == TooMuchMemory.__name__


def _sizes(words: str, what: str, question: Question) -> Sequence[int]:
    """The shape of a table that a docstring forbids, in a call."""
    names = list(inspect.signature(question.exercise.reference).parameters)
    given = question.arguments
    if " * " not in what:
        return given[0].shape[-2], given[1].shape[-2]
    known: dict[str, int] = {}
    for name, shape in SHAPE.findall(words):
        if name in names:
            sizes = np.shape(given[names.index(name)])
            known |= dict(zip(shape.split(", "), sizes, strict=True))
    return [known[size] for size in what.split(" * ")]


def _beside_a_table(reference: Any, dtype: type, shape: Sequence[int]) -> Any:
    """The reference, with an entry for each combination beside it."""

    def answer(*given: Any) -> Any:
        table: np.ndarray = np.ones(math.prod(shape), dtype=dtype)
        result = reference(*given)
        return result if table.any() else None

    return answer


def _keeping_all(reference: Any) -> Any:
    """The class, its objects keeping every array that a method of theirs is given."""

    def keeping(usual: Any) -> Any:
        def method(self: Any, *given: Any) -> Any:
            arrays = [a.astype(np.float32) for a in given if isinstance(a, np.ndarray)]
            vars(self).setdefault("_given", []).append(arrays)
            return usual(self, *given)

        return method

    methods = {n: keeping(f) for n, f in vars(reference).items() if inspect.isfunction(f)}
    return type(reference.__name__, (reference,), methods)
