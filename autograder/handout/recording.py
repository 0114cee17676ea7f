"""Write an exercise down without its code: public examples and their results."""

import base64
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from autograder.checking.compare import Tolerance, allowed
from autograder.exercise.answers import Answer
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import about, spelled_out
from autograder.exercise.questions import (
    PUBLIC_SEED,
    Assumption,
    Question,
    predicted,
    questions,
)
from autograder.exercise.status import Status
from autograder.exercise.stubs import stub
from autograder.exercise.values import Raises, Tensor, plain, size
from autograder.handout.recorded import FACTS, described, to_bytes
from autograder.handout.salted_digest import salted_digest

CASE_FACTS = ("name", "weight", "raises", "peak_mb", "easy")
LARGEST = 1 << 12  # entries in one example's arguments and result
CALLS = 2  # examples of each case
MUCH = 1 << 10  # entries, of which one example of a case is enough
# Of what a mistake gives, the last bits: a hundredth of what an answer may be off by.
UNKEPT = {np.dtype("float64"): (24, np.int64), np.dtype("float32"): (6, np.int32)}
FINEST = 1e-6  # of the largest number: what is typed by hand is not exact


class ChapterFile:
    """Collects the exercises of one chapter and gives the bytes of their file."""

    def __init__(self) -> None:
        self._records: list[dict[str, Any]] = []
        self._values: list[Any] = []
        self._places: dict[tuple[str, bytes], int] = {}

    def add(
        self,
        exercise: Exercise,
        points: float,
        reason: str = "",
        answers: Sequence[Answer] = (),
    ) -> None:
        """Record an exercise; of ``answers`` is kept which hints say a line of any."""
        asked = [] if exercise.observe or exercise.is_read else _chosen(exercise)
        self._salt = secrets.token_bytes(16)  # one for all that an answer is compared with
        right = [_public_result(q, q.expected, self._salt) for q in asked]
        counts = Counter(question.case.name for question in asked)
        cases = [
            {fact: getattr(case, fact) for fact in CASE_FACTS}
            | {"calls": counts[case.name]}
            for case in exercise.cases
            if counts[case.name]
        ] or [{"name": "when it is graded", "calls": 1}]
        self._records.append(
            {
                **_facts(exercise),
                "points": points,
                "reason": base64.b64encode(_sealed(reason, right)).decode(),
                "spelled_out": spelled_out(exercise, answers),
                "cases": cases,
                "asked": [
                    [q.case.name, self._keep(q.arguments), self._keep(value)]
                    for q, value in zip(asked, right, strict=True)
                ],
                "predictions": self._predictions(exercise, asked),
                "checked_later": not asked,
            }
        )

    def to_bytes(self) -> bytes:
        """The file."""
        return to_bytes(self._records, self._values)

    def _predictions(self, exercise: Exercise, asked: list[Question]) -> list[Any]:
        if not asked:
            return []
        known = exercise.all_misconceptions
        return [
            [[m.id], [self._wrong((m,), question) for question in asked]] for m in known
        ]

    def _wrong(self, assumed: Assumption, question: Question) -> list[Any]:
        status, value = predicted(assumed, question)
        if status == Status.RETURNED:
            value = _coarser(_public_result(question, value, self._salt))
        return [status, self._keep(value)]

    def _keep(self, value: Any) -> int:
        """Keep a value and return its number; equal values are kept once."""
        payload = bytearray()
        alike = repr(described(value, payload)), bytes(payload)
        number = self._places.setdefault(alike, len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return number


def _facts(exercise: Exercise) -> dict[str, Any]:
    """What is said of an exercise without asking anything."""
    count = len(exercise.cases[0].draw(np.random.default_rng(0)))
    names = exercise.handler.parameter_names(exercise, count) if exercise.is_code else []
    return {
        **{name: getattr(exercise, name) for name in FACTS},
        "broken": exercise.broken
        and [exercise.broken.id, exercise.broken.says, stub(exercise)],
        "hints": [[str(hint), *about(hint)] for hint in exercise.hints],
        "rules": [asdict(rule) for rule in exercise.rules],
        "parameters": names,
        "misconceptions": [[m.id, m.says] for m in exercise.misconceptions],
    }


def _chosen(exercise: Exercise) -> list[Question]:
    """Some examples of each case, none of them huge."""
    chosen: list[Question] = []
    for question in questions(exercise, PUBLIC_SEED):
        already = sum(other.case is question.case for other in chosen)
        entries = size(question.arguments) + size(question.expected)
        if already < CALLS and entries <= (MUCH if already else LARGEST):
            chosen.append(question)
    return chosen


def _public_result(question: Question, value: Any, salt: bytes) -> Any:
    """A result as a student may have it: a salted digest where it is itself the answer."""
    exercise = question.exercise
    if exercise.is_code or isinstance(value, Raises):
        return value
    if isinstance(value, str):
        return salted_digest(value, 0.0, salt)
    right = np.asarray(plain(question.expected), float)
    tolerance = allowed(right, right, Tolerance.of(exercise.atol, ()))
    largest = float(np.abs(right).max(initial=0.0))
    least = FINEST * (largest or 1.0)
    return salted_digest(np.asarray(plain(value), float), max(tolerance, least), salt)


def _coarser(value: Any) -> Any:
    """A mistake's result with as many digits as naming it takes: half of the bytes."""
    if isinstance(value, (tuple, list)):
        return type(value)(_coarser(item) for item in value)
    if isinstance(value, dict):
        return {name: _coarser(item) for name, item in value.items()}
    if isinstance(value, Tensor):
        return replace(value, array=_coarser(value.array))
    if isinstance(value, np.ndarray) and value.dtype in UNKEPT:
        last, whole = UNKEPT[value.dtype]
        bits = np.ascontiguousarray(value).view(whole)
        half = np.where(np.isfinite(value), 1 << (last - 1), 0).astype(whole)
        return ((bits + half) >> last << last).view(value.dtype).reshape(value.shape)
    return value


def _sealed(reason: str, right: Sequence[Any]) -> bytes:
    """Why a prediction is so, as only the right one opens it."""
    return right[0].sealed(reason) if reason else b""
