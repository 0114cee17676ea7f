"""The same assignment for nbgrader: same solutions, tests with asserts.

nbgrader runs a submission in a kernel, and its test cells compare with a
reference that stands in them.  It gets the chapter without its figures, whose
package it does not have, and without the cells that call ``check``: both to
its advantage.
"""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from classes import Notebook, answered, code, solved, write
from measure import ROOT, Cost, measure

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.standalone import standalone_source

PLACE = ROOT / ".build" / "nbgrader-venv"
ASSIGNMENT = "bench"
INSTALL_SECONDS = 900
CALLS = 6  # of each function, on inputs of several shapes

# How the inputs of each function are drawn in a test cell.
DRAWS = {
    "project_qkv": "(n(*batch, 3, 4), n(4, 2), n(4, 2), n(4, 5))",
    "softmax": "(n(*batch, 3, 4, scale=100),)",
    "attention_weights": "(n(*batch, 3, 4), n(*batch, 5, 4))",
    "weighted_values": "(n(*batch, 3, 4), n(*batch, 4, 5))",
    "self_attention": "(n(*batch, 3, 4), n(4, 2), n(4, 2), n(4, 5))",
}
TEST = """_student = {name}
{reference}
_reference, {name} = {name}, _student
_rng = np.random.default_rng(1)
def n(*shape, scale=1.0):
    return _rng.normal(scale=scale, size=shape)
for _call in range({calls}):
    batch = ((), (2,), (2, 3))[_call % 3]
    _given = {draw}
    _expected = _reference(*_given)
    _got = {name}(*[np.copy(a) for a in _given])
    if not isinstance(_expected, tuple):
        _expected, _got = (_expected,), (_got,)
    assert len(_got) == len(_expected)
    for _right, _own in zip(_expected, _got):
        np.testing.assert_allclose(_own, _right, rtol=1e-7)
"""


class NoNbgrader(RuntimeError):
    """nbgrader could not be installed; the text says why."""


def install() -> Path:
    """nbgrader's command, in an environment made for it when it is not there.

    Raises
    ------
    NoNbgrader
        When it cannot be made.
    """
    command = PLACE / "bin" / "nbgrader"
    if command.exists():
        return command
    print(f"Installing nbgrader into {PLACE.relative_to(ROOT)} ...", flush=True)
    pip = [PLACE / "bin" / "python", "-m", "pip", "install", "--quiet"]
    steps = (
        [sys.executable, "-m", "venv", "--clear", PLACE],
        [*pip, "--disable-pip-version-check", "nbgrader", f"numpy=={np.__version__}"],
    )
    for step in steps:
        try:
            done = subprocess.run(
                list(map(str, step)),
                capture_output=True,
                text=True,
                timeout=INSTALL_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoNbgrader(f"nbgrader could not be installed: {error}") from None
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise NoNbgrader(f"nbgrader could not be installed: {last}")
    return command


def version() -> str:
    """Which nbgrader is installed."""
    words = [PLACE / "bin" / "nbgrader", "--version"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def autograde(folder: Path, count: int) -> Cost:
    """Make a course with ``count`` submissions and grade it; the grading's cost."""
    command = install()
    lay_out(folder, count)
    # nbgrader looks for its helper programs on the path.
    path = {"PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}

    def nbgrader(verb: str) -> Cost:
        words = [command, verb, ASSIGNMENT, "--log-level=ERROR"]
        return measure(words, cwd=folder, environment=path)

    nbgrader("generate_assignment")
    cost = nbgrader("autograde")
    graded = list((folder / "autograded").glob("*/*/*.ipynb"))
    if len(graded) != count:
        raise NoNbgrader(f"nbgrader graded {len(graded)} of {count} submissions.")
    return cost


def lay_out(folder: Path, count: int) -> None:
    """Write nbgrader's tree: the assignment's source and the submissions."""
    (folder / "nbgrader_config.py").parent.mkdir(parents=True, exist_ok=True)
    (folder / "nbgrader_config.py").write_text("c = get_config()\n", encoding="utf-8")
    whole = assignment(solved())
    write(whole, folder / "source" / ASSIGNMENT / "chapter.ipynb")
    for number in range(count):
        made = answered(whole, {}, f"student {number}")
        place = folder / "submitted" / f"student-{number:05}" / ASSIGNMENT
        write(made, place / "chapter.ipynb")


def assignment(notebook: Notebook) -> Notebook:
    """The chapter with nbgrader's marks, and a test cell for each check cell."""
    key = load_key()
    known = {e.id: e for e in key.exercises(key.chapter_of("numpy.softmax"))}
    made = copy.deepcopy(notebook)
    made["metadata"] = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    cells = []
    for cell in made["cells"]:
        source = "".join(cell["source"])
        exercise = cell["metadata"].get("exercise", {})
        role, cell_id = exercise.get("role"), exercise.get("id", "").replace(".", "-")
        if role == "stub":
            marks = _marks(cell_id, solution=True)
            cell["metadata"] = {"exercise": exercise, "nbgrader": marks}
        elif role == "check":
            cell = _test(known[exercise["id"]])
            cell["metadata"]["nbgrader"] = _marks(f"{cell_id}-test", points=1)
        elif cell["cell_type"] == "code" and ("attention_figures" in source):
            cell["source"] = "import numpy as np"
        elif cell["cell_type"] == "code" and "figures." in source:
            continue
        cells.append(cell)
    return {**made, "cells": cells}


def _marks(cell_id: str, *, solution: bool = False, points: int = 0) -> dict:
    marks = {
        "grade": bool(points),
        "grade_id": cell_id,
        "locked": bool(points),
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return {**marks, "points": points} if points else marks


def _test(exercise: Exercise) -> dict:
    if exercise.name not in DRAWS:
        words = f"assert {exercise.name} == {exercise.reference()!r}"
        return code(words)
    return code(
        TEST.format(
            name=exercise.name,
            reference=standalone_source(exercise),
            draw=DRAWS[exercise.name],
            calls=CALLS,
        )
    )
