"""The names that an answer may use where a task forbids something: libraries', and a few.

What a task forbids is found by its name.  So a name that may stand for anything
(``getattr``, ``__dict__``, another library's) is not among these.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import Any

ERRORS = frozenset(n for n in dir(builtins) if n.endswith(("Error", "Warning")))
BUILTINS = ERRORS | frozenset(
    (
        *(
            "Exception",
            "abs",
            "all",
            "any",
            "bool",
            "complex",
            "dict",
            "divmod",
            "enumerate",
        ),
        *("float", "frozenset", "int", "isinstance", "len", "list", "max", "min", "object"),
        *("pow", "print", "range", "repr", "reversed", "round", "set", "slice", "str"),
        *("staticmethod", "sum", "super", "tuple", "zip", "functools", "partial"),
    )
)
# Their methods take no function, but for what is named beside them (``list.sort``).
TYPES = (str, list, tuple, dict, set, int, float, slice)
ALIASES = ("np", "nn", "F")  # for where the cell that imports them is not seen
# What Python itself writes into a class, and methods that run once for each call.
DUNDERS = frozenset(
    f"__{name}__"
    for name in (
        *("init", "call", "enter", "exit", "name", "doc", "module", "qualname", "class"),
        *("annotations", "classcell", "static_attributes", "firstlineno", "future"),
    )
)


@lru_cache(maxsize=8)
def vocabulary(places: tuple[str, ...]) -> frozenset[str]:
    """The public names of modules and classes, given by their dotted names, and a few.

    A module in one of them is another library: it has to be named itself.
    """
    parts = (part for place in places for part in place.split("."))
    return BUILTINS.union(DUNDERS, ALIASES, parts, *map(_public, [*TYPES, *_found(places)]))


def _found(places: Iterable[str]) -> Iterator[Any]:
    """The modules and classes of these names that this machine has."""
    for place in places:
        module, _, name = place.rpartition(".")
        with contextlib.suppress(ImportError):
            within = importlib.import_module(module) if module else None
            found = getattr(within, name, None)
            yield importlib.import_module(place) if found is None else found


def _public(thing: Any) -> Iterable[str]:
    names = (name for name in dir(thing) if not name.startswith("_"))
    return [n for n in names if not isinstance(getattr(thing, n, None), ModuleType)]
