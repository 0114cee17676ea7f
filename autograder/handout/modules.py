"""Which modules of ours a chapter needs, and which of them are withheld."""

import ast
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from autograder.exercise.imports import Import, file_of, imports, imports_of, submodules

ENGINE = "autograder"

# Half a second where a few hundred distributions are installed.
packages_distributions = cache(metadata.packages_distributions)


def local_packages(imported: Iterable[Import], root: Path, key: str) -> dict[str, Path]:
    """The packages among these that are the course's own: name and folder.

    They lie in its folder ``root``, or were installed together with its ``key``.
    """
    packages: dict[str, Path] = {}
    installed = packages_distributions()
    distributions = {*installed.get(key.partition(".")[0], ())}
    for name in {each.module.partition(".")[0] for each in imported}:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        here = origin and root in origin.parents and "site-packages" not in origin.parts
        # The engine goes along wherever it is installed: PyPI does not have it.
        if origin and (
            here or name == ENGINE or not distributions.isdisjoint(installed.get(name, ()))
        ):
            packages[name] = origin.parent
    return packages


def base_of(module: str, path: Path, packages: Mapping[str, Path], root: Path) -> Path:
    """What a module's place in the copy is counted from: the course, or its package's."""
    package = packages[module.partition(".")[0]]
    return root if root in path.resolve().parents else package.parent


@dataclass
class NeededModules:
    """Modules and their files, and names from modules that are withheld."""

    files: dict[str, Path] = field(default_factory=dict)
    withheld: dict[str, set[str]] = field(default_factory=dict)
    imported_by: dict[tuple[str, str], str] = field(default_factory=dict)  # who
    outside: set[str] = field(default_factory=set)  # packages that were not followed


def needed_modules(
    roots: Iterable[Import], packages: Mapping[str, Path], never: Iterable[str] = ()
) -> NeededModules:
    """All local modules that ``roots`` need; of those in ``never`` only the names used."""
    result, refused = NeededModules(), frozenset(never)
    pending = [(each, "a notebook") for each in roots]
    while pending:
        each, by = pending.pop()
        if (top := each.module.partition(".")[0]) not in packages:
            result.outside.add(top)
            continue
        taken = each.name and file_of(each.as_module)
        module, name = (each.as_module, "") if taken else (each.module, each.name)
        if module in refused:
            result.withheld.setdefault(module, set()).add(name)
            result.imported_by[module, name] = by
            continue
        # A package is imported before what is in it.
        for needed in filter(None, (module, module.rpartition(".")[0])):
            path = file_of(needed)
            if path is None or needed in result.files:
                continue
            result.files[needed] = path
            known = imports_of(needed, path)
            pending += [(below, needed) for below in known.found]
            more = submodules(needed, path) if known.by_name else []
            pending += [(Import(below), needed) for below in more]
    return result


def lacking(
    sources: Mapping[str, str], modules: NeededModules
) -> Iterator[tuple[str, str]]:
    """Who imports a package that a copy does not hold and nobody can install, and which."""
    own = {m: p for m, p in modules.files.items() if m.partition(".")[0] != ENGINE}
    texts = {**sources, **{m: p.read_text(encoding="utf-8") for m, p in own.items()}}
    held = {module.partition(".")[0] for module in (*modules.files, *modules.withheld)}
    installed = {*packages_distributions(), *sys.stdlib_module_names, *held}
    for by, text in texts.items():
        wanted = {i.module.partition(".")[0] for i in imports(text).found if i.on_import}
        for name in sorted(wanted - installed - _tried(text) - {""}):
            yield by, name


def _tried(source: str) -> set[str]:
    """The packages whose imports may fail: they stand in a ``try``."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a magic line: it imports nothing either
        return set()
    tries = (n for n in ast.walk(tree) if isinstance(n, ast.Try))
    tried = (imports(ast.unparse(node)).found for node in tries)
    return {each.module.partition(".")[0] for some in tried for each in some}
