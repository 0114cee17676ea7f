"""Scores for the chapter: how far apart they may lie."""

import numpy as np


def set_level(q: np.ndarray, k: np.ndarray, level: str) -> None:
    """Let the first features of queries and keys, in place, decide most of the scores.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  ``level`` says how:
    ``large``, one large number added to all; ``low``, all far below zero; ``rows``, each
    query's far from the others'; ``rising`` and ``falling``, each key's thousands above
    or below the one before; ``last key``, the last one's in the billions; ``trillions
    below``, all of them there, and far apart.
    """
    places = np.arange(k.shape[-2])
    rows = np.arange(q.shape[-2]) - q.shape[-2] // 2
    asking, asked = {
        "large": (200, 200),
        "low": (-200, 200),
        "rows": (4096 * rows, 1),
        "rising": (4, 1024 * places),
        "falling": (4, -1024 * places),
        "last key": (2**19, 2**19 * (places == places[-1])),
        "trillions below": (-(2**21), 2**21 + places),
    }[level]
    q[..., 0], k[..., 0] = asking, asked
