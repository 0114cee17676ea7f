"""Make a misconception of a student's answer: find its form, prove it, write it."""

from __future__ import annotations

import ast
import builtins
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder import frameworks
from autograder.authoring.collected import Given, code_around, judged_by_check
from autograder.authoring.differences import found_change
from autograder.authoring.faults import PLACEHOLDER
from autograder.authoring.plain_code import bare, same_code
from autograder.authoring.verify import SEEDS, verify_exercise, verify_names
from autograder.authoring.write_cells import answer_cell, mistake_cell, with_cell
from autograder.checking.check import evaluate
from autograder.exercise.answers import Answer
from autograder.exercise.building import build, reference_source
from autograder.exercise.changes import Change
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.imports import file_of
from autograder.exercise.key import Key
from autograder.exercise.key_cells import ENDING, NAME, cells_file
from autograder.exercise.problem import Problem
from autograder.exercise.status import Status
from autograder.notebooks.found import find
from autograder.notebooks.read import UnreadableNotebook, read_notebook
from autograder.notebooks.statements import Statement, names, statements


class NoMisconception(Problem):
    """A misconception that cannot be added; the sentence says why."""


@dataclass(frozen=True)
class Added:
    """A misconception that is proved: its cells, and the text of the file with them."""

    path: Path
    cells: str
    text: str


def prepare(
    key: Key, exercise_id: str, path: Path, name: str, says: str, root: Path
) -> Added:
    """Prove a misconception made of a student's answer; nothing is written.

    Parameters
    ----------
    key, exercise_id
        The key, and the id of its exercise.
    path
        The student's notebook, or a file of Python with the answer.
    name, says
        The misconception's id, and the sentence for the student.
    root
        The course's folder.

    Returns
    -------
    What would be written, and where: nothing is yet.

    Raises
    ------
    NoMisconception
        When the answer, or what it is called, does not make one.
    KeyProblem
        When the key has no such exercise.
    CannotBeWritten
        When the answer's text does not fit into the key.
    """
    exercise, cells = key.exercise(exercise_id), _cells_of(key, exercise_id)
    _fit_names(exercise, name, says)
    answer = _answer(exercise, path)
    _fails_unnamed(exercise, answer)
    form: Change | str = answer
    if exercise.is_code:
        change = found_change(reference_source(exercise), answer, exercise.name)
        form = change or answer
    new = Misconception(name, says, form)
    extended = replace(exercise, misconceptions=(*exercise.misconceptions, new))
    _prove(key, extended, answer, name, root)
    text = cells.read_text(encoding="utf-8")
    added = [mistake_cell(new)]
    if isinstance(form, Change) and not same_code(
        answer, form.applied(reference_source(exercise))
    ):
        added.append(_collected(key, extended, answer, name, root))
    for cell in added:
        text = with_cell(text, cell)
    return Added(cells, "\n\n".join(added), text)


def write(added: Added) -> None:
    """Write the file of cells.

    Raises ``NoMisconception`` when it cannot be written.
    """
    try:
        added.path.write_text(added.text, encoding="utf-8")
    except OSError as error:
        words = f"{error.filename} cannot be written: {error.strerror}."
        raise NoMisconception(words) from None


def _fit_names(exercise: Exercise, name: str, says: str) -> None:
    if not NAME.fullmatch(name):
        raise NoMisconception(
            f"{name!r} is no id. Write small letters, digits and hyphens, such as "
            "wrong-axis."
        )
    if any(name == known.id for known in exercise.misconceptions):
        raise NoMisconception(f"{exercise.id} has a misconception {name!r} already.")
    if not says.strip() or PLACEHOLDER in says:
        raise NoMisconception("--says needs the sentence for the student.")


# --- the answer ----------------------------------------------------------------


