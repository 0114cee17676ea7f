"""The kinds of exercise: how each is asked, read and shown."""

import importlib
from functools import lru_cache

from autograder.exercise.kinds.function import Function, Tried
from autograder.exercise.kinds.kind import Kind
from autograder.exercise.kinds.layer import Layer
from autograder.exercise.kinds.object import Object
from autograder.exercise.kinds.uncalled import Choice, Text, Value, Work

KINDS = (Function(), Layer(), Object(), Tried(), Value(), Choice(), Text(), Work())
BUILT_IN = {kind.name: kind for kind in KINDS}


@lru_cache(maxsize=32)
def get(name: str) -> Kind:
    """The kind of that name: one of ours, or the ``KIND`` of a module of that name.

    Grader and students' processes must both be able to import that. Raises ``LookupError``
    when there is no such module, or it has no kind.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        kind: Kind = importlib.import_module(name).KIND
    except (ImportError, AttributeError, ValueError) as error:
        raise LookupError(
            f"There is no kind of exercise {name!r} ({error}). It is one of "
            f"{', '.join(BUILT_IN)}, or a module with a KIND."
        ) from None
    return kind
