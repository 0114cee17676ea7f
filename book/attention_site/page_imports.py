"""What importing a module of ours brings in, and whether a page has all of it."""

import sys
from functools import lru_cache

from autograder.exercise.imports import imports_of, module_dependencies

KEY = "solutions"
OURS = ("autograder", KEY, "page_python")
HERE = frozenset(sys.stdlib_module_names) | {"numpy"}  # what the page's Python has


@lru_cache(maxsize=512)
def closure(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """All of our modules that importing one brings in, and all of others' at once."""
    ours = module_dependencies([name], OURS)
    named = {
        each.module.partition(".")[0]
        for module, path in ours.items()
        for each in imports_of(module, path).found
        if each.on_import
    }
    return frozenset(ours), frozenset(named - set(OURS))


def runs_here(name: str) -> bool:
    """Whether the page's Python can import one of our modules."""
    return closure(name)[1] <= HERE
