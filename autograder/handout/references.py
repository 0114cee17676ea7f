"""Which reference solutions stand in which module, with as few imports as that takes."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator

from autograder.exercise.definition import Exercise
from autograder.exercise.imports import file_of
from autograder.exercise.key import Key

References = dict[str, tuple[Exercise, ...]]  # by the module that defines them


def references_elsewhere(key: Key) -> References:
    """The references that do not stand in the module of their exercise alone."""
    return _by_module(_elsewhere(key))


def references_in(key: Key, modules: Iterable[str], known: References) -> References:
    """The same, with those that stand in exercises' modules."""
    wanted = set(modules)
    found = [
        key.exercise(f"{chapter.prefix}.{name.rpartition('.')[2]}")
        for chapter in key.chapters
        for name in key.modules(chapter)
        if name in wanted
    ]
    return _by_module([*(e for each in known.values() for e in each), *found])


def _elsewhere(key: Key) -> Iterator[Exercise]:
    for chapter in key.chapters:
        modules = key.modules(chapter)
        if not modules:
            yield from key.exercises(chapter)
        for name in modules:
            if not _defines_its_reference(name):
                yield key.exercise(f"{chapter.prefix}.{name.rpartition('.')[2]}")


def _defines_its_reference(module: str) -> bool:
    """Whether what is named ``reference=`` in a module is defined there, by its text."""
    path = file_of(module)
    body = ast.parse(path.read_bytes()).body if path else []
    units = (node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    defined = {node.name for node in units}
    given = [
        keyword.value
        for statement in body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "reference"
    ]
    return bool(given) and all(
        isinstance(value, ast.Name) and value.id in defined for value in given
    )


def _by_module(exercises: Iterable[Exercise]) -> References:
    found = defaultdict[str, dict[str, Exercise]](dict)
    for exercise in exercises:
        if exercise.is_code:
            found[exercise.reference.__module__][exercise.id] = exercise
    return {module: tuple(each.values()) for module, each in found.items()}
