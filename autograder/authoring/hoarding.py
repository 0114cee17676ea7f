"""Whether a bound on memory is one: the least that breaks the promise must not fit.

Who is to hold no table of queries and keys might still hold one in single precision, or,
where no array of that shape is allowed, a mask of single bytes.  The reference beside
such a table has to fail in some case of each exercise that bounds memory, and the reference
alone has to fit with room for other ways.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.checking.ask import CallSpec, call
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, questions
from autograder.exercise.status import Status

NO_ARRAY = "never holds an array"  # in a docstring: not even a mask
ROOM = 0.7  # of the bound, that the reference may take


def memory_faults(exercise: Exercise) -> Iterator[str]:
    """Say where a bound on memory is met by a table, or hardly by the reference."""
    bounded = [q for q in questions(exercise, PUBLIC_SEED) if q.case.peak_mb]
    if not bounded:
        return
    for question in bounded:
        if _fails(question, exercise.reference, ROOM):
            yield f"Case {question.case.name!r}: the reference takes nearly all of peak_mb."
    words = re.sub(r"\s+", " ", inspect.getdoc(exercise.reference) or "")
    least = bool if NO_ARRAY in words else np.float32
    hoarding = _beside_a_table(exercise.reference, least)
    if not any(_fails(question, hoarding) for question in bounded):
        name = np.dtype(least).name
        yield f"A table of rows by rows, {name}, fits into every peak_mb: draw more rows."


def _fails(question: Question, answer: Any, share: float = 1.0) -> bool:
    spec, bound = CallSpec.of(question.exercise), share * question.case.peak_mb
    return call(answer, question.arguments, spec, bound).status == Status.RAISED


def _beside_a_table(reference: Any, dtype: type) -> Any:
    """The reference, with an entry for each pair of rows of its first arguments."""

    def answer(one: np.ndarray, other: np.ndarray, *more: Any) -> Any:
        table: np.ndarray = np.ones((one.shape[-2], other.shape[-2]), dtype=dtype)
        result = reference(one, other, *more)
        return result if table.any() else None

    return answer
