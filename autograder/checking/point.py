"""Put a finger on the line of an answer in which it first goes wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.clue import are_all_whole, is_cut_off, order
from autograder.checking.compare import Tolerance, compare
from autograder.checking.once_more import once_more
from autograder.checking.only_form import is_as_expected, only_form
from autograder.checking.outcome import Attempt, Verdict
from autograder.checking.retried import Recorder, Retried, first_unlike
from autograder.checking.right_numbers import known_in
from autograder.checking.wrong_part import wrong_part
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, observed, source_of
from autograder.exercise.status import Status
from autograder.exercise.values import Raises, Tensor, plain
from autograder.tracing.changed import first_change
from autograder.tracing.cut_off import first_cut_off
from autograder.tracing.first_wrong import first_wrong
from autograder.tracing.forbidden import first_forbidden
from autograder.tracing.form import first_of_form
from autograder.tracing.history import part_of_result, result_with, results
from autograder.tracing.largest import largest
from autograder.tracing.mark import FirstWrong, at_node, described
from autograder.tracing.not_finite import first_not_finite
from autograder.tracing.record import Part, Put, Recording, Trace
from autograder.tracing.steps import Step, steps

SECONDS = 5.0
GIVEN_WEIGHTS = ("layer", "trial")  # kinds whose modules a check gives other weights


@dataclass(frozen=True)
class Looked:
    """The run of a call: where it first goes wrong, where that is sure, and its steps.

    ``once_more``: what to say where it gave something else than it did before.
    """

    first: FirstWrong | None = None
    steps: tuple[Step, ...] = ()
    once_more: str = ""

    def within(self, place: str) -> Looked:
        """The same for whoever has one cell before them: its lines go without its name."""
        first = self.first
        if first and first.place == place:
            first = replace(first, place="")
        steps = (replace(s, place="") if s.place == place else s for s in self.steps)
        return replace(self, first=first, steps=tuple(steps))

    def for_card(self) -> dict[str, Any]:
        """What ``make_card`` takes of it."""
        return {
            "pointed": self.first,
            "inside": self.steps,
            "once_more": self.once_more,
        }


def look_at(
    verdict: Verdict,
    recorder: Recorder,
    ways: Sequence[str] = (),
    hidden: Collection[str] = (),
) -> Looked:
    """Call a wrong answer once more, and look at what its statements and operations gave.

    ``ways``: right answers by other routes than the reference, whose numbers are right,
    too. ``hidden``: functions and classes of the chapter's, or known to be right: nothing
    goes wrong inside of them. Of a call that raised the steps before that are seen; nothing
    is where the answer was ended, or no reference is there.
    """
    attempt = verdict.example
    what = next((rule.what for rule in verdict.rules if rule.what), "")
    is_too_much = attempt is not None and attempt.outcome.holds_too_much
    is_wrong = can_be_looked_at(verdict)
    if not (what or is_too_much or is_wrong):
        return Looked()
    try:
        with time_limit(SECONDS, of_work=True):
            exercise, is_seen = verdict.exercise, is_too_much or is_wrong
            question = attempt.question if attempt and is_seen else _first_of(exercise)
            has_raised = attempt is not None and attempt.outcome.has_raised
            trace = (recorder.failed if has_raised else recorder.record)(question)
            if trace is None:
                return Looked()
            _hide_inside(hidden, trace)
            if attempt and is_wrong and (says := once_more(trace, attempt)):
                return Looked(once_more=says)
            if has_raised:
                return Looked(steps=steps(trace, is_layer=exercise.kind in GIVEN_WEIGHTS))
            if is_too_much:
                return Looked(largest(trace))
            if attempt is None or not is_wrong:
                return Looked(_forbidden(trace, what))
            return _looked(
                trace,
                attempt,
                tuple(ways),
                recorder,
                is_named=bool(verdict.misconceptions),
                are_all_whole=are_all_whole(verdict),
            )
    except TooLong:
        return Looked()
    except Exception:  # code does what nobody foresaw: a card without a line is a card
        return Looked()


def can_be_looked_at(verdict: Verdict) -> bool:
    """Whether ``look_at`` may see anything: a call raised, or returned something wrong."""
    exercise, attempt = verdict.exercise, verdict.example
    if attempt is not None and attempt.outcome.has_raised:
        return exercise.kind in RESULTS and not attempt.outcome.holds_too_much
    if attempt is None or not (attempt.difference or attempt.outcome.mutated):
        return False
    question = attempt.question
    if exercise.kind not in RESULTS or question.case.gradients:
        return False
    if isinstance(question.expected, Raises) or not source_of(exercise).has_reference:
        return False
    return attempt.outcome.status == Status.RETURNED


def _forbidden(trace: Trace, what: str) -> FirstWrong | None:
    """The mark of what a rule forbids, where all results are right or none was seen."""
    number = first_forbidden(trace.code, what)
    return None if number is None else replace(at_node(trace.code, number), form="rule")


def _first_of(exercise: Exercise) -> Question:
    return source_of(exercise).questions(exercise, PUBLIC_SEED)[0]


def steps_of(exercise: Exercise, answer: Any) -> tuple[Step, ...]:
    """What each statement of an answer made in the first call of its exercise."""
    with contextlib.suppress(TooLong, Exception), time_limit(SECONDS, of_work=True):
        trace = LiveRecorder(answer).record(_first_of(exercise))
        return steps(trace, is_layer=exercise.kind in GIVEN_WEIGHTS) if trace else ()
    return ()


def _looked(
    trace: Trace,
    attempt: Attempt,
    ways: tuple[str, ...],
    recorder: Recorder,
    *,
    is_named: bool,
    are_all_whole: bool,
) -> Looked:
    question = attempt.question
    seen = partial(steps, trace, is_layer=question.exercise.kind in GIVEN_WEIGHTS)
    tolerance = Tolerance.for_call(question.exercise, question.arguments)
    if attempt.difference is None:  # the numbers are right, and an argument was changed
        place, through = first_change(trace, attempt.outcome.mutated) or (-1, "")
        changed = None if place < 0 else described(trace, place, False)
        changed = changed and replace(changed, form="argument", through=through)
        return Looked(changed, seen(changed.node if changed else -1))
    _, right, got = wrong_part(attempt)
    is_cut = are_all_whole or is_cut_off(right, got)
    kind = "dtype" if is_cut else attempt.difference.kind
    where, first = RESULTS[question.exercise.kind](trace, attempt, tolerance), None
    with contextlib.suppress(Exception):  # its steps can be looked at all the same
        if where is None or order(attempt.expected, attempt.outcome.value):
            pass  # nothing of it is the student's own number, or all are right
        elif is_cut or only_form(attempt):
            value = part_of_result(trace, *where) if kind == "dtype" else None
            dtype = value.dtype if value is not None else None
            place, part = where
            part = -1 if kind == "structure" else part
            unfinished = kind == "shape"
            first = first_of_form(trace, place, part, dtype, is_unfinished=unfinished)
            is_right = not is_cut and kind in ("dtype", "type") and is_as_expected(attempt)
            first = first and replace(first, form=kind, is_right=is_right)
        else:
            wrong = (
                attempt.difference.wrong if attempt.difference and kind == "value" else 0
            )
            retry = Retried(recorder, attempt, tolerance, trace, *where), wrong
            whole = kind in ("shape", "structure")
            known = known_in(question, tolerance.relative, ways)
            of_numbers = not is_named and kind in ("value", "nan")
            first = first_cut_off(trace) if of_numbers else None
            first = first or first_wrong(
                trace,
                known,
                *where,
                is_whole_wrong=whole,
                retry=retry,
                is_named=is_named,
            )
            is_sure = first is not None and (first.form == "cut" or _is_repaired(first))
            if of_numbers and kind == "nan" and not is_sure:
                first = first_not_finite(trace, known) or first
            if whole and first and first.is_known:  # its numbers are not what is wrong
                first = replace(first, value=None)
    return Looked(first, seen(first.node if first else -1, last=where[0] if where else -1))


def _is_repaired(mark: FirstWrong) -> bool:
    """Whether other numbers in the place of finite ones make the result right."""
    value = mark.value
    is_finite = value is None or value.dtype.kind != "f" or np.isfinite(value).all()
    return mark.right is not None and bool(is_finite)


def _of_function(
    trace: Trace, attempt: Attempt, tolerance: Tolerance
) -> tuple[int, int] | None:
    places, part = results(trace), -1
    if places and attempt.question.exercise.observe and not _is_observed(trace, attempt):
        return None  # what is looked at is no number of the student's own lines
    expected, got = attempt.expected, attempt.outcome.value
    if _are_several(expected, got):
        part = first_unlike(expected, got, tolerance)
    return (places[-1], part) if places else None


def _is_observed(trace: Trace, attempt: Attempt) -> bool:
    """Whether what was observed is what the answer returned, or seen in that."""
    value = trace.events[results(trace)[-1]].value
    if value is None:
        return False
    seen = observed(attempt.question.exercise, plain(value), attempt.question.arguments)
    got = attempt.outcome.value
    return any(compare(got, each) is None for each in (plain(value), seen))


def _of_layer(trace: Trace, attempt: Attempt, _: Tolerance) -> tuple[int, int] | None:
    """Its output's place; a gradient is no number of the student's own lines."""
    places = results(trace, ("forward", "call"))
    is_output = attempt.difference is not None and attempt.difference.part == "output"
    return (places[-1], -1) if places and is_output else None


def _of_object(
    trace: Trace, attempt: Attempt, tolerance: Tolerance
) -> tuple[int, int] | None:
    """The place of the first call of a method that returned something wrong."""
    got = attempt.outcome.value
    number = first_unlike(attempt.expected, got, tolerance)
    if number < 0:
        return None
    for place in results(trace, [name for name, _ in attempt.arguments[1]]):
        value = trace.events[place].value if place >= 0 else None
        if value is not None and compare(plain(got[number]), plain(value)) is None:
            return place, -1
    return None


def _of_trial(trace: Trace, attempt: Attempt, _: Tolerance) -> tuple[int, int] | None:
    """The place of the first call whose result is the wrong part of what the trial gave."""
    part = attempt.difference.part if attempt.difference else ""
    got = attempt.outcome.value
    wrong = got.get(part) if isinstance(got, dict) else got
    wrong = wrong.array if isinstance(wrong, Tensor) else wrong
    for place in results(trace):
        value = trace.events[place].value if place >= 0 else None
        if value is not None and compare(plain(wrong), plain(value)) is None:
            return place, -1
    return None


RESULTS = {
    "function": _of_function,
    "layer": _of_layer,
    "object": _of_object,
    "trial": _of_trial,
}


def _are_several(expected: Any, got: Any) -> bool:
    """Whether two results are several each, and not a row of numbers that grew."""
    if isinstance(expected, tuple) and isinstance(got, tuple):
        return len(expected) == len(got)
    return all(
        isinstance(value, tuple | list) and not all(np.isscalar(each) for each in value)
        for value in (expected, got)
    )


class LiveRecorder:
    """Records an answer that lives in this process, as it is now."""

    def __init__(self, answer: Any) -> None:
        self._made = lru_cache(maxsize=1)(partial(Recording, answer))

    def _of(self, exercise: Exercise) -> Recording:
        return self._made(exercise.handler, frameworks.get(exercise.framework))

    def record(self, question: Question) -> Trace | None:
        """The call of a question."""
        return self._of(question.exercise).call(question.arguments)

    def failed(self, question: Question) -> Trace | None:
        """The call of a question, up to where it raises."""
        return self._of(question.exercise).run(question.arguments)

    def retried(self, question: Question, puts: Sequence[Put], of: Part) -> list[Any]:
        """A result of it with each of some values put in a place."""
        recording, given = self._of(question.exercise), question.arguments
        return [result_with(recording, given, put, of) for put in puts]


def _hide_inside(hidden: Collection[str], trace: Trace) -> None:
    """Take the numbers, and the returns, out of the calls of some functions."""
    trace.hidden = frozenset(hidden)
    for node, begin, end in tuple(trace.frames):
        if trace.code.source_of[node].name in hidden:
            empty = [replace(event, value=None) for event in trace.events[begin:end]]
            trace.events[begin:end] = empty
            for number, (inner, start, stop) in enumerate(trace.frames):
                if begin <= start and stop <= end:  # nothing of it is a return
                    trace.frames[number] = (inner, start, start)
