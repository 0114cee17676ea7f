"""The names of code by their scopes, the same ones on every Python."""

from __future__ import annotations

import ast
import contextlib
import symtable

# Since Python 3.12 their names stand in the symbol table of what is around them (PEP 709).
INLINED = (ast.ListComp, ast.SetComp, ast.DictComp)


class _AsGenerators(ast.NodeTransformer):
    """Writes every comprehension as a generator."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        match node:
            case ast.ListComp(elt, generators) | ast.SetComp(elt, generators):
                return ast.GeneratorExp(elt, generators)
            case ast.DictComp(key, value, generators):
                entry = ast.Tuple([key, value], ast.Load())
                return ast.GeneratorExp(entry, generators)
        return node


def table_of(source: str) -> symtable.SymbolTable:
    """The symbol table of code, with a comprehension's names in a scope of their own.

    Else a cell would need whatever bound a ``k`` above it.  What is too deep to be written
    anew is read as it stands.
    """
    if "for" in source:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError):
            tree = ast.parse(source)
            if any(isinstance(node, INLINED) for node in ast.walk(tree)):
                anew = ast.unparse(_AsGenerators().visit(tree))
                return symtable.symtable(anew, "<statement>", "exec")
    return symtable.symtable(source, "<statement>", "exec")
