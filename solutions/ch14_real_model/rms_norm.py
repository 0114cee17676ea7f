"""Exercise real.rms_norm: every vector brought to one length."""

from __future__ import annotations

import numpy as np


def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Divide every vector by the root of the mean of its squares, and scale it.

    x: (..., d), one vector a row.  weight: (d,), a factor for each feature.
    eps is added to the mean of the squares, under the root.  Nothing is subtracted.
    Returns an array of the shape of x.
    """
    # Zhang and Sennrich 2019, "Root Mean Square Layer Normalization", section 4.
    mean_square = np.mean(x * x, axis=-1, keepdims=True)  # (..., 1)
    return x / np.sqrt(mean_square + eps) * weight
