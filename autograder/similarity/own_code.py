"""A student's own code behind an answer: in the notebook, and in modules beside it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from autograder.notebooks.found import Found
from autograder.notebooks.read import Cell, Notebook, syntax
from autograder.notebooks.statements import Statement, statements

EVERYTHING = "*"  # of a module


@dataclass(frozen=True)
class OwnCode:
    """A notebook and the modules that it may import."""

    notebook: Notebook

    @cached_property
    def modules(self) -> dict[str, str]:
        """The sources of the modules, by name."""
        return dict(self.notebook.modules)

    @cached_property
    def known(self) -> list[Statement]:
        """The notebook's statements."""
        return statements(self.notebook)

    @cached_property
    def in_modules(self) -> dict[str, list[Statement]]:
        """The statements of each module; their cells' numbers are below those of cells."""
        found = {}
        for number, (name, source) in enumerate(self.modules.items(), -len(self.modules)):
            cell = Cell(number, source, tree=syntax(source)[0])
            found[name] = list(statements(Notebook(f"{name}.py", "", (cell,))))
        return found

    @property
    def everything(self) -> list[Statement]:
        """The statements of the notebook and of all modules."""
        return [s for some in (self.known, *self.in_modules.values()) for s in some]

    def behind(self, answer: Found, exercises: Collection[str]) -> str:
        """The answer's definitions and those of the functions it uses, in order.

        Not those of other exercises, which are compared by themselves.
        """
        kept: dict[tuple[int, int], Statement] = {}
        last = [answer.expression] if answer.expression else list(answer.definitions[-1:])
        pending = [s for s in last if s]
        others = {*exercises} - {answer.name}
        while pending:
            statement = pending.pop()
            if statement.place in kept:
                continue
            kept[statement.place] = statement
            pending += self._used(statement, statement.uses - {*exercises})
            pending += self._taken(statement, others)
        written = [kept[p] for p in sorted(kept) if not self._only_imports(kept[p])]
        return "\n".join(statement.source for statement in written)

    def _used(self, statement: Statement, names: Collection[str]) -> Iterator[Statement]:
        """What makes these names where the statement stands: definitions and imports."""
        beside = self.known
        for some in self.in_modules.values():
            beside = some if statement in some else beside
        for made in beside:
            if made.binds & {*names, EVERYTHING} and self._gives(made):
                yield made

    def _taken(self, statement: Statement, others: Collection[str]) -> Iterator[Statement]:
        """What a statement imports from the student's modules, but other exercises."""
        for module, names in self._imports(statement):
            for made in self.in_modules[module]:
                wanted = made.binds - {*others} if EVERYTHING in names else names
                if made.binds & {*wanted, EVERYTHING} and self._gives(made):
                    yield made

    def _gives(self, statement: Statement) -> bool:
        """Whether it is a function or a class, or imports from an own module."""
        return statement.defines or self._only_imports(statement)

    def _imports(self, statement: Statement) -> Iterator[tuple[str, set[str]]]:
        """The own modules that a statement imports, and what of each."""
        if not self.modules or "import" not in statement.source:
            return
        tree = syntax(statement.source)[0]
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.ImportFrom) and node.module in self.modules:
                yield node.module, {alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.modules:
                        yield alias.name, {EVERYTHING}

    def _only_imports(self, statement: Statement) -> bool:
        """Whether it does nothing but import, and from an own module."""
        is_import = statement.source.lstrip().startswith(("import ", "from "))
        return is_import and any(True for _ in self._imports(statement))
