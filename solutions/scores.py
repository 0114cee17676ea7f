"""Score functions, and how sure the weights are (chapter 06): the reference.

Dot-product scores: Vaswani et al. 2017, section 3.2.1.  Bilinear scores:
Luong et al. 2015, "Effective Approaches to Attention-based Neural Machine
Translation", where they are called "general".  Additive scores: Bahdanau et
al. 2015, section 3.1.  How each function is checked is in
``solutions.scores_checks``.
"""

from __future__ import annotations

import numpy as np


def bilinear_score(q: np.ndarray, k: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Score every query with every key through one matrix.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).  W: (d_q, d_k).
    Returns q W k^T, one row a query: (..., n_q, n_k).
    """
    return q @ W @ np.swapaxes(k, -1, -2)


def additive_scores(
    q: np.ndarray, k: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """Score every query with every key by a network with one hidden layer.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns (..., n_q, n_k): entry [i, j] is v . tanh(q[i] W_q + k[j] W_k).
    """
    from_queries = (q @ W_q)[..., :, None, :]  # (..., n_q, 1, h)
    from_keys = (k @ W_k)[..., None, :, :]  # (..., 1, n_k, h)
    return np.tanh(from_queries + from_keys) @ v


def entropy(weights: np.ndarray) -> np.ndarray:
    """How evenly each row of weights is spread, in nats.

    weights: (..., n), each row non-negative and summing to one.
    Returns -sum(w log w) along the last axis, with 0 log 0 = 0: (...).
    """
    # log 1 = 0 stands in where a weight is zero; that term is 0 in any case.
    logs = np.log(np.where(weights > 0, weights, 1))
    return 0.0 - (weights * logs).sum(axis=-1)  # a plain minus would give -0


def softmax_jacobian(weights: np.ndarray) -> np.ndarray:
    """How each weight of a softmax moves when each score moves.

    weights: (..., n), what the softmax returned.
    Returns (..., n, n): entry [i, j] is the derivative of weights[i] with
    respect to scores[j].
    """
    each = weights[..., :, None]  # (..., n, 1)
    return each * (np.eye(weights.shape[-1]) - weights[..., None, :])
