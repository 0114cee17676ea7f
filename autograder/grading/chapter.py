"""Grade the exercises of one chapter in the order the chapter has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autograder import frameworks
from autograder.checking.ask import Manner
from autograder.checking.bounds import TooLong, memory_limit, time_limit
from autograder.checking.card import make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import ENDED, Ask, Outcome, Verdict, always
from autograder.checking.rules import with_rules
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.lending import lendable_source
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.gradebook.records import ExerciseResult
from autograder.notebooks.codes import behind
from autograder.notebooks.left_out import imported, may_be_above
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import Found, Slice, everything_above, find, slice_for
from autograder.notebooks.statements import Statement, statements
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import Session, SessionEnded, Spent

# What may be spent on one student's values beyond what their code may take.
GRADER_SECONDS, GRADER_MIB = 20.0, 2048
HIDDEN_ONLY = (
    "Your code is right on the public examples, but not on other inputs. "
    "Does it depend on particular numbers or sizes?"
)


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
    known: list[Statement]
    right: Mapping[str, bool]
    lendable: Mapping[str, Exercise]


Cut = Callable[[Found, list[Statement], Mapping[str, bool]], Slice]
JUDGED = ("passed", "partial", "failed")


@dataclass(frozen=True)
class _Run:
    """What is run for an answer: the statements, what is lent, and in which process."""

    piece: Slice
    lent: Mapping[str, Exercise]
    library: str
    cut: Cut


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
        for session in self.sessions.values():
            session.close()

    def chapter(self, chapter: Chapter, notebook: Notebook | None) -> list[ExerciseResult]:
        """Grade a chapter's exercises in order; earlier ones may be built on."""
        exercises = self.assignment.key.exercises(chapter)
        if notebook is None:
            words = "No notebook for this chapter was handed in."
            missing = [Verdict(e, "not_attempted", 0.0, message=words) for e in exercises]
            return [ExerciseResult.of(v, card=make_card(v)) for v in missing]
        known = statements(notebook)
        # What stands in an earlier chapter is lent, as is what is not solved in this one.
        earlier = [self.assignment.key.exercise(i) for i in chapter.builds_on]
        lendable = {exercise.name: exercise for exercise in earlier}
        right = dict.fromkeys(lendable, False)
        results = []
        for exercise in exercises:
            found = find(notebook, known, exercise.id, exercise.name)
            result = self._exercise(_Task(exercise, found, known, right, lendable))
            if result.status not in ("passed", "not_attempted"):
                result = replace(result, source=found.source)  # for the report
            results.append(result)
            right[exercise.name] = result.status == "passed"
            lendable[exercise.name] = exercise
        return results

    def _exercise(self, task: _Task) -> ExerciseResult:
        exercise, found = task.exercise, task.found
        if not found.attempted:
            verdict = Verdict(exercise, "not_attempted", 0.0, message="Not attempted yet.")
            return ExerciseResult.of(verdict, card=make_card(verdict))
        if found.broken:
            verdict = Verdict(exercise, "error", 0.0, message=found.broken)
            return ExerciseResult.of(verdict, card=make_card(verdict, hint=1))
        piece = slice_for(found, task.known, task.right)
        result = self._bounded(task, piece, slice_for)
        if result.status in ("error", "not_attempted") and may_be_above(
            result.message, found, task.known, piece
        ):
            whole = everything_above(found, task.known, task.right)
            again = self._bounded(task, whole, everything_above)
            # How that ends says nothing of the answer, unless it is a judgement.
            result = again if again.status in JUDGED else result
        return result

    def _bounded(self, task: _Task, piece: Slice, cut: Cut) -> ExerciseResult:
        exercise, found = task.exercise, task.found
        # What the grader needs for itself comes before the bounds on what it
        # does with a student's values: libraries, references, a warm process.
        lent = {name: task.lendable[name] for name in piece.borrowed}
        run = _Run(piece, lent, _library(exercise, piece, lent), cut)
        self.warm.get(run.library)
        questions(exercise, self.assignment.seed)
        try:
            # Its own work only: a student must not pay for a busy machine.
            with memory_limit(GRADER_MIB), time_limit(GRADER_SECONDS, of_work=True):
                verdict, card = self._try(task, run)
        except (TooLong, MemoryError) as ended:
            self.close()
            self.sessions.clear()
            status = "timeout" if isinstance(ended, TooLong) else "out_of_memory"
            words = "Your answers are too large to look at."
            verdict, card = _ended(exercise, Outcome(status, raised=words))
        return ExerciseResult.of(verdict, card=card, notes=found.notes)

    def _try(self, task: _Task, run: _Run) -> tuple[Verdict, Any]:
        exercise, found = task.exercise, task.found
        lent = run.lent.values()
        gradients = any(e.is_code and e.framework != "numpy" for e in lent)
        try:
            raised, ask = self._start(exercise, found.name, run, public=False)
            where = self._session(exercise, run, public=False).where
        except SessionEnded as ended:
            return _ended(exercise, ended.outcome)
        if raised and not run.piece.whole:
            ask = always(Outcome("raised", raised=raised, where=where))
        code = behind(run.piece.cells, found.name)
        verdict = with_rules(judge(exercise, ask, self.assignment.seed), code)
        if verdict.status == "not_attempted" and raised:
            words = f"Your code raised {raised}"
            verdict = replace(verdict, status="error", message=words)
        if verdict.status in ENDED:
            verdict = replace(verdict, example=None)
        if verdict.status == "passed" or not verdict.example:
            return verdict, make_card(verdict, hint=1)
        # What a student sees comes from another process, which meets public
        # inputs only: code that remembers hidden ones has nobody to tell.
        try:
            if not raised:
                _, ask = self._start(exercise, found.name, run, public=True)
            in_public = with_rules(judge(exercise, ask, PUBLIC_SEED), code)
            shown = _shown(verdict, in_public)
            if not verdict.misconceptions:  # then it goes by what it does
                verdict = replace(verdict, behaviour=fingerprint(in_public))
        except SessionEnded:
            shown = replace(verdict, example=None)
        card = make_card(shown, hint=1)
        if gradients:  # what it printed might be what was lent
            card = replace(card, printed="")
        return replace(verdict, message=card.problem or verdict.message), card

    def _start(
        self, exercise: Exercise, name: str, run: _Run, *, public: bool
    ) -> tuple[str, Ask]:
        """Run a slice in the student's process; what it raised, and how to ask."""
        functions, values, code = {}, {}, []
        for borrowed, earlier in run.lent.items():
            if not earlier.is_code:
                values[borrowed] = earlier.reference()
            elif earlier.framework == "numpy":
                functions[borrowed] = earlier.reference
            else:  # gradients must flow through it: it has to be there itself
                code.append((f"<the reference {borrowed}>", lendable_source(earlier)))
        session = self._session(exercise, run, public=public)
        raised = session.run(
            (*code, *run.piece.cells),
            borrowed=functions,
            given=values,
            tolerant=run.piece.whole,
        )
        if exercise.is_code:
            return raised, session.asker(name, Manner.of(exercise))
        return raised, session.value_asker(name)

    def _limits(self, exercise: Exercise, library: str) -> Limits:
        """The run's limits, with what this exercise and the library need."""
        limits = self.assignment.limits
        patience = frameworks.get(library).patience
        together = max(limits.submission_seconds * patience, exercise.submission_seconds)
        one = exercise.call_seconds or limits.call_seconds * patience
        return replace(limits, submission_seconds=together, call_seconds=one)

    def _session(self, exercise: Exercise, run: _Run, *, public: bool) -> Session:
        limits = self._limits(exercise, run.library)
        place = run.library, limits, public, run.cut
        session = self.sessions.get(place)
        if session is None or session.over:
            warm = self.warm.get(run.library)
            session = Session(warm, limits, spent=self.spent[run.cut])
            self.sessions[place] = session
        return session


def _library(exercise: Exercise, piece: Slice, lent: Mapping[str, Exercise]) -> str:
    """The framework whose process an answer needs: what it imports is there in time."""
    wanted = [exercise.framework, *(e.framework for e in lent.values() if e.is_code)]
    roots = imported(piece)
    wanted += [f.name for f in frameworks.known() if roots.intersection(f.libraries)]
    return next((name for name in wanted if name != "numpy"), "numpy")


def _shown(verdict: Verdict, public: Verdict) -> Verdict:
    """A verdict as the student may see it."""
    shown = replace(
        verdict,
        example=public.example,
        properties=public.properties,
        misconceptions=verdict.misconceptions or public.misconceptions,
    )
    if public.status == "passed":
        shown = replace(shown, message=HIDDEN_ONLY)
    return shown


def _ended(exercise: Exercise, outcome: Outcome) -> tuple[Verdict, Any]:
    verdict = judge(exercise, always(outcome))
    verdict = replace(verdict, example=None)
    return verdict, make_card(verdict)
