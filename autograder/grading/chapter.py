"""Grade the exercises of one chapter in the order the chapter has them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from autograder import frameworks
from autograder.checking.card import Card, make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import TO_BE_READ, judge
from autograder.checking.live_code import with_rules
from autograder.checking.other_ways import answers_of, right_ways
from autograder.checking.outcome import Outcome, Verdict, always
from autograder.checking.point import Looked, look_at
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.questions import PUBLIC_SEED, error_type, questions
from autograder.exercise.status import Status
from autograder.exercise.stubs import UNTOUCHED, is_untouched
from autograder.gradebook.records import ExerciseResult, WrongPlace
from autograder.grading.excerpts import Cut, Excerpt, Task, excerpt, find_answers
from autograder.grading.redaction import redact, redact_start, with_line
from autograder.grading.settings import Assignment
from autograder.grading.student_process import StudentProcesses
from autograder.grading.work_bounds import within_bounds
from autograder.notebooks.codes import reachable_code
from autograder.notebooks.finding import SOURCE_KEPT, FoundAnswer
from autograder.notebooks.left_out import may_be_above
from autograder.notebooks.newer_python import asks_for
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import everything_above, slice_for
from autograder.sandbox.pool import WarmProcesses
from autograder.sandbox.session import SessionEnded
from autograder.tracing.mark import FirstWrong
from autograder.tracing.recorded_code import place_of

T = TypeVar("T")
LONGEST = 500  # characters of an expression


@dataclass(frozen=True)
class _Judged:
    """A task with its verdict on hidden inputs, and the code that was run for it."""

    task: Task
    verdict: Verdict
    ran: Excerpt | None = None


class ChapterGrader:
    """Grades one chapter of one student; to be closed afterwards."""

    def __init__(self, assignment: Assignment, warm: WarmProcesses) -> None:
        self._assignment = assignment
        self._processes = StudentProcesses(assignment.limits, warm)

    def close(self) -> None:
        """End the student's processes."""
        self._processes.close()

    def grade(self, chapter: Chapter, notebook: Notebook | None) -> list[ExerciseResult]:
        """The chapter's exercises in order, with the feedback on each."""
        key = self._assignment.key
        exercises = key.exercises(chapter)
        if notebook is None:
            sentence = "No notebook for this chapter was handed in."
            missing = [_not_judged(e, Status.NOT_ATTEMPTED, sentence) for e in exercises]
            return [ExerciseResult.of(v, card=make_card(v)) for v in missing]
        tasks = self._bounded(lambda: find_answers(notebook, exercises))
        if tasks is None:
            return [ExerciseResult.of(v, card=_card(v)) for v in map(_too_large, exercises)]
        # The reference is used for what an earlier chapter has, and for what is wrong here.
        lent, passed, judged = key.lent(chapter), set[str](), list[_Judged]()
        for task in tasks:
            given = task.after(lent[task.exercise.id], passed)
            judged.append(last := _or_open(self._judge(given), notebook))
            if last.verdict.status == Status.PASSED:
                passed.add(task.exercise.id)
        self.close()  # what has seen hidden inputs ends before any feedback is made
        return [self._result(each) for each in judged]

    def _judge(self, task: Task) -> _Judged:
        """An exercise's verdict on inputs that nobody has seen."""
        exercise, answer = task.exercise, task.found
        if not answer.attempted:
            status = Status.NOT_FOUND if task.hint else Status.NOT_ATTEMPTED
            return _Judged(
                task, _not_judged(exercise, status, task.hint or "Not attempted yet.")
            )
        if exercise.is_read:
            return _Judged(task, _not_judged(exercise, Status.AWAITING_REVIEW, TO_BE_READ))
        if exercise.why_not_here:
            status = Status.INFRASTRUCTURE_ERROR
            return _Judged(task, _not_judged(exercise, status, exercise.why_not_here))
        if answer.broken:
            return _Judged(task, _not_judged(exercise, Status.ERROR, answer.broken))
        if answer.definitions and is_untouched(exercise, answer.definitions[-1].source):
            return _Judged(task, _not_judged(exercise, Status.NOT_ATTEMPTED, UNTOUCHED))
        judged = self._judge_hidden(task, slice_for)
        verdict, ran = judged.verdict, judged.ran
        if (
            ran
            and verdict.status in (Status.ERROR, Status.NOT_ATTEMPTED)
            and self._bounded(
                lambda: may_be_above(verdict.raised, answer, task.statements, ran.code)
            )
        ):
            again = self._judge_hidden(task, everything_above)
            # How that ends says nothing of the answer, unless its results were compared.
            judged = again if again.verdict.status.was_compared else judged
        return judged

    def _judge_hidden(self, task: Task, cut: Cut) -> _Judged:
        """The verdict on the code that ``cut`` takes for a task."""
        code = self._bounded(lambda: excerpt(task, cut))
        if code is None:
            return _Judged(task, _too_large(task.exercise))
        # What the grader needs for itself is done before its bounded work on a
        # student's values: libraries, references, a warm process.
        self._processes.prepare(code)
        seed = self._assignment.seed
        questions(task.exercise, seed)
        verdict = self._bounded(lambda: self._ask(code, seed), code.library)
        if verdict is None:
            return _Judged(task, _too_large(task.exercise))
        return _Judged(task, verdict, code)

    def _ask(self, code: Excerpt, seed: int, hidden: Verdict | None = None) -> Verdict:
        """Run the code, ask what it defines, judge the answers.

        With the verdict on hidden inputs, for its card.
        """
        exercise, public = code.task.exercise, hidden is not None
        named = hidden.misconceptions if hidden else ()
        judged = partial(judge, exercise, for_card=public, named=named)
        try:
            started = self._processes.start(code, public=public)
            if public and code.holds_the_key:
                started = redact_start(started)
            ask, raised = started.ask, started.raised
            if raised and not code.code.whole:
                ask = always(Outcome(Status.RAISED, raised=raised, where=started.where))
            verdict = judged(ask, seed)
        except SessionEnded as ended:
            return judged(always(ended.outcome))
        if exercise.rules:
            own = reachable_code(code.all_code, code.task.found.name, code.code.borrowed)
            verdict = with_rules(verdict, own)
        if verdict.status == Status.NOT_ATTEMPTED and raised:
            sentence = f"Your code raised {raised}"
            verdict = replace(verdict, status=Status.ERROR, message=sentence, raised=raised)
        return verdict

    def _result(self, judged: _Judged) -> ExerciseResult:
        """The record of an exercise, with its feedback.

        The process that saw hidden inputs has ended: no code can pass them on.
        """
        verdict, ran, answer = judged.verdict, judged.ran, judged.task.found
        more: dict[str, Any] = {"notes": answer.notes}
        is_wrong = verdict.status not in (Status.PASSED, Status.NOT_ATTEMPTED)
        if is_wrong:
            more["source"] = answer.source  # for the report, and for who reads it
        if verdict.status == Status.NOT_FOUND:  # who reads it settles it
            more["source"] = _marked_code(judged.task)
        if verdict.status == Status.AWAITING_REVIEW:
            more["shown"] = answer.shown
            return ExerciseResult.of(verdict, card=_card(verdict), **more)
        shown, looked = verdict, Looked()
        if ran and is_wrong and not verdict.status.ended_early:
            public = self._bounded(
                lambda: self._ask(ran, PUBLIC_SEED, verdict), ran.library
            )
            shown = redact(verdict, public or _too_large(verdict.exercise))
            looked = self._looked(ran, public) if public else Looked()
            if looked.first:
                more["first_wrong"] = _wrong_place(looked.first, answer)
            if public and not verdict.misconceptions:  # the report groups it by behaviour
                more["behaviour"] = fingerprint(public)
        card = self._bounded(lambda: _card(shown, looked))
        card = card or _card(replace(shown, example=None))
        sources = {each.cell.number: each.cell.source for each in answer.definitions}
        card = replace(card, where=with_line(card.where, sources))
        message = card.problem or shown.message
        return ExerciseResult.of(replace(verdict, message=message), card=card, **more)

    def _looked(self, code: Excerpt, public: Verdict) -> Looked:
        """How it runs on public inputs, where it first goes wrong; not beside the key."""
        if code.holds_the_key or not code.task.exercise.is_code:
            return Looked()
        task = code.task
        right = {name for name in task.known if task.solved.get(name)}
        made = task.statements.makers.items()
        given = {name for name, by in made if all(s.cell.is_given for s in by)}
        recorder, hidden = self._processes.recorder(code), right | given
        ways = right_ways(answers_of(self._assignment.key, public.exercise.id))
        return self._bounded(lambda: look_at(public, recorder, ways, hidden)) or Looked()

    def _bounded(self, work: Callable[[], T], library: str = "numpy") -> T | None:
        """``within_bounds``; work that goes beyond them ends the processes too."""
        done = within_bounds(work, frameworks.get(library).patience)
        if done is None:
            self.close()
        return done


