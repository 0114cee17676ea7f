"""Make a misconception of a student's answer: prove it, and add its cell to the key."""

import json
import re
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import frameworks
from autograder.authoring.verify import SEEDS, verify_answers, verify_exercise
from autograder.checking.check import evaluate
from autograder.exercise.building import build
from autograder.exercise.cell_lines import HEADING, CellProblem
from autograder.exercise.definition import Exercise
from autograder.exercise.imports import file_of
from autograder.exercise.key import Key
from autograder.exercise.key_cells import ENDING, cells_file, cells_in
from autograder.exercise.problem import Problem
from autograder.exercise.questions import error_type
from autograder.exercise.status import Status
from autograder.notebooks.finding import find
from autograder.notebooks.read import UnreadableNotebook, read_notebook
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements

WIDTH = 92


@dataclass(frozen=True)
class Added:
    """A misconception that is proved: its cell, and the text of the file with it."""

    path: Path
    cell: str
    text: str


def prepare(
    key: Key, exercise_id: str, path: Path, name: str, says: str, root: Path
) -> Added:
    """Prove a misconception made of the answer in ``path``, a notebook or a file of Python.

    Nothing is written. Raises ``Problem`` when the answer, or what it is called,
    does not make one, and ``KeyProblem`` when the key has no such exercise.
    """
    exercise, file = key.exercise(exercise_id), _cells_of(key, exercise_id)
    answer = _answer(exercise, path)
    sentence = textwrap.wrap(says, WIDTH, initial_indent="# ", subsequent_indent="# ")
    cell = "\n".join([f"{HEADING} mistake: {name}", *sentence, answer])
    text = f"{file.read_text(encoding='utf-8').rstrip()}\n\n{cell}\n"
    try:
        new = cells_in(file, text).mistakes[-1]
    except CellProblem as problem:
        raise Problem(str(problem)) from None
    if (new.says, new.wrong) != (" ".join(says.split()), answer):
        raise Problem("A line of it would be read as a cell's heading or a change.")
    _fails_unnamed(exercise, answer)
    extended = replace(exercise, misconceptions=(*exercise.misconceptions, new))
    proof = (*verify_exercise(extended), *verify_answers(key, extended, root))
    for fault in proof:
        raise Problem(
            f"With it the exercise does not verify: {fault.sentence} Add a case that "
            "shows the mistake, or give an answer of the key that has it its name."
        )
    return Added(file, cell, text)


def write(added: Added) -> None:
    """Write the file of cells, or raise ``Problem`` where that cannot be."""
    try:
        added.path.write_text(added.text, encoding="utf-8")
    except OSError as error:
        words = f"{error.filename} cannot be written: {error.strerror}."
        raise Problem(words) from None


def _answer(exercise: Exercise, path: Path) -> str:
    """The code of the student's answer, with what it needs from above it."""
    try:
        data = path.read_bytes()
        if path.suffix == ".py":
            cell = {"cell_type": "code", "source": data.decode()}
            data = json.dumps({"cells": [cell]}).encode()
        notebook = read_notebook(data, path.name)
    except OSError as error:
        raise Problem(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Problem(f"{path} is no text in UTF-8.") from None
    except UnreadableNotebook as problem:
        raise Problem(str(problem)) from None
    known = statements(notebook)
    answer = find(notebook, known, exercise.id, exercise.name)
    if answer.broken:
        raise Problem(f"The answer in {path.name} is no Python: {answer.broken}.")
    if not answer.definitions:
        words = f"{path.name} has no answer to {exercise.id}: {exercise.name} is not there"
        raise Problem(f"{words}, or only its stub.")
    needed = slice_for(answer, known, {}).cells
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(source for _, source in needed)).strip()


def _fails_unnamed(exercise: Exercise, source: str) -> None:
    """Hold an answer against the exercise as it is: wrong, begun, and without a name."""
    try:
        answer = build(exercise, source)
    except Exception as error:
        words = f"The answer does not run: {type(error).__name__}: {error}"
        raise Problem(words.rstrip(".") + ".") from None
    for seed in SEEDS[: frameworks.get(exercise.framework).draws]:
        verdict = evaluate(exercise, answer if exercise.is_code else answer(), seed)
        if verdict.status == Status.NOT_ATTEMPTED:
            raise Problem("The answer is the stub: nothing is answered yet.")
        if verdict.status == Status.PASSED:
            words = "The answer passes, so it shows no misconception"
            raise Problem(f"{words} (seed {seed}).")
        raised = [each.outcome.raised for each in verdict.attempts]
        if lacking := [words for words in raised if error_type(words) == "NameError"]:
            raise Problem(f"The answer needs what is not there: {lacking[0]}.")
        if verdict.misconceptions:
            named = " and ".join(repr(m.id) for m in verdict.misconceptions)
            raise Problem(f"The answer has a name already: {named} (seed {seed}).")


def _cells_of(key: Key, exercise_id: str) -> Path:
    name = exercise_id.partition(".")[2]
    module = file_of(f"{key.chapter_of(exercise_id).module}.{name}")
    if module is None or not cells_file(module).is_file():
        raise Problem(
            f"{exercise_id} has no cells to add to. Give it a module of its own, with "
            f"{name}{ENDING} beside it."
        )
    return cells_file(module)
