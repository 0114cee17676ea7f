"""Numbers to read attention weights by (chapter 11): the reference, in NumPy.

Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers" (rollout);
Olsson et al. 2022, "In-context Learning and Induction Heads" (the two scores);
Kobayashi et al. 2020, "Attention is Not Only a Weight" (lengths of what is
added).  How each function is checked is in ``solutions.reading_checks`` and
``solutions.reading_layers_checks``.
"""

from __future__ import annotations

import numpy as np


def previous_token_score(weights: np.ndarray) -> np.ndarray:
    """How much of its weight a head gives to the token just before.

    weights: (..., n, n), one row a query, n at least 2.
    Returns the mean of weights[i, i - 1] over tokens from the second: (...).
    """
    return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean(axis=-1)


def induction_score(weights: np.ndarray, period: int) -> np.ndarray:
    """How much of its weight a head gives to what came next last time.

    weights: (..., n, n), one row a query, on tokens that repeat with
    ``period``: token i is the same as token i - period.  1 <= period < n.
    Returns the mean, over every token i that has such a previous occurrence,
    of its weight for the token one after that occurrence: (...).
    """
    n = weights.shape[-1]
    later = np.arange(period, n)
    return weights[..., later, later - period + 1].mean(axis=-1)


def attention_rollout(weights: np.ndarray) -> np.ndarray:
    """Follow the weights of all layers back to the input tokens.

    weights: (..., layers, n, n), the first layer first; rows sum to one.
    In each layer half of a token is itself, along the residual connection,
    and half is what it attends to.
    Returns how much of each input token is in each output: (..., n, n).
    """
    layers, n = weights.shape[-3:-1]
    itself = np.eye(n, dtype=weights.dtype)
    rollout = itself
    for layer in range(layers):
        mixing = 0.5 * weights[..., layer, :, :] + 0.5 * itself
        rollout = mixing @ rollout  # the later layer on the left
    return rollout


def contributions(weights: np.ndarray, v: np.ndarray, W_o: np.ndarray) -> np.ndarray:
    """How long the vector is that each key adds to each query's token.

    weights: (..., n_q, n_k).  v: (..., n_k, d_v).  W_o: (d_v, d_model).
    Returns the length of weights[i, j] * (v[j] @ W_o): (..., n_q, n_k).
    """
    lengths = np.sqrt(((v @ W_o) ** 2).sum(axis=-1))  # (..., n_k)
    return weights * lengths[..., None, :]
