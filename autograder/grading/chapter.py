"""Grade the exercises of one chapter in the order the chapter has them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from autograder import frameworks
from autograder.checking.ask import Manner
from autograder.checking.bounds import TooLong, memory_limit, time_limit
from autograder.checking.card import Card, make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import ENDED, Ask, Outcome, Verdict, always
from autograder.checking.rules import with_rules
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.lending import lendable_source
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.gradebook.records import ExerciseResult
from autograder.grading.told import Sealed, sealed_error, sealed_place, told
from autograder.notebooks.codes import behind
from autograder.notebooks.elsewhere import elsewhere
from autograder.notebooks.left_out import imported, may_be_above
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import Found, Slice, everything_above, find, slice_for
from autograder.notebooks.statements import Statements, statements
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import Session, SessionEnded, Spent

# What may be spent on one student's values beyond what their code may take.
GRADER_SECONDS, GRADER_MIB = 20.0, 2048
JUDGED = ("passed", "partial", "failed")
T = TypeVar("T")


@dataclass(frozen=True)
class Assignment:
    """What a run grades with."""

    key: Key
    seed: int
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()  # names; empty: those that are handed in


@dataclass(frozen=True)
class _Task:
    """One exercise, where it is answered, and what stands before it.

    ``right`` and ``lendable`` have the earlier exercises by name: whether the
    student's own is right, and whose reference stands in when it is not.
    """

    exercise: Exercise
    found: Found
    known: Statements
    right: Mapping[str, bool]
    lendable: Mapping[str, Exercise]
    lost: str = ""  # where an answer that is not found may have gone


_Looked = tuple[Statements, list[tuple[Found, str]]]
Cut = Callable[[Found, Statements, Mapping[str, bool]], Slice]


@dataclass(frozen=True)
class _Run:
    """What of a notebook is run for a task, and how it was cut out."""

    task: _Task
    piece: Slice
    cut: Cut

    @property
    def lent(self) -> dict[str, Exercise]:
        """The earlier exercises that stand in, by name."""
        return {name: self.task.lendable[name] for name in self.piece.borrowed}

    @cached_property
    def library(self) -> str:
        """The framework whose process it needs: what it imports is there in time."""
        wanted = [self.task.exercise.framework]
        wanted += [e.framework for e in self.lent.values() if e.is_code]
        roots = imported(self.piece)
        wanted += [f.name for f in frameworks.known() if roots.intersection(f.libraries)]
        return next((name for name in wanted if name != "numpy"), "numpy")

    @property
    def holds_the_key(self) -> bool:
        """Whether the student's process gets values or code of the key, and not calls."""
        return any(not e.is_code or e.framework != "numpy" for e in self.lent.values())


@dataclass(frozen=True)
class _Judged:
    """A task with its verdict on hidden inputs; ``run`` where something was run."""

    task: _Task
    verdict: Verdict
    run: _Run | None = None


