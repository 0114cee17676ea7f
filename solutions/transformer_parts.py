"""The small parts of a Transformer in NumPy (chapter 09): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.5 (positions);
Ba, Kiros and Hinton 2016, "Layer Normalization".  How each function is checked
is in ``solutions.block_positions_checks`` and ``solutions.block_norm_checks``.
"""

from __future__ import annotations

import numpy as np


def positional_encoding(n: int, d_model: int) -> np.ndarray:
    """Describe each of n positions by d_model sines and cosines.

    Columns 2i and 2i + 1 hold the sine and the cosine of the same angle,
    position / 10000 ** (2i / d_model).  Positions count from 0.  With an odd
    d_model the last sine has no cosine.
    Returns (n, d_model), float64.
    """
    positions = np.arange(n)[:, None]
    columns = np.arange(d_model)
    pairs = columns // 2  # 0, 0, 1, 1, 2, 2, ...
    angles = positions / 10000.0 ** (2 * pairs / d_model)  # (n, d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def layer_norm(
    x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Bring every token to mean 0 and variance 1, then scale and shift it.

    x: (..., d_model), any numbers, equal ones among them.
    gamma, beta: (d_model,), the scale and the shift of each feature.
    Mean and variance are taken over a token's own features; eps is added to
    the variance.  Returns an array of the shape of x.
    """
    mean = x.mean(axis=-1, keepdims=True)  # (..., 1)
    variance = x.var(axis=-1, keepdims=True)  # (..., 1), divided by d_model
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
