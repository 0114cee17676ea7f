"""What grading a submission gives: plain records, kept and shown as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from autograder.card import Card, Side
from autograder.judge import CaseResult, Verdict

# Exercises that were judged; the others could not be, and are no zeros.
JUDGED = frozenset({"passed", "partial", "failed", "not_attempted", "error"})


@dataclass(frozen=True)
class NotebookFile:
    """One notebook that was handed in."""

    name: str
    sha256: str


@dataclass(frozen=True)
class ExerciseResult:
    """One exercise of one student.

    ``card`` is what the student may see: made from public inputs only.
    ``notes`` say what was unusual, such as a function defined twice.
    """

    id: str
    title: str
    status: str
    points: float
    max_points: float
    cases: tuple[CaseResult, ...] = ()
    misconceptions: tuple[str, ...] = ()
    message: str = ""
    section: str = ""
    card: Card | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, verdict: Verdict, **more: Any) -> ExerciseResult:
        """The record of a verdict."""
        exercise = verdict.exercise
        fields = {
            "id": exercise.id,
            "title": exercise.title,
            "status": verdict.status,
            "points": verdict.points,
            "max_points": verdict.max_points,
            "cases": verdict.cases,
            "misconceptions": tuple(m.id for m in verdict.misconceptions),
            "message": verdict.message,
            "section": exercise.section,
        }
        return cls(**{**fields, **more})


@dataclass(frozen=True)
class SubmissionResult:
    """One student's submission.

    ``status`` is ``graded`` or ``unreadable``; an unreadable submission has
    no score.  ``message`` says why in one sentence.
    """

    student: str
    notebooks: tuple[NotebookFile, ...]
    status: str
    score: float | None
    max_score: float | None
    exercises: tuple[ExerciseResult, ...] = ()
    message: str = ""
    notes: tuple[str, ...] = ()
    seed: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def ungraded(self) -> tuple[ExerciseResult, ...]:
        """Exercises that ended without a judgement: timeouts, crashes and the like."""
        return tuple(e for e in self.exercises if e.status not in JUDGED)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)

    def public_dict(self) -> dict[str, Any]:
        """The documented form of ``results/<student>.json``."""
        whole = self.to_dict()
        for exercise in whole["exercises"]:
            del exercise["card"]
            exercise["cases"] = [
                {"name": case["name"], "passed": case["passed"]}
                for case in exercise["cases"]
            ]
        return whole

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SubmissionResult:
        """The record again from ``to_dict``'s form."""
        notebooks = tuple(NotebookFile(**item) for item in data["notebooks"])
        exercises = tuple(_exercise(item) for item in data["exercises"])
        lists = {"notebooks": notebooks, "exercises": exercises}
        return cls(**{**data, **lists, "notes": tuple(data["notes"])})


def _exercise(data: dict[str, Any]) -> ExerciseResult:
    return ExerciseResult(
        **{
            **data,
            "cases": tuple(CaseResult(**case) for case in data["cases"]),
            "misconceptions": tuple(data["misconceptions"]),
            "notes": tuple(data["notes"]),
            "card": _card(data["card"]) if data["card"] else None,
        }
    )


def _card(data: dict[str, Any]) -> Card:
    def side(item: dict[str, str] | None) -> Side | None:
        return Side(**item) if item else None

    arguments = tuple((name, Side(**value)) for name, value in data["arguments"])
    made = {
        "marks": tuple(tuple(mark) for mark in data["marks"]),
        "lessons": tuple(data["lessons"]),
        "facts": tuple(data["facts"]),
        "arguments": arguments,
        "expected": side(data["expected"]),
        "got": side(data["got"]),
    }
    return Card(**{**data, **made})