class ChapterWork:
    """The student's process over a chapter's exercises, renewed when it ends.

    Each chapter has a time of its own: who hands in all of the course at once
    needs longer than who hands in one notebook.
    """

    def __init__(self, assignment: Assignment, warm: WarmProcesses) -> None:
        self.assignment, self.warm = assignment, warm
        # What is run in case the slice left something out has a time of its own.
        self.spent = {slice_for: Spent(), everything_above: Spent()}
        self.sessions: dict[tuple[Any, ...], Session] = {}

    def close(self) -> None:
        """End the student's processes; the next question starts new ones."""
        for session in self.sessions.values():
            session.close()
        self.sessions.clear()

    def chapter(self, chapter: Chapter, notebook: Notebook | None) -> list[ExerciseResult]:
        """Grade a chapter's exercises in order; earlier ones may be built on."""
        exercises = self.assignment.key.exercises(chapter)
        if notebook is None:
            words = "No notebook for this chapter was handed in."
            missing = [Verdict(e, "not_attempted", 0.0, message=words) for e in exercises]
            return [ExerciseResult.of(v, card=make_card(v)) for v in missing]
        looked = self._bounded(self._look, (notebook, exercises))
        if looked is None:
            return [ExerciseResult.of(v, card=_card(v)) for v in map(_too_large, exercises)]
        known, places = looked
        # What stands in an earlier chapter is lent, as is what is not solved in this one.
        earlier = [self.assignment.key.exercise(i) for i in chapter.builds_on]
        lendable = {exercise.name: exercise for exercise in earlier}
        right = dict.fromkeys(lendable, False)
        judged = []
        for exercise, (found, lost) in zip(exercises, places, strict=True):
            before = dict(right), dict(lendable)
            one = self._judged(_Task(exercise, found, known, *before, lost))
            judged.append(one)
            right[exercise.name] = one.verdict.status == "passed"
            lendable[exercise.name] = exercise
        self.close()  # what has met hidden inputs ends before anything is said
        return [self._result(one) for one in judged]

    @staticmethod
    def _look(asked: tuple[Notebook, Sequence[Exercise]]) -> _Looked:
        """What a notebook says, and where it answers each exercise."""
        notebook, exercises = asked
        known = statements(notebook)
        names = {e.name for e in exercises}
        places = []
        for e in exercises:
            found = find(notebook, known, e.id, e.name)
            attempted = found.attempted
            lost = "" if attempted else elsewhere(notebook, known, e.id, e.name, names)
            places.append((found, lost))
        return known, places

    def _judged(self, task: _Task) -> _Judged:
        """An exercise's marks, by inputs that nobody has seen."""
        exercise, found = task.exercise, task.found
        if not found.attempted:
            status = "not_found" if task.lost else "not_attempted"
            words = task.lost or "Not attempted yet."
            return _Judged(task, Verdict(exercise, status, 0.0, message=words))
        if found.broken:
            return _Judged(task, Verdict(exercise, "error", 0.0, message=found.broken))
        judged = self._hidden(task, slice_for)
        verdict, run = judged.verdict, judged.run
        unsure = run and verdict.status in ("error", "not_attempted")
        if unsure and may_be_above(verdict.message, found, task.known, run.piece):
            again = self._hidden(task, everything_above)
            # How that ends says nothing of the answer, unless it is a judgement.
            judged = again if again.verdict.status in JUDGED else judged
        return judged

    def _hidden(self, task: _Task, cut: Cut) -> _Judged:
        """What inputs that nobody has seen make of one way to cut the answer out."""
        run = self._bounded(_cut, (task, cut))
        if run is None:
            return _Judged(task, _too_large(task.exercise))
        # What the grader needs for itself comes before the bounds on what it
        # does with a student's values: libraries, references, a warm process.
        self.warm.get(run.library)
        questions(task.exercise, self.assignment.seed)
        return self._bounded(self._try, run) or _Judged(task, _too_large(task.exercise))

    def _bounded(self, work: Callable[[Any], T], what: Any) -> T | None:
        """What the work gives; ``None`` where a student's values take too much.

        Its own work only: a student must not pay for a busy machine.
        """
        try:
            with (
                memory_limit(GRADER_MIB),
                time_limit(GRADER_SECONDS, of_work=True),
                np.errstate(all="ignore"),
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("ignore")  # of their extreme numbers
                return work(what)
        except (TooLong, MemoryError):
            self.close()
            return None

    def _try(self, run: _Run) -> _Judged:
        try:
            verdict = self._asked(run, self.assignment.seed, public=False)
        except SessionEnded as ended:
            verdict = judge(run.task.exercise, always(ended.outcome))
        # Its values may be large, and nothing of them is told.
        return _Judged(run.task, replace(verdict, example=None, attempts=()), run)

    def _asked(self, run: _Run, seed: int, *, public: bool) -> Verdict:
        """Run a slice, ask what it defines, judge the answers."""
        exercise = run.task.exercise
        raised, where, ask = self._start(run, public=public)
        if public and run.holds_the_key:
            where, ask = sealed_place(where), Sealed(ask)
            raised = raised and sealed_error(raised, where)
        if raised and not run.piece.whole:
            ask = always(Outcome("raised", raised=raised, where=where))
        verdict = judge(exercise, ask, seed)
        if exercise.rules:
            verdict = with_rules(verdict, behind(run.piece.cells, run.task.found.name))
        if verdict.status == "not_attempted" and raised:
            words = f"Your code raised {raised}"
            verdict = replace(verdict, status="error", message=words)
        return verdict

    def _result(self, judged: _Judged) -> ExerciseResult:
        """The record of an exercise, with what the student is told.

        Code that remembers hidden inputs has nobody to tell: its process has ended.
        """
        verdict, run, found = judged.verdict, judged.run, judged.task.found
        more: dict[str, Any] = {"notes": found.notes}
        if verdict.status not in ("passed", "not_attempted"):
            more["source"] = found.source  # for the report
        shown = verdict
        if run and verdict.status not in ("passed", "not_attempted", *ENDED):
            public = self._bounded(self._in_public, run)
            shown = told(verdict, public or _too_large(verdict.exercise))
            if public and not verdict.misconceptions:  # then it goes by what it does
                more["behaviour"] = fingerprint(public)
        card = self._bounded(_card, shown) or _card(replace(shown, example=None))
        message = card.problem or shown.message
        return ExerciseResult.of(replace(verdict, message=message), card=card, **more)

    def _in_public(self, run: _Run) -> Verdict:
        try:
            return self._asked(run, PUBLIC_SEED, public=True)
        except SessionEnded as ended:
            return judge(run.task.exercise, always(ended.outcome))

    def _start(self, run: _Run, *, public: bool) -> tuple[str, str, Ask]:
        """Run a slice in the student's process; what it raised, where, and how to ask."""
        exercise, piece = run.task.exercise, run.piece
        functions, values, code = {}, {}, []
        for borrowed, earlier in run.lent.items():
            if not earlier.is_code:
                values[borrowed] = earlier.reference()
            elif earlier.framework == "numpy":
                functions[borrowed] = earlier.reference
            else:  # gradients must flow through it: it has to be there itself
                code.append((f"<the reference {borrowed}>", lendable_source(earlier)))
        session = self._session(run, public=public)
        raised = session.run(
            (*code, *piece.cells),
            borrowed=functions,
            given=values,
            tolerant=piece.whole,
        )
        if exercise.is_code:
            return (
                raised,
                session.where,
                session.asker(run.task.found.name, Manner.of(exercise)),
            )
        return raised, session.where, session.value_asker(run.task.found.name)

    def _limits(self, exercise: Exercise, library: str) -> Limits:
        """The run's limits, with what this exercise and the library need."""
        limits = self.assignment.limits
        patience = frameworks.get(library).patience
        together = max(limits.submission_seconds * patience, exercise.submission_seconds)
        one = exercise.call_seconds or limits.call_seconds * patience
        return replace(limits, submission_seconds=together, call_seconds=one)

    def _session(self, run: _Run, *, public: bool) -> Session:
        limits = self._limits(run.task.exercise, run.library)
        place = run.library, limits, public, run.cut
        session = self.sessions.get(place)
        if session is None or session.over:
            warm = self.warm.get(run.library)
            session = Session(warm, limits, spent=self.spent[run.cut])
            self.sessions[place] = session
        return session


def _cut(asked: tuple[_Task, Cut]) -> _Run:
    task, cut = asked
    return _Run(task, cut(task.found, task.known, task.right), cut)


def _card(verdict: Verdict) -> Card:
    return make_card(verdict, hint=1)


def _too_large(exercise: Exercise) -> Verdict:
    words = "Your answers are too large, or take too long, to look at."
    return judge(exercise, always(Outcome("out_of_memory", raised=words)))
