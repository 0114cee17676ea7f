"""What a wrong result is instead, where it is something simple."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.checking.compare import compare
from autograder.exercise.values import Tensor

NOTHING = 1e-9  # what is 0 on paper


def clue(expected: Any, got: Any) -> str:
    """Say what a wrong result is instead, in one sentence that holds for all of it.

    Returns the sentence; ``""`` where it is nothing simple.
    """
    expected = expected.array if isinstance(expected, Tensor) else expected
    got = got.array if isinstance(got, Tensor) else got
    if not (isinstance(expected, np.ndarray) and isinstance(got, np.ndarray)):
        return ""
    if got.dtype.kind not in "fiu" or expected.dtype.kind not in "fiu":
        return ""
    if expected.ndim >= 2 and _equal(np.swapaxes(expected, -1, -2), got):
        return "Your result is the right one transposed (last two axes swapped)."
    if expected.shape != got.shape:
        if _equal(expected.squeeze(), got.squeeze()):
            return "The numbers are right; there is an axis of length 1 too many or few."
        if expected.size == got.size and _equal(expected.ravel(), got.ravel()):
            return "The numbers are right and in order; only the shape is not."
        return ""
    whole = got.dtype.kind in "iu" and expected.dtype.kind == "f"
    if whole and _equal(np.trunc(expected), got):
        return "Your result is cut off to whole numbers: an integer array holds it."
    with np.errstate(all="ignore"):
        sizes = np.abs(expected.astype(np.float64))
        ratios = got.astype(np.float64) / np.where(sizes > NOTHING, expected, np.nan)
    zeros = sizes <= NOTHING
    if not np.allclose(got[zeros], 0, atol=NOTHING):
        return ""  # no factor makes something of nothing
    ratios = ratios[np.isfinite(ratios)]
    if ratios.size > 1 and np.ptp(ratios) <= 1e-5 * abs(ratios[0]) and ratios[0] != 0:
        factor = f"{ratios[0]:.4g}"
        return (
            ""
            if factor == "1"
            else f"In this call every entry is {factor} times what it should be."
        )
    return ""


def _equal(expected: np.ndarray, got: np.ndarray) -> bool:
    return expected.shape == got.shape and compare(expected, got) is None
