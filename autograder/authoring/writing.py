"""Write into a key's modules, laid out as ``ruff format`` has them."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence

from autograder.exercise.changes import Change

WIDTH = 92
STEP = 4
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
        A change of the reference, the source of an answer, or ``lambda: value``.
    """
    indent = 2 * STEP
    if isinstance(wrong, Change):
        code = changes(wrong, indent)
    else:
        code = wrong if wrong.startswith("lambda:") else pasted(wrong, indent)
    return call("Misconception", [string(name, indent), string(says, indent), code], STEP)


def collected(verdict: str, label: str, source: str, why: str, name: str = "") -> str:
    """The source of a collected answer in a tuple of a module.

    Parameters
    ----------
    verdict
        ``right`` or ``wrong``.
    label, source, why, name
        What the ``Answer`` has.
    """
    indent = 2 * STEP
    texts = [string(text, indent) for text in (label, why, *filter(None, [name]))]
    one_line = "\n" not in source.strip("\n")
    code = string(source.strip("\n"), indent) if one_line else pasted(source, indent)
    return call(verdict, [texts[0], code, *texts[1:]], STEP)


def changes(change: Change, indent: int) -> str:
    """The calls of ``change`` that make a change, as an argument ``indent`` far in."""

    def one(edit: tuple[str, str], before: int) -> str:
        texts = [string(text, indent + STEP) for text in edit]
        return call("change", texts, indent, before)

    line = " + ".join(one(edit, 0) for edit in change.edits)
    if "\n" not in line and indent + len(line) < WIDTH:
        return line
    first, *more = change.edits
    rows = [one(first, 0), *("+ " + one(edit, 2) for edit in more)]
    return ("\n" + " " * indent).join(rows)


def pasted(source: str, indent: int) -> str:
    """Code as a text in triple quotes, as far in as what is around it.

    Raises
    ------
    CannotBeWritten
        When a line of it is too long there.
    """
    text = source.replace("\\", "\\\\").replace(QUOTES, '\\"\\"\\"')
    inside = textwrap.indent(text.strip("\n"), " " * indent)
    for number, line in enumerate(inside.splitlines(), 1):
        if len(line) > WIDTH:
            words = f"Line {number} of the answer's code is too long for the key"
            words += f" ({len(line) - indent} characters, at most {WIDTH - indent})"
            raise CannotBeWritten(f"{words}: break it in two.")
    return f"{QUOTES}\n{inside}\n{' ' * indent}{QUOTES}"


def call(name: str, arguments: Sequence[str], indent: int, before: int = 0) -> str:
    """A call on one line, with its arguments on one line, or with a line for each."""
    inside = ", ".join(arguments)
    pad = " " * (indent + STEP)
    if "\n" in inside:
        return f"{name}(\n{pad}" + f",\n{pad}".join(arguments) + f",\n{' ' * indent})"
    if indent + before + len(name) + len(inside) + 3 <= WIDTH:
        return f"{name}({inside})"
    if len(pad) + len(inside) > WIDTH:
        inside = f",\n{pad}".join(arguments) + ","
    return f"{name}(\n{pad}{inside}\n{' ' * indent})"


def string(text: str, indent: int) -> str:
    """A text as a literal, in pieces below one another where it is long."""
    room = WIDTH - indent - 1
    if len(_quoted(text)) <= room:
        return _quoted(text)
    pieces = [""]
    for word in re.findall(r"\S*\s*", text):
        if pieces[-1] and len(_quoted(pieces[-1] + word)) > room:
            pieces.append("")
        pieces[-1] += word
    return ("\n" + " " * indent).join(map(_quoted, filter(None, pieces)))


def _quoted(text: str) -> str:
    quote = "'" if text.count('"') > text.count("'") else '"'
    inside = repr(text + "'\"")[1:-4].replace("\\'", "'").replace(quote, f"\\{quote}")
    return f"{quote}{inside}{quote}"


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
        if isinstance(node, ast.Assign)
        and [ast.unparse(target) for target in node.targets] == [name]
    ]
    if len(tuples) != 1 or not isinstance(tuples[0], ast.Tuple):
        raise CannotBeWritten(f"{name} is no tuple that is written out")
    before, inside, after = _cut(source, tuples[0])
    if not inside.startswith("(") or not inside.endswith(")"):
        raise CannotBeWritten(f"{name} is no tuple in parentheses")
    pad = " " * STEP
    if inside.count("\n"):
        items = inside[1:-1].rstrip().rstrip(",")
    else:
        items = "".join(
            f"\n{pad}{ast.get_source_segment(source, node)}," for node in tuples[0].elts
        ).rstrip(",")
    items += "," if items.strip() else ""
    made = f"{before}({items}\n{pad}{item},\n){after}"
    return with_import(made, imported)


def with_import(source: str, name: str) -> str:
    """A module that imports ``name`` of ``autograder`` with what it has from there."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module == "autograder":
            names = {alias.name for alias in node.names} | {name}
            if any(alias.asname for alias in node.names):
                break
            if len(names) == len(node.names):
                return source
            before, _, after = _cut(source, node)
            # As ruff sorts them: classes first.
            order = sorted(names, key=lambda each: (not each[0].isupper(), each))
            line = f"from autograder import {', '.join(order)}"
            if len(line) > WIDTH:
                line = call("from autograder import ", order, 0)
            return before + line + after
    raise CannotBeWritten(f"it does not import {name} from autograder")


def _cut(source: str, node: ast.expr | ast.stmt) -> tuple[str, str, str]:
    """A source before a node, the node's own, and after it."""
    lines = source.encode().splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        return sum(map(len, lines[: line - 1])) + column

    whole = source.encode()
    start = offset(node.lineno, node.col_offset)
    stop = offset(node.end_lineno or 0, node.end_col_offset or 0)
    return whole[:start].decode(), whole[start:stop].decode(), whole[stop:].decode()
