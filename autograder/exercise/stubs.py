"""The stub of an exercise: what the student finds in the cell."""

import ast
import inspect
import textwrap
from functools import lru_cache
from typing import TypeVar

from autograder.exercise.building import wrong_source
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import source_of

INDENT = "    "
OPEN = "raise NotImplementedError"
UNTOUCHED = "Not attempted yet: this is still the code to repair, as it was given."
_Definition = ast.FunctionDef | ast.ClassDef
DOCUMENTED = _Definition | ast.AsyncFunctionDef | ast.Module
T = TypeVar("T", bound=ast.AST)


def stub(exercise: Exercise) -> str:
    """The reference's signature and docstring, and nothing of its body."""
    if not exercise.is_code:
        return exercise.handler.stub(exercise)
    broken = wrong_source(exercise, (exercise.broken,)) if exercise.broken else ""
    return stub_of(inspect.getsource(exercise.reference), broken)


def stub_of(reference: str, broken: str = "") -> str:
    """The stub that is made of the source of a function or a class.

    A class keeps its methods; each is left to write.  Where there is code to repair, its
    source is ``broken``: a function's body is then its, and so are a class's methods.
    """
    node = _definition(reference)
    if isinstance(node, ast.FunctionDef):
        return _function(node, "").replace(OPEN, _broken_body(broken) if broken else OPEN)
    bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
    parts = [f"class {node.name}{bases}:{_docstring(node, INDENT)}"]
    if broken:
        parts += [_lines(broken, method) for method in _methods(_definition(broken))]
    else:
        parts += [_function(method, INDENT) for method in _methods(node)]
    return "\n\n".join(parts)


def is_untouched(exercise: Exercise, source: str) -> bool:
    """Whether a definition is the stub as handed out, all that does nothing apart.

    Of most exercises the stub says itself that it is one; that of a repair holds code.
    """
    if not exercise.is_code or not exercise.broken:
        return False
    try:
        own = ast.parse(textwrap.dedent(source)).body
        return len(own) == 1 and _bare(own[0]) == _handed_out(exercise)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # nobody was handed out such code


@lru_cache(maxsize=256)
def _handed_out(exercise: Exercise) -> str:
    return _bare(_definition(source_of(exercise).handed_out or stub(exercise)))


def without_docstrings(tree: T) -> T:
    """The same tree, whose docstrings are taken out."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def _bare(node: ast.stmt) -> str:
    """What a definition does, without what only tells of it."""
    for each in ast.walk(without_docstrings(node)):
        if isinstance(each, ast.arg):
            each.annotation = None
        if isinstance(each, ast.FunctionDef):
            each.returns = None
    return ast.dump(node)


def _broken_body(source: str) -> str:
    node = _definition(source)
    first = node.body[1 if ast.get_docstring(node) else 0].lineno
    return "\n".join(source.rstrip().splitlines()[first - 1 :])[len(INDENT) :]


def _lines(source: str, node: ast.FunctionDef) -> str:
    """The lines of a method as they stand, comments above it left out."""
    return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])


def _function(node: ast.FunctionDef, indent: str) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    header = f"{indent}def {node.name}({ast.unparse(node.args)}){returns}:"
    lines = [header + _docstring(node, indent + INDENT)]
    if node.name == "__init__":
        lines.append(f"{indent}{INDENT}super().__init__()")
    return "\n".join([*lines, f"{indent}{INDENT}{OPEN}"])


def _docstring(node: _Definition, indent: str) -> str:
    words = ast.get_docstring(node)
    if not words:
        return ""
    end = "\n" if "\n" in words else ""
    return "\n" + textwrap.indent(f'"""{words}{end}"""', indent)


def same_contract(exercise: Exercise, source: str) -> str:
    """Say how a cell's stub differs from the reference's contract; ``""`` if not.

    Signatures and docstrings must be the same; layout may differ.
    """
    if not exercise.is_code:
        return ""
    wanted = _definition(stub(exercise))
    definitions = [
        node
        for node in ast.parse(source).body
        if isinstance(node, type(wanted)) and node.name == exercise.name
    ]
    if not definitions:
        return f"the stub cell does not define {exercise.name}"
    own = definitions[0]
    pairs: list[tuple[_Definition, _Definition]] = [(wanted, own)]
    if isinstance(wanted, ast.ClassDef) and isinstance(own, ast.ClassDef):
        if list(map(ast.unparse, wanted.bases)) != list(map(ast.unparse, own.bases)):
            return "the class has other bases than the reference"
        methods = {method.name: method for method in _methods(own)}
        for method in _methods(wanted):
            if method.name not in methods:
                return f"the method {method.name}() is missing"
            pairs.append((method, methods[method.name]))
    if exercise.broken and ast.dump(wanted) != ast.dump(own):
        return "the stub is not the code to repair"
    for right, mine in pairs:
        if ast.get_docstring(right) != ast.get_docstring(mine):
            return f"the docstring of {right.name} is not that of the reference"
        if isinstance(right, ast.FunctionDef) and _signature(right) != _signature(mine):
            return f"the signature of {right.name} is not {_signature(right)}"
    return ""


def _signature(node: _Definition) -> str:
    if isinstance(node, ast.ClassDef):
        return ""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(node.args)}){returns}"


def _methods(node: _Definition) -> list[ast.FunctionDef]:
    return [item for item in node.body if isinstance(item, ast.FunctionDef)]


def _definition(source: str) -> _Definition:
    node = ast.parse(textwrap.dedent(source)).body[0]
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        raise TypeError("The reference must be a function or a class.")
    return node
