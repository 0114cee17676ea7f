"""The source of a reference with all that it needs, to be run in a student's process.

Where gradients must flow through it, it cannot be called from outside.
"""

import ast
import importlib
import inspect
from functools import lru_cache
from importlib.util import resolve_name

from autograder.exercise.definition import Exercise
from autograder.exercise.key import KeyProblem


@lru_cache(maxsize=256)
def standalone_source(exercise: Exercise) -> str:
    """A reference that runs by itself: its libraries, what it builds on, its source.

    Raises ``KeyProblem`` when two modules that it needs define the same name.
    """
    needed = _Definitions(exercise.reference.__module__.partition(".")[0])
    needed.take(exercise.reference.__module__, exercise.reference.__name__)
    first = "from __future__ import annotations"
    return "\n\n".join([first, *needed.libraries, *needed.definitions.values()])


class _Definitions:
    """Collects definitions, and what each of them needs, from the modules of a package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.libraries: dict[str, None] = {}  # import statements, in order
        self.definitions: dict[str, str] = {}
        self._home: dict[str, str] = {}  # the module of each name taken

    def take(self, module: str, name: str) -> None:
        """Take a name of a module: its definition, or what it was imported from."""
        meaning = _meanings(module).get(name)
        if meaning is None:  # a builtin, or a local variable
            return
        if isinstance(meaning, ast.Import):
            self._take_library(meaning, name)
        elif isinstance(meaning, ast.ImportFrom):
            dotted = "." * meaning.level + (meaning.module or "")
            source = resolve_name(dotted, module.rpartition(".")[0])
            if source.partition(".")[0] == self.package:
                self.take(source, name)
            elif source.partition(".")[0] != "autograder":
                self._take_library(meaning, name)
        elif self._home.setdefault(name, module) != module:
            raise KeyProblem(
                f"{module} and {self._home[name]} both define {name}, and a reference "
                "needs both. Give one of them another name."
            )
        elif name not in self.definitions:
            self.definitions[name] = ""  # a recursive function needs itself
            for node in ast.walk(meaning):
                if isinstance(node, ast.Name):
                    self.take(module, node.id)
            del self.definitions[name]  # after what it needs
            self.definitions[name] = ast.unparse(meaning)

    def _take_library(self, statement: ast.Import | ast.ImportFrom, name: str) -> None:
        kept = [alias for alias in statement.names if _binds(alias) == name]
        if isinstance(statement, ast.Import):
            line = ast.unparse(ast.Import(kept))
        else:
            line = ast.unparse(ast.ImportFrom(statement.module, kept, statement.level))
        self.libraries[line] = None


def _meanings(module: str) -> dict[str, ast.stmt]:
    """What each name at the top of a module is: a definition, or an import."""
    meanings: dict[str, ast.stmt] = {}
    for node in ast.parse(inspect.getsource(importlib.import_module(module))).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            meanings[node.name] = node
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            meanings |= {_binds(alias): node for alias in node.names}
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            meanings |= {t.id: node for t in targets if isinstance(t, ast.Name)}
    return meanings


def _binds(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]
