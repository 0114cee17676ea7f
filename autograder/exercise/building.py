"""Make answers from source text: a reference with something changed, or a pasted cell."""

from __future__ import annotations

import inspect
import itertools
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from autograder.exercise.changes import Change, ChangeProblem
from autograder.exercise.source_lines import keep_source

if TYPE_CHECKING:
    from autograder.exercise.definition import Exercise, Misconception

_numbers = itertools.count(1)


@lru_cache(maxsize=1_024)
def reference_source(exercise: Exercise) -> str:
    """The reference as its author wrote it, from the left margin."""
    return textwrap.dedent(inspect.getsource(exercise.reference))


def wrong_source(exercise: Exercise, misconceptions: Sequence[Misconception]) -> str:
    """The source of an answer that has misconceptions, from the left margin.

    Raises ``ChangeProblem`` when a change does not fit, or they cannot be made together.
    """
    answers = [misconception.wrong for misconception in misconceptions]
    if len(answers) == 1 and isinstance(answers[0], str):
        return textwrap.dedent(answers[0]).strip("\n") + "\n"
    changes = [answer for answer in answers if isinstance(answer, Change)]
    if len(changes) != len(answers):
        names = " and ".join(repr(m.id) for m in misconceptions)
        raise ChangeProblem(f"{names}: only changes of the reference can be combined.")
    return sum(changes[1:], changes[0]).applied(reference_source(exercise))


@lru_cache(maxsize=1_024)
def misfit(exercise: Exercise) -> str:
    """Say which change does not fit the reference, and where it stands; ``""`` for none."""
    wrong = exercise.all_misconceptions
    changes = [(f"misconception {m.id!r}", m.wrong) for m in wrong]
    changes += [("a mark in Exercise.same", mark.change) for mark in exercise.same]
    for what, change in changes:
        if not isinstance(change, Change):
            continue
        try:
            change.applied(reference_source(exercise))
        except ChangeProblem as problem:
            return f"{change.where}: {what} of {exercise.id}: {problem}"
    return ""


@lru_cache(maxsize=4_096)
def built_wrong(
    exercise: Exercise, misconceptions: tuple[Misconception, ...]
) -> Callable[..., Any]:
    """The answer of ``wrong_source``, made once."""
    return build(exercise, wrong_source(exercise, misconceptions))


def build(exercise: Exercise, source: str) -> Callable[..., Any]:
    """What the source of an answer gives, with the names of the reference's own module.

    Of a value, it is a function of no arguments that returns it.
    """
    reference = exercise.reference
    answer_names = (exercise.name, reference.__name__)
    name = f"<answer {next(_numbers)} to {exercise.id}>"
    keep_source(name, source)
    known = vars(sys.modules[reference.__module__])
    namespace = {key: value for key, value in known.items() if key not in answer_names}
    exec(compile(source, name, "exec"), namespace)  # annotations stay text, as here
    answer = namespace[next(name for name in answer_names if name in namespace)]
    return answer if exercise.is_code else lambda: exercise.handler.normalise(answer)
