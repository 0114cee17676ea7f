"""Which source files a chapter's verdicts hang on, found from what imports what.

A key is mended one module at a time; whoever answered other chapters need not
be graded again for it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key

# Where grading begins: in the coordinator's worker, and in the student's process.
ENGINE = (
    "autograder.grading.submission",
    "autograder.sandbox.warm",
    "autograder.sandbox.child",
)


def chapter_digest(key: Key, chapter: Chapter) -> str:
    """A hash of the key's modules behind one chapter's exercises.

    A module that imports by a name made at run time may need any of the key's
    modules: then all of them count.
    """
    return _digest(key_modules(key, chapter))


def engine_digest() -> str:
    """A hash of all of the grader that a verdict hangs on; pages do not count."""
    return digest_of(*ENGINE)


def digest_of(*modules: str) -> str:
    """A hash of modules and of whatever they import from their own packages."""
    roots = {name.partition(".")[0] for name in modules}
    return _digest(closure(modules, tuple(roots)))


def key_modules(key: Key, chapter: Chapter) -> dict[str, Path]:
    """The key's modules behind one chapter, by name."""
    start = (key.name, *chapter_modules(chapter))
    roots = tuple({name.partition(".")[0] for name in start})
    needed = closure(start, roots)
    if any(_imports_by_name(path) for path in needed.values()):
        return {name: p for root in roots for name, p in _all_modules(root).items()}
    return needed


def chapter_modules(chapter: Chapter) -> tuple[str, ...]:
    """A chapter's own modules: one, or its folder and whatever lies in it."""
    path = _file_of(chapter.module)
    if path is None or path.name != "__init__.py":
        return (chapter.module,)
    inside = sorted(found.stem for found in path.parent.glob("*.py") if found != path)
    return (chapter.module, *(f"{chapter.module}.{name}" for name in inside))


def libraries_of(key: Key, chapter: Chapter) -> frozenset[str]:
    """The top-level packages that a chapter's modules import."""
    paths = key_modules(key, chapter).values()
    named = {name for path in paths for name in _imported(path, path.stem)}
    return frozenset(name.partition(".")[0] for name in named)


def closure(start: Iterable[str], roots: tuple[str, ...]) -> dict[str, Path]:
    """The modules under ``roots`` that ``start`` imports, and theirs, by name."""
    found: dict[str, Path] = {}
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in found or name.partition(".")[0] not in roots:
            continue
        path = _file_of(name)
        if path is None:  # "from package import thing" names no module
            continue
        found[name] = path
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        waiting += _imported(path, package)
        waiting.append(name.rpartition(".")[0])  # a package runs before its modules
    return found


def _file_of(name: str) -> Path | None:
    """A module's source file, found without importing it or its package."""
    top, _, inside = name.partition(".")
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


def _all_modules(root: str) -> dict[str, Path]:
    top = _file_of(root)
    if top is None or top.name != "__init__.py":
        return {root: top} if top else {}
    paths = sorted(top.parent.rglob("*.py"))
    return {path.relative_to(top.parent.parent).as_posix(): path for path in paths}


def _imported(path: Path, package: str) -> Iterator[str]:
    """Every name a file imports that may be a module; relative ones from ``package``."""
    for level, module, names in _imports(path):
        base = module
        if level:
            parts = package.split(".")[: -level + 1 or None]
            base = ".".join([*parts, *([module] if module else [])])
        yield base
        yield from (f"{base}.{name}" for name in names)


def _imports_by_name(path: Path) -> bool:
    """Whether a file imports modules that its text does not name."""
    return (0, BY_NAME, ()) in _imports(path)


Import = tuple[int, str, tuple[str, ...]]  # dots in front, module, names taken from it
BY_NAME = "?"


def _imports(path: Path) -> tuple[Import, ...]:
    stat = path.stat()
    return _imports_once(path, (stat.st_mtime_ns, stat.st_size))


@lru_cache(maxsize=512)
def _imports_once(path: Path, _stamp: tuple[int, int]) -> tuple[Import, ...]:
    source = path.read_bytes()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # found when the key is loaded
        return ()
    found: list[Import] = []
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            found += [(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            found.append((node.level, node.module or "", names))
    if (b"__import__" in source or b"import_module" in source) and _calls_import(tree):
        found.append((0, BY_NAME, ()))
    return tuple(found)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement, in functions and branches too; what they are made of is not."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, None)
            if isinstance(inner, list):
                waiting += inner


def _calls_import(tree: ast.AST) -> bool:
    """Whether a module is imported by a name made at run time."""
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(tree)}
    return bool(names & {"__import__", "import_module"})


def _digest(modules: dict[str, Path]) -> str:
    hashes = [
        (name, hashlib.sha256(path.read_bytes()).hexdigest())
        for name, path in sorted(modules.items())
    ]
    return hashlib.sha256(repr(hashes).encode()).hexdigest()[:32]
