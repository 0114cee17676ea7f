"""Make the sample class: what some forty students hand in.

    python tests/sample_class/make_sample_class.py [FOLDER]

``class.toml`` says who they are and what they answered.  The notebooks are the chapters as
their text has it today, with answers of the key in the exercise cells.  The same text
and key give the same bytes.
"""

import copy
import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from autograder.authoring.solve import solution
from autograder.exercise.answers import Answer, cell_source
from autograder.exercise.building import wrong_source
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.notebooks.convert import notebook_from_text

HERE = Path(__file__).resolve().parent
CHAPTERS = HERE.parents[1] / "book" / "chapters"
CLASS: dict[str, Any] = tomllib.loads((HERE / "class.toml").read_text(encoding="utf-8"))
BY_HAND: dict[str, str] = CLASS["by-hand"]
KEY = load_key("solutions")
REFERENCE, RIGHT, NOTHING = "reference", "right", "nothing"
Notebook = dict[str, Any]


@dataclass(frozen=True)
class HandIn:
    """What a student hands in to a chapter.

    ``answers``: the name of the answer to each exercise, by its id.
    """

    student: str
    chapter: str
    answers: dict[str, str]
    file: str
    accident: str


def hand_ins() -> Iterator[HandIn]:
    """Everything that the class hands in."""
    for student, row in CLASS["students"].items():
        chapters = {name: given for name, given in row.items() if name[0].isdigit()}
        if "all" in row:
            chapters |= {chapter.name: [] for chapter in KEY.chapters}
        for chapter, given in chapters.items():
            exercises = KEY.exercises(KEY.chapter(chapter))
            answers = {
                e.id: row.get("all", row.get("others", REFERENCE)) for e in exercises
            }
            # Where Triton is missing this one cannot be judged: nobody has begun it.
            answers |= {e.id: NOTHING for e in exercises if e.needs}
            prefix = KEY.chapter(chapter).prefix
            for one in given:
                name, _, answer = one.partition(": ")
                answers[f"{prefix}.{name}"] = answer
            file = row.get("file", f"{student}/{chapter}.ipynb")
            yield HandIn(student, chapter, answers, file, row.get("accident", ""))


# --- answers ------------------------------------------------------------------


def collected(exercise: Exercise, name: str) -> Answer | None:
    """The key's answer of this label; else the first alone in a cell that has this name."""
    answers = [a for a in KEY.answers(exercise.id) if stands_alone(exercise, a)]
    if name == RIGHT:
        return next((a for a in answers if a.is_right), None)
    of_label = (a for a in answers if a.label == name)
    return next(of_label, next((a for a in answers if name and a.name == name), None))


def stands_alone(exercise: Exercise, answer: Answer) -> bool:
    """Whether an answer is one cell, and defines no other exercise of its chapter again."""
    others = KEY.exercises(KEY.chapter_of(exercise.id))
    cell = cell_source(answer, KEY.answers(exercise.id))
    again = (f"def {e.name}(" in cell for e in others if e.id != exercise.id)
    return not answer.above and not any(again)


def answer_cell(exercise: Exercise, name: str) -> str:
    """The text of the stub cell of who gave the answer of this name."""
    if name in BY_HAND:
        return BY_HAND[name].rstrip()
    answer = collected(exercise, name)
    if answer is not None:
        return cell_source(answer, KEY.answers(exercise.id)).rstrip()
    if name in (REFERENCE, RIGHT):
        return solution(exercise)
    mistakes = [m for m in exercise.misconceptions if m.id == name]
    if not mistakes:
        raise LookupError(f"{exercise.id} has neither an answer nor a mistake {name!r}.")
    if exercise.is_code:
        return wrong_source(exercise, mistakes).rstrip()
    value = exercise.wrong_answer(*mistakes)()  # made with names that no notebook has
    if isinstance(value, np.ndarray):
        return f"{exercise.name} = np.array({np.round(value, 4).tolist()})"
    return f"{exercise.name} = {value!r}"


# --- what happens to notebooks on their way ----------------------------------


def define_softmax_twice(notebook: Notebook) -> Notebook:
    """A first try stays where it was; a copy of its cell holds the second."""
    cells = notebook["cells"]
    first = next(i for i, c in enumerate(cells) if _is(c, "numpy.softmax", "stub"))
    tried = copy.deepcopy(cells[first])
    tried["source"] = answer_cell(KEY.exercise("numpy.softmax"), "unstable")
    cells.insert(first, tried)
    return notebook


def lose_metadata_and_order(notebook: Notebook) -> Notebook:
    """Cells without ids, metadata or checks; the last exercises come first."""
    setup, exercises, rest = [], [], []
    for cell in notebook["cells"]:
        if _is(cell, "", "check"):
            continue
        if _is(cell, "", "stub"):
            exercises.append(cell)
        elif cell["cell_type"] == "code":
            (rest if exercises else setup).append(cell)
    cells = [*setup, *reversed(exercises), *rest]
    for cell in cells:
        cell["metadata"] = {}
        cell.pop("id", None)
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}


def leave_out_the_text(notebook: Notebook) -> Notebook:
    """Cells of code and of answers only: half the size."""
    cells = [
        cell
        for cell in notebook["cells"]
        if cell["cell_type"] == "code" or "exercise" in cell["metadata"]
    ]
    return {**notebook, "cells": cells}


EDITS: dict[str, Callable[[Notebook], Notebook]] = {
    "softmax defined twice": define_softmax_twice,
    "metadata and order lost": lose_metadata_and_order,
}
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "through Windows": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "cut off": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
}


@cache
def chapter_notebook(chapter: str) -> Notebook:
    """A chapter as its text has it today, without answers."""
    return notebook_from_text(CHAPTERS / f"{chapter}.md")


def contents(hand_in: HandIn) -> bytes:
    """The bytes of what a student hands in."""
    notebook = copy.deepcopy(chapter_notebook(hand_in.chapter))
    for cell in notebook["cells"]:
        marked = cell["metadata"].get("exercise", {})
        if marked.get("role") == "stub" and hand_in.answers[marked["id"]] != NOTHING:
            exercise = KEY.exercise(marked["id"])
            cell["source"] = answer_cell(exercise, hand_in.answers[exercise.id])
    if not hand_in.chapter.startswith("03"):
        notebook = leave_out_the_text(notebook)
    notebook = EDITS.get(hand_in.accident, lambda same: same)(notebook)
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    return DAMAGES.get(hand_in.accident, lambda same: same)(text.encode())


def _is(cell: Notebook, exercise_id: str, role: str) -> bool:
    exercise = cell["metadata"].get("exercise", {})
    wanted = exercise_id or exercise.get("id")
    return exercise.get("role") == role and exercise.get("id") == wanted


def main(folder: Path) -> None:
    made = list(hand_ins())
    for each in made:
        path = folder / each.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents(each))
    print(f"{len(made)} notebooks in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
