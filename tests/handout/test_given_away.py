"""No cell of a chapter is an answer to one of its exercises, in whatever library's words.

Every function and class that a chapter defines itself is handed in as an answer to every
exercise of that chapter: as it stands, and with arrays turned into another library's
tensors and back.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.check import evaluate
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.notebooks.read import read_notebook
from autograder.notebooks.slicing import Found, Slice, slice_for
from autograder.notebooks.statements import statements

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
SECONDS = 20.0
CHECKED_ALWAYS = "03-numpy"  # the others take minutes
# What a chapter shows on purpose, and is right in some cases: a way that goes wrong.
HALF_RIGHT = {
    ("naive_softmax", "numpy.softmax"),
    ("hasty_weights", "masks.masked_softmax"),
    ("renormalised", "masks.masked_softmax"),
    # All pairs of one batch at once: what is measured there is the memory of just that.
    ("additive", "scores.additive_scores"),
}


def tensors(library: str, value: Any) -> Any:
    """The same with arrays as this library's tensors."""
    if isinstance(value, (list, tuple)):
        return type(value)(tensors(library, each) for each in value)
    if not isinstance(value, np.ndarray):
        return value
    if library == "torch":
        import torch

        return torch.from_numpy(value)
    import tensorflow

    return tensorflow.constant(value)


def arrays(value: Any) -> Any:
    """The same with tensors as arrays."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(arrays, value))
    return value.numpy() if hasattr(value, "numpy") else value


def spelled(library: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of another library's tensors as one of arrays."""

    def of_arrays(*given: Any, **named: Any) -> Any:
        given = tensors(library, given)
        return arrays(
            function(*given, **{n: tensors(library, v) for n, v in named.items()})
        )

    return of_arrays


def definitions(cells: bytes, names: dict[str, Any]) -> Iterator[tuple[str, Any, Slice]]:
    """What a notebook defines that is no stub, run with what it needs: name by name."""
    known = statements(read_notebook(cells, "chapter.ipynb"))
    for made in known:
        if not made.defines or made.is_stub:
            continue
        (name,) = made.binds
        behind = Found(name, (made,), end=made.place)
        needed = slice_for(behind, known, dict.fromkeys(names, False))
        module = ModuleType("chapter")
        vars(module).update({each: names[each] for each in needed.borrowed})
        with contextlib.suppress(Exception, TooLong):  # what does not run is no answer
            with contextlib.redirect_stdout(io.StringIO()), time_limit(SECONDS):
                for label, source in needed.cells:
                    keep_source(label, source)
                    exec(compile(source, label, "exec"), vars(module))
            yield name, vars(module)[name], needed


def answers(exercise: Exercise, made: Any, needed: Slice) -> Iterator[tuple[str, Any]]:
    """What was defined as an answer: in the exercise's library, or brought into it."""
    yield "as it stands", made
    text = "\n".join(source for _, source in needed.cells)
    for library, words in (("torch", ("torch.",)), ("tensorflow", ("tf.", "keras."))):
        if exercise.framework == "numpy" and any(word in text for word in words):
            yield f"from {library}", spelled(library, made)


def given_away(chapter: Chapter, cells: bytes) -> Iterator[tuple[str, str, float]]:
    """Definitions that earn something as an answer, with it and the share of points."""
    exercises = [e for e in KEY.exercises(chapter) if e.is_code and not e.observe]
    names = {e.name: e.reference for e in KEY.exercises(chapter)}
    names |= {e.name: e.reference for e in map(KEY.exercise, chapter.builds_on)}
    for name, made, needed in definitions(cells, names):
        for exercise in exercises:
            for _, answer in answers(exercise, made, needed):
                with contextlib.suppress(TooLong), time_limit(SECONDS):
                    verdict = evaluate(exercise, answer)
                    if verdict.points and verdict.status in (Status.PASSED, Status.PARTIAL):
                        yield name, exercise.id, verdict.points / exercise.points


def chapters() -> list[Any]:
    return [
        pytest.param(c, id=c.name, marks=[pytest.mark.slow] * (c.name != CHECKED_ALWAYS))
        for c in KEY.chapters
    ]


@pytest.mark.parametrize("chapter", chapters())
def test_no_cell_is_an_answer(chapter: Chapter) -> None:
    cells = (ROOT / "notebooks" / f"{chapter.name}.ipynb").read_bytes()
    found = [*given_away(chapter, cells)]
    assert [one for one in found if one[2] == 1 or one[:2] not in HALF_RIGHT] == []


@pytest.mark.parametrize(
    "cell",
    [
        "def e(s, axis=-1):\n    x = np.exp(s - s.max(axis, keepdims=True))\n"
        "    return x / x.sum(axis, keepdims=True)",
        "import torch\ndef e(scores, axis=-1):\n    return torch.softmax(scores, axis)",
    ],
    ids=["NumPy", "PyTorch"],
)
def test_an_answer_would_be_found(cell: str) -> None:
    chapter = KEY.chapter(CHECKED_ALWAYS)
    code = {"cell_type": "code", "metadata": {}, "source": f"import numpy as np\n{cell}"}
    cells = json.dumps({"cells": [code], "nbformat": 4, "metadata": {}}).encode()
    found = {one[:2] for one in given_away(chapter, cells) if one[2] > 0.5}
    assert found == {("e", "numpy.softmax")}
