"""Give an answer the arguments of one call and take what it returns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from autograder.exercise.definition import Arguments, Exercise, Framework
from autograder.exercise.values import Trial, copy, plain
from autograder.frameworks import layers
from autograder.frameworks.tensors import to_tensors, untensored


def invoke(
    kind: str, framework: Framework, answer: Callable[..., Any], arguments: Arguments
) -> tuple[Any, tuple[Any, ...]]:
    """Call a function, or try it; ask a layer; go through an object's methods.

    Returns the plain result and the arguments as they are afterwards.
    """
    if kind == "layer":
        given = copy(arguments)
        return plain(layers.ask(framework, answer, *given)), given
    if kind == "object":
        init, calls = given = to_tensors(copy(arguments), framework)
        thing = answer(*init)
        results = [plain(getattr(thing, name)(*inputs)) for name, inputs in calls]
        return results, given
    given = tuple(to_tensors(copy(arguments), framework))
    if arguments and isinstance(arguments[0], Trial):
        return plain(given[0](answer)), arguments
    result = plain(answer(*given))
    return result, tuple(plain(argument) for argument in given)


def right_answer(
    exercise: Exercise, answer: Callable[..., Any], arguments: Arguments
) -> Any:
    """What the reference, or any function of the key, gives for one call.

    Where the exercise observes results, what it sees in this one.
    """
    value = invoke(exercise.kind, exercise.framework, answer, arguments)[0]
    return observed(exercise, value, arguments)


def observed(exercise: Exercise, value: Any, arguments: Arguments) -> Any:
    """What is compared: the value, or what the exercise sees in it."""
    if exercise.observe is None:
        return value
    return plain(exercise.observe(untensored(value), *copy(arguments)))


# Colours, and what TensorFlow puts before its sentences.
NOISE = re.compile(r"\x1b\[[0-9;]*m|\{\{function_node [^}]*\}\}\s*")


def describe_error(error: BaseException) -> str:
    """``TypeName: text``, whatever the student's exception class does."""
    name = type(error).__name__
    try:
        words = str(error)
    except Exception:
        words = ""
    words = NOISE.sub("", words)[:500]
    return f"{name}: {words}" if words else name
