"""Hints, and what each is about: who has that right already is not told it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from autograder.exercise.answers import Answer, cell_source

if TYPE_CHECKING:
    from autograder.exercise.definition import Exercise

LEAST = 12  # characters without spaces that make a line of code somebody's own


class Hint(str):
    """A hint on one thing that an exercise asks for.

    Parameters
    ----------
    text
        What the student reads.
    about
        The names of cases, properties and rules that it helps with.  A plain text is
        about the task as a whole.
    """

    about: tuple[str, ...]

    def __new__(cls, text: str, *about: str) -> Hint:
        """Make a hint."""
        made = super().__new__(cls, text)
        made.about = about
        return made

    def __reduce__(self) -> tuple[type[Hint], tuple[str, ...]]:
        """So that a copy, and another process, keeps what it is about."""
        return Hint, (str(self), *self.about)


def about(hint: str) -> tuple[str, ...]:
    """What a hint is about; nothing for one on the whole task."""
    return hint.about if isinstance(hint, Hint) else ()


def still_needed(hints: Sequence[str], right: Container[str]) -> tuple[str, ...]:
    """The hints about the whole task, or about something that is not right yet."""
    return tuple(
        hint
        for hint in hints
        if not about(hint) or not all(name in right for name in about(hint))
    )


def spelled_out(exercise: Exercise, answers: Sequence[Answer]) -> tuple[int, ...]:
    """The numbers, from 0, of an exercise's hints that say a whole line of an answer.

    A student finds them folded in the notebook; an assistant is not given them.
    """
    sources = [cell_source(answer, answers) for answer in answers]
    sources += [inspect.getsource(exercise.reference)] if exercise.is_code else []
    lines = {line for source in sources for line in own_lines(textwrap.dedent(source))}
    squeezed = ["".join(hint.split()) for hint in exercise.hints]
    return tuple(
        n for n, text in enumerate(squeezed) if any(line in text for line in lines)
    )


def own_lines(source: str) -> Iterator[str]:
    """The lines of the bodies of some code, without spaces, docstrings and short ones."""
    texts = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = 1 if ast.get_docstring(node) is not None else 0
            for made in node.body[first:]:
                if isinstance(made, ast.FunctionDef | ast.ClassDef):
                    continue  # its own body is walked: a signature is in the stub
                for text in texts[made.lineno - 1 : made.end_lineno]:
                    line = "".join(text.partition("  #")[0].split())
                    if len(line) >= LEAST and line[0] != "#":
                        yield line
