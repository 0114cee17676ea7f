"""Answers that do nothing: none of them may earn a point.

A function that returns one of its arguments, zeros or ones, or what an earlier exercise
that is lent to it returns, has not begun the task; where it earns something, cases are too
easy.  ``nan`` earns nothing either: it is unequal to itself, which some comparisons take
for a difference.
"""

import builtins
import copy
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.ask import asker
from autograder.checking.judge import judge
from autograder.checking.outcome import INPUTS_UNCHANGED
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status
from autograder.exercise.values import Raises, Tensor, brief, mapped, same_bits

Answers = Iterator[tuple[str, Any]]
FILLED = {"zeros": 0, "ones": 1, "nan": np.nan}
CONSTANTS: tuple[Any, ...] = (0, 1, 0.0, 1.0, False, "", (), [], np.zeros(0), np.zeros(1))


def idle_faults(exercise: Exercise, lent: Sequence[Exercise] = ()) -> Iterator[str]:
    """Say of each answer that does nothing, and earns something all the same, how much.

    ``lent``: those before it, whose references are tried as answers too.
    """
    if exercise.kind == "choice":
        return
    if constant := _constant_fault(exercise):
        yield constant  # it says more than of the zeros that pass
        return
    easy: set[str] = set()
    earning: dict[tuple[float, tuple[str, ...]], list[str]] = {}
    for what, earned, passed in _tried(exercise, lent):
        easy.update(passed)
        if earned:
            earning.setdefault((earned, tuple(passed)), []).append(what)
    for (earned, cases), answers in earning.items():
        yield (
            f"An answer that returns {' or '.join(answers)} earns {earned:g} of "
            f"{exercise.points:g} points, for {', '.join(map(repr, cases))}: ask what is "
            "less easily answered, such as several numbers in one array, mark the case as "
            "easy (Case.easy), or forbid in a rule what is not to be lent."
        )
    for case in exercise.cases:
        if case.easy and case.name not in easy:
            yield f"The case {case.name!r} is marked easy; nothing idle passes it."


def _constant_fault(exercise: Exercise) -> str:
    """Say that a function passes which gives one result and looks at no argument."""
    asked = questions(exercise, PUBLIC_SEED) if exercise.kind == "function" else ()
    if not any(question.arguments for question in asked):
        return ""
    right, *others = (question.expected for question in asked)
    if isinstance(right, Raises) or not all(same_bits(right, other) for other in others):
        return ""
    to_tensor = frameworks.get(exercise.framework).to_tensor

    def constant(*_: Any) -> Any:
        return mapped(right, lambda p: to_tensor(p.array) if isinstance(p, Tensor) else p)

    verdict = judge(exercise, asker(exercise, constant), PUBLIC_SEED, explain=False)
    if verdict.status != Status.PASSED:
        return ""
    shown = brief(right)
    return (
        f"Every case gives {shown}, so a function that always returns {shown} passes: "
        "add one with another result."
    )


def easy_cases(exercise: Exercise, lent: Sequence[Exercise] = ()) -> set[str]:
    """The cases that an answer which does nothing passes; none where all are."""
    easy = {name for _, _, passed in _tried(exercise, lent) for name in passed}
    return set() if easy >= {case.name for case in exercise.cases} else easy


def _tried(
    exercise: Exercise, lent: Sequence[Exercise]
) -> Iterator[tuple[str, float, list[str]]]:
    """Each answer that does nothing, the points that it earns, and the cases it passes."""
    for what, answer in idle_answers(exercise, lent):
        verdict = judge(exercise, asker(exercise, answer), PUBLIC_SEED, explain=False)
        passed = [c.name for c in verdict.cases if c.passed and c.name != INPUTS_UNCHANGED]
        yield what, verdict.points, passed


