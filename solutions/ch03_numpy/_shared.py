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
    "sqrt n_k": lambda q, k: np.sqrt(k.shape[-2]),
}


def decided_weights(
    q, k, *, scale="sqrt d_k", axis=-1, order="q k", transpose="last two", stable=True
):
    """Attention weights with one decision taken otherwise, or none: then the right ones.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  Returns (..., n_q, n_k); with ``order="k q"``
    or other axes transposed another shape, or a ValueError where none fits.
    """
    left, right = (q, k) if order == "q k" else (k, q)
    turned = right.T if transpose == "all" else np.swapaxes(right, -1, -2)
    scores = left @ turned / SCALES[scale](q, k)
    if stable:
        return softmax(scores, axis=axis)
    powers = np.exp(scores)
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
