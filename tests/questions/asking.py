"""A function of a test as an answer in one call: what the kinds of question see of it."""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.definition import Case, Exercise
from autograder.exercise.source_lines import keep_source
from autograder.questions import one_run
from autograder.questions.draft import Draft
from autograder.questions.subject import Subject
from autograder.tracing.record import Recording

LOOP = """
def f(x):
    total = np.zeros(2)
    for row in x:
        total = total + row
    mean = total / len(x)
    return mean
"""
_numbers = iter(range(10_000))
SOFTMAX = """
def f(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axis, keepdims=True)
"""
SCORES = np.arange(6.0).reshape(2, 3) ** 1.5
ROWS = np.arange(6.0).reshape(3, 2)


def defined(source: str, name: str = "f", **names: Any) -> Any:
    """What a source defines, as a cell of a notebook would."""
    source, label = textwrap.dedent(source), f"<code cell {next(_numbers)}>"
    namespace = {"np": np, "__name__": "__main__", **names}
    keep_source(label, source)
    exec(compile(source, label, "exec", dont_inherit=True), namespace)
    return namespace[name]


def exercise(answer: Any, *arguments: Any, **more: Any) -> Exercise:
    """An exercise that calls an answer so."""
    facts = {"points": 1.0, "minutes": 1, "difficulty": 1, **more}
    case = Case("one", lambda rng: arguments, calls=1)
    name = answer.__name__
    return Exercise(f"t.{name}", "A test", answer, cases=(case,), name=name, **facts)


def subject(
    source: str, *arguments: Any, name: str = "f", names: Any = None, **more: Any
) -> Subject:
    """A source's function in a call."""
    answer = defined(source, name, **(names or {}))
    asked = exercise(answer, *arguments, **more)
    framework = frameworks.get(asked.framework)
    arguments = asked.source.questions(asked, 0)[0].arguments if asked.source else arguments

    def run(given: Any, changed: Any) -> Any:
        return Recording(answer, asked.handler, framework, changed).run(given)

    trace = run(arguments, ())
    assert trace is not None
    return Subject(asked, arguments, trace, run)


def drafts(
    kind: Callable[[Subject, np.random.Generator], Iterable[Draft]],
    about: Subject,
    seed: int = 0,
) -> Iterator[Draft]:
    """All that a kind asks."""
    return iter([*kind(about, np.random.default_rng(seed))])


def right(
    kind: Callable[[Subject, np.random.Generator], Iterable[Draft]],
    about: Subject,
    text: str,
) -> str:
    """The right option of the question whose text has some words."""
    found = [d for d in drafts(kind, about) if text in d.text]
    assert found, [d.text for d in drafts(kind, about)]
    return found[0].right


def of_values(name: str) -> Callable[[Subject, np.random.Generator], Iterable[Draft]]:
    """The kind of question about a value that has a name."""
    return partial(one_run.about_values, name)
