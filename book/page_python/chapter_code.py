"""Run a reader's code after what it needs from the chapter above it.

The chapter's notebook is cut at the exercise or cell, the reader's own passed answers
are put in their places, and the grader's slicing finds the statements behind
the names that the code uses.  Nothing else of the chapter is run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.exercise.source_lines import keep_source
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import Cell, read_notebook
from autograder.notebooks.slicing import Slice, slice_for
from autograder.notebooks.statements import Statement, Statements, names, statements

# What code of the chapter raises where a library is not part of the page's Python.
NOT_HERE = (ImportError, SystemExit)
GENERATOR = re.compile(r"(\w+) = np\.random\.default_rng\(")
FIGURES = "from attention_figures"
CALLED = re.compile(r"(\w+)\.[\w.]+\(")


@dataclass(frozen=True)
class Work:
    """What to run for one exercise, or one cell.

    ``own`` are the names of earlier exercises that are the reader's own
    answers, ``lent`` those whose reference stands in.  ``sources`` has every
    cell's code by its label, and ``label`` is that of the reader's code.
    """

    piece: Slice
    label: str
    sources: Mapping[str, str]
    own: Mapping[str, str] = field(default_factory=dict)  # name -> label of its cell
    lent: tuple[str, ...] = ()


def work_for(
    chapter: Mapping[str, Any],
    place: str | int,
    source: str,
    passed: Mapping[str, str],
    names_of: Mapping[str, str],
    built_on: Iterable[str] = (),
) -> Work:
    """Find what a reader's code needs: ``source`` at an exercise's id, or a cell's number.

    ``chapter`` is its notebook; ``passed`` has sources and ``names_of`` names, by exercise;
    ``built_on`` are names of earlier chapters, whose references are lent.
    """
    cells, earlier = _above(chapter, place, source, passed)
    notebook = read_notebook(json.dumps({"cells": cells}).encode(), str(place))
    known = as_on_page(statements(notebook))
    mine = notebook.cells[-1]
    right = dict.fromkeys(built_on, False)
    right |= {names_of[id_]: id_ in passed for id_ in earlier if id_ in names_of}
    # By number: of a notebook that was read before the statements may be of that reading.
    own = (s for s in known if s.cell.number == mine.number)
    # How arrays are printed is set on NumPy, whether the code names it or not.
    found = FoundAnswer("", tuple(replace(s, uses=s.uses | {"np"}) for s in own))
    piece = slice_for(found, known, right)
    return Work(
        piece,
        mine.label,
        {cell.label: cell.source for cell in notebook.cells},
        {names_of[c.exercise_id]: c.label for c in _answers(notebook.cells, known, piece)},
        tuple(sorted(piece.borrowed)),
    )


def _above(
    chapter: Mapping[str, Any], place: str | int, source: str, passed: Mapping[str, str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """The cells down to a place with the reader's code in them, and whose they are."""
    cells, earlier = [], []
    for number, cell in enumerate(chapter["cells"], 1):
        said = cell.get("metadata", {}).get("exercise", {})
        is_stub = said.get("role") == "stub"
        if place == number or (is_stub and place == said["id"]):
            return [*cells, {**cell, "source": source}], earlier
        if is_stub:
            earlier.append(said["id"])
            if said["id"] in passed:
                cell = {**cell, "source": passed[said["id"]]}
        cells.append(cell)
    raise LookupError(f"The chapter has no exercise and no cell {place!r}.")


def as_on_page(known: Statements) -> Statements:
    """The statements, with what the chapters' own ways say about what they change.

    What draws from a random generator changes it: what a cell draws depends on all that
    was drawn above it.  A call that draws a figure, or asserts, changes nothing.
    """
    made = {found[1] for s in known if (found := GENERATOR.match(s.source))}
    figures = {n for s in known if s.source.startswith(FIGURES) for n in s.binds}

    def changes(s: Statement) -> frozenset[str]:
        name = CALLED.match(s.source)
        shows = name and (name[1] in figures or name[0].startswith("np.testing."))
        return (frozenset() if shows else s.changes) | (s.uses & made)

    return Statements(replace(s, changes=changes(s)) for s in known)


def _answers(cells: tuple[Cell, ...], known: list[Statement], piece: Slice) -> list[Cell]:
    """The cells with an earlier exercise's answer that the slice runs."""
    run = {label for label, _ in piece.cells}
    written = {s.cell.number for s in known if not s.is_stub and not s.checks}
    return [
        cell
        for cell in cells[:-1]
        if cell.exercise_id and cell.label in run and cell.number in written
    ]


class AnswerBroke(Exception):
    """An earlier answer of the reader's raised an error as it was defined."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def execute(
    work: Work,
    lend: Callable[[str], Any],
    hand_on: Callable[[str, Any], Any],
    show: Callable[[Any], None],
) -> dict[str, Any]:
    """Run a piece of work in a namespace of its own.

    ``lend(name)`` gives the reference of an earlier exercise or raises ``LookupError``;
    ``hand_on(name, answer)`` what the chapter goes on with after one of the reader's own;
    ``show`` receives the value of the last expression.  AnswerBroke is raised where an
    earlier answer does not run; what the reader's own code raises has a note on a name of
    the chapter that cannot be had here.
    """
    namespace: dict[str, Any] = {"__name__": "__main__", "display": show}
    missing: dict[str, str] = {}
    for name in work.lent:
        try:
            namespace[name] = lend(name)
        except LookupError:
            missing[name] = "its exercise needs a library that a page cannot have"
    answers = {label: name for name, label in work.own.items()}
    for label, source in work.piece.cells:
        text = work.sources[label]
        keep_source(label, text)
        if label == work.label:
            try:
                _run_own(source, label, namespace, show)
            except NameError as error:
                if error.name in missing:
                    error.add_note(
                        f"The notebook has {error.name}; this page has not: "
                        f"{missing[error.name]}."
                    )
                raise
        elif label in answers:
            try:
                exec(compile(source, label, "exec"), namespace)
                name = answers[label]
                namespace[name] = hand_on(name, namespace[name])
            except Exception as error:
                raise AnswerBroke(answers[label]) from error
        else:
            with contextlib.redirect_stdout(io.StringIO()):  # it was printed up there
                missing |= _run_chapter(source, label, namespace)
    return namespace


def _run_own(
    source: str, label: str, namespace: dict[str, Any], show: Callable[[Any], None]
) -> None:
    tree = ast.parse(source, label)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, label, "exec"), namespace)
        return
    tree.body.pop()
    exec(compile(tree, label, "exec"), namespace)
    show(eval(compile(ast.Expression(last.value), label, "eval"), namespace))


def _run_chapter(source: str, label: str, namespace: dict[str, Any]) -> dict[str, str]:
    """Run the chapter's own statements; say which names one could not make."""
    missing: dict[str, str] = {}
    for node in ast.parse(source, label).body:
        try:
            exec(compile(ast.Module([node], []), label, "exec"), namespace)
        except NOT_HERE as error:
            library = getattr(error, "name", None) or "something"
            why = f"it needs {library}"
            missing |= dict.fromkeys(names(ast.unparse(node))[0], why)
        except NameError as error:
            if error.name not in missing:
                raise
            missing |= dict.fromkeys(names(ast.unparse(node))[0], missing[error.name])
    return missing
