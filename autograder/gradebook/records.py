"""What grading a submission gives: plain records, kept and shown as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from autograder.checking.card import Card
from autograder.checking.outcome import CaseResult, Verdict
from autograder.exercise.status import Status, SubmissionStatus
from autograder.notebooks.read import Shown


@dataclass(frozen=True)
class NotebookFile:
    """One notebook that was handed in."""

    name: str
    sha256: str


@dataclass(frozen=True)
class WrongPlace:
    """The first operation of an answer whose number no right way has.

    ``line`` is counted from 1 in the cell of the answer; in another one where ``cell``
    names it.
    """

    line: int
    expression: str
    cell: str = ""


@dataclass(frozen=True)
class ExerciseResult:
    """One exercise of one student.

    ``card`` is what the student may see: made from public inputs only.
    ``notes`` say what was unusual, such as a function defined twice.
    ``source`` is the student's code and ``behaviour`` a fingerprint of what it
    answers on public inputs; both are kept where the answer is wrong, for the
    instructor's report.  ``notebook`` is the file that answers it.  ``first_wrong`` is
    the student's process's own word, and decides nothing.  An answer that ``is_read`` is in
    words, and has its points from a person; ``shown`` are its pictures and outputs.
    """

    id: str
    title: str
    status: Status
    points: float
    max_points: float
    cases: tuple[CaseResult, ...] = ()
    misconceptions: tuple[str, ...] = ()
    message: str = ""
    section: str = ""
    card: Card | None = None
    notes: tuple[str, ...] = ()
    source: str = ""
    behaviour: str = ""
    notebook: str = ""
    first_wrong: WrongPlace | None = None
    is_read: bool = False
    shown: tuple[Shown, ...] = ()

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
        }
        return cls(**{**fields, **more})


@dataclass(frozen=True)
class SetAside:
    """A later hand-in of which not all counts: what became of it, and what counts.

    It is ``outdated`` where that was graded with another key, grader or limits.
    """

    status: SubmissionStatus
    why: str
    outdated: bool = False


@dataclass(frozen=True)
class SubmissionResult:
    """One student's submission.

    Only one that is graded has a score; otherwise ``message`` says why in one
    sentence.  ``handed_in`` is an ISO 8601 time with its zone, or "".  ``seed``,
    ``versions`` (of programs, and hashes of the key's chapters and the grader) and
    ``conditions`` (limits and isolation) are what it takes to grade it so again.
    ``chapter_notes`` has, by a chapter's name, which of the ``notes`` is about it.
    """

    student: str
    notebooks: tuple[NotebookFile, ...]
    status: SubmissionStatus
    score: float | None
    max_score: float | None
    exercises: tuple[ExerciseResult, ...] = ()
    message: str = ""
    notes: tuple[str, ...] = ()
    seed: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    handed_in: str = ""
    conditions: dict[str, str] = field(default_factory=dict)
    set_aside: SetAside | None = None
    chapter_notes: dict[str, str] = field(default_factory=dict)

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
            for private in ("card", "source", "behaviour", "is_read", "shown"):
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
    """Points given by a person instead of the grader, and why.

    Without an ``exercise_id`` they are for the whole submission.  ``verdict`` is what
    the grader had found then, as ``verdict_of`` says it.  Points that are ``frozen`` were
    there already: nobody decided them, and the student reads nothing of it.
    """

    student: str
    exercise_id: str
    points: float
    reason: str
    by: str = ""
    at: str = ""
    verdict: str = ""
    frozen: bool = False


@dataclass(frozen=True)
class Move:
    """A regrade that changed something for one student in one exercise.

    ``exercise_id`` is "" for the submission as a whole, such as one that could
    not be read before; then ``before`` and ``after`` are whole scores, ``None``
    where there was none.
    """

    run: int
    at: str
    student: str
    exercise_id: str
    before: float | None
    after: float | None
    was: str
    now: str
    cause: str


def verdict_of(result: SubmissionResult | None, exercise_id: str) -> str:
    """What the grader found for an exercise: ``"partial, 1.5 of 2"``; "" for nothing.

    Without an id, for the whole submission.
    """
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
