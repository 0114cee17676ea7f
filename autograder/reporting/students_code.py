"""A student's code as an instructor may show it.

Comments and docstrings go: they say who wrote it, or repeat the task.
"""

import ast
import re
from collections.abc import Iterable
from itertools import accumulate

from autograder.exercise.source_lines import comments_in

LINES_SHOWN = 40
NAME_LETTERS = 3  # a shorter part of a name stands in any code


def anonymous(source: str, names: Iterable[str] = ()) -> str:
    """The code alone, in one layout; "" when it cannot be read or tells a name."""
    tree = _parsed(source)
    if tree is None:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            _drop_docstring(node)
    try:
        code = ast.unparse(tree)
    except Exception:  # whatever a student wrote there: nested, or a number too long
        return ""
    words = {w.casefold() for name in names for w in re.findall(r"[^\W_]+", name)}
    text = code.casefold()
    if any(len(word) >= NAME_LETTERS and word in text for word in words):
        return ""
    return code


def as_written(
    source: str, author: Iterable[str] = (), everybody: Iterable[str] = ()
) -> str:
    """The code as it stands, brackets, comments and all, where it tells no name.

    Comments that name anybody of the class are left out; code that names its author is
    what ``anonymous`` makes of it.
    """
    kept = list(source)
    lines = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
    for token in comments_in(source):
        if _names(token.string, everybody):
            start, end = (lines[row - 1] + at for row, at in (token.start, token.end))
            kept[start:end] = [""] * (end - start)
    text = "".join(kept).rstrip()
    return anonymous(source, author) if _names(text, author) else text


def _names(text: str, names: Iterable[str]) -> bool:
    """Whether a text holds a part of one of these names."""
    words = {word.casefold() for word in re.findall(r"[^\W_]+", text)}
    parts = {w.casefold() for name in names for w in re.findall(r"[^\W_]+", name)}
    return any(len(part) >= NAME_LETTERS and part in words for part in parts)


def shortened(code: str) -> str:
    """Code that a page can hold: its first lines, and how many follow."""
    lines = code.splitlines()
    if len(lines) <= LINES_SHOWN:
        return code
    left = len(lines) - LINES_SHOWN
    return "\n".join([*lines[:LINES_SHOWN], f"# and {left} more lines"])


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except Exception:  # of what is no Python the parser raises more than SyntaxError
        return None


def _drop_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
    if ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.Pass()]
