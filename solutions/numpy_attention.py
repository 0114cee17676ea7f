"""Scaled dot-product self-attention in NumPy (chapter 03): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.  How each
function is checked is in ``solutions.numpy_checks``.
"""

from __future__ import annotations

import numpy as np


def project_qkv(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn each token into its query, its key and its value.

    x: (..., n, d_model), the tokens, one a row.
    W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns (q, k, v): (..., n, d_k), (..., n, d_k), (..., n, d_v).
    """
    return x @ W_q, x @ W_k, x @ W_v


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into positive weights that sum to one along ``axis``.

    scores: any shape, any finite numbers, however large.
    Returns an array of the same shape: exp(scores) / sum of exp(scores).
    """
    largest = scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores - largest)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """How much each query attends to each key.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).
    Returns softmax(q k^T / sqrt(d_k)), one row a query: (..., n_q, n_k).
    """
    d_k = q.shape[-1]
    # A Python number leaves float32 as it is; np.sqrt(d_k) would make it float64.
    scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
    return softmax(scores)


def weighted_values(weights: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Scale every value by every query's weight for it.

    weights: (..., n_q, n_k).  v: (..., n_k, d_v).
    Returns (..., n_k, n_q, d_v): entry [j, i] is weights[i, j] * v[j].
    """
    by_key = np.swapaxes(weights, -1, -2)  # (..., n_k, n_q)
    return by_key[..., None] * v[..., None, :]


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> np.ndarray:
    """Let every token gather what it needs from all tokens.

    x: (..., n, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the context vectors, one a token: (..., n, d_v).
    """
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    return attention_weights(q, k) @ v