def idle_answers(exercise: Exercise, lent: Sequence[Exercise] = ()) -> Answers:
    """Answers to an exercise that do nothing, each with what it returns in words."""
    kind = exercise.kind
    if not exercise.is_code:
        yield from _values(exercise)
    elif kind == "layer":
        yield from _layers(exercise)
    elif kind == "object":
        yield from _objects(exercise)
    else:
        yield from _functions(exercise)
    for other in lent:
        if other.kind == kind:
            yield f"what {other.id} returns", _alone(other)


def _alone(lent: Exercise) -> Any:
    """A reference as the whole answer; a function takes as many arguments as it can."""
    if not lent.is_code:
        return lent.reference()
    if lent.kind in ("layer", "object"):
        return lent.reference
    takes = inspect.signature(lent.reference).parameters.values()
    most = None if any(p.kind == p.VAR_POSITIONAL for p in takes) else len(takes)
    return lambda *given: lent.reference(*given[:most])


def _values(exercise: Exercise) -> Answers:
    right = np.asarray(exercise.reference())
    for what, number in FILLED.items():
        yield what, np.full_like(right, number, _dtype(right, number))
    yield "nothing", np.empty((0, *right.shape[1:]))


def _functions(exercise: Exercise) -> Answers:
    for constant in CONSTANTS:
        yield repr(constant), lambda *_, __constant=constant: __constant
    for what, number in FILLED.items():
        yield f"{what} of the right shape", _filled(exercise, number)
    for error in {case.raises for case in exercise.cases if case.raises}:
        yield f"nothing and raises {error}", _raising(error)
    asked = questions(exercise, PUBLIC_SEED)
    for place in range(max((len(q.arguments) for q in asked), default=0)):
        yield f"its argument {place + 1}", lambda *given, __at=place: given[__at]
        yield (
            f"zeros like its argument {place + 1}",
            (lambda *given, __at=place: given[__at] * 0),
        )
    yield "its arguments", lambda *given: given


def _dtype(array: np.ndarray, number: float) -> Any:
    """An array's dtype; one of floats where it has to hold ``nan``."""
    return array.dtype if number == number or array.dtype.kind in "fc" else float


def _filled(exercise: Exercise, number: float) -> Callable[..., Any]:
    """Zeros or ones in the form of the right answer, call after call."""
    framework = frameworks.get(exercise.framework)

    def fill(*given: Any, **named: Any) -> Any:
        if exercise.kind == "trial":  # what the reference would do to them is no answer
            given = copy.deepcopy(given)
        return mapped(exercise.reference(*given, **named), like)

    def like(part: Any) -> Any:
        if isinstance(part, (bool, int, float)):
            return type(part)(number) if number == number else number
        if isinstance(part, str):
            return ""
        is_array = isinstance(part, (np.ndarray, np.generic))
        array = part if is_array else framework.to_array(part)
        if array is None:
            return None
        full = np.full_like(array, number, _dtype(array, number))
        return full if is_array else framework.to_tensor(full)

    return fill


def _raising(error: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise getattr(builtins, error)

    return refuse


def _layers(exercise: Exercise) -> Answers:
    """The reference with its parameters, and nothing done with them."""
    right: Any = exercise.reference
    forward = "call" if exercise.framework == "tensorflow" else "forward"

    def made(name: str, does: Callable[..., Any]) -> type:
        return type(right.__name__, (right,), {forward: does, "__doc__": name})

    yield "its input", made("input", lambda self, x, *_: x)
    yield "zeros", made("zeros", lambda self, x, *_: x * 0)
    yield "nan", made("nan", lambda self, x, *_: x * np.nan)
    for error in {case.raises for case in exercise.cases if case.raises}:
        yield f"nothing and raises {error}", _raising(error)


def _objects(exercise: Exercise) -> Answers:
    right: Any = exercise.reference
    names = [n for n, f in vars(right).items() if callable(f) and not n.startswith("_")]

    def made(does: Callable[..., Any]) -> type:
        return type(right.__name__, (right,), dict.fromkeys(names, does))

    yield "nothing", made(lambda self, *_: None)
    yield "its argument", made(lambda self, *given: given[0] if given else None)
    yield "zeros", made(lambda self, *given: given[0] * 0 if given else None)
