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
    powers = np.exp(scores - (scores.max() if shift == "everything" else 0))
    return powers / powers.sum(axis=axis, keepdims=True)


UNSCALED = (
    "You do not divide the scores by sqrt(d_k). Without it the softmax grows sharper the "
    "longer the vectors are."
)

TOO_MUCH = (
    "You divide by d_k; the formula divides by its square root. The weights come out too "
    "even."
)

TURNED_ROUND = (
    "Your .T turns all axes of a batch around. Swap only the last two: "
    "np.swapaxes(k, -1, -2)."
)

NOT_TURNED = (
    "You multiply the queries by the keys as they stand, which fits only by chance. A "
    "score is a dot product of two rows: the keys have to stand in columns."
)

DEALT_ANEW = (
    "You turn the keys with reshape. That deals the same numbers out into rows of another "
    "length, so that one column holds parts of several keys. Swap the two axes."
)

GLOBAL_MAX = (
    "You subtract the largest score of all queries together. A query whose scores lie far "
    "below it underflows to 0/0. Each row has a largest score of its own."
)

FLOORED = (
    "The // cuts the scores down to whole numbers, so that scores which differ become "
    "alike. A plain / divides."
)

SOFTMAX_TWICE = (
    "You take the softmax twice. What it returns are the weights already; a second one "
    "makes them nearly equal."
)

CAUSAL = (
    "You hide the later tokens, with a causal mask. Nothing is hidden here: every query "
    "may attend to all keys."
)

WHOLE_NUMBERS = (
    "Your result is kept in an array with the dtype of the inputs. When they are whole "
    "numbers, it cuts every entry off to a whole number."
)
