"""Every answer that the key collects is judged as it must be, by the grader too.

``verify`` judges all of them as ``check`` does; here a whole notebook is handed in.
"""

import copy
import importlib
import json
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.collected import (
    Given,
    collected,
    joined,
    judge_of,
    stub_place,
    value_of,
)
from autograder.checking.card import takes_hint
from autograder.exercise.hints import about, still_needed
from autograder.exercise.key import load_key
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import WarmProcesses, hidden_folders

ROOT = Path(__file__).resolve().parents[2]
SEED = 2024
# Of every ninth exercise the first right or the first wrong answer, by turns, is judged in
# the normal run; all of them, which takes many minutes, in the slow one.
SLOW = ("tensorflow.", "heads.keras_layer")  # seconds each: TensorFlow traces every call

KEY = load_key()


def _ids() -> Iterator[str]:
    """The ids of all exercises, from names of folders: no library is imported."""
    for chapter in KEY.chapters:
        folder = importlib.import_module(chapter.module)
        for found in pkgutil.iter_modules(folder.__path__):
            if not found.name.startswith("_"):
                yield f"{chapter.prefix}.{found.name}"


def _parameters() -> Iterator[Any]:
    for number, exercise_id in enumerate(_ids()):
        answers = KEY.answers(exercise_id)
        wanted = (a for a in answers if a.is_right == bool(number % 2))
        left_out = number % 9 or exercise_id.startswith(SLOW)
        quick = None if left_out else next(wanted, None)
        for answer in answers:
            marks = [] if answer is quick else [pytest.mark.slow]
            label = f"{exercise_id}: {answer.label}".replace(" ", "-")
            yield pytest.param(exercise_id, answer.label, id=label, marks=marks)


@pytest.fixture(scope="session")
def course_processes(tier: Tier) -> Iterator[WarmProcesses]:
    """Processes that may not read the course's key."""
    processes = WarmProcesses(tier, hidden_folders("solutions"))
    yield processes
    processes.close()


@pytest.mark.parametrize(("exercise_id", "label"), list(_parameters()))
def test_an_answer_is_judged_as_it_must_be(
    exercise_id: str, label: str, course_processes: WarmProcesses
):
    exercise = KEY.exercise(exercise_id)
    if exercise.why_not_here:
        pytest.skip(exercise.why_not_here)
    every = collected(KEY, exercise, ROOT)
    (given,) = (one for one in every if one.answer.label == label)
    graded, verdict = graded_alone(given, course_processes), judge_of(KEY, given)(SEED)
    names = joined([m.id for m in verdict.misconceptions])
    checked = (verdict.status, names, verdict.message)
    said = f"\ngrader: {graded}\ncheck:  {checked}\n{given.answer.why}"
    assert graded[:2] == checked[:2], f"the grader and check disagree{said}"
    assert given.as_expected(*graded[:2]), said
    if exercise.is_code and takes_hint(verdict):
        groups = (*verdict.cases, *verdict.properties, *verdict.rules)
        right = {group.name for group in groups if group.passed}
        left, first = still_needed(exercise.hints, right), exercise.cases[0].name
        begun = first in right and left[:1] == exercise.hints[:1] != ()
        assert not begun or about(left[0]), f"say what it is about: {left[0]}"


def graded_alone(given: Given, processes: WarmProcesses) -> tuple[str, str, str]:
    """Hand in the chapter's notebook with this answer in it."""
    chapter = KEY.chapter_of(given.exercise.id).name
    data = json.dumps(with_answer(given)).encode()
    assignment = Assignment(KEY, SEED, chapters=(chapter,))
    result = grade(
        Submission("somebody", ((f"{chapter}.ipynb", data),)), assignment, processes
    )
    (found,) = (e for e in result.exercises if e.id == given.exercise.id)
    return found.status, joined(list(found.misconceptions)), found.message


def with_answer(given: Given) -> dict[str, Any]:
    """The chapter's notebook with the answer in its stub cell."""
    cells = list(given.cells)
    place = stub_place(given)
    answered = copy.deepcopy(cells[place])
    answered["source"] = given.source
    above = {"cell_type": "code", "metadata": {}, "source": given.answer.above}
    cells[place : place + 1] = [above, answered] if given.answer.above else [answered]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_a_value_written_as_lists_serves_the_answers_after_it(
    course_processes: WarmProcesses,
):
    lists = {
        "byhand.keys": "keys = [[0, 1, 1], [4, 4, 0], [2, 3, 1]]",
        "byhand.queries": "queries = [[1, 0, 2], [2, 2, 2], [2, 1, 3]]",
        "byhand.scores_2": "scores_2 = queries[1] @ keys.T",
    }
    given = next(
        one
        for one in collected(KEY, KEY.exercise("byhand.scores_2"), ROOT)
        if one.answer.is_right
    )
    cells = [
        {**cell, "source": lists.get(marked.get("id"), cell["source"])}
        if (marked := cell["metadata"].get("exercise", {})).get("role") == "stub"
        else cell
        for cell in given.cells
    ]
    data = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    handed_in = Submission("somebody", (("02-by-hand.ipynb", data.encode()),))
    assignment = Assignment(KEY, SEED, chapters=("02-by-hand",))
    graded = grade(handed_in, assignment, course_processes).exercises
    assert {e.id: e.status for e in graded if e.id in lists} == dict.fromkeys(
        lists, "passed"
    )


def test_code_of_an_answer_can_be_read_as_in_a_notebook():
    """AutoGraph reads it, and says of each function that it cannot."""
    exercise = KEY.exercise("byhand.keys")
    given = next(iter(collected(KEY, exercise, ROOT)))
    source = """
import inspect

def made():
    return [[1]]

keys = inspect.getsource(made)"""
    assert "return [[1]]" in value_of(KEY, replace(given, source=source))
