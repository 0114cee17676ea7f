"""What a recorded value is, in a few words: its numbers alone do not say it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.exercise.values import type_name
from autograder.frameworks.base import Framework

NUMBER, BOOLEAN, ARRAY = "number", "boolean", "array"
BY_TYPE = {
    np.ndarray: ARRAY,
    bool: BOOLEAN,
    int: NUMBER,
    float: NUMBER,
    complex: NUMBER,
    type(None): "None",
}
MOST_PARTS = 5_000  # of a list that is looked at
MOST_KINDS = 3  # of its parts that are counted
MOST_INNER = 60  # lists within a list that are looked at in turn, and parts of each
DEEPEST = 2  # lists within one another
LONGEST = 80  # characters
TOO_LARGE = "too large to keep"


def kind_of(value: Any, framework: Framework, *, is_kept: bool = True) -> str:
    """What a value is, in words: ``number``, ``list of 3 numbers``, ``Cache object``.

    ``is_kept``: whether its numbers are recorded, which say an array's dtype and shape.
    """
    try:
        kind = _kind(value, framework)
        if not is_kept and is_array(kind):
            kind = _of_large(value, kind)
    except Exception:  # a value with ways of its own
        kind = "object"
    return kind[:LONGEST]


def is_array(kind: str) -> bool:
    """Whether these words are of an array or a tensor, and of no list of such."""
    return kind == ARRAY or kind.endswith(" tensor")


def is_too_large(kind: str) -> bool:
    """Whether these words are of an array whose numbers were not kept for their number."""
    return kind.endswith(TOO_LARGE)


def as_it_was(array: np.ndarray, kind: str) -> Any:
    """A list, or what else held recorded numbers, made of them again.

    ``None`` for an empty list, and where the parts are of more than one kind.
    """
    if not kind.startswith(("list", "tuple")):
        return array if array.ndim or is_array(kind) else array.item()
    if " and " in kind or not array.size or not array.ndim:
        return None
    parts = [as_it_was(np.asarray(part), kind.split(" ", 3)[-1]) for part in array]
    return parts if kind.startswith("list") else tuple(parts)


def _of_large(value: Any, kind: str) -> str:
    """An array whose numbers are not kept: it has none, or too many."""
    shape = tuple(map(int, value.shape))
    dtype = str(getattr(value.dtype, "name", value.dtype)).rpartition(".")[2]
    if isinstance(value, np.ndarray) and value.dtype.kind not in "biufc":
        words = "strings" if value.dtype.kind in "US" else f"dtype {dtype}"
        return f"{kind} of {words}, of shape {shape}"
    return f"{dtype} {kind} of shape {shape}, {TOO_LARGE}"


def _kind(value: Any, framework: Framework, depth: int = 0) -> str:
    kind = _plain_kind(value, framework)
    if kind:
        is_part = depth and is_array(kind)
        return f"{kind} of shape {tuple(map(int, value.shape))}" if is_part else kind
    if isinstance(value, str):
        return "string" if depth else _counted("string", len(value), "character")
    if isinstance(value, dict | set | frozenset):
        name = "dict" if isinstance(value, dict) else "set"
        return _counted(name, len(value), "entry")
    if isinstance(value, list | tuple):
        name = "list" if isinstance(value, list) else "tuple"
        return _of_parts(name, value, framework, depth) if depth <= DEEPEST else name
    if isinstance(value, type):
        return "class"
    is_function = callable(value) and hasattr(value, "__name__")
    return "function" if is_function else f"{type_name(value)} object"


def _plain_kind(value: Any, framework: Framework) -> str:
    """One word for a number, an array or a tensor; ``""`` for anything else."""
    if type(value) in BY_TYPE:
        return BY_TYPE[type(value)]
    for kind, types in ((ARRAY, np.ndarray), (BOOLEAN, np.bool_), (NUMBER, np.number)):
        if isinstance(value, types):
            return kind
    is_tensor = type(value).__module__.partition(".")[0] in framework.roots
    is_tensor = is_tensor and hasattr(value, "shape") and hasattr(value, "dtype")
    return f"{framework.title} tensor" if is_tensor else ""


def _of_parts(name: str, parts: Sequence[Any], framework: Framework, depth: int) -> str:
    if not 0 < len(parts) <= (MOST_INNER if depth else MOST_PARTS):
        return f"{name} of {len(parts)}" if parts else f"empty {name}"
    is_entered = len(parts) <= MOST_INNER
    deeper = depth + 1 if is_entered else DEEPEST + 1
    kinds = [_kind(part, framework, deeper) for part in parts]
    counts = Counter(kinds)
    if len(counts) > 1:
        counts = Counter(k.partition(" of ")[0].removeprefix("empty ") for k in kinds)
    if len(counts) > MOST_KINDS:
        return f"{name} of {len(parts)}"
    *most, last = (_counted("", count, kind) for kind, count in counts.items())
    return f"{name} of {', '.join(most)} and {last}" if most else f"{name} of {last}"


def _counted(name: str, count: int, part: str) -> str:
    """``string of 3 characters``; without a name ``3 lists of 2 numbers``."""
    if name and not count:
        return f"empty {name}"
    head, of, rest = part.partition(" of ")
    if count > 1 and head != "None":
        head = {"class": "classes", "entry": "entries"}.get(head, f"{head}s")
    return f"{name} of {count} {head}{of}{rest}".removeprefix(" of ")
