"""Plain values: what an answer may be made of, copied and compared safely.

A student's object never reaches the comparison.  It is first turned into
NumPy arrays, Python numbers, strings, tuples and lists; anything else becomes
an ``Opaque``, which equals nothing.
"""

from __future__ import annotations

import ast
import functools
import itertools
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.frameworks.base import Framework

# Booleans, integers, floats: what a tensor exercise can return.
DTYPES = frozenset(
    np.dtype(name).str
    for name in (
        *("bool", "int8", "int16", "int32", "int64"),
        *("uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"),
    )
)
MAX_DEPTH = 8
BRIEF = 200  # characters
MAX_ITEMS = 10_000  # of one sequence
MAX_NODES = 40_000  # of a value with all that is nested in it
MAX_INTEGER = 1 << 63
NAME = 100  # characters of a class's name
EXACT = ("fractions", "decimal")  # whose numbers are numbers, too


@dataclass(frozen=True, eq=False)
class Tensor:
    """An array that came as a tensor of another library; ``framework`` is its name."""

    framework: str
    array: np.ndarray

    def __repr__(self) -> str:
        return f"<{describe(self)}>"


@dataclass(frozen=True)
class Opaque:
    """Something that is not a value an exercise can ask for."""

    type_name: str

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


@dataclass(frozen=True)
class Raises:
    """What is expected of a call that should raise an error of this type."""

    type_name: str


class Hidden:
    """A right answer that an answer can be compared with, but that cannot be read."""

    def difference(self, got: Any) -> Any:
        """How ``got`` differs from it; ``None`` when it is right."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Code:
    """A function as an argument, written down so that it can be sent.

    ``expression`` is Python that gives the function; it may use ``np`` and
    the names in ``data``.  Only the grader makes these.
    """

    expression: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Trial:
    """A way of trying an answer, in the place of all arguments of a call.

    ``source`` defines ``trial(answer, ...)``, which takes ``data`` by name, makes
    what the answer needs, calls it, and returns what is compared.  It may use ``np``
    and imports what else it needs.  Only the grader makes these.  A card shows its
    docstring in its place.

    It runs where the answer does, which can change whatever is there.  What must hold is
    left ``outside``: source of a class ``Outside``, made of the data ``kept`` by name.
    The trial is given its methods, ``trial(answer, outside, ...)``; its ``judged`` makes
    what is compared of what the trial returned.  ``stand_in`` has the methods elsewhere.
    """

    source: str
    data: dict[str, Any] = field(default_factory=dict)
    outside: str = ""
    kept: dict[str, Any] = field(default_factory=dict)
    stand_in: Any = None

    @property
    def says(self) -> str:
        """What it does, for who reads a card; ``""`` where it has no docstring."""
        made = ast.parse(self.source).body
        own = [f for f in made if isinstance(f, ast.FunctionDef) and f.name == "trial"]
        return ast.get_docstring(own[0]) or "" if own else ""


@dataclass(frozen=True)
class Calls:
    """The calls of an object's methods as a card shows them, one a line."""

    lines: tuple[str, ...]


class TooManyParts(ValueError):
    """The value has more parts than are looked at."""


def plain(value: Any) -> Any:
    """Rebuild a value from copied arrays, numbers, strings, tuples, lists and dicts.

    Raises ``TooManyParts`` when it has more than ``MAX_NODES``; a few lists inside one
    another reach that.
    """
    return _plain(value, 0, itertools.count(1))


def _plain(value: Any, depth: int, parts: Iterator[int]) -> Any:
    if next(parts) > MAX_NODES:
        raise TooManyParts("the result is too large to look at")
    kind = type(value)  # what isinstance goes by, __class__, may lie
    if kind is int and abs(value) >= MAX_INTEGER:  # no tensor holds it
        return Opaque("int")
    if value is None or kind in (bool, int, float, str):
        return value
    if issubclass(kind, np.str_):
        return str.__str__(value)
    if issubclass(kind, np.ndarray | np.generic):
        return _array(value)
    if kind.__module__ in EXACT and issubclass(kind, Real | Decimal):
        return float(value)
    if kind in (Tensor, Opaque, Code, Trial, Raises):
        return value
    if issubclass(kind, tuple):  # a named one is one
        kind, value = tuple, tuple(tuple.__iter__(value))
    if depth < MAX_DEPTH and kind in (tuple, list, dict) and len(value) <= MAX_ITEMS:
        if kind is not dict:
            return kind(_plain(item, depth + 1, parts) for item in value)
        if all(map(is_name, value)):
            return {name: _plain(item, depth + 1, parts) for name, item in value.items()}
    return _tensor(value) or Opaque(type_name(value))


