"""The records that are passed on from asking an answer to its feedback.

The student's process makes outcomes; everything after them is the grader's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from autograder.exercise.definition import Arguments, Case, Exercise, Misconception
from autograder.exercise.outside import ANOTHER_FORM
from autograder.exercise.questions import Question, error_type
from autograder.exercise.status import Status
from autograder.exercise.values import Raises, brief, same_bits

PRINTED_LIMIT = 2_000  # characters
FORM = ("type", "dtype", "shape", "structure")  # differences that are none of numbers
INPUTS_UNCHANGED = "inputs left as they were"  # the case that no exercise lists
EARNS_NOTHING = "What holds so far earns no points until another check holds, too."
# What the engine raises where nothing in the student's code did, and what is said of it
# where its own words may not be shown.
OF_ENGINE = {
    "ParameterMismatch": "",  # the parameters asked for are said in its place
    "TooMuchMemory": "Your code holds more in memory at once than the task allows.",
    "NotAFunction": "A function is asked for, and your answer is none.",
    "AnotherForm": ANOTHER_FORM,
}


@dataclass(frozen=True)
class Outcome:
    """What an answer did with one call.

    ``value`` is plain (``values.plain``); ``raised`` is ``"TypeName: text"``;
    ``mutated`` holds the positions of arguments that the call changed;
    ``printed`` is the beginning of what it wrote; ``where`` the line of the student's
    code that raised.
    """

    status: Status
    value: Any = None
    raised: str = ""
    mutated: tuple[int, ...] = ()
    printed: str = ""
    where: str = ""

    @property
    def has_raised(self) -> bool:
        """Whether the student's own code raised an error."""
        return self.status == Status.RAISED and error_type(self.raised) not in OF_ENGINE

    @property
    def holds_too_much(self) -> bool:
        """Whether the call held more memory at once than its case allows."""
        raised = self.status == Status.RAISED and error_type(self.raised)
        return raised == "TooMuchMemory"


class Ask(Protocol):
    """How to ask an answer: in this process, or in a student's."""

    def __call__(self, arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        """The answer to one call that may hold ``peak_mb`` MiB, 0 for any number."""

    def many(self, questions: Sequence[Question]) -> Sequence[Outcome]:
        """The answers in order; what ends it is the last of them."""


@dataclass(frozen=True)
class OneByOne:
    """``Ask`` for an answer that is asked one call at a time, by a function."""

    ask: Callable[[Arguments, float], Outcome]

    def __call__(self, arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        """The answer to one call."""
        return self.ask(arguments, peak_mb)

    def many(self, questions: Sequence[Question]) -> list[Outcome]:
        """One after the other, until it ends or has not begun."""
        outcomes: list[Outcome] = []
        for question in questions:
            outcomes.append(self.ask(question.arguments, question.case.peak_mb))
            if (
                outcomes[-1].status.ended_early
                or outcomes[0].status == Status.NOT_ATTEMPTED
            ):
                break
        return outcomes


def always(outcome: Outcome) -> OneByOne:
    """An ``Ask`` that gives one outcome for every call: for code that never ran."""
    return OneByOne(lambda *_: outcome)


@dataclass(frozen=True)
class Difference:
    """How an answer differs from the expected one.

    ``where`` is the index of the first wrong entry, ``wrong`` of ``total`` entries are
    outside tolerance;
    ``part`` names the entry of a dict, ``items`` leads to an entry of nested lists.
    """

    kind: str
    sentence: str
    where: tuple[int, ...] | None = None
    wrong: int = 0
    total: int = 0
    part: str = ""
    items: tuple[int, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """One question, the outcome, and how it differs from what was expected."""

    question: Question
    outcome: Outcome
    difference: Difference | None
    broken: str = ""  # the first property that does not hold
    untried: bool = False  # it cannot be seen: nothing came when it was called again
    given: Any = None  # what came, where something observed in it is the outcome's value

    @property
    def right(self) -> bool:
        """Whether it is what was expected, and every property holds."""
        raises = isinstance(self.question.expected, Raises)
        wanted = Status.RAISED if raises else Status.RETURNED
        return self.outcome.status == wanted and not (self.difference or self.broken)

    @property
    def case(self) -> Case:
        """The case that the question is of."""
        return self.question.case

    @property
    def arguments(self) -> Arguments:
        """What was given."""
        return self.question.arguments

    @property
    def expected(self) -> Any:
        """What was right."""
        return self.question.expected


@dataclass(frozen=True)
class CaseResult:
    """Whether a case, or a property, holds.

    Who gives nothing to see a property by does not have it, and is not ``tried``: what
    the property says of an answer need not be true of that one.  ``what`` of an answer's
    code breaks a rule, as ``Rule.broken_by`` says it.
    """

    name: str
    passed: bool
    weight: float = 1.0
    tried: bool = True
    what: str = ""


@dataclass(frozen=True)
class Verdict:
    """The judgement of one answer."""

    exercise: Exercise
    status: Status
    points: float
    cases: tuple[CaseResult, ...] = ()
    properties: tuple[CaseResult, ...] = ()
    rules: tuple[CaseResult, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    example: Attempt | None = None
    message: str = ""
    raised: str = ""  # what kept it from being judged: ``"TypeName: text"``
    told: tuple[str, ...] = ()  # what is said of mistakes that stands in the message
    attempts: tuple[Attempt, ...] = ()  # where something was wrong
    behaviour: str = ""  # their fingerprint, where somebody took it

    @property
    def max_points(self) -> float:
        """What the exercise is worth."""
        return self.exercise.points


def ignores_arguments(attempts: Sequence[Attempt]) -> bool:
    """Whether every call did the same, which is right for some of them alone."""
    some = {a.right for a in attempts} == {True, False}
    status, *others = {a.outcome.status for a in attempts}
    if not some or others:
        return False
    first, *rest = (a.outcome.value if a.given is None else a.given for a in attempts)
    return status != Status.RETURNED or all(same_bits(first, each) for each in rest)


def sentence(exercise: Exercise, attempt: Attempt) -> str:
    """What is wrong with one call; what is to be worked out by hand is not given away."""
    if attempt.outcome.status == Status.RAISED and not attempt.difference:
        if error_type(attempt.outcome.raised) in OF_ENGINE:
            words = attempt.outcome.raised.partition(": ")[2]
            return words or exercise.handler.form_asked(exercise, attempt.arguments)
        return f"Your code raised {attempt.outcome.raised}"
    if attempt.outcome.status == Status.NOT_ATTEMPTED:
        return "Your code raised NotImplementedError for some inputs, not for others."
    if attempt.outcome.status.ended_early:
        return attempt.outcome.raised or attempt.outcome.status.explanation
    difference = attempt.difference
    if difference is None and attempt.untried:
        return f"This could not be checked: {attempt.broken}."
    if difference is None:
        return attempt.broken and f"This does not hold: {attempt.broken}."
    place = str(list(difference.where)) if difference.where else ""
    total = 0 if difference.where is None else difference.total
    value = brief(attempt.outcome.value)
    secret = exercise.handler.wrong_value(value, difference.wrong, total, place)
    return secret or difference.sentence
