"""Make classes of submissions: solved chapters, each one a little different."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from measure import ROOT

from autograder.authoring.solve import solve_notebook
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.standalone import standalone_source

CHAPTER = ROOT / "notebooks" / "03-numpy.ipynb"
Notebook = dict[str, Any]

# Answers that hold one known mistake each.
MISTAKES = (
    {
        "numpy.softmax": (
            "def softmax(scores, axis=-1):\n"
            "    e = np.exp(scores - scores.max(axis=0, keepdims=True))\n"
            "    return e / e.sum(axis=0, keepdims=True)"
        )
    },
    {
        "numpy.attention_weights": (
            "def attention_weights(q, k):\n    return softmax(q @ np.swapaxes(k, -1, -2))"
        )
    },
    {
        "numpy.project_qkv": (
            "def project_qkv(x, W_q, W_k, W_v):\n    return x @ W_k, x @ W_q, x @ W_v"
        )
    },
    {
        "numpy.self_attention": (
            "def self_attention(x, W_q, W_k, W_v):\n"
            "    q, k, v = x @ W_q, x @ W_k, x @ W_v\n"
            "    return softmax(q @ np.swapaxes(k, -1, -2)) @ v"
        )
    },
)

# More ways of being wrong, for large classes: unknown mistakes, errors, nothing yet.
OTHER_MISTAKES = (
    {"numpy.softmax": "def softmax(scores, axis=-1):\n    return np.exp(scores)"},
    {"numpy.softmax": "def softmax(scores, axis=-1):\n    raise NotImplementedError"},
    {
        "numpy.softmax": (
            "def softmax(scores, axis=-1):\n"
            "    e = np.exp(scores)\n    return e / e.sum(axis=axis, keepdims=True)"
        )
    },
    {"numpy.project_qkv": "def project_qkv(x, W_q, W_k, W_v):\n    return x @ W_q"},
    {
        "numpy.attention_weights": (
            "def attention_weights(q, k):\n"
            "    return softmax(q @ k.T / np.sqrt(k.shape[-1]))"
        )
    },
    {
        "numpy.attention_weights": (
            "def attention_weights(q, k):\n"
            "    return softmax(q @ np.swapaxes(k, -1, -2) / k.shape[-1])"
        )
    },
    {"numpy.weighted_values": "def weighted_values(weights, v):\n    return weights * v"},
    {
        "numpy.weighted_values": (
            "def weighted_values(weights, v):\n    return (weights @ v).round(2)"
        )
    },
    {"numpy.self_attention": "def self_attention(x, W_q, W_k, W_v):\n    return x @ W_v"},
    {"numpy.self_attention": "def self_attention(x, W_q, W_k, W_v:\n    return x"},
)
# Right, and written otherwise.
OTHER_WAYS = (
    {},
    {
        "numpy.softmax": (
            "def softmax(scores, axis=-1):\n"
            "    scores = scores - np.max(scores, axis=axis, keepdims=True)\n"
            "    powers = np.exp(scores)\n"
            "    return np.divide(powers, np.sum(powers, axis=axis, keepdims=True))"
        )
    },
    {
        "numpy.weighted_values": (
            "def weighted_values(weights, v):\n"
            '    return np.einsum("...ij,...jk->...ik", weights, v)'
        )
    },
)

# Uses processor time once, when the cell is run, and no more in any call.
BURN = """import time
def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return 1.0
burnt = burn({seconds})
def self_attention(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])) @ v * burnt
"""


def solved() -> Notebook:
    """Chapter 03 with every exercise solved."""
    return solve_notebook(CHAPTER, load_key())


def answered(notebook: Notebook, answers: Mapping[str, str], mark: str) -> Notebook:
    """A copy with other answers to some exercises; ``mark`` makes it unlike others."""
    cells = []
    for cell in notebook["cells"]:
        exercise = cell["metadata"].get("exercise", {})
        if exercise.get("role") == "stub":
            source = answers.get(exercise["id"]) or "".join(cell["source"])
            cell = {**cell, "source": f"{source}\n# {mark}"}
        cells.append(cell)
    return {**notebook, "cells": cells}


def hand_in(folder: Path, count: int, *, with_mistakes: bool = False) -> Path:
    """Write ``count`` submissions; with mistakes, in every other one is one."""
    folder.mkdir(parents=True, exist_ok=True)
    notebook = solved()
    for number in range(count):
        wrong = with_mistakes and number % 2
        answers = MISTAKES[number // 2 % len(MISTAKES)] if wrong else {}
        made = answered(notebook, answers, f"student {number}")
        write(made, folder / f"student-{number:05}.ipynb")
    return folder


def varied(folder: Path, count: int) -> Path:
    """Write ``count`` submissions, half of them wrong, in a hundred ways.

    Of the wrong ones half hold one mistake and half two.
    """
    folder.mkdir(parents=True, exist_ok=True)
    notebook = solved()
    mistakes = MISTAKES + OTHER_MISTAKES
    for number in range(count):
        turn = number // 2
        answers = dict(OTHER_WAYS[turn % len(OTHER_WAYS)])
        if number % 2:
            answers |= mistakes[turn % len(mistakes)]
            if turn % 2:
                # By the last digits of a square: all pairs come, in no plain order.
                answers |= mistakes[turn * turn // 7 % len(mistakes)]
        made = answered(notebook, answers, f"student {number}")
        write(made, folder / f"student-{number:05}.ipynb")
    return folder


def burning(folder: Path, seconds: float) -> Path:
    """One submission that uses ``seconds`` of processor time before it answers."""
    folder.mkdir(parents=True, exist_ok=True)
    answers = {"numpy.self_attention": BURN.format(seconds=seconds)}
    write(answered(solved(), answers, "burns"), folder / "student.ipynb")
    return folder


def layers(folder: Path, exercise: Exercise, count: int) -> Path:
    """Submissions that answer one layer exercise and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    source = standalone_source(exercise)
    check = f'{exercise.name} = check("{exercise.id}", {exercise.name})'
    for number in range(count):
        first = f"from autograder import check\n# student {number}"
        cells = [code(first), code(source), code(check)]
        made = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        write(made, folder / f"student-{number:05}.ipynb")
    return folder


def code(source: str, **metadata: Any) -> dict[str, Any]:
    """A code cell of format 4."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "outputs": [],
        "source": source,
    }


def write(notebook: Notebook, path: Path) -> None:
    """Write a notebook, and the folder it goes in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
