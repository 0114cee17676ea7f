"""Grade the exercises of one chapter in the order the chapter has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from autograder import frameworks
from autograder.checking.ask import Manner
from autograder.checking.bounds import TooLong, memory_limit, time_limit
from autograder.checking.card import make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import ENDED, Ask, Outcome, Verdict, always
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.lending import lendable_source
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.gradebook.records import ExerciseResult
from autograder.notebooks.elsewhere import elsewhere
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import Found, Slice, everything_above, find, slice_for
from autograder.notebooks.statements import Statement, statements
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import Session, SessionEnded, Spent

# What a slice that leaves something out makes Python say.
SLICE_TOO_SMALL = ("NameError", "ModuleNotFoundError", "AttributeError", "KeyError")
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


class ChapterWork:
    """The student's process over a chapter's exercises, renewed when it ends.

    Each chapter has a time of its own: who hands in all of the course at once
    needs longer than who hands in one notebook.
    """

    def __init__(self, assignment: Assignment, warm: WarmProcesses) -> None:
        self.assignment, self.warm = assignment, warm
        self.spent = Spent()
        self.sessions: dict[tuple[str, Limits, bool], Session] = {}

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
            lost = (
                ""
                if found.attempted
                else elsewhere(
                    notebook, known, exercise.id, exercise.name, {e.name for e in exercises}
                )
            )
            if lost:
                verdict = Verdict(exercise, "not_found", 0.0, message=lost)
                result = ExerciseResult.of(verdict, card=make_card(verdict))
            else:
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
        # What the grader needs for itself comes before the bounds on what it
        # does with a student's values: libraries, references, a warm process.
        self.warm.get(exercise.framework)
        questions(exercise, self.assignment.seed)
        try:
            # Its own work only: a student must not pay for a busy machine.
            with memory_limit(GRADER_MIB), time_limit(GRADER_SECONDS, of_work=True):
                return self._bounded(task)
        except (TooLong, MemoryError) as ended:
            self.close()
            self.sessions.clear()
            status = "timeout" if isinstance(ended, TooLong) else "out_of_memory"
            words = "Your answers are too large to look at."
            verdict, card = _ended(exercise, Outcome(status, raised=words))
            return ExerciseResult.of(verdict, card=card, notes=found.notes)

    def _bounded(self, task: _Task) -> ExerciseResult:
        verdict, card = self._try(task, slice_for)
        if verdict.status in ("error", "not_attempted") and verdict.message.startswith(
            _said_by(SLICE_TOO_SMALL)
        ):
            verdict, card = self._try(task, everything_above)
        return ExerciseResult.of(verdict, card=card, notes=task.found.notes)

    def _try(self, task: _Task, cut: Cut) -> tuple[Verdict, Any]:
        exercise, found = task.exercise, task.found
        piece = cut(found, task.known, task.right)
        lent = {name: task.lendable[name] for name in piece.borrowed}
        gradients = any(e.is_code and e.framework != "numpy" for e in lent.values())
        try:
            raised, ask = self._start(exercise, found.name, piece, lent, public=False)
        except SessionEnded as ended:
            return _ended(exercise, ended.outcome)
        if raised and cut is slice_for:
            ask = always(Outcome("raised", raised=raised))
        verdict = judge(exercise, ask, self.assignment.seed)
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
                _, ask = self._start(exercise, found.name, piece, lent, public=True)
            in_public = judge(exercise, ask, PUBLIC_SEED)
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
        self,
        exercise: Exercise,
        name: str,
        piece: Slice,
        lent: Mapping[str, Exercise],
        *,
        public: bool,
    ) -> tuple[str, Ask]:
        """Run a slice in the student's process; what it raised, and how to ask."""
        functions, values, code = {}, {}, []
        for borrowed, earlier in lent.items():
            if not earlier.is_code:
                values[borrowed] = earlier.reference()
            elif earlier.framework == "numpy":
                functions[borrowed] = earlier.reference
            else:  # gradients must flow through it: it has to be there itself
                code.append((f"<the reference {borrowed}>", lendable_source(earlier)))
        session = self._session(exercise, public=public)
        raised = session.run(
            (*code, *piece.cells),
            borrowed=functions,
            given=values,
            tolerant=piece.whole,
        )
        if exercise.is_code:
            return raised, session.asker(name, Manner.of(exercise))
        return raised, session.value_asker(name)

    def _limits(self, exercise: Exercise) -> Limits:
        """The run's limits, with what this exercise and its library need."""
        limits = self.assignment.limits
        patience = frameworks.get(exercise.framework).patience
        together = max(limits.submission_seconds * patience, exercise.submission_seconds)
        one = exercise.call_seconds or limits.call_seconds * patience
        return replace(limits, submission_seconds=together, call_seconds=one)

    def _session(self, exercise: Exercise, *, public: bool) -> Session:
        limits = self._limits(exercise)
        place = exercise.framework, limits, public
        session = self.sessions.get(place)
        if session is None or session.over:
            warm = self.warm.get(exercise.framework)
            session = Session(warm, limits, spent=self.spent)
            self.sessions[place] = session
        return session


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


def _said_by(errors: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"Your code raised {error}" for error in errors)


def _ended(exercise: Exercise, outcome: Outcome) -> tuple[Verdict, Any]:
    verdict = judge(exercise, always(outcome))
    verdict = replace(verdict, example=None)
    return verdict, make_card(verdict)
