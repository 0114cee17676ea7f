"""A student's own answer from an earlier notebook, for a chapter that builds on it.

The Transformer of a later chapter is made of the blocks of an earlier one.  In the
course they come from the answer key; in a student's copy they are the student's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.checking.check import evaluate
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.handout.missing import Missing, NotYet
from autograder.notebooks.finding import find
from autograder.notebooks.read import UnreadableNotebook, read_notebook
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements

Names = dict[str, tuple[str, str]]  # name: (chapter, exercise id)


def answers_by_name(names: Names, notebooks: Path, key: str) -> Any:
    """A module's ``__getattr__`` that gives the student's own answers by name."""
    known: dict[str, Any] = {}

    def look_up(name: str) -> Any:
        if name not in names:
            raise AttributeError(name)
        if name not in known:
            chapter, exercise_id = names[name]
            exercise = load_key(key).exercise(exercise_id)
            # Installed from a wheel there is no such folder: one works in another.
            folder = notebooks if notebooks.is_dir() else Path.cwd()
            known[name] = student_answer(folder / f"{chapter}.ipynb", exercise)
        return known[name]

    def now_or_later(name: str) -> Any:
        try:
            return look_up(name)
        except NotYet as problem:
            return MissingUntilSolved(name, look_up, str(problem))

    return now_or_later


class MissingUntilSolved(Missing):
    """A placeholder for an answer that is not there yet; each call looks for it again."""

    def __init__(self, name: str, look_up: Callable[[str], Any], sentence: str) -> None:
        super().__init__(name, sentence=sentence)
        self._answer = partial(look_up, name)

    def __mro_entries__(self, _: tuple[Any, ...]) -> tuple[type, ...]:
        """What a class is made of that is made of the answer, if it is there by now."""
        return (self._answer(),)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the answer, if it is there by now."""
        return self._answer()(*arguments, **named)


def student_answer(path: Path, exercise: Exercise) -> Any:
    """What a notebook answers to an exercise, if the public examples accept it.

    Raises ``NotYet`` with one line that says which exercise of which notebook comes first.
    """
    where = f"“{exercise.title}” ({exercise.id}) in {path.name}"
    try:
        notebook = read_notebook(path.read_bytes(), path.name)
    except FileNotFoundError:
        why = f"This chapter builds on {where}: solve it, and put it beside this one."
        raise NotYet(why) from None
    except (OSError, UnreadableNotebook):
        raise NotYet(f"This chapter builds on {where}, which cannot be read.") from None
    known = statements(notebook)
    answered = find(notebook, known, exercise.id, exercise.name)
    if not answered.attempted or answered.broken:
        raise NotYet(f"This chapter builds on {where}: solve that one first.")
    module = ModuleType("own_answers")
    for label, source in slice_for(answered, known, {}).cells:
        label = f"{path.name} {label}"
        keep_source(label, source)
        try:
            exec(compile(ast.parse(source, label), label, "exec"), module.__dict__)
        except Exception as error:
            why = f"This chapter builds on {where}, which raises {error!r} there."
            raise NotYet(why) from None
    answer = getattr(module, answered.name, None)
    if evaluate(exercise, answer).status not in (Status.PASSED, Status.PARTIAL):
        raise NotYet(f"This chapter builds on {where}, which is not right yet.")
    return answer
