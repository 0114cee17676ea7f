"""The names that an answer may use where a task forbids something: libraries', and a few.

What a task forbids is found by its name.  So a name that may stand for anything
(``getattr``, ``__dict__``, another library's) is not among these.
"""

import builtins
import contextlib
import importlib
import inspect
from functools import lru_cache
from types import ModuleType
from typing import Any

ERRORS = frozenset(n for n in dir(builtins) if n.endswith(("Error", "Warning")))
BUILTINS = ERRORS | frozenset(
    (
        *("Exception", "abs", "all", "any", "bool", "complex", "dict", "divmod"),
        *("enumerate", "float", "frozenset", "int", "isinstance", "len", "list"),
        *("max", "min", "object"),
        *("pow", "print", "range", "repr", "reversed", "round", "set", "slice", "str"),
        *("staticmethod", "sum", "super", "tuple", "zip", "functools", "partial"),
    )
)
UNLOADED = ModuleType("unloaded")  # stands for what a library imports when it is asked for
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


def _public(thing: Any) -> list[str]:
    """What lies in it: to ask NumPy for what it loads at first use takes 24 MB."""
    names = (name for name in dir(thing) if not name.startswith("_"))
    kinds = {name: inspect.getattr_static(thing, name, UNLOADED) for name in names}
    return [name for name, kind in kinds.items() if not isinstance(kind, ModuleType)]


# Known in every task.
ALWAYS = BUILTINS.union(DUNDERS, ALIASES, *map(_public, TYPES))


@lru_cache(maxsize=32)
def public_names(library: str) -> frozenset[str]:
    """The public names of a module or class, given by its dotted name, and of that name.

    A module in it is another library: it has to be named itself.  Where this machine has
    no such library, there are none but its own name.
    """
    names = library.split(".")
    module, _, name = library.rpartition(".")
    with contextlib.suppress(ImportError):
        within = importlib.import_module(module) if module else None
        kind = getattr(within, name, None)
        names += _public(importlib.import_module(library) if kind is None else kind)
    return frozenset(names)
