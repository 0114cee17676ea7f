"""No cell of a chapter is an answer to one of its exercises, in whatever library's words.

Every function and class that a chapter defines itself, or that the lessons it imports do,
is handed in as an answer to every exercise of that chapter: as it stands, and with arrays
turned into another library's tensors and back.
"""

import ast
import contextlib
import gc
import importlib
import inspect
import io
import json
import re
import textwrap
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
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
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import read_notebook
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
SECONDS = 20.0
CHECKED_ALWAYS = "03-numpy"  # the others take minutes
# What a chapter shows on purpose, and is right in some cases: a way that goes wrong.
HALF_RIGHT = {
    ("naive_softmax", "numpy.softmax"),
    ("hasty_weights", "masks.masked_softmax"),
    ("masked_after", "masks.masked_softmax"),
    ("renormalised", "masks.masked_softmax"),
    # All pairs of one batch at once: what is measured there is the memory of just that.
    ("additive", "scores.additive_scores"),
    # The chapter's own ways to mix up heads: right for one head, or one token.
    ("split_by_reshape", "heads.split_heads"),
    ("merge_by_reshape", "heads.merge_heads"),
    ("split_by_dealing", "heads.split_heads"),
    # Without zero_grad() the first step is right, and the chapter shows what follows.
    ("adding_up", "write.training_step"),
}

LIBRARIES = {"numpy": ("np.",), "torch": ("torch.",), "tensorflow": ("tf.", "keras.")}


def tensors(library: str, value: Any) -> Any:
    """The same with arrays as this library's tensors."""
    if isinstance(value, (list, tuple)):
        return type(value)(tensors(library, each) for each in value)
    if not isinstance(value, np.ndarray):
        return value
    if library == "numpy":
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


def spelled(library: str, wanted: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of one library's tensors as one of another's."""

    def translated(*given: Any, **named: Any) -> Any:
        places = tensors(library, arrays(given))
        names = {name: tensors(library, arrays(value)) for name, value in named.items()}
        return tensors(wanted, arrays(function(*places, **names)))

    return translated


@dataclass(frozen=True)
class Shown:
    """A function or class that a chapter shows or lends.

    ``text`` is its source with what it needs, ``calls`` the answers that it needs.
    """

    name: str
    made: Any
    text: str
    calls: Collection[str]


def definitions(cells: bytes, names: dict[str, Any]) -> Iterator[Shown]:
    """What a notebook defines that is no stub, run with what it needs: name by name."""
    known = statements(read_notebook(cells, "chapter.ipynb"))
    for made in known:
        if not made.defines or made.is_stub:
            continue
        (name,) = made.binds
        behind = FoundAnswer(name, (made,), end=made.place)
        needed = slice_for(behind, known, dict.fromkeys(names, False))
        module = ModuleType("chapter")
        vars(module).update({each: names[each] for each in needed.borrowed})
        with contextlib.suppress(Exception, TooLong):  # what does not run is no answer
            with contextlib.redirect_stdout(io.StringIO()), time_limit(SECONDS):
                for label, source in needed.cells:
                    keep_source(label, source)
                    exec(compile(source, label, "exec"), vars(module))
            text = "\n".join(source for _, source in needed.cells)
            yield Shown(name, vars(module)[name], text, needed.borrowed)
        gc.collect()  # a module and its functions are a cycle, and may hold a whole model


def lent(cells: bytes) -> Iterator[Shown]:
    """The functions and classes of the lessons' modules that a chapter imports from."""
    for name in sorted({*re.findall(r"\battention_lessons\.\w+", cells.decode())}):
        module = importlib.import_module(name)
        for word, made in vars(module).items():
            if getattr(made, "__module__", "") == name and callable(made):
                text = textwrap.dedent(inspect.getsource(made))
                used = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
                yield Shown(f"{name}.{word}", made, text, used)


def answers(exercise: Exercise, shown: Shown) -> Iterator[Any]:
    """What was defined as an answer: as it stands, and brought from another library."""
    yield shown.made
    if exercise.kind != "function" or isinstance(shown.made, type):
        return
    for library, words in LIBRARIES.items():
        if library != exercise.framework and any(word in shown.text for word in words):
            yield spelled(library, exercise.framework, shown.made)


def given_away(chapter: Chapter, cells: bytes) -> Iterator[tuple[str, str, float]]:
    """Definitions that earn something as an answer, with it and the share of points."""
    exercises = [e for e in KEY.exercises(chapter) if e.is_code and not e.observe]
    names = {e.name: e.reference for e in KEY.exercises(chapter)}
    names |= {e.name: e.reference for e in map(KEY.exercise, chapter.builds_on)}
    for shown in (*definitions(cells, names), *lent(cells)):
        # What calls the answer is none without it.
        for exercise in [e for e in exercises if e.name not in shown.calls]:
            for answer in answers(exercise, shown):
                with contextlib.suppress(TooLong), time_limit(SECONDS):
                    verdict = evaluate(exercise, answer)
                    if verdict.points and verdict.status in (Status.PASSED, Status.PARTIAL):
                        yield shown.name, exercise.id, verdict.points / exercise.points


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
