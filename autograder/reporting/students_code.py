"""A student's code as an instructor may show it, and as the start of a misconception.

Comments and docstrings go: they say who wrote it, or repeat the task.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable

LINES_SHOWN = 40
NAME_LETTERS = 3  # a shorter part of a name stands in any code


def anonymous(source: str, names: Iterable[str] = ()) -> str:
    """The code alone, in one layout; "" when it cannot be read or tells a name.

    ``names`` are those of the student; any word of them gives them away.
    """
    tree = _parsed(source)
    if tree is None:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            _drop_docstring(node)
    try:
        code = ast.unparse(tree)
    except (RecursionError, ValueError):  # nested as nobody nests
        return ""
    words = {w.casefold() for name in names for w in re.findall(r"[^\W_]+", name)}
    told = code.casefold()
    if any(len(word) >= NAME_LETTERS and word in told for word in words):
        return ""
    return code


def shortened(code: str) -> str:
    """Code that a page can hold: its first lines, and how many follow."""
    lines = code.splitlines()
    if len(lines) <= LINES_SHOWN:
        return code
    left = len(lines) - LINES_SHOWN
    return "\n".join([*lines[:LINES_SHOWN], f"# and {left} more lines"])


def skeleton(code: str, *, is_code: bool) -> str:
    """A ``Misconception`` to finish, whose wrong answer is this code.

    ``code`` is what ``anonymous`` returns; ``is_code`` says that the exercise asks
    for a function or a class, not for a value.  "" where there is nothing to take.
    """
    tree = _parsed(code)
    if tree is None or not tree.body:
        return ""
    last = tree.body[-1]
    if isinstance(last, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        wrong = f"_wrong_{last.name}"
        _rename(tree, last.name, wrong)
        above = ast.unparse(tree) + "\n\n"
    elif isinstance(last, ast.Assign) and len(tree.body) == 1:
        value = ast.unparse(last.value)
        if not is_code and isinstance(last.value, (ast.List, ast.Tuple)):
            value = f"np.array({value})"  # as the reference has it
        wrong = value if is_code else f"lambda: {value}"
        above = ""
    else:
        return ""
    needs = _needs(tree)
    note = f"# It needs: {', '.join(needs)}\n" if needs else ""
    return (
        f"{note}{above}Misconception(\n"
        '    "a-short-name",\n'
        '    "Say what the student did, and what to do instead.",\n'
        f"    wrong={wrong},\n)"
    )


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _drop_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
    if ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.Pass()]


def _rename(tree: ast.Module, old: str, new: str) -> None:
    """Out of the reference's way, which has the same name."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            node.name = new if node.name == old else node.name
        elif isinstance(node, ast.Name) and node.id == old:
            node.id = new


def _needs(tree: ast.Module) -> list[str]:
    """Names that the code takes from elsewhere: libraries and helpers."""
    read: dict[str, None] = {}
    made = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read[node.id] = None
        elif isinstance(node, ast.Name):
            made.add(node.id)
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            made.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            made |= {(a.asname or a.name).partition(".")[0] for a in node.names}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            made.add(node.name)
    return [name for name in read if name not in made]
