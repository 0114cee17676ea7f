"""Compare an answer with the expected one and say where they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.outcome import Difference
from autograder.exercise.definition import Exercise
from autograder.exercise.values import Hidden, Opaque, Tensor, brief, describe

# Relative to the largest expected magnitude; the coarser dtype decides.
RELATIVE = {np.dtype("float16"): 1e-2, np.dtype("float32"): 1e-4, np.dtype("float64"): 2e-8}


FLOOR = 1e-11  # what is nothing on paper, whatever was expected
PLAINLY = 10  # times less than the largest difference is not yet near
MUCH = 20  # a difference so many times below the tolerance is rounding
UNSEEN = 1e-4  # of a number: what four digits of it do not show


@dataclass(frozen=True)
class Tolerance:
    """How far an answer may be off.

    ``atol`` is absolute; without it the largest expected magnitude counts, times
    what the expected dtype can hold, ``relative`` at least.  ``dtype`` is what the
    task promises (``Exercise.dtype``).  ``worded``: whether it is said where arrays differ,
    which takes longer than to see that they do.
    """

    atol: float | None = None
    relative: float = 0.0
    scale: float = 0.0  # a magnitude to go by where the expected one is smaller
    dtype: str = "any"
    worded: bool = True

    @classmethod
    def of(cls, atol: float | None, arguments: Any, dtype: str = "any") -> Tolerance:
        """The tolerance for a call: float32 in means float32 precision out."""
        return cls(atol, max((coarsest(a) for a in arguments), default=0.0), dtype=dtype)

    @classmethod
    def for_call(cls, exercise: Exercise, arguments: Any) -> Tolerance:
        """The tolerance for a call of an exercise; an answer's own dtype widens nothing."""
        dtype = exercise.dtype if exercise.is_code else "any"
        enough = (np.float32(0),) if exercise.is_code and dtype == "any" else ()
        return cls.of(exercise.atol, (*arguments, *enough), dtype)


BY_DTYPE = Tolerance()


def coarsest(value: Any) -> float:
    """The relative tolerance that the coarsest dtype in there calls for."""
    if isinstance(value, (tuple, list)):
        return max((coarsest(item) for item in value), default=0.0)
    return RELATIVE.get(getattr(value, "dtype", None), 0.0)


def compare(expected: Any, got: Any, tolerance: Tolerance = BY_DTYPE) -> Difference | None:
    """The first difference of an answer from what is expected; nothing is broadcast."""
    first = _difference(expected, got, tolerance)
    return _placed(first, expected) if first and first.items else first


def _difference(expected: Any, got: Any, tolerance: Tolerance) -> Difference | None:
    """As ``compare``; where it lies in something nested stands in ``items`` alone."""
    if isinstance(expected, Hidden):
        difference: Difference | None = expected.difference(got)
        return difference
    if isinstance(expected, dict):
        return _compare_named(expected, got, tolerance)
    if isinstance(expected, (tuple, list)):
        return _compare_items(expected, got, tolerance)
    if isinstance(expected, (str, type(None))):
        if type(got) is type(expected) and got == expected:
            return None
        return Difference("value", f"Expected {brief(expected)}, got {brief(got)}.")
    if isinstance(expected, (bool, int, float)) and isinstance(got, Tensor):
        got = got.array if got.array.ndim == 0 else got  # without axes it is a number
    if isinstance(expected, Tensor) or isinstance(got, Tensor):
        library = expected.framework if isinstance(expected, Tensor) else "numpy"
        if library != (got.framework if isinstance(got, Tensor) else "numpy"):
            wanted = frameworks.get(library).array
            return Difference("type", not_an_array(got, wanted))
        expected = expected.array if isinstance(expected, Tensor) else expected
        got = got.array if isinstance(got, Tensor) else got
    number, is_array = isinstance(got, (bool, int, float)), isinstance(got, np.ndarray)
    if isinstance(expected, np.ndarray) and expected.ndim and not is_array:
        return Difference("type", not_an_array(got))
    if not is_array and not number:
        return Difference("type", not_an_array(got, "a number"))
    expected, got = np.asarray(expected), np.asarray(got)
    # Python has floats of one kind; a whole number is none of them.
    if number and tolerance.dtype != "any" and expected.dtype.kind == "f":
        tolerance = replace(tolerance, dtype="")
    words = _other_dtype(expected, got, tolerance)
    if words:
        return Difference("dtype", words)
    return _compare_arrays(expected, got, tolerance)


