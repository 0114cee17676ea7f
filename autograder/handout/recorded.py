"""Exercises as a student's copy has them: examples with their results, no code.

For every exercise a file holds what it is called and worth, the public examples
with the right results, and what each known mistake would give on them.  ``check``
then compares, names mistakes and gives hints as it does with the whole key.  What
needs the key's own code (properties, and results that are observed rather than
compared) waits for the grader.
"""

import base64
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.exercise import kinds
from autograder.exercise.definition import Arguments, Case, Chapter, Exercise, Misconception
from autograder.exercise.hints import Hint
from autograder.exercise.outside import outside_of
from autograder.exercise.questions import Assumption, CallOutcome, Question
from autograder.exercise.rules import Rule
from autograder.exercise.values import Raises, Trial
from autograder.handout.missing import Missing
from autograder.handout.salted_digest import SaltedDigest
from autograder.sandbox.wire import (
    LENGTHS,
    WireError,
    frame,
    pack,
    parse_header,
    unpack,
)

FORMAT = 8
NO_CODE = ""  # of a mistake a copy has the results alone
# What a file has of an exercise as it is.
FACTS = (
    *("id", "title", "minutes", "difficulty", "kind", "framework"),
    *("atol", "dtype", "section", "entry", "name", "needs"),
)


class CopyProblem(ValueError):
    """A student's copy is damaged or of another version; the text says what to do."""


@dataclass(frozen=True, eq=False)
class RecordedQuestions:
    """Public examples of an exercise, and what is known of the answers to them."""

    asked: tuple[tuple[str, Arguments, Any], ...]  # case name, arguments, right result
    predictions: Mapping[tuple[str, ...], tuple[CallOutcome, ...]] = field(
        default_factory=dict
    )
    checked_later: bool = False  # only the grader can tell what is right
    handed_out: str = ""  # the code to repair
    sealed_reason: bytes = b""  # why a prediction is so
    spelled_out: tuple[int, ...] = ()  # hints, by number, that say a line of an answer
    has_reference: bool = field(default=False, init=False)

    def questions(self, exercise: Exercise, seed: int) -> tuple[Question, ...]:
        """The examples, whatever the seed: nothing else is known here."""
        cases = {case.name: case for case in exercise.cases}
        return tuple(
            Question(exercise, seed, number, cases[name], given, right)
            for number, (name, given, right) in enumerate(self.asked)
        )

    def reason(self, answer: Any) -> str:
        """Why a prediction is so, which only the right one opens."""
        right = self.asked[0][2] if self.sealed_reason else None
        return right.opened(answer, self.sealed_reason) if right else ""

    def predicted(self, assumed: Assumption, question: Question) -> CallOutcome:
        """The answer recorded for these misconceptions."""
        known = self.predictions.get(tuple(m.id for m in assumed))
        return known[question.number] if known else ("raised", "")


def to_bytes(exercises: list[dict[str, Any]], values: list[Any]) -> bytes:
    """One chapter's exercises: what is said of them, and the values it speaks of."""
    payload = bytearray()
    listed = [described(value, payload) for value in values]
    header = {"format": FORMAT, "exercises": exercises, "values": listed}
    return frame(header, payload)


def read_exercises(path: Path | str) -> tuple[Exercise, ...]:
    """The exercises of a chapter from the file of a student's copy."""
    try:
        data = Path(path).read_bytes()
        sizes = LENGTHS.unpack_from(data)
        middle = LENGTHS.size + sizes[0]
        header = parse_header(data[LENGTHS.size : middle])
        if header["format"] != FORMAT:
            raise ValueError("another version")
        values = _unpack_all(header["values"], data[middle : middle + sizes[1]])
        return tuple(_exercise(record, values) for record in header["exercises"])
    except (OSError, WireError, LookupError, TypeError, ValueError, struct.error) as error:
        raise CopyProblem(
            f"{Path(path).name} of your copy of the course cannot be read ({error}). "
            "Unpack the course again; your notebooks can stay."
        ) from None


def _exercise(record: dict[str, Any], values: list[Any]) -> Exercise:
    names = tuple(record["parameters"])
    missing = Missing(record["id"], record["title"], names)
    is_code = kinds.get(record["kind"]).is_code
    broken: list[str] | None = record["broken"]  # its id, what it says, the code
    recorded = RecordedQuestions(
        tuple(
            (case, values[given], values[right]) for case, given, right in record["asked"]
        ),
        {
            tuple(ids): tuple((status, values[number]) for status, number in outcomes)
            for ids, outcomes in record["predictions"]
        },
        record["checked_later"],
        broken[2] if broken else "",
        base64.b64decode(record["reason"]),
        tuple(record["spelled_out"]),
    )
    return Exercise(
        **{name: record[name] for name in FACTS},
        reference=missing if is_code else lambda: missing,
        points=record["points"],
        cases=tuple(Case(draw=_no_draw, **case) for case in record["cases"]),
        misconceptions=tuple(
            Misconception(which, says, NO_CODE) for which, says in record["misconceptions"]
        ),
        broken=Misconception(broken[0], broken[1], NO_CODE) if broken else None,
        hints=tuple(Hint(*parts) for parts in record["hints"]),
        rules=tuple(
            Rule(**{**rule, "names": tuple(rule["names"]), "of": tuple(rule["of"])})
            for rule in record["rules"]
        ),
        source=recorded,
    )


def _no_draw(_: Any) -> Arguments:
    raise CopyProblem("This copy has public examples only. Grade with the whole course.")


def described(value: Any, payload: bytearray) -> Any:
    """A value as the file holds it, its arrays added to ``payload``."""
    if isinstance(value, SaltedDigest):
        digests = [[base64.b64encode(d).decode() for d in pair] for pair in value.digests]
        shape = None if value.shape is None else list(value.shape)
        salt = base64.b64encode(value.salt).decode()
        return {"sealed": [salt, shape, value.step.hex(), value.tries, digests]}
    if isinstance(value, Raises):
        return {"raises": value.type_name}
    if outside_of(value if isinstance(value, tuple) else ()):
        (trial,) = value  # whose outside never leaves the grader any other way
        parts = (trial.source, trial.data, trial.outside, trial.kept)
        return {"trial": [pack(parts, payload), len(payload)]}
    return {"plain": [pack(value, payload), len(payload)]}


def _unpack_all(described: list[Any], payload: bytes) -> list[Any]:
    values: list[Any] = []
    at = 0
    for item in described:
        ((word, content),) = item.items()
        if word == "sealed":
            salt, shape, step, tries, digests = content
            pairs = tuple((base64.b64decode(a), base64.b64decode(b)) for a, b in digests)
            size = None if shape is None else tuple(shape)
            width = float.fromhex(step)
            values.append(SaltedDigest(base64.b64decode(salt), size, width, tries, pairs))
        elif word == "raises":
            values.append(Raises(content))
        else:
            end = content[1]
            value = unpack(content[0], payload[at:end], trusted=True)
            values.append((Trial(*value),) if word == "trial" else value)
            at = end
    return values


def chapters(record: list[list[str]], package: str) -> tuple[Chapter, ...]:
    """The chapters of a copy, from ``[name, title, prefix, module]`` of each."""
    return tuple(
        Chapter(name, title, prefix, f"{package}.{module}")
        for name, title, prefix, module in record
    )
