"""What is asked of an answer, and where the questions come from.

A question is one call of one case with the right answer to it.  The usual source
draws it from a seed and the reference; a student's copy, which has no reference,
reads it from a file (``autograder.handout.recorded``).
"""

import re
import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from autograder import frameworks
from autograder.exercise.definition import Arguments, Case, Exercise, Misconception
from autograder.exercise.held import held_at_most
from autograder.exercise.values import Raises, copy, plain, type_name, untensored

PUBLIC_SEED = 0
Assumption = tuple[Misconception, ...]  # the misconceptions assumed: one
CallOutcome = tuple[str, Any]  # ("returned", plain value) or ("raised", "TypeName: text")


@dataclass(frozen=True)
class Question:
    """One call of a case, known by exercise, seed and number.

    ``expected`` is plain, ``Raises`` where an error is right, or a value that can
    be compared with and not read (``autograder.exercise.values.Hidden``).
    """

    exercise: Exercise
    seed: int
    number: int
    case: Case = field(compare=False)
    arguments: Arguments = field(compare=False)
    expected: Any = field(compare=False)


class QuestionSource(Protocol):
    """Where the questions of an exercise come from."""

    @property
    def checked_later(self) -> bool:
        """Whether only the grader can tell if an answer is right."""

    @property
    def has_reference(self) -> bool:
        """Whether the chapter can go on with the reference where an answer is wrong."""

    @property
    def handed_out(self) -> str:
        """The code to repair as it was handed out; "" where it is made of the key."""

    @property
    def spelled_out(self) -> tuple[int, ...]:
        """The hints that say a line of an answer; none where the key itself can tell."""

    def questions(self, exercise: Exercise, seed: int) -> tuple[Question, ...]:
        """Every call of every case."""

    def reason(self, answer: Any) -> str:
        """Why a right prediction is so, in Markdown; "" where the chapter says it."""

    def predicted(self, assumed: Assumption, question: Question) -> CallOutcome:
        """The answer predicted for these misconceptions."""


class DrawnQuestions:
    """Questions drawn from the cases, answered by the reference."""

    checked_later, has_reference, handed_out = False, True, ""
    spelled_out: tuple[int, ...] = ()

    def questions(self, exercise: Exercise, seed: int) -> tuple[Question, ...]:
        """The same for the same seed on any machine."""
        with np.errstate(all="ignore"):
            return tuple(
                Question(
                    *(exercise, seed, number, case, arguments),
                    Raises(case.raises)
                    if case.raises
                    else right_answer(exercise, exercise.reference, arguments),
                )
                for number, (case, arguments) in enumerate(_inputs(exercise, seed))
            )

    def reason(self, _: Any) -> str:
        """Nothing: the chapter says it below."""
        return ""

    def predicted(self, assumed: Assumption, question: Question) -> CallOutcome:
        """The answer of the misconceptions' own wrong code."""
        wrong = question.exercise.wrong_answer(*assumed)
        return call_outcome(
            question.exercise, wrong, question.arguments, question.case.peak_mb
        )


DRAWN_QUESTIONS = DrawnQuestions()


def source_of(exercise: Exercise) -> QuestionSource:
    """Where an exercise's questions come from."""
    return exercise.source or DRAWN_QUESTIONS


@lru_cache(maxsize=256)
def questions(exercise: Exercise, seed: int) -> tuple[Question, ...]:
    """Every call of every case with the right answer to it, alike for the same seed."""
    return source_of(exercise).questions(exercise, seed)


@lru_cache(maxsize=50_000)
def predicted(assumed: Assumption, question: Question) -> CallOutcome:
    """The answer of a student with these misconceptions, kept for a whole class."""
    return source_of(question.exercise).predicted(assumed, question)


@lru_cache(maxsize=256)
def is_drawn(exercise: Exercise) -> bool:
    """Whether inputs of it come from the generator, so that every run has others.

    A student's copy has its questions from a file.
    """
    for case in () if exercise.source else exercise.cases:
        rng = np.random.default_rng(PUBLIC_SEED)
        before = rng.bit_generator.state
        exercise.handler.complete(exercise, case, case.draw(rng), rng)
        if rng.bit_generator.state != before:
            return True
    return False


def _inputs(exercise: Exercise, seed: int) -> Iterator[tuple[Case, Arguments]]:
    for case in exercise.cases:
        name = zlib.crc32(f"{exercise.id}/{case.name}".encode())
        for call in range(case.calls):
            rng = np.random.default_rng([seed, name, call])
            drawn = exercise.handler.complete(exercise, case, case.draw(rng), rng)
            yield case, tuple(plain(argument) for argument in drawn)


def right_answer(
    exercise: Exercise, function: Callable[..., Any], arguments: Arguments
) -> Any:
    """What is compared of a function of the key, called as an answer is called."""
    framework = frameworks.get(exercise.framework)
    value = exercise.handler.call(framework, function, arguments)[0]
    return observed(exercise, value, arguments)


def observed(exercise: Exercise, value: Any, arguments: Arguments) -> Any:
    """What is compared of a result: the value, or what the exercise observes in it."""
    if exercise.observe is None:
        return value
    return plain(exercise.observe(untensored(value), *copy(arguments)))


def call_outcome(
    exercise: Exercise,
    function: Callable[..., Any],
    arguments: Arguments,
    peak_mb: float = 0.0,
) -> CallOutcome:
    """Call a function of the key, in so much memory, and say what came of it."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with held_at_most(peak_mb):
                return "returned", right_answer(exercise, function, arguments)
    except Exception as error:
        return "raised", describe_error(error)


def error_type(raised: str) -> str:
    """The type's name in what ``describe_error`` gives; "" where nothing was raised."""
    return raised.partition(":")[0]


# Colours, and what TensorFlow puts before its sentences.
NOISE = re.compile(r"\x1b\[[0-9;]*m|\{\{function_node [^}]*\}\}\s*")


def describe_error(error: BaseException) -> str:
    """``TypeName: text``, whatever the student's exception class does."""
    name = type_name(error)
    try:
        words = str.__str__(str(error))
    except BaseException:  # it may say that it exits
        words = ""
    words = NOISE.sub("", words)[:500]
    return f"{name}: {words}" if words else name
