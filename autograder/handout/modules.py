"""Which modules of ours a chapter needs, found from what imports what."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Import = tuple[str, str]  # a module, and a name in it or ""


def imports(source: str) -> Iterator[Import]:
    """Everything a source imports, wherever in it; what does not parse has none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)


def local_packages(found: Iterable[Import], root: Path) -> dict[str, Path]:
    """The packages among these that lie in the course's folder: name and folder."""
    packages: dict[str, Path] = {}
    for name in {module.partition(".")[0] for module, _ in found}:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin and root in origin.parents and "site-packages" not in origin.parts:
            packages[name] = origin.parent
    return packages


def file_of(module: str, packages: Mapping[str, Path]) -> Path | None:
    """A local module's file."""
    package, *inner = module.split(".")
    if package not in packages:
        return None
    place = packages[package].joinpath(*inner)
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None


@dataclass
class Needed:
    """What was found: modules and their files, and names from held-back modules."""

    files: dict[str, Path] = field(default_factory=dict)
    held_back: dict[str, set[str]] = field(default_factory=dict)
    imported_by: dict[Import, str] = field(default_factory=dict)


def needed(
    roots: Iterable[Import], packages: Mapping[str, Path], never: Iterable[str] = ()
) -> Needed:
    """All local modules behind ``roots``; of those in ``never`` only the names used."""
    result, refused = Needed(), frozenset(never)
    pending = [(module, name, "a notebook") for module, name in roots]
    while pending:
        module, name, by = pending.pop()
        inner = f"{module}.{name}"
        if name and file_of(inner, packages):
            module, name = inner, ""
        if module in refused:
            result.held_back.setdefault(module, set()).add(name)
            result.imported_by[module, name] = by
            continue
        # A package is imported before what is in it.
        outer = module.rpartition(".")[0]
        for each in filter(None, (module, outer)):
            path = file_of(each, packages)
            if path is None or each in result.files:
                continue
            result.files[each] = path
            source = path.read_text(encoding="utf-8")
            pending += [(found, what, each) for found, what in imports(source)]
    return result