def type_name(value: Any) -> str:
    """The name of its class, whatever a metaclass says that it is."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name[:NAME]


def _array(value: Any) -> np.ndarray | Opaque:
    """A copy in native byte order; ``Opaque`` where it holds no numbers."""
    array = np.array(value, subok=False, copy=True, order="C")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array if array.dtype.str in DTYPES else Opaque(f"{array.dtype} array")


def is_name(key: Any) -> bool:
    """Whether it can be a dict's key: a string, or a tuple of strings."""
    parts = key if type(key) is tuple else (key,)
    return all(type(part) is str for part in parts)


def _tensor(value: Any) -> Tensor | None:
    """A tensor's numbers, found without importing the library it is from."""
    root = type(value).__module__.partition(".")[0]
    for framework in frameworks.known():
        if root not in framework.roots:
            continue
        try:
            array = framework.to_array(value)
            array = None if array is None else plain(array)
        except (RuntimeError, TypeError, ValueError, AttributeError, NotImplementedError):
            return None
        return Tensor(framework.name, array) if isinstance(array, np.ndarray) else None
    return None


def to_tensors(value: Any, framework: Framework) -> Any:
    """A plain value as an answer is given it: every ``Code`` and ``Trial`` a function."""
    if isinstance(value, Code):
        data = {name: to_tensors(item, framework) for name, item in value.data.items()}
        return eval(_compiled(value.expression, "eval"), {"np": np, **data})
    if isinstance(value, Trial):
        data = {name: to_tensors(copy(v), framework) for name, v in value.data.items()}
        return functools.partial(defined(value.source, "trial"), **data)
    if isinstance(value, np.ndarray):
        return framework.to_tensor(value)
    if isinstance(value, (tuple, list)):
        return type(value)(to_tensors(item, framework) for item in value)
    return value


def defined(source: str, name: str) -> Any:
    """What source that may use ``np`` defines under a name."""
    namespace: dict[str, Any] = {"np": np}
    exec(_compiled(source, "exec"), namespace)
    return namespace[name]


@functools.lru_cache(maxsize=64)  # the same for all calls of a case
def _compiled(source: str, mode: str) -> types.CodeType:
    return compile(source, "<given>", mode)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A plain value with every part changed that is no tuple, list or dict."""
    if isinstance(value, (tuple, list)):
        return type(value)(mapped(item, change) for item in value)
    if isinstance(value, dict):
        return {name: mapped(item, change) for name, item in value.items()}
    return change(value)


def untensored(value: Any) -> Any:
    """A plain value without the mark of where its arrays come from."""
    return mapped(value, lambda part: part.array if isinstance(part, Tensor) else part)


def copy(value: Any) -> Any:
    """A copy of arguments that cannot share memory with the original."""
    return mapped(value, lambda x: x.copy() if isinstance(x, np.ndarray) else x)


def same_bits(left: Any, right: Any) -> bool:
    """Compare two argument trees, NaNs and signs included."""
    left = left.array if isinstance(left, Tensor) else left
    right = right.array if isinstance(right, Tensor) else right
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return (
            left.shape == right.shape
            and left.dtype == right.dtype
            and left.tobytes() == right.tobytes()
        )
    if isinstance(left, (Code, Trial)):
        return True  # a function cannot be changed
    if isinstance(left, (tuple, list)) and type(left) is type(right):
        return len(left) == len(right) and all(map(same_bits, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(
            same_bits(left[name], right[name]) for name in left
        )
    return type(left) is type(right) and left == right


def size(value: Any) -> int:
    """How many numbers a reader would have to look at."""
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, Tensor):
        return size(value.array)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return sum(size(item) for item in value)
    return 1


def brief(value: Any) -> str:
    """A value's ``repr``, cut when long."""
    if size(value) > BRIEF:
        return describe(value)
    text = repr(value)
    return text if len(text) <= BRIEF else text[:BRIEF] + "..."


def describe(value: Any) -> str:
    """One phrase for what a value is: ``float64 array of shape (2, 3)``."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} array of shape {value.shape}"
    if isinstance(value, Tensor):
        library = frameworks.title(value.framework)
        return f"{value.array.dtype} {library} tensor of shape {value.array.shape}"
    if isinstance(value, (tuple, list, dict)):
        return f"{type(value).__name__} of {len(value)}"
    if isinstance(value, Opaque):
        return value.type_name
    if isinstance(value, Raises):
        return f"raises {value.type_name}"
    if isinstance(value, (Code, Trial)):
        return "a function"
    if isinstance(value, Calls):
        return "one after the other"
    return "None" if value is None else type(value).__name__