def _marked_code(task: Task) -> str:
    """The code in the cells of an exercise, where nothing in them has its name."""
    mine = (s.cell for s in task.statements if s.cell.exercise_id == task.exercise.id)
    sources = dict.fromkeys(cell.source for cell in mine if "check(" not in cell.source)
    return "\n\n".join(sources)[:SOURCE_KEPT]


def _card(verdict: Verdict, looked: Looked | None = None) -> Card:
    return make_card(verdict, hint=1, **(looked or Looked()).for_card())


def _wrong_place(wrong: FirstWrong, answer: FoundAnswer) -> WrongPlace:
    own = {place_of(s.cell.label) for s in answer.definitions[-1:]}
    cell = "" if wrong.place in own else wrong.place
    return WrongPlace(wrong.line, wrong.text[:LONGEST], cell)


def _not_judged(exercise: Exercise, status: Status, why: str) -> Verdict:
    return Verdict(exercise, status, 0.0, message=why)


def _or_open(judged: _Judged, notebook: Notebook) -> _Judged:
    """The same; where a later Python may make it right, no verdict on the answer."""
    verdict = judged.verdict
    for cell in notebook.cells if verdict.status == Status.ERROR else ():
        wrong = f"{cell.error} in code cell {cell.number}"
        is_it = judged.task.found.broken_cell == cell.number
        if cell.python and (is_it or error_type(verdict.raised) == "NameError"):
            why = asks_for(cell.python, wrong)
            is_open = _not_judged(verdict.exercise, Status.INFRASTRUCTURE_ERROR, why)
            return _Judged(judged.task, is_open)
    return judged


def _too_large(exercise: Exercise) -> Verdict:
    sentence = "Your answers are too large, or take too long, to look at."
    return judge(exercise, always(Outcome(Status.OUT_OF_MEMORY, raised=sentence)))
