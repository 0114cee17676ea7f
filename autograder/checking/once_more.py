"""What is said of a wrong call that gives something else when it is made once more."""

from autograder.checking.compare import Tolerance, compare
from autograder.checking.outcome import Attempt
from autograder.exercise.questions import observed
from autograder.exercise.values import Raises, Tensor, plain
from autograder.tracing.history import ROOM, called, results
from autograder.tracing.record import Trace

KEEPS = (
    "Made alone, this call gives the right result. So your code keeps something from the "
    "calls before: a list that belongs to the class and not to one object, a default "
    "argument that is changed, or a name outside of the function."
)
DRAWS = (
    "Made once more, this call gives another result. So your code draws random numbers, as "
    "dropout does, or keeps something from the calls before."
)


def once_more(trace: Trace, attempt: Attempt) -> str:
    """The sentence for a call whose code was run anew; "" where it gave the same."""
    if _is_right_alone(trace, attempt):
        return KEEPS
    is_value = attempt.difference is not None and attempt.difference.kind == "value"
    return DRAWS if is_value and not trace.raised and _is_another(trace, attempt) else ""


def _is_right_alone(trace: Trace, attempt: Attempt) -> bool:
    """Whether a wrong call went right when its code was run anew: something was kept."""
    exercise, arguments = attempt.question.exercise, attempt.question.arguments
    if trace.raised or attempt.outcome.mutated or isinstance(attempt.expected, Raises):
        return False
    got = observed(exercise, exercise.handler.normalise(plain(trace.result)), arguments)
    return compare(attempt.expected, got, Tolerance.for_call(exercise, arguments)) is None


def _is_another(trace: Trace, attempt: Attempt) -> bool:
    """Whether a call gave another result than before, by more than rounding.

    Not of code that makes room: what stands where nothing was written may be anything.
    """
    if any(called(node) in ROOM for node in trace.code.nodes.values()):
        return False
    exercise, value = attempt.question.exercise, attempt.outcome.value
    tolerance = Tolerance.for_call(exercise, attempt.question.arguments)
    if exercise.kind == "layer":
        places = results(trace, ("forward", "call"))
        again = trace.events[places[-1]].value if places and places[-1] >= 0 else None
        before = value.get("output") if isinstance(value, dict) else None
        before = before.array if isinstance(before, Tensor) else before
        return again is not None and compare(before, again, tolerance) is not None
    if exercise.kind != "function" or exercise.observe or attempt.outcome.mutated:
        return False
    again = exercise.handler.normalise(plain(trace.result))
    return compare(value, again, tolerance) is not None
