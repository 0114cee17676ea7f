"""What a task promises beside its own words: said in its docstring, made from its checks.

What is drawn, forbidden and compared says whether whole numbers are given, gradients are
asked for, a loop costs points.  The docstring's last sentences say the same, no more and
no less, so that nothing is checked that is not said.
"""

import ast
import inspect
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from autograder.exercise.definition import Exercise
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.questions import PUBLIC_SEED, Question, questions

WHOLE = "Takes whole numbers (int64) too."
KEPT = "Changes no argument."
GRADIENTS = "Gradients flow through it."
SAME_DTYPE = "Its floats are of the inputs' dtype."
FLOAT32 = "Float32 is precise enough."
LAYER = "Asked in evaluation mode; changes no input."
RULE = "Rule: {name}."
PROMISES = re.compile(rf"(?:\s*(?:{re.escape(WHOLE)}|{re.escape(KEPT)}))+\s*\Z")
WIDTH = 75  # of a docstring's lines, indented once


def promise_faults(exercise: Exercise) -> Iterator[str]:
    """Say what a docstring's last sentences should be, where they are not."""
    if not exercise.is_code or exercise.kind == "trial":
        return
    docstring = " ".join((inspect.getdoc(exercise.reference) or "").split())
    wanted = promises(exercise)
    others = {WHOLE, KEPT, GRADIENTS, SAME_DTYPE, FLOAT32, LAYER} - set(wanted)
    false = sorted(each for each in others if each in docstring)
    if not docstring.endswith(" ".join(wanted)):
        yield f"Its docstring must end with what is checked: {' '.join(wanted)}"
    for each in false:
        yield f"Its docstring says what is not checked: {each}"


def promises(exercise: Exercise) -> list[str]:
    """The sentences with which the docstring of an exercise must end."""
    asked = [q for q in questions(exercise, PUBLIC_SEED) if not is_trial(q.arguments)]
    sentences = [WHOLE] if _takes_whole_numbers(asked) else []
    if exercise.dtype == "input" and any(_floats(q.expected) for q in asked):
        sentences.append(SAME_DTYPE)
    if exercise.dtype == "any":
        sentences.append(FLOAT32)
    if any(case.gradients for case in exercise.cases):
        sentences.append(GRADIENTS)
    sentences += [RULE.format(name=rule.name) for rule in exercise.rules]
    if exercise.kind == "layer":
        sentences.append(LAYER)
    elif any(_can_change(argument) for q in asked for argument in q.arguments):
        sentences.append(KEPT)
    return sentences


def lines(exercise: Exercise) -> list[str]:
    """The promises as the last lines of a docstring."""
    return textwrap.wrap(" ".join(promises(exercise)), WIDTH)


def _takes_whole_numbers(asked: Iterable[Question]) -> bool:
    """Whether an argument is floats in one call and whole numbers in another."""
    kinds: dict[int, set[str]] = defaultdict(set)
    for question in asked:
        for place, argument in enumerate(question.arguments):
            if isinstance(argument, np.ndarray):
                kinds[place].add(argument.dtype.kind)
    return any("f" in each and each & {"i", "u"} for each in kinds.values())


def _floats(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_floats, value))
    dtype = getattr(getattr(value, "array", value), "dtype", None)
    return dtype is not None and dtype.kind == "f"


def _can_change(argument: Any) -> bool:
    if isinstance(argument, tuple):
        return any(map(_can_change, argument))
    return isinstance(argument, (np.ndarray, list, dict))


def promising(source: str, node: ast.FunctionDef, promise: str) -> str:
    """The function's source, whose docstring says what is checked of its arguments."""
    text = ast.get_source_segment(source, node) or ast.unparse(node)
    if node.body[0].lineno == node.lineno:  # all of it is one line
        text = ast.unparse(node)
        node = ast.parse(text).body[0]  # type: ignore[assignment]
    written = ast.get_docstring(node) or ""
    bare = PROMISES.sub("", written)
    if written.split() == f"{bare} {promise}".split():
        return text
    quotes = "'''" if '"""' in bare else '"""'
    both = bool(bare and promise)
    lines = f"{bare}\n\n{promise}\n" if both else bare or promise
    lines = textwrap.indent(lines, "    ").lstrip() + "    " * both
    docstring = f"    {'r' * (chr(92) in bare)}{quotes}{lines}{quotes}"
    first = node.body[1 if ast.get_docstring(node) else 0]
    kept = text.splitlines()
    end = node.body[0].lineno - node.lineno
    return "\n".join([*kept[:end], docstring, *kept[first.lineno - node.lineno :]])
