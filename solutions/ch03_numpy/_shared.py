"""What ``attention_weights`` and ``self_attention`` share: decisions, and sentences.

Who leaves the scale out or turns the wrong axes does so in both, and is told the same.
"""

from __future__ import annotations

import numpy as np

from solutions.ch03_numpy.softmax import softmax

SCALES = {
    "sqrt d_k": lambda q, k: np.sqrt(q.shape[-1]),
    "none": lambda q, k: 1.0,
    "d_k": lambda q, k: q.shape[-1],
    "times": lambda q, k: 1 / np.sqrt(q.shape[-1]),
    "half of d_k": lambda q, k: q.shape[-1] / 2,
    "whole root": lambda q, k: int(np.sqrt(q.shape[-1])),
    "sqrt n_k": lambda q, k: np.sqrt(k.shape[-2]),
    "sqrt n_q": lambda q, k: np.sqrt(q.shape[-2]),
    "from the front": lambda q, k: np.sqrt(q.shape[1]),
}


def turned(array: np.ndarray, how: str) -> np.ndarray:
    """The last two axes swapped, or what people take for it."""
    if how == "all":
        return array.T
    if how == "reshape":
        return array.reshape(*array.shape[:-2], array.shape[-1], array.shape[-2])
    return np.swapaxes(array, -1, -2) if how == "last two" else array


SHIFTS = {
    "none": lambda scores: 0,
    "everything": np.max,
    "mean": lambda scores: scores.mean(axis=-1, keepdims=True),
    "minimum": lambda scores: scores.min(axis=-1, keepdims=True),
}


def decided_weights(
    q,
    k,
    *,
    scale="sqrt d_k",
    axis=-1,
    order="q k",
    transpose="last two",
    shift="each row",
    floor=False,
):
    """Attention weights with one decision taken otherwise, or none: then the right ones.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  Returns (..., n_q, n_k); with ``order="k q"``
    or other axes transposed another shape, or a ValueError where none fits.
    """
    left, right = (q, k) if order == "q k" else (k, q)
    scores = left @ turned(right, transpose) / SCALES[scale](q, k)
    if floor:
        scores = np.floor(scores)
    if shift == "each row":
        return softmax(scores, axis=axis)
    powers = np.exp(scores - SHIFTS[shift](scores))
    return powers / powers.sum(axis=axis, keepdims=True)


TURNED_ROUND = (
    "Your .T turns all axes of a batch around. Swap only the last two: "
    "np.swapaxes(k, -1, -2)."
)
