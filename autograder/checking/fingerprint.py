"""A fingerprint of what a wrong answer does: the same mistake, the same fingerprint.

Two students who misread a task alike return the same numbers from different
code.  Answers to the public inputs are the same for everybody, so that their
fingerprints can be compared over a class, and over a year.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.checking.compare import RELATIVE, coarsest
from autograder.checking.outcome import Attempt, Verdict
from autograder.exercise.status import Status
from autograder.exercise.values import Opaque, Tensor, describe

# Answers that differ by less than the tolerance must fall on one step of the
# grid, or the mistake falls apart.  A step is much wider than the tolerance, and
# no round number of it, so that round answers do not lie on an edge.
STEP = 31.4159
WIDEST = 0.0314159
NOISE = 1e-12  # what is nothing on paper
GOLDEN = 0.6180339887498949
ONLY_HIDDEN = "right-in-public"  # right on public inputs: nothing to tell mistakes by


def fingerprint(public: Verdict) -> str:
    """What this judgement on public inputs shares with the same mistake elsewhere."""
    if public.status == Status.PASSED:
        return ONLY_HIDDEN
    if not public.attempts:
        return ""
    whole = hashlib.sha256()
    for attempt in public.attempts:
        for part in _traces(attempt):
            whole.update(part.encode(errors="replace") + b"\0")
    return whole.hexdigest()[:16]


def _traces(attempt: Attempt) -> Iterable[str]:
    """What one call came to, as text that rounding errors leave alone."""
    outcome = attempt.outcome
    yield f"{outcome.status} {outcome.mutated}"
    if outcome.status == Status.RETURNED:
        coarse = coarsest(attempt.arguments)
        yield from _of_value(outcome.value, coarse)
        yield attempt.broken
    else:
        # The same kind of error with the same words; sizes in them may differ.
        yield re.sub(r"[\d(),.\s]+", " ", outcome.raised)


def _of_value(value: Any, coarse: float) -> Iterable[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield str(name)
            yield from _of_value(item, coarse)
    elif isinstance(value, (tuple, list)):
        yield f"{len(value)} of them"
        for item in value:
            yield from _of_value(item, coarse)
    elif isinstance(value, Tensor):
        yield value.framework
        yield from _of_value(value.array, coarse)
    elif isinstance(value, (bool, int, float, np.ndarray, np.generic)):
        yield _of_array(np.asarray(value), coarse)
    elif isinstance(value, (str, type(None))):
        yield repr(value)
    else:
        yield describe(value) if isinstance(value, Opaque) else type(value).__name__


def _of_array(array: np.ndarray, coarse: float) -> str:
    """Shape, where it is not finite, its size, and one rounded number for the rest.

    A weighted sum differs for almost all arrays that differ anywhere, and is
    one rounding where the entries would be hundreds, one of them on the edge of
    a step sooner or later.
    """
    if array.dtype.kind not in "biuf":
        return f"{array.shape} {array.dtype}"
    kind = "bool" if array.dtype.kind == "b" else "number"
    numbers = array.astype(np.float64).ravel()
    odd = ~np.isfinite(numbers)
    # Which entries are nan, inf and -inf, in order.
    marks = ""
    if odd.any():
        what = np.nan_to_num(numbers[odd], nan=0, posinf=1, neginf=-1).astype(np.int8)
        where = np.flatnonzero(odd).astype(np.int64)
        marks = hashlib.sha256(where.tobytes() + what.tobytes()).hexdigest()[:16]
    finite = np.where(odd, 0.0, numbers)
    with np.errstate(all="ignore"):
        scale = float(np.abs(finite).max(initial=0.0))
        if scale < NOISE:
            return f"{kind} {array.shape} zeros {marks}"
        # Between -1 and 1, all different, without a pattern that an answer could have.
        weights = 2 * np.modf(np.arange(1, finite.size + 1) * GOLDEN)[0] - 1
        projected = float(finite / scale @ weights) / np.sqrt(finite.size)
    step = min(STEP * max(coarse, RELATIVE.get(array.dtype, 0.0), 1e-7), WIDEST)
    # The scale too: twice as much is another answer.
    size = round(float(np.log(scale)) / step)
    return f"{kind} {array.shape} {size} {round(projected / step)} {marks}"