def _answer(exercise: Exercise, path: Path) -> str:
    """The code of the student's answer, with what it needs from above it."""
    try:
        data = path.read_bytes()
        if path.suffix == ".py":
            cell = {"cell_type": "code", "source": data.decode()}
            data = json.dumps({"cells": [cell]}).encode()
        notebook = read_notebook(data, path.name)
    except OSError as error:
        raise NoMisconception(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise NoMisconception(f"{path} is no text in UTF-8.") from None
    except UnreadableNotebook as problem:
        raise NoMisconception(str(problem)) from None
    known = statements(notebook)
    found = find(notebook, known, exercise.id, exercise.name)
    if found.broken:
        raise NoMisconception(f"The answer in {path.name} is no Python: {found.broken}.")
    if not found.definitions:
        words = f"{path.name} has no answer to {exercise.id}: {exercise.name} is not there"
        raise NoMisconception(f"{words}, or only its stub.")
    has = set(dir(builtins)) | set(vars(sys.modules[exercise.reference.__module__]))
    needed = list(_needed(known, found.definitions, has))
    missing = sorted(_used(needed) - has - {name for s in needed for name in s.binds})
    if missing:
        raise NoMisconception(
            f"The answer uses {' and '.join(missing)}, which the module of {exercise.id} "
            "does not have: write it into the answer, or import it there."
        )
    return "\n\n".join(_without_words(statement.source) for statement in needed)


def _needed(
    known: list[Statement], definitions: tuple[Statement, ...], has: set[str]
) -> Iterator[Statement]:
    """The statements of an answer, and those above that make names the key has not."""
    whole = [i for i, s in enumerate(definitions) if s.defines]
    kept = list(definitions[whole[-1] if whole else 0 :])
    for statement in reversed([s for s in known if s.place < kept[0].place]):
        wanted = _used(kept) - has - {name for s in kept for name in s.rebinds}
        if statement.binds & wanted and not statement.checks and not statement.is_stub:
            kept.insert(0, statement)
    yield from kept


def _used(parts: list[Statement]) -> set[str]:
    """The names that code takes from outside when it runs; annotations stay text."""
    return {name for s in parts for name in names(ast.unparse(bare(s.source)))[2]}


def _without_words(source: str) -> str:
    """The student's code without docstrings, annotations and comments.

    Where there are none it stays as the student laid it out.
    """
    words = ast.dump(bare(source)) != ast.dump(ast.parse(source)) or "#" in source
    return ast.unparse(bare(source)) if words else source


# --- the proof -----------------------------------------------------------------


def _fails_unnamed(exercise: Exercise, source: str) -> None:
    """Hold an answer against the exercise as it is: wrong, begun, and without a name."""
    try:
        answer = build(exercise, source)
    except Exception as error:
        words = f"The answer does not run: {type(error).__name__}: {error}"
        raise NoMisconception(words.rstrip(".") + ".") from None
    for seed in _seeds(exercise):
        verdict = evaluate(exercise, answer if exercise.is_code else answer(), seed)
        if verdict.status == Status.NOT_ATTEMPTED:
            raise NoMisconception("The answer is the stub: nothing is answered yet.")
        if verdict.status == Status.PASSED:
            words = "The answer passes, so it shows no misconception"
            raise NoMisconception(f"{words} (seed {seed}).")
        if verdict.misconceptions:
            named = " and ".join(repr(m.id) for m in verdict.misconceptions)
            raise NoMisconception(f"The answer has a name already: {named} (seed {seed}).")


def _seeds(exercise: Exercise) -> tuple[int, ...]:
    return SEEDS[: frameworks.get(exercise.framework).draws]


def _prove(key: Key, exercise: Exercise, source: str, name: str, root: Path) -> None:
    """Prove the exercise with its new misconception, as ``verify`` does."""
    answer = build(exercise, source)
    for seed in _seeds(exercise):
        verdict = evaluate(exercise, answer if exercise.is_code else answer(), seed)
        if [m.id for m in verdict.misconceptions] != [name]:
            raise NoMisconception(
                f"The checks cannot tell what it is (seed {seed}): every call raises an "
                "error, or differs too little. Add a case that shows the mistake."
            )
    for problem in verify_exercise(exercise):
        raise NoMisconception(f"With it the exercise does not verify: {problem.sentence}")
    for problem in verify_names(key, exercise, root):
        raise NoMisconception(
            f"With it the exercise does not verify: {problem.sentence} If that answer has "
            f"the same mistake, give it the name {name!r} among the key's answers first."
        )


# --- the cells -----------------------------------------------------------------


def _cells_of(key: Key, exercise_id: str) -> Path:
    """The file of cells that the exercise has."""
    chapter = key.chapter_of(exercise_id)
    module = file_of(f"{chapter.module}.{exercise_id.partition('.')[2]}")
    if module is None or not cells_file(module).is_file():
        raise NoMisconception(
            f"{exercise_id} has no cells to add to. Give it a module of its own, with "
            f"{exercise_id.partition('.')[2]}{ENDING} beside it."
        )
    return cells_file(module)


def _collected(key: Key, exercise: Exercise, source: str, name: str, root: Path) -> str:
    """The cell of an answer with the student's own text, judged as it must be."""
    taken = {answer.label for answer in key.answers(exercise.id)}
    plain = name.replace("-", " ")
    labels = (plain, *(f"{plain}, again {n}" for n in range(2, len(taken) + 3)))
    label = next(each for each in labels if each not in taken)
    answer = Answer(label, source, "as a student wrote it", name)
    given = Given(exercise, answer, source, code_around(key, exercise, root))
    status, named, said = judged_by_check(key, given)
    if not given.as_expected(status, named):
        raise NoMisconception(
            f"In its chapter the answer is {status}, named {named or 'nothing'}. {said}"
        )
    return answer_cell(answer)
