"""What the reader wrote in chapters 03, 07 and 12 and uses again in part V.

The one place that says where those functions come from.  In the course they are the
answer key's; in a student's copy the same import gives the student's own answers.
"""

from __future__ import annotations

import numpy as np

from solutions.ch03_numpy.softmax import softmax
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.masked_softmax import masked_softmax
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention as _without_mask,
)

__all__ = [
    "apply_rope",
    "causal_mask",
    "grouped_query_attention",
    "masked_softmax",
    "softmax",
]


def grouped_query_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None
) -> np.ndarray:
    """Chapter 12's, with a mask.

    q: (..., h, n_q, d_k).  k: (..., h_kv, n_k, d_k).  v: (..., h_kv, n_k, d_v).
    mask: Boolean (n_q, n_k), True = may attend, the same for all heads; None for all.
    Returns (..., h, n_q, d_v).
    """
    if mask is None or mask.all():
        return _without_mask(q, k, v)
    # Query by query, with the keys that it may see: what a mask comes to.
    rows = [
        _without_mask(q[..., i : i + 1, :], k[..., allowed, :], v[..., allowed, :])
        for i, allowed in enumerate(mask)
    ]
    return np.concatenate(rows, axis=-2)
