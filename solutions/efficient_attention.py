"""Attention that costs less, in NumPy (chapter 12): the reference.

How each function is checked is in ``solutions.efficient_checks`` and the modules
that it names.
"""

from __future__ import annotations

import numpy as np


def online_softmax_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, block_size: int
) -> np.ndarray:
    """Scaled dot-product attention, one block of keys at a time.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    block_size: how many keys a block has; the last block may have fewer.
    Returns softmax(q k^T / sqrt(d_k)) v, (..., n_q, d_v), and never holds
    more scores at once than those of one block, (..., n_q, block_size).
    """
    # Milakov and Gimelshein 2018 (the online softmax); Dao et al. 2022.
    d_k, n_k = q.shape[-1], k.shape[-2]
    largest, total, mixture = -np.inf, 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block = k[..., start : start + block_size, :]
        v_block = v[..., start : start + block_size, :]
        scores = q @ np.swapaxes(k_block, -1, -2) / d_k**0.5  # (..., n_q, block_size)
        new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))
        # What was summed so far was measured against the old largest score.
        rescale = np.exp(largest - new_largest)  # (..., n_q, 1); 0 at the first block
        powers = np.exp(scores - new_largest)
        total = rescale * total + powers.sum(axis=-1, keepdims=True)
        mixture = rescale * mixture + powers @ v_block  # (..., n_q, d_v)
        largest = new_largest
    return mixture / total


class KVCache:
    """The keys and values of all tokens so far, for the queries to come."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        super().__init__()
        self.k = self.v = None

    def append(self, k: np.ndarray, v: np.ndarray) -> None:
        """Keep the keys and values of new tokens, behind those already kept.

        k: (..., n_new, d_k).  v: (..., n_new, d_v).
        One token may come as two vectors, (d_k,) and (d_v,).
        """
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        if self.k is None:
            self.k, self.v = k.copy(), v.copy()
        else:
            self.k = np.concatenate([self.k, k], axis=-2)
            self.v = np.concatenate([self.v, v], axis=-2)

    def attend(self, q: np.ndarray) -> np.ndarray:
        """Scaled dot-product attention over everything kept.

        q: (..., n_q, d_k), or one query (d_k,).
        Returns the context of each query: (..., n_q, d_v), or (d_v,).
        """
        scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)  # (..., n_q, n_kept)
        return weights @ self.v


def grouped_query_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Attention in which several query heads share their keys and values.

    q: (..., h, n_q, d_k).  k: (..., h_kv, n_k, d_k).
    v: (..., h_kv, n_k, d_v).  h is a multiple of h_kv: the first h / h_kv
    query heads use the first head of k and v, the next h / h_kv the second,
    and so on.  Scores are divided by sqrt(d_k).
    Returns (..., h, n_q, d_v).
    """
    # Ainslie et al. 2023.  Sharing is broadcasting: no head of k or v is copied.
    *batch, h, n_q, d_k = q.shape
    h_kv, d_v = k.shape[-3], v.shape[-1]
    grouped = q.reshape(*batch, h_kv, h // h_kv, n_q, d_k)
    turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
    scores = grouped @ turned / d_k**0.5
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    context = weights @ v[..., None, :, :]  # (..., h_kv, h / h_kv, n_q, d_v)
    return context.reshape(*batch, h, n_q, d_v)


def apply_rope(x: np.ndarray, positions: np.ndarray, base: float = 10000.0) -> np.ndarray:
    """Turn each pair of features by an angle that grows with the position.

    x: (..., n, d), queries or keys, d even.  positions: (n,), whole numbers.
    Pair i is features 2i and 2i + 1.  At position p it turns by the angle
    p * base**(-2i / d), from the first feature towards the second.
    Returns an array of the shape of x.
    """
    # Su et al. 2021, section 3.4.2.  Angles in float64: large ones need the digits.
    d = x.shape[-1]
    speeds = base ** (-np.arange(0, d, 2) / d)  # (d / 2,)
    angles = positions[:, None] * speeds  # (n, d / 2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d / 2)
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1)
    return turned.reshape(x.shape).astype(np.result_type(x, np.float16))


def alibi_bias(n: int, n_heads: int) -> np.ndarray:
    """What ALiBi adds to the scores of causal attention.

    n_heads: a power of two.
    Head h, counted from 1, has the slope m = 2**(-8 h / n_heads).
    Returns (n_heads, n, n): entry [h - 1, i, j] is -m * (i - j) where key j
    is not after query i, and 0 above the diagonal (the causal mask's part).
    """
    # Press, Smith and Lewis 2022, section 3.
    slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    places = np.arange(n)
    steps = np.minimum(places - places[:, None], 0)  # (n, n): j - i, at most 0
    return slopes[:, None, None] * steps
