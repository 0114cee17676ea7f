"""Multi-head self-attention in NumPy (chapter 08): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.  A mask is
Boolean, and True means may attend.  How each function is checked is in
``solutions.heads_checks``.
"""

from __future__ import annotations

import numpy as np


def masked_softmax(scores: np.ndarray, mask: np.ndarray | bool) -> np.ndarray:
    """Chapter 07's: weights over the keys that each query may attend to.

    scores: (..., n_q, n_k).  mask: Boolean, broadcasts to the shape of scores.
    Blocked keys get zero, and so does a row with every key blocked.
    """
    open_scores = np.where(mask, scores, -np.inf)
    largest = open_scores.max(axis=-1, keepdims=True)  # (..., n_q, 1)
    powers = np.exp(open_scores - np.where(largest == -np.inf, 0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def split_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut every token's features into n_heads parts, one a head.

    x: (batch, n, d), d a multiple of n_heads.
    Returns (batch, n_heads, n, d / n_heads): head 0 has the first d / n_heads
    features of every token, head 1 the next, and so on.
    """
    *batch, n, d = x.shape
    parts = x.reshape(*batch, n, n_heads, d // n_heads)
    return np.swapaxes(parts, -3, -2)  # heads before tokens


def merge_heads(x: np.ndarray) -> np.ndarray:
    """Put the heads of every token side by side again: split_heads undone.

    x: (batch, n_heads, n, head_dim).  Returns (batch, n, n_heads * head_dim).
    """
    *batch, n_heads, n, head_dim = x.shape
    tokens_first = np.swapaxes(x, -3, -2)  # (batch, n, n_heads, head_dim)
    return tokens_first.reshape(*batch, n, n_heads * head_dim)


def multi_head_attention(
    x: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_o: np.ndarray,
    n_heads: int,
    mask: np.ndarray | None = None,
) -> np.ndarray:
    """Let every token gather from all tokens in n_heads ways at once.

    x: (batch, n, d).  W_q, W_k, W_v, W_o: (d, d), d a multiple of n_heads.
    mask: Boolean, True = may attend: (n, n), or any shape that broadcasts to
    (batch, n_heads, n, n).  None: every token may attend to every token.
    Each head divides its scores by the square root of its own width.
    Returns (batch, n, d): the heads' contexts, merged, times W_o.
    """
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    # (batch, n_heads, n, n)
    weights = masked_softmax(scores, True if mask is None else mask)
    return merge_heads(weights @ v) @ W_o
