"""Call a wrong answer once more, with another value in the place of one that it made."""

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from autograder.checking.compare import Tolerance, compare
from autograder.checking.outcome import Attempt, Difference
from autograder.exercise.questions import Question, observed
from autograder.exercise.values import Tensor, plain
from autograder.tracing.history import results
from autograder.tracing.record import Part, Put, Trace


class Recorder(Protocol):
    """Calls an answer, and says what its expressions gave."""

    def record(self, question: Question) -> Trace | None:
        """The call of a question."""

    def failed(self, question: Question) -> Trace | None:
        """The call of a question, up to where it raises."""

    def retried(self, question: Question, puts: Sequence[Put], of: Part) -> list[Any]:
        """A result of it with each of some values put in a place."""


@dataclass(frozen=True)
class Retried:
    """Calls an answer once more, and says how much of its result is wrong then."""

    recorder: Recorder
    attempt: Attempt
    tolerance: Tolerance
    trace: Trace
    result: int
    part: int

    def __call__(self, place: int, values: Sequence[np.ndarray]) -> list[float]:
        """How many entries are wrong with each of some values in an event's place."""
        of = results(self.trace).index(self.result), self.part
        puts = [(place, value) for value in values]
        return [*map(self._wrong, self.recorder.retried(self.attempt.question, puts, of))]

    def _wrong(self, got: Any) -> float:
        with contextlib.suppress(Exception):  # of numbers that nobody expects
            difference = self._difference(got)
            is_value = difference is not None and difference.kind == "value"
            return 0 if difference is None else difference.wrong if is_value else math.inf
        return math.inf

    def _difference(self, got: Any) -> Difference | None:
        question, outcome = self.attempt.question, self.attempt.outcome
        expected, seen = self.attempt.expected, plain(got)
        if question.exercise.kind == "layer":
            expected = expected["output"]
        elif question.exercise.kind == "object":
            expected = expected[first_unlike(expected, outcome.value, self.tolerance)]
        elif isinstance(expected, dict) and self.attempt.difference:
            expected = expected[self.attempt.difference.part]
        elif self.part >= 0:
            expected = expected[self.part]
        else:
            seen = observed(question.exercise, seen, question.arguments)
        if isinstance(expected, Tensor):
            seen = Tensor(expected.framework, seen)
        return compare(expected, seen, self.tolerance)


def first_unlike(expected: Any, got: Any, tolerance: Tolerance) -> int:
    """The number of the first wrong one of several results; -1 for none."""
    pairs = zip(expected, got, strict=False)
    return next((i for i, pair in enumerate(pairs) if compare(*pair, tolerance)), -1)
