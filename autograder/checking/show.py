"""Show a value as a reader wants to see it: rounded, cut when long, harmless."""

import math
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.exercise.values import (
    Calls,
    Code,
    Opaque,
    Raises,
    Tensor,
    Trial,
    brief,
    describe,
)

ENTRIES_SHOWN, ENDS_SHOWN = 36, 2  # of an array; of an axis of a longer one, each end
DIGITS, MORE_DECIMALS = 4, 3  # of a float; where two look equal and are not
MOST_PRINTED = 1_000  # entries of one array
FEW_NUMBERS = 8  # of which none that is not 0 looks like 0
ITEMS_SHOWN, NAMES_SHOWN = 8, 40  # of a sequence, of a dict
MOST_NESTED = 3
MOST_BEFORE = 7  # digits before the point of a number that is not whole
WIDTH = 64
MOST_SHOWN = 4_000  # characters of a sequence or dict
# The same under whatever options a chapter or a student sets.
AS_PRINTED: dict[str, Any] = {
    "threshold": ENTRIES_SHOWN,
    "edgeitems": ENDS_SHOWN,
    "linewidth": WIDTH,
    "floatmode": "maxprec_equal",
    "sign": "-",
    "nanstr": "nan",
    "infstr": "inf",
    "formatter": None,
    "legacy": False,
}


@dataclass(frozen=True)
class Side:
    """One side of "expected and yours": what it is and how it looks."""

    what: str
    shown: str


def show(value: Any, depth: int = 0, digits: int = DIGITS) -> str:
    """A value as a reader wants to see it: rounded, and cut when long."""
    if isinstance(value, np.ndarray):
        # Of each axis NumPy prints seven entries: with ten axes, 282 million.
        if math.prod(min(n, 7) for n in value.shape) > MOST_PRINTED:
            return f"<{describe(value)}>"
        with np.printoptions(**AS_PRINTED):
            return np.array2string(
                value + 0.0 if value.dtype.kind == "f" else value,  # not -0.0
                precision=_decimals(value, digits),
                suppress_small=_moderate(value),
            )
    if isinstance(value, (tuple, list, dict)) and depth >= MOST_NESTED:
        return f"<{describe(value)}>"
    if isinstance(value, (tuple, list)):
        short = all(isinstance(item, (bool, int, float, str)) for item in value)
        most = ENTRIES_SHOWN if short else ITEMS_SHOWN
        shown = _some(show(item, depth + 1, digits) for item in value[:most])
        shown += [f"... ({len(value)} in all)"] * (len(value) > len(shown))
        if any("\n" in item for item in shown) or (len(shown) > 4 and not short):
            of_list = isinstance(value, list)  # its entries are spoken of as [0], [1]
            names = [f"[{i}]" if of_list else f"{i + 1}" for i in range(len(shown))]
            return "\n".join(
                f"{name}: {indent(s, 3)}" for name, s in zip(names, shown, strict=True)
            )
        left, right = "()" if isinstance(value, tuple) else "[]"
        comma = "," * (left == "(" and len(shown) == 1)
        return textwrap.fill(f"{left}{', '.join(shown)}{comma}{right}", WIDTH)
    if isinstance(value, Tensor):
        return show(value.array, depth, digits)
    if isinstance(value, dict):
        return "\n".join(
            _some(
                f"{name}: {indent(show(item, depth + 1, digits), 2)}"
                for name, item in list(value.items())[:NAMES_SHOWN]
            )
        )
    if isinstance(value, Code):  # whole, where it needs no numbers that were drawn
        return "made of numbers drawn for this call" if value.data else value.expression
    if isinstance(value, (Opaque, Raises)):
        return describe(value)
    if isinstance(value, Trial):
        return value.says or describe(value)
    if isinstance(value, Calls):
        return "\n".join(value.lines)
    if isinstance(value, float) and math.isfinite(value):
        return _float(value + 0.0, digits)  # not -0
    return brief(value)


def _float(value: float, digits: int) -> str:
    """A number of few digits: none of those before the point is lost, nor is 0.99996 1."""
    before = len(str(round(abs(value))))
    if before > MOST_BEFORE and not value.is_integer():
        return f"{value:.{digits}g}"
    text = f"{value:.{max(digits, before)}g}"
    is_whole = text.lstrip("-").isdigit() and not value.is_integer()
    return f"{value:#.{digits}g}" if is_whole and before < digits else text


def _some(texts: Iterable[str]) -> list[str]:
    """As many as are likely to be read; the others are not even made."""
    kept, room = [], MOST_SHOWN
    for text in texts:
        kept.append(text if len(text) <= room else text[:room] + "...")
        room -= len(text)
        if room <= 0:
            break
    return kept


def _largest(array: np.ndarray) -> float:
    if array.dtype.kind != "f" or not np.isfinite(array).any():
        return 1.0
    return float(np.abs(array[np.isfinite(array)]).max())


def _moderate(array: np.ndarray) -> bool:
    return array.dtype.kind == "f" and 1e-3 < _largest(array) < 1e5


def _decimals(array: np.ndarray, digits: int) -> int:
    """How many decimals so many digits of the largest number are.

    Some more where two numbers of a row would look equal and are not, or one of few like 0.
    """
    before = math.floor(math.log10(_largest(array))) + 1 if _moderate(array) else 1
    least = max(digits - max(before, 0), 0)
    if array.dtype.kind != "f" or not _moderate(array) or array.size > ENTRIES_SHOWN:
        return least
    numbers = array.astype(np.float64)
    wanted = _look(numbers, least + MORE_DECIMALS)
    decimals = range(least, least + MORE_DECIMALS)
    enough = (n for n in decimals if _look(numbers, n) == wanted)
    return next(enough, least + MORE_DECIMALS)


def _look(numbers: np.ndarray, decimals: int) -> tuple[int, int]:
    """How many numbers look like another of their row, and how many of few like 0."""
    rounded = np.round(numbers, decimals)
    zeros = int((rounded == 0).sum()) if numbers.size <= FEW_NUMBERS else 0
    return equal_in_rows(rounded), zeros


def equal_in_rows(array: np.ndarray) -> int:
    """How many numbers stand in their row, along the last axis, another time."""
    rows = np.sort(np.atleast_1d(array), axis=-1)
    return int((rows[..., 1:] == rows[..., :-1]).sum())


def indent(text: str, spaces: int) -> str:
    """Every line but the first, moved to the right."""
    return text.replace("\n", "\n" + " " * spaces)


# What moves a terminal's cursor, colours it, or turns the order of letters round.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Text for a terminal: control characters are spelled out."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
