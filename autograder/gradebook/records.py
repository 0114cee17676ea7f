"""What grading a submission gives: plain records, kept and shown as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from autograder.checking.card import Card
from autograder.checking.outcome import CaseResult, Verdict
from autograder.exercise.questions import is_drawn
from autograder.exercise.status import Status, SubmissionStatus
from autograder.notebooks.read import Shown


@dataclass(frozen=True)
class NotebookFile:
    """One notebook that was handed in."""

    name: str
    sha256: str


@dataclass(frozen=True)
class WrongPlace:
    """The first operation of an answer whose number no right way has."""

    line: int  # of the cell, from 1
    expression: str
    cell: str = ""  # "" for the one with the answer


@dataclass(frozen=True)
class ExerciseResult:
    """One exercise of one student; code and behaviour only where the answer is wrong."""

    id: str
    title: str
    status: Status
    points: float
    max_points: float
    cases: tuple[CaseResult, ...] = ()
    misconceptions: tuple[str, ...] = ()
    message: str = ""
    section: str = ""
    card: Card | None = None  # what the student may see: of public inputs alone
    notes: tuple[str, ...] = ()  # what was unusual
    source: str = ""
    behaviour: str = ""  # a fingerprint of the answers on public inputs
    notebook: str = ""  # the file that answers it
    first_wrong: WrongPlace | None = None  # the student's process's own word
    is_read: bool = False  # in words: a person gives its points
    shown: tuple[Shown, ...] = ()  # its pictures and outputs
    is_drawn: bool = True  # some of its inputs, anew in each run

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
            "behaviour": verdict.behaviour,
            "is_read": exercise.is_read,
            "is_drawn": is_drawn(exercise),
        }
        return cls(**{**fields, **more})


@dataclass(frozen=True)
class SetAside:
    """A later hand-in of which not all counts: what became of it, and what counts."""

    status: SubmissionStatus
    why: str
    outdated: bool = False  # that was graded with another key, grader or limits


@dataclass(frozen=True)
class SubmissionResult:
    """One student's submission; only one that is graded has a score."""

    student: str
    notebooks: tuple[NotebookFile, ...]
    status: SubmissionStatus
    score: float | None
    max_score: float | None
    exercises: tuple[ExerciseResult, ...] = ()
    message: str = ""  # why there is no score
    notes: tuple[str, ...] = ()
    seed: str = ""  # with versions and conditions: what it takes to grade it so again
    versions: dict[str, str] = field(default_factory=dict)  # programs, key, grader
    seconds: float = 0.0
    handed_in: str = ""  # ISO 8601, or ""
    conditions: dict[str, str] = field(default_factory=dict)  # limits and isolation
    set_aside: SetAside | None = None
    chapter_notes: dict[str, str] = field(default_factory=dict)  # of the notes, by chapter

    @classmethod
    def without_score(
        cls,
        student: str,
        status: SubmissionStatus,
        message: str,
        notebooks: tuple[NotebookFile, ...] = (),
    ) -> SubmissionResult:
        """The result of a submission that is not graded; ``message`` says why."""
        return cls(student, notebooks, status, None, None, message=message)

    @property
    def ungraded(self) -> tuple[ExerciseResult, ...]:
        """Exercises that ended without a judgement: timeouts, crashes and the like."""
        return tuple(e for e in self.exercises if not e.status.is_judged)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was unusual about it, in sentences for the student too."""
        return (*self.notes, self.set_aside.why) if self.set_aside else self.notes

    def of_chapter(self, prefix: str) -> tuple[ExerciseResult, ...]:
        """Its exercises of one chapter."""
        return tuple(e for e in self.exercises if e.id.startswith(f"{prefix}."))

    def counting(self) -> set[str]:
        """Hashes of the notebooks whose answers count."""
        names = {exercise.notebook for exercise in self.exercises}
        return {notebook.sha256 for notebook in self.notebooks if notebook.name in names}

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def public_dict(self) -> dict[str, Any]:
        """What others may read of it: ``results/<student>.json`` is made of this."""
        whole = self.to_dict()
        for exercise in whole["exercises"]:
            for private in ("card", "source", "behaviour", "is_read", "shown", "is_drawn"):
                del exercise[private]
            wrong = exercise["first_wrong"]
            if wrong and not wrong["cell"]:
                del wrong["cell"]
            exercise["cases"] = [
                {"name": case["name"], "passed": case["passed"]}
                for case in exercise["cases"]
            ]
        return whole

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SubmissionResult:
        """The record again from ``to_dict``'s form."""
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError as error:
            raise TypeError(f"This is no record of a result: {error}.") from None


@dataclass(frozen=True)
class Override:
    """Points given by a person instead of the grader, and why."""

    student: str
    exercise_id: str  # "" for the whole submission
    points: float
    reason: str
    by: str = ""
    at: str = ""
    verdict: str = ""  # of the grader then, as verdict_of says it
    frozen: bool = False  # were there already: nobody decided them


@dataclass(frozen=True)
class Move:
    """A regrade that changed something for one student in one exercise."""

    run: int
    at: str
    student: str
    exercise_id: str  # "" for the submission as a whole
    before: float | None  # None where there was none
    after: float | None
    was: str
    now: str
    cause: str


def verdict_of(result: SubmissionResult | None, exercise_id: str) -> str:
    """What the grader found: ``"partial, 1.5 of 2"``; "" for nothing."""
    if result and not exercise_id:
        known = result.score is not None and result.max_score is not None
        score = f", {result.score:g} of {result.max_score:g}" if known else ""
        return f"{result.status}{score}"
    for exercise in result.exercises if result else ():
        if exercise.id == exercise_id:
            return f"{exercise.status}, {exercise.points:g} of {exercise.max_points:g}"
    return ""


def is_replaced(old: SubmissionResult, new: SubmissionResult) -> bool:
    """Whether a later hand-in took the place of what counted before, or of a part."""
    counted = old.counting()
    stays = bool(counted) and counted <= new.counting()
    return old.notebooks != new.notebooks and not stays


def moves_between(
    old: SubmissionResult, new: SubmissionResult, run: int, at: str, cause: str
) -> tuple[Move, ...]:
    """What changed for a student from one grading to the next."""
    whose = (run, at, new.student)
    if old.status != new.status:
        return (Move(*whose, "", old.score, new.score, old.status, new.status, cause),)
    nothing: tuple[float | None, str] = (None, "")
    before = {e.id: (e.points, e.status) for e in old.exercises}
    after = {e.id: (e.points, e.status) for e in new.exercises}
    moves = []
    for name in dict.fromkeys([*before, *after]):
        (had, was), (has, now) = before.get(name, nothing), after.get(name, nothing)
        if (had, was) != (has, now):
            moves.append(Move(*whose, name, had, has, was, now, cause))
    return tuple(moves)
