"""Make the sample class: what some thirty students hand in.

    python tests/sample_class/make_sample_class.py [FOLDER]

Two dozen hand in chapter 03, in all the states in which notebooks arrive; the
others hand in several chapters each.  The notebooks are the chapters as their
text has it today, with the answers of ``answers_*.py`` in the exercise cells.
The same text gives the same bytes.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import Any

import answers_block
import answers_byhand
import answers_collected as collected
import answers_efficient
import answers_heads
import answers_image
import answers_inside
import answers_masks
import answers_numpy as a
import answers_reading
import answers_real
import answers_scores
import answers_tensorflow
import answers_torch
import answers_translate
import answers_why
import answers_write

from autograder.notebooks.convert import notebook_from_text

HERE = Path(__file__).resolve().parent
CHAPTERS = HERE.parents[1] / "book" / "chapters"
# RIGHT has an answer to every exercise; STUDENTS has what others handed in.  Of later
# chapters both are collected.
ANSWERS = {
    "01-why-attention": answers_why,
    "02-by-hand": answers_byhand,
    "03-numpy": a,
    "04-tensorflow": answers_tensorflow,
    "05-pytorch": answers_torch,
    "06-scaling-and-scores": answers_scores,
    "07-masking": answers_masks,
    "08-multi-head": answers_heads,
    "09-transformer-block": answers_block,
    "10-translation": answers_translate,
    "11-reading-attention": answers_reading,
    "12-efficient-attention": answers_efficient,
    "13-writing-text": answers_write,
    "14-real-model": answers_real,
    "15-inside-a-model": answers_inside,
    "16-images": answers_image,
}
ALL_RIGHT = "aiko-tanaka"
UNANSWERED: dict[str, str] = {}
Notebook = dict[str, Any]


@dataclass(frozen=True)
class Student:
    """Who handed in what: the file, the answers, what happened to the file."""

    file: str
    answers: dict[str, str] = field(default_factory=lambda: a.RIGHT)
    edit: Callable[[Notebook], Notebook] = lambda notebook: notebook
    damage: Callable[[bytes], bytes] = lambda data: data
    chapter: str = "03-numpy"


def right_but(**wrong: str) -> dict[str, str]:
    """Right answers, but for some."""
    return {**a.RIGHT, **wrong}


# --- what happens to notebooks on their way ----------------------------------


def define_softmax_twice(notebook: Notebook) -> Notebook:
    """A first try stays where it was; a copy of its cell holds the second."""
    cells = notebook["cells"]
    place = next(i for i, c in enumerate(cells) if _is(c, "numpy.softmax", "stub"))
    first = copy.deepcopy(cells[place])
    body = "".join(cells[place]["source"]).split('"""')
    first["source"] = '"""'.join([*body[:2], "\n" + indent(a.UNSTABLE_SOFTMAX, "    ")])
    cells.insert(place, first)
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


def through_windows(data: bytes) -> bytes:
    """Windows line ends and a byte order mark."""
    return b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")


