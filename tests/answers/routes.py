"""The two routes an answer is judged by: the grader's, and a notebook's ``check``."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import symtable
from functools import cache
from typing import Any

from answers.corpus import ANY_WRONG, WRONG, Given, text_of
from autograder.checking.check import evaluate
from autograder.exercise.key import load_key
from autograder.grading.chapter import Assignment
from autograder.grading.submission import grade
from autograder.handin.handed import Handed
from autograder.notebooks.convert import notebook_from_text
from autograder.sandbox.pool import WarmProcesses

SEED = 2024
Judged = tuple[str, str, str]  # status, names of misconceptions, what was said


def by_grader(given: Given, warm: WarmProcesses) -> Judged:
    """Hand in the chapter's notebook with this answer in it."""
    data = json.dumps(with_answer(given)).encode()
    path = text_of(given.chapter)
    assignment = Assignment(load_key(), SEED, chapters=(path.stem,))
    result = grade(Handed("somebody", ((f"{path.stem}.ipynb", data),)), assignment, warm)
    (found,) = (e for e in result.exercises if e.id == given.exercise_id)
    return found.status, " + ".join(sorted(found.misconceptions)), found.message


def by_check(given: Given) -> Judged:
    """Run what stands above in the chapter, then the answer, and check it."""
    exercise = load_key().exercise(given.exercise_id)
    answer = given.answer
    try:
        namespace = _above(given, f"{answer.above}\n{answer.source}")
        for source in (answer.above, answer.source):
            _run(source, namespace)
        found = namespace[exercise.name]
    except Exception as error:  # then a student sees the error, and checks nothing
        return "error", "", f"{type(error).__name__}: {error}"
    with contextlib.redirect_stdout(io.StringIO()):
        verdict = evaluate(exercise, found)
    names = " + ".join(sorted(m.id for m in verdict.misconceptions))
    return verdict.status, names, verdict.message


def as_expected(given: Given, judged: Judged) -> bool:
    """Whether an answer got the status and the names that it should get."""
    wanted = given.answer.verdict
    statuses = ANY_WRONG if wanted == WRONG else (wanted,)
    name = " + ".join(sorted(given.answer.name.split(" + ")))
    return judged[0] in statuses and judged[1] == name


def with_answer(given: Given) -> dict[str, Any]:
    """The chapter's notebook with the answer in its stub cell."""
    cells = list(_code_cells(given.chapter))
    place = _stub(cells, given.exercise_id)
    answered = copy.deepcopy(cells[place])
    answered["source"] = given.answer.source
    own = {"cell_type": "code", "metadata": {}, "source": given.answer.above}
    cells[place : place + 1] = [own, answered] if own["source"] else [answered]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def _above(given: Given, source: str) -> dict[str, Any]:
    """The names of the chapter that an answer may use, as its notebook has them.

    Only cells that bind a name which is needed are run; earlier exercises are the
    references, for the student has answered this one alone.
    """
    cells = _code_cells(given.chapter)
    kept: list[dict[str, Any]] = []
    needed = set(_names(source))
    for cell in reversed(cells[: _stub(cells, given.exercise_id)]):
        role = cell["metadata"].get("exercise", {}).get("role")
        binds, uses = _binds_and_uses(cell["source"])
        if role != "stub" and binds & needed:
            kept.append(cell)
            needed |= uses if role != "check" else set()
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in reversed(kept):
        marked = cell["metadata"].get("exercise")
        if marked:
            earlier = load_key().exercise(marked["id"])
            value = earlier.reference if earlier.is_code else earlier.reference()
            namespace[earlier.name] = value
        else:
            _run(cell["source"], namespace)
    return namespace


def _run(source: str, namespace: dict[str, Any]) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        # Not inherited: this module's own __future__ is not the student's.
        exec(compile(source, "<cell>", "exec", dont_inherit=True), namespace)


@cache
def _code_cells(chapter: str) -> tuple[dict[str, Any], ...]:
    """The code cells of the notebook that the chapter's text makes."""
    cells = notebook_from_text(text_of(chapter)).cells
    keys = ("cell_type", "metadata", "source")
    return tuple({k: cell[k] for k in keys} for cell in cells if cell.cell_type == "code")


def _stub(cells: Any, exercise_id: str) -> int:
    wanted = {"id": exercise_id, "role": "stub"}
    marks = [cell["metadata"].get("exercise") for cell in cells]
    return marks.index(wanted)


@cache
def _binds_and_uses(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Names a cell binds at its top level, and all that it mentions."""
    symbols = symtable.symtable(source, "<cell>", "exec").get_symbols()
    binds = (s.get_name() for s in symbols if s.is_assigned() or s.is_imported())
    return frozenset(binds), _names(source)


@cache
def _names(source: str) -> frozenset[str]:
    """Every name that code takes from outside: no attribute, nothing of its own."""
    try:
        pending = [symtable.symtable(source, "<cell>", "exec")]
    except SyntaxError:
        return frozenset()
    found: set[str] = set()
    while pending:
        table = pending.pop()
        at_top = table.get_type() == "module"
        names = table.get_symbols()
        found |= {s.get_name() for s in names if s.is_global() or at_top}
        pending += table.get_children()
    return frozenset(found)
