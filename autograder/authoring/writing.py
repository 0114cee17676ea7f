"""Add to the tuples of a key's modules.  ``ruff format`` gives the text its last shape."""

from __future__ import annotations

import ast
import re
import textwrap

from autograder.exercise.changes import Change

WIDTH = 92
INSIDE = 8 * " "  # where the arguments of a call in a tuple begin
QUOTES = '"""'


class CannotBeWritten(ValueError):
    """A module that cannot be added to by a program; the sentence says why."""


def misconception(name: str, says: str, wrong: Change | str) -> str:
    """The source of a ``Misconception`` in a tuple of a module.

    Parameters
    ----------
    name, says
        Its id and what it says.
    wrong
        A change of the reference, or the source of an answer.
    """
    code = _changes(wrong) if isinstance(wrong, Change) else pasted(wrong)
    return _call("Misconception", literal(name), literal(says), code)


def collected(label: str, source: str, why: str, name: str) -> str:
    """The source of a wrong answer, and the misconception it must be given."""
    words = literal(why), literal(name)
    return _call("wrong", literal(label), pasted(source), *words)


def _changes(change: Change) -> str:
    calls = [f"change({literal(old)}, {literal(new)})" for old, new in change.edits]
    return f"\n{INSIDE}+ ".join(calls)


def _call(name: str, *arguments: str) -> str:
    return f"{name}(\n{INSIDE}" + f",\n{INSIDE}".join(arguments) + ",\n    )"


def pasted(source: str) -> str:
    """Code as a text in triple quotes, as far in as what is around it.

    Raises
    ------
    CannotBeWritten
        When a line of it is too long there.
    """
    text = source.replace("\\", "\\\\").replace(QUOTES, '\\"\\"\\"')
    for number, line in enumerate(text.strip("\n").splitlines(), 1):
        if len(line) > WIDTH - len(INSIDE):
            raise CannotBeWritten(
                f"Line {number} of the answer's code is too long for the key "
                f"({len(line)} characters, at most {WIDTH - len(INSIDE)}): break it in two."
            )
    return f"{QUOTES}\n{textwrap.indent(text.strip(chr(10)), INSIDE)}\n{INSIDE}{QUOTES}"


def literal(text: str) -> str:
    """A text as a literal, in pieces below one another where it is long."""
    pieces = [""]
    for word in re.findall(r"\S*\s*", text):
        if pieces[-1] and len(repr(pieces[-1] + word)) > WIDTH - len(INSIDE) - 1:
            pieces.append("")
        pieces[-1] += word
    return f"\n{INSIDE}".join(repr(piece) for piece in pieces if piece) or "''"


def appended(source: str, name: str, item: str, imported: str) -> str:
    """A module with one more item in its tuple ``name``, and what that needs imported.

    Raises
    ------
    CannotBeWritten
        When the module has no such tuple, written out.
    """
    tree = ast.parse(source)
    tuples = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    ]
    if len(tuples) != 1 or not isinstance(tuples[0], ast.Tuple):
        raise CannotBeWritten(f"{name} is no tuple that is written out")
    end = tuples[0].end_lineno or 0, tuples[0].end_col_offset or 0
    items, after = _split(source, *end)
    if not items.endswith(")"):
        raise CannotBeWritten(f"{name} is no tuple in parentheses")
    items = items[:-1].rstrip()
    comma = "" if items.endswith((",", "(")) else ","
    return with_import(f"{items}{comma}\n    {item},\n){after}", imported)


def with_import(source: str, name: str) -> str:
    """A module that imports ``name`` of ``autograder`` with what it has from there."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module == "autograder":
            names = {alias.name for alias in node.names} | {name}
            if len(names) == len(node.names):
                return source
            before, _ = _split(source, node.lineno, node.col_offset)
            _, after = _split(source, node.end_lineno or 0, node.end_col_offset or 0)
            # As ruff sorts them: classes first.
            order = sorted(names, key=lambda each: (not each[0].isupper(), each))
            line = f"from autograder import {', '.join(order)}"
            if len(line) > WIDTH:
                line = "from autograder import (\n    " + ",\n    ".join(order) + ",\n)"
            return before + line + after
    raise CannotBeWritten(f"the module imports nothing from autograder, so not {name}")


def _split(source: str, line: int, column: int) -> tuple[str, str]:
    """A source in two, at a place as ``ast`` counts it: the column in bytes."""
    lines = source.encode().splitlines(keepends=True)
    at = sum(map(len, lines[: line - 1])) + column
    return source.encode()[:at].decode(), source.encode()[at:].decode()
