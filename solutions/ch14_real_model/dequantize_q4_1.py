"""Exercise real.dequantize_q4_1: 20 bytes become 32 weights."""

from __future__ import annotations

import numpy as np


def dequantize_q4_1(blocks: np.ndarray) -> np.ndarray:
    """Turn the blocks of a Q4_1 matrix into its weights.

    blocks: uint8 (rows, 20 b), b blocks of 20 bytes a row.
    A block: a float16 scale d (2 bytes), a float16 minimum m (2 bytes), and 16 bytes
    that hold 32 numbers q from 0 to 15.  The low four bits of byte j are number j, the
    high four bits number 16 + j.  A weight is d * q + m.
    Returns float32 (rows, 32 b), computed in float32.
    """
    # GGUF's Q4_1 (ggml project): the low halves first, then the high halves.
    blocks = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)  # (rows, b, 20)
    scale_and_minimum = blocks[..., :4].copy().view(np.float16).astype(np.float32)
    d, m = scale_and_minimum[..., :1], scale_and_minimum[..., 1:]  # (rows, b, 1)
    packed = blocks[..., 4:]
    q = np.concatenate([packed & 15, packed >> 4], axis=-1)  # (rows, b, 32)
    return (d * q + m).reshape(len(blocks), -1)
