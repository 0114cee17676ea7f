"""The kinds of exercise: how each is asked, read and shown.

``get`` finds one by name; each is a module with a ``KIND``.
"""

from __future__ import annotations

import importlib
from functools import lru_cache

from autograder.exercise.kinds.kind import Kind

BUILT_IN = ("function", "layer", "object", "trial", "value", "choice", "text", "work")


@lru_cache(maxsize=32)
def get(name: str) -> Kind:
    """The kind of that name.

    One of ours has a module in this folder.  Any other is the import name of a
    module with a ``KIND``, which grader and students' processes must both be able
    to import.

    Raises ``LookupError`` when there is no such module, or it has no kind.
    """
    try:
        module = f"{__name__}.{name}" if name in BUILT_IN else name
        kind: Kind = importlib.import_module(module).KIND
    except (ImportError, AttributeError, ValueError) as error:
        raise LookupError(
            f"There is no kind of exercise {name!r} ({error}). It is one of "
            f"{', '.join(BUILT_IN)}, or a module with a KIND."
        ) from None
    return kind
