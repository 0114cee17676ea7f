"""The stub of an exercise: what the student finds in the cell."""

from __future__ import annotations

import ast
import inspect
import textwrap

from autograder.exercise import Exercise


def stub(exercise: Exercise) -> str:
    """The reference's signature and docstring, and nothing of its body."""
    if exercise.kind != "function":
        return f"{exercise.name} = ..."
    tree = _definition(inspect.getsource(exercise.reference))
    docstring = ast.get_docstring(tree, clean=False)
    tree.body = [ast.parse("raise NotImplementedError").body[0]]
    header, body = ast.unparse(tree).split("\n", 1)
    if docstring is None:
        return f"{header}\n{body}"
    return f'{header}\n    """{docstring}"""\n{body}'


def same_contract(exercise: Exercise, source: str) -> str:
    """Say how a cell's stub differs from the reference's contract; ``""`` if not.

    The signature and the docstring must be the same; layout may differ.
    """
    if exercise.kind != "function":
        return ""
    wanted = _definition(stub(exercise))
    found = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == exercise.name
    ]
    if not found:
        return f"the stub cell defines no {exercise.name}()"
    if ast.unparse(found[0].args) != ast.unparse(wanted.args):
        return f"the signature is not that of the reference: {ast.unparse(wanted.args)}"
    if ast.get_docstring(found[0]) != ast.get_docstring(wanted):
        return "the docstring is not that of the reference"
    if (found[0].returns and ast.unparse(found[0].returns)) != (
        wanted.returns and ast.unparse(wanted.returns)
    ):
        return "the return annotation is not that of the reference"
    return ""


def _definition(source: str) -> ast.FunctionDef:
    node = ast.parse(textwrap.dedent(source)).body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError("The reference of a function exercise must be a def.")
    return node