def _other_dtype(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> str:
    """What is wrong with the dtype of a result, in words; "" where nothing is."""
    wanted, given, promised = expected.dtype, got.dtype, tolerance.dtype
    if "b" in (wanted.kind, given.kind):
        fine = wanted == given
    elif promised == "any" or (wanted.kind != "f" and not promised):
        fine = True
    elif wanted.kind != "f":
        if given.kind == "f":
            return f"Whole numbers are asked for; the dtype of yours is {given}."
        fine = True
    elif promised:
        wanted = wanted if promised == "input" else np.dtype(promised)
        fine = given == wanted
    else:  # no coarser than what was given, or than what the reference makes of it
        enough = max(RELATIVE.get(wanted, 0.0), tolerance.relative)
        fine = RELATIVE.get(given, 0.0) <= enough
    return "" if fine else f"The dtype should be {wanted}; yours is {given}."


def _compare_named(
    expected: dict[Any, Any], got: Any, tolerance: Tolerance
) -> Difference | None:
    if not isinstance(got, dict):
        return Difference("type", f"Expected a dict, got {_article(describe(got))}.")
    # A gradient that is zero on paper is rounding noise of the others' size.
    scale = max((_magnitude(value) for value in expected.values()), default=0.0)
    tolerance = replace(tolerance, scale=scale)
    for name, right in expected.items():
        if name.startswith("gradient of ") and got.get(name) is None and right is not None:
            sentence = (
                f"There is no {name}: your result does not depend on it in a way that "
                "automatic differentiation can follow."
            )
            return Difference("gradient", sentence, part=name)
        difference = compare(right, got.get(name), tolerance)
        if difference:
            start = name[0].upper() + name[1:]
            sentence = f"{start}: {difference.sentence}"
            return replace(difference, sentence=sentence, part=name, items=())
    return None


def _compare_items(expected: Any, got: Any, tolerance: Tolerance) -> Difference | None:
    results = are_results(expected)
    wanted = f"{len(expected)} results" if results else _article(describe(expected))
    if not isinstance(got, (tuple, list)):
        return Difference("type", f"Expected {wanted}, got {_article(describe(got))}.")
    if len(got) != len(expected):
        given = len(got) if results else _article(describe(got))
        return Difference("structure", f"Expected {wanted}, got {given}.")
    for i, (right, answer) in enumerate(zip(expected, got, strict=True)):
        if answer is None and right is not None:
            return Difference("type", "it is None.", items=(i,))  # its place comes before
        difference = _difference(right, answer, tolerance)
        if difference:
            return replace(difference, items=(i, *difference.items))
    return None


def are_results(expected: Any) -> bool:
    """Whether several results are asked for, and not one list of numbers or words."""
    return any(isinstance(part, (np.ndarray, Tensor, dict)) for part in expected)


def _placed(difference: Difference, expected: Any) -> Difference:
    """The difference with a sentence that says in which of several results it is."""
    first, *inner = difference.items
    at = "".join(f"[{place}]" for place in inner)
    if are_results(expected):
        place = f"Result {first + 1} of {len(expected)}" + (f" at {at}" if at else "")
    else:
        place = f"At [{first}]{at}"
    return replace(difference, sentence=f"{place}: {difference.sentence}")


def _compare_arrays(
    expected: np.ndarray, got: np.ndarray, tolerance: Tolerance
) -> Difference | None:
    if expected.shape != got.shape:
        return Difference(
            "shape", f"The shape should be {expected.shape}; yours is {got.shape}."
        )
    same_bits = expected.dtype == got.dtype and expected.tobytes() == got.tobytes()
    if expected.size == 0 or same_bits:  # as in most right answers
        return None
    if not tolerance.worded and _is_far_off(expected, got, tolerance):
        return Difference("value", "")
    off, close, limit = _distances(expected, got, tolerance)
    if close.all():
        return None
    if not tolerance.worded:
        return Difference("value", "")
    where = _plainest(off, ~close)
    wrong, total = int((~close).sum()), int(close.size)
    is_least = int((off > limit / MUCH).sum()) > wrong
    lost = ~np.isfinite(got) & np.isfinite(expected)
    if lost.any():
        kinds = {"NaN": np.isnan(got), "infinite": np.isinf(got)}
        what = " or ".join(name for name, each in kinds.items() if (each & lost).any())
        count = int(lost.sum())
        sentence = f"{count} of {total} numbers {are(count)} {what} and should be finite."
        return Difference("nan", sentence, where, wrong, total)
    is_first = where == tuple(np.argwhere(~close)[0])
    small = off < UNSEEN * np.abs(expected.astype(np.float64))
    unseen = bool((small & ~close).any()) and not small[where]
    sentence = _value_sentence(
        expected, got, where, wrong, is_first=is_first, has_unseen=unseen
    )
    if is_least and total > 1:
        sentence = f"At least {sentence}"
    return Difference("value", sentence, where, wrong, total)


def _is_far_off(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> bool:
    """Whether some entry is plainly wrong; what is not is looked at in full."""
    if "f" not in (expected.dtype.kind, got.dtype.kind):
        return False
    with np.errstate(all="ignore"):
        worst = np.abs(expected - got).max()  # NaN is far off from nothing
    return bool(worst > 2 * allowed(expected, got, tolerance))


def _distances(
    expected: np.ndarray, got: np.ndarray, tolerance: Tolerance
) -> tuple[np.ndarray, np.ndarray, float]:
    """How far each entry is off, whether it is near enough, and how far it may be off."""
    with np.errstate(all="ignore"):
        same = (expected == got) | (np.isnan(expected) & np.isnan(got))
        off = np.abs(expected.astype(np.float64) - got.astype(np.float64))
        off = np.where(same, 0.0, off)
        limit = allowed(expected, got, tolerance)
        # Large integers: a float64 cannot hold how far they are apart.
        close = same | (off <= limit) if limit else same
    return off, close, limit


def are_wrong(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> np.ndarray:
    """Which entries of a result are wrong; both have one shape."""
    return ~_distances(expected, got, tolerance)[1]


def _plainest(off: np.ndarray, is_wrong: np.ndarray) -> tuple[int, ...]:
    """The first wrong entry that is not near what is expected, where others are far off."""
    is_plain = is_wrong & (off >= off[is_wrong].max() / PLAINLY)
    first = np.argwhere(is_plain if is_plain.any() else is_wrong)[0]
    return tuple(int(i) for i in first)


def _value_sentence(
    expected: np.ndarray,
    got: np.ndarray,
    where: tuple[int, ...],
    wrong: int,
    *,
    is_first: bool,
    has_unseen: bool,
) -> str:
    at = f" at [{', '.join(map(str, where))}]" if where else ""
    right, answer = expected[where], got[where]
    if expected.dtype.kind in "biu" and got.dtype.kind in "biu":
        pair = f"expected {right}, got {answer}"
    elif expected.dtype == bool:
        pair = f"expected {right}, got {bool(answer)}"
    else:
        pair = "expected {}, got {}".format(*_distinguishable(float(right), float(answer)))
    if expected.size == 1:
        return f"The value is wrong: {pair}."
    first = f"{'the first' if is_first else 'one'}{at}" if wrong > 1 else f"that{at}"
    unseen = ", some in digits that are not shown" if has_unseen else ""
    what = "entries" if expected.dtype == bool else "numbers"
    return f"{wrong} of {expected.size} {what} {are(wrong)} wrong{unseen}; {first}: {pair}."


def are(count: int) -> str:
    """The verb for so many things."""
    return "is" if count == 1 else "are"


def _distinguishable(*numbers: float) -> list[str]:
    """Two different numbers with four digits, or as many as show that they differ."""
    for digits in range(4, 17):
        shown = [f"{number + 0.0:.{digits}g}" for number in numbers]  # not -0
        if len(set(shown)) > 1:
            break
    return shown


def allowed(expected: np.ndarray, got: np.ndarray, tolerance: Tolerance) -> float:
    """The largest absolute difference by which an entry may be off."""
    if tolerance.atol is not None:
        return tolerance.atol
    # An answer that is coarser than it was asked for must not widen its own tolerance.
    if "f" not in (expected.dtype.kind, got.dtype.kind):
        return 0.0
    relative = max(tolerance.relative, RELATIVE.get(expected.dtype, 1e-7))
    return max(relative * (max(_magnitude(expected), tolerance.scale) or 1.0), FLOOR)


def _magnitude(value: Any) -> float:
    array = value.array if isinstance(value, Tensor) else value
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "fiu":
        return 0.0
    sizes = np.abs(array.astype(np.float64))
    sizes = sizes[np.isfinite(sizes)]
    return float(sizes.max()) if sizes.size else 0.0


def not_an_array(got: Any, wanted: str = "a NumPy array") -> str:
    """Say that an answer is of another type than asked for."""
    if got is None:
        return f"Expected {wanted}, got None: is a return statement missing?"
    if isinstance(got, (list, tuple, dict, Tensor, np.ndarray)):
        return f"Expected {wanted}, got {_article(describe(got))}."
    if isinstance(got, Opaque):
        return f"Expected {wanted}, got something of type {got.type_name}."
    return f"Expected {wanted}, got {_article(describe(got))}: {brief(got)}."


def _article(phrase: str) -> str:
    if phrase == "None":
        return phrase
    phrase = f"empty {phrase.removesuffix(' of 0')}" if phrase.endswith(" of 0") else phrase
    return ("an " if phrase.startswith(tuple("aeioAEIO")) else "a ") + phrase
