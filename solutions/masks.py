"""Padding, masks and the masked softmax in NumPy (chapter 07): the reference.

A mask is Boolean, and True means may attend.  Vaswani et al. 2017,
"Attention Is All You Need", section 3.2.3 (blocked scores are set to minus
infinity).  How each function is checked is in ``solutions.masks_checks``.
"""

from __future__ import annotations

import numpy as np


def pad_and_truncate(
    sequences: list[list[int]], max_len: int, pad_id: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Bring sequences of ids to one length.

    sequences: one list of ids a sequence, of any lengths, 0 among them.
    Longer ones lose their end; shorter ones get pad_id after their end.
    Returns (ids, lengths), whole numbers: (batch, max_len) and (batch,).
    lengths says how many entries of each row are real.
    """
    lengths = np.array([min(len(ids), max_len) for ids in sequences], dtype=int)
    padded = np.full((len(sequences), max_len), pad_id)
    for row, ids, length in zip(padded, sequences, lengths, strict=True):
        row[:length] = ids[:length]
    return padded, lengths


def padding_mask(lengths: np.ndarray, n: int) -> np.ndarray:
    """Which positions hold a real token.

    lengths: (...), whole numbers, usually (batch,).
    Returns a Boolean array (..., n): each row True at its first positions, as
    many as its length says.
    """
    return np.arange(n) < lengths[..., None]


def causal_mask(n: int) -> np.ndarray:
    """Which keys each token may attend to when it must not see the future.

    Returns a Boolean array (n, n): entry [i, j] is True when query i may
    attend to key j, which is when key j is not after query i.
    """
    return np.tril(np.ones((n, n), dtype=bool))


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Turn scores into weights over the keys that each query may attend to.

    scores: (..., n_q, n_k), any finite numbers, however large.
    mask: Boolean, broadcasts to the shape of scores; True = may attend.
    Returns weights of the shape of scores: each row sums to one, blocked keys
    get exactly zero, and a row with every key blocked is all zeros.
    """
    open_scores = np.where(mask, scores, -np.inf)
    largest = open_scores.max(axis=-1, keepdims=True)  # (..., n_q, 1)
    # In a row with nothing to attend to the largest is -inf, and -inf - -inf is nan.
    largest = np.where(largest == -np.inf, 0, largest)
    powers = np.exp(open_scores - largest)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)