def cut_off(data: bytes) -> bytes:
    """An upload that stopped in the middle."""
    return data[: len(data) // 2]


CLASS = (
    # Right, in several styles.
    Student("amara-okafor/03-numpy.ipynb"),
    Student("bjorn-dahl.ipynb", a.LOOPS),
    Student("chloe-martin/03-numpy.ipynb", a.EINSUM),
    Student("dmitri-volkov.ipynb", a.HELPERS),
    # One kind of mistake each.
    Student(
        "elif-kaya/03-numpy.ipynb",
        right_but(softmax=a.WRONG_AXIS_SOFTMAX, predict_shift='prediction = "c"'),
    ),
    Student("farid-haddad.ipynb", right_but(attention_weights=a.UNSCALED_WEIGHTS)),
    Student("grace-liu/03-numpy.ipynb", right_but(softmax=a.UNSTABLE_SOFTMAX)),
    Student(
        "hugo-silva.ipynb",
        right_but(project_qkv=a.SWAPPED_PROJECTION, self_attention=a.SWAPPED_ATTENTION),
    ),
    Student(
        "ines-costa/03-numpy.ipynb",  # two mistakes in one answer
        right_but(
            attention_weights=a.UNSCALED_WRONG_AXIS_WEIGHTS,
            self_attention=a.UNSCALED_ATTENTION,
        ),
    ),
    Student(
        "vera-ivanova.ipynb",
        right_but(
            weighted_values=a.STAR,
            self_attention=a.RAW_VALUES_ATTENTION,
            look_up=a.LOOKED_UP_BACKWARDS,
        ),
    ),
    Student(
        "wei-zhang/03-numpy.ipynb",
        right_but(softmax=a.SIGMOID, attention_in_chunks=a.CHUNKS_SUMMED),
    ),
    Student(
        "tara-nguyen.ipynb",
        right_but(
            softmax=a.LISTS_SOFTMAX,
            attention_weights=a.MISSPELT_WEIGHTS,
            self_attention=a.TWO_DIMENSIONS_ONLY,
        ),
    ),
    Student("umar-farouk/03-numpy.ipynb", right_but(softmax=a.MUTATING_SOFTMAX)),
    # Half done and not begun.
    Student(
        "jonas-weber.ipynb",
        {
            "project_qkv": a.RIGHT["project_qkv"],
            "predict_shift": 'prediction = "d"',
            "softmax": a.GLOBAL_MAX_SOFTMAX,
        },
    ),
    Student("kofi-mensah/03-numpy.ipynb", UNANSWERED),
    # Code that does not come back.
    Student("lena-novak.ipynb", right_but(attention_weights=a.BROKEN_WEIGHTS)),
    Student("mateo-garcia/03-numpy.ipynb", right_but(softmax=a.ENDLESS_SOFTMAX)),
    Student("nadia-rahman.ipynb", right_but(weighted_values=a.SEGFAULT)),
    Student("olu-adeyemi/03-numpy.ipynb", right_but(self_attention=a.EXITS)),
    # Files that met with an accident.
    Student("petra-horvat.ipynb", damage=cut_off),
    Student("priya-sharma/03-numpy.ipynb", damage=lambda data: b""),
    Student(
        "quentin-moreau/03-numpy (1).ipynb",
        right_but(weighted_values=a.QUERIES_FIRST),
        damage=through_windows,
    ),
    Student("rosa-ferrari.ipynb", edit=define_softmax_twice),
    Student("sven-lund/03-numpy.ipynb", edit=lose_metadata_and_order),
)


def of_several_chapters() -> Iterator[Student]:
    """One student who has all of the course right, and those who have not."""
    for chapter, answers in ANSWERS.items():
        yield Student(f"{ALL_RIGHT}/{chapter}.ipynb", answers.RIGHT, chapter=chapter)
        for name, given in getattr(answers, "STUDENTS", {}).items():
            yield of_one_chapter(name, given, chapter)
    for chapter in collected.CHAPTERS:
        given = collected.handed_in(collected.right(chapter))
        yield Student(f"{ALL_RIGHT}/{chapter}.ipynb", given, chapter=chapter)
        for name, which in collected.STUDENTS.items():
            given = collected.handed_in(collected.wrong(chapter, which))
            yield of_one_chapter(name, given, chapter)


def of_one_chapter(name: str, answers: dict[str, str], chapter: str) -> Student:
    """What one of several chapters is, without its text."""
    file = f"{name}/{chapter}.ipynb"
    return Student(file, answers, edit=leave_out_the_text, chapter=chapter)


@cache
def chapter_notebook(chapter: str) -> Notebook:
    """A chapter as its text has it today, without answers."""
    return notebook_from_text(CHAPTERS / f"{chapter}.md")


def hand_in(student: Student) -> bytes:
    """The bytes of what a student hands in."""
    notebook = copy.deepcopy(chapter_notebook(student.chapter))
    for cell in notebook["cells"]:
        exercise = cell["metadata"].get("exercise", {})
        name = exercise.get("id", "").rpartition(".")[2]
        if exercise.get("role") == "stub" and name in student.answers:
            cell["source"] = answered("".join(cell["source"]), student.answers[name])
    text = json.dumps(student.edit(notebook), indent=1, ensure_ascii=False) + "\n"
    return student.damage(text.encode())


def answered(stub: str, answer: str) -> str:
    """A stub cell with its answer."""
    if "raise NotImplementedError" not in stub or "def " in answer:
        return answer.rstrip()
    body = indent(answer.rstrip(), "    ").lstrip()
    return stub.replace("raise NotImplementedError", body)


def _is(cell: Notebook, exercise_id: str, role: str) -> bool:
    exercise = cell["metadata"].get("exercise", {})
    wanted = exercise_id or exercise.get("id")
    return exercise.get("role") == role and exercise.get("id") == wanted


def main(folder: Path) -> None:
    submissions = [*CLASS, *of_several_chapters()]
    for student in submissions:
        path = folder / student.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(hand_in(student))
    print(f"{len(submissions)} notebooks in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
