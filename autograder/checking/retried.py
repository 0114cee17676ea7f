"""Call an answer once more, with another number in a place of its run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from autograder.checking.compare import Tolerance, compare
from autograder.checking.outcome import Attempt
from autograder.exercise.questions import Question, observed
from autograder.exercise.values import Tensor, plain
from autograder.tracing.record import Put, Trace
from autograder.tracing.results import part_of_result, results


class Recorder(Protocol):
    """Calls an answer, and says what its expressions gave."""

    def __call__(self, question: Question, put: Put | None = None) -> Trace | None:
        """The call of a question, with another value put in a place of it."""


@dataclass(frozen=True)
class Retried:
    """Calls an answer once more, and says how much of its result is wrong then."""

    record: Recorder
    attempt: Attempt
    tolerance: Tolerance
    trace: Trace
    result: int
    part: int

    def __call__(self, place: int, value: np.ndarray) -> float:
        """How many entries are wrong with a value in an event's place."""
        question, outcome = self.attempt.question, self.attempt.outcome
        which = results(self.trace).index(self.result)
        trace = self.record(question, (place, value))
        found = results(trace)[which:] if trace else []
        got = part_of_result(trace, found[0], self.part) if trace and found else None
        if got is None:
            return math.inf
        expected, seen = self.attempt.expected, plain(got)
        if question.exercise.kind == "layer":
            expected = expected["output"]
        elif question.exercise.kind == "object":
            expected = expected[first_unlike(expected, outcome.value, self.tolerance)]
        elif self.part >= 0:
            expected = expected[self.part]
        else:
            seen = observed(question.exercise, seen, question.arguments)
        if isinstance(expected, Tensor):
            seen = Tensor(expected.framework, seen)
        difference = compare(expected, seen, self.tolerance)
        is_value = difference is not None and difference.kind == "value"
        return 0 if difference is None else difference.wrong if is_value else math.inf


def first_unlike(expected: Any, got: Any, tolerance: Tolerance) -> int:
    """The number of the first wrong one of several results; -1 for none."""
    pairs = zip(expected, got, strict=False)
    return next((i for i, pair in enumerate(pairs) if compare(*pair, tolerance)), -1)
