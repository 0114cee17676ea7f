"""What imports what, read from source files and never by importing them.

The digests of results, a student's copy and the pages' bundle are all made of the
modules that some others need; this is the one place that finds those.
"""

import ast
import importlib.util
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import resolve_name
from pathlib import Path

BY_NAME = frozenset({"__import__", "import_module"})


@dataclass(frozen=True)
class Import:
    """One import: a module, and a name taken from it or ``""``.

    ``on_import`` when it runs as its module is imported, and not later in a function
    or for a type checker alone.
    """

    module: str
    name: str = ""
    on_import: bool = True

    @property
    def as_module(self) -> str:
        """The module that the name is, if it is one."""
        return f"{self.module}.{self.name}" if self.name else self.module


@dataclass(frozen=True)
class Imports:
    """All imports of one source; ``by_name`` when it imports by names made at run time."""

    found: tuple[Import, ...] = ()
    by_name: bool = False


def imports(source: str, package: str = "") -> Imports:
    """List what a source imports, wherever in it."""
    try:
        tree = ast.parse(source)
        listed = tuple(_imports_in(tree, package, True))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Imports()
    names = (getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(tree))
    by_name = any(word in source for word in BY_NAME) and not BY_NAME.isdisjoint(names)
    return Imports(listed, by_name)


def _imports_in(node: ast.AST, package: str, on_import: bool) -> Iterator[Import]:
    """The imports in a statement and in the blocks below it, in order."""
    waiting = [(node, on_import)]
    while waiting:
        node, on_import = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, "", on_import) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            dotted = "." * node.level + (node.module or "")
            module = resolve_name(dotted, package) if node.level and package else dotted
            yield from (Import(module, alias.name, on_import) for alias in node.names)
        on_import = on_import and not _runs_later(node)
        blocks = [
            inner
            for block in ("body", "orelse", "finalbody", "handlers", "cases")
            if isinstance(inner := getattr(node, block, None), list)
        ]
        below = [(each, on_import) for block in blocks for each in block]
        waiting += reversed(below)


def _runs_later(node: ast.AST) -> bool:
    """Whether what is in a statement does not run as the module is imported."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return True
    test = node.test if isinstance(node, ast.If) else None
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def file_of(module: str) -> Path | None:
    """A module's source file, found without importing it or its package."""
    top, _, inside = module.partition(".")
    try:
        spec = importlib.util.find_spec(top) if top else None
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if not inside:
        return Path(spec.origin) if spec.origin and spec.origin.endswith(".py") else None
    for folder in spec.submodule_search_locations or ():
        place = Path(folder, *inside.split("."))
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file():
                return path
    return None


def imports_of(module: str, path: Path) -> Imports:
    """What a module's file imports, read again only when the file changes."""
    stat = path.stat()
    return _read(module, path, (stat.st_mtime_ns, stat.st_size))


@lru_cache(maxsize=1_024)
def _read(module: str, path: Path, _stamp: tuple[int, int]) -> Imports:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return imports(path.read_text(encoding="utf-8", errors="replace"), package)


def submodules(package: str, path: Path) -> list[str]:
    """The modules that lie in a package's own folder; a plain module has none inside."""
    if path.name != "__init__.py":
        return []
    # A name with a dot in it, as files of cells have, is no module's.
    modules = {p.stem for p in path.parent.glob("*.py") if p != path and "." not in p.stem}
    folders = {p.parent.name for p in path.parent.glob("*/__init__.py")}
    return [f"{package}.{name}" for name in sorted(modules | folders)]


def module_dependencies(start: Iterable[str], roots: Collection[str]) -> dict[str, Path]:
    """The modules, with their files, that some import, and those that these import.

    A package runs before its modules.  One that imports by names made up as it
    runs may need whatever lies in its folder.
    """
    files: dict[str, Path] = {}
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in files or name.partition(".")[0] not in roots:
            continue
        path = file_of(name)
        if path is None:  # "from package import thing" names no module
            continue
        files[name] = path
        known = imports_of(name, path)
        waiting += [name.rpartition(".")[0]]
        waiting += [part for each in known.found for part in (each.module, each.as_module)]
        waiting += submodules(name, path) if known.by_name else []
    return files
