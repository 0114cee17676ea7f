"""Exercise real.swiglu: the feed-forward part with a gate."""

from __future__ import annotations

import numpy as np


def swiglu(
    x: np.ndarray, W_gate: np.ndarray, W_up: np.ndarray, W_down: np.ndarray
) -> np.ndarray:
    """The feed-forward part of today's models: one half decides about the other.

    x: (..., d).  W_gate, W_up: (d, f).  W_down: (f, d).  There are no biases.
    silu(t) = t / (1 + exp(-t)), for each number by itself; no t overflows.
    Returns (silu(x W_gate) * x W_up) W_down, (..., d).
    """
    # Shazeer 2020, "GLU Variants Improve Transformer", equation 6 (without biases).
    gate = x @ W_gate  # (..., f)
    # exp of a negative number alone: it may become 0, never infinite.
    small = np.exp(-np.abs(gate))
    sigmoid = np.where(gate >= 0, 1, small) / (1 + small)
    return (gate * sigmoid * (x @ W_up)) @ W_down
