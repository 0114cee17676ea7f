"""Causal attention, block by block: a mask of which no more than a block is ever held.

Dao et al. 2022, "FlashAttention", section 3.1 with the masking of its appendix B.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch12_efficient_attention._shared import set_level
from solutions.draws import Draw, normal, thrice, zero_rows


def causal_online_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, block_size: int
) -> np.ndarray:
    """Causal attention of the newest tokens, a block of keys at a time.

    k: (n_k, d_k).  v: (n_k, d_v).  Keys and values of the whole text.
    q: (n_q, d_k), the queries of its last n_q tokens, n_q at most n_k.
    Each query attends to the keys up to its own token, and to none after it.
    Scores are divided by sqrt(d_k).
    Returns (n_q, d_v), and never holds an array (n_q, n_k).
    Changes no argument.
    """
    n_q, n_k = len(q), len(k)
    places = np.arange(n_k - n_q, n_k)[:, None]  # where each query stands
    largest, total, mixture = -np.inf, 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block, v_block = k[start : start + block_size], v[start : start + block_size]
        columns = start + np.arange(len(k_block))
        may = columns <= places  # (n_q, block_size)
        scores = q @ k_block.T / q.shape[1] ** 0.5
        seen = np.where(may, scores, -np.inf)
        # Finite from the first block on: every query may look at the first key.
        new_largest = np.maximum(largest, seen.max(axis=1, keepdims=True))
        rescale = np.exp(largest - new_largest)  # (n_q, 1)
        powers = np.exp(seen - new_largest)
        total = rescale * total + powers.sum(axis=1, keepdims=True)
        mixture = rescale * mixture + powers @ v_block  # (n_q, d_v)
        largest = new_largest
    return mixture / total


def _text(n_q: int, n_k: int, block_size: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        dtype, d_k, d_v = options.get("dtype", "float64"), 3, options.get("d_v", 2)
        q = normal(rng, n_q, d_k, scale=options.get("scale", 1.5), dtype=dtype)
        k, v = normal(rng, n_k, d_k, dtype=dtype), normal(rng, n_k, d_v, dtype=dtype)
        if "rising" in options:  # later keys have ever larger scores
            q[:, 0], k[:, 0] = 3, options["rising"] * np.arange(n_k)
        if "level" in options:
            set_level(q, k, options["level"])
        return q, k, v, block_size

    return draw


EXERCISE = Exercise(
    id="efficient.causal_online_attention",
    title="Causal attention, block by block",
    reference=causal_online_attention,
    points=3,
    minutes=12,
    difficulty=3,
    section="12-efficient-attention#tiles-attention-in-little-memory",
    order=25,
    cases=(
        Case("one block for all keys", _text(5, 5, 9)),
        Case("blocks that fit", _text(6, 6, 2)),
        Case("a last block that is shorter", _text(7, 7, 3)),
        Case("one key a block", _text(4, 4, 1)),
        Case("the newest tokens of a text", _text(3, 8, 3)),
        Case("a block from before the first query on", _text(3, 8, 4)),
        Case("a first block with all queries but one", _text(5, 6, 4)),
        thrice("one new token", _text(1, 6, 4), easy=True),
        thrice("one token", _text(1, 1, 2), easy=True),
        Case("a query of zeros", zero_rows(_text(4, 7, 3), 0)),
        Case("large scores", _text(5, 7, 2, scale=60.0)),
        Case("scores far below zero", _text(4, 6, 2, level="trillions below")),
        Case("scores that rise steeply", _text(5, 6, 2, rising=500)),
        Case("float32", _text(4, 6, 3, dtype="float32")),
        Case(
            "a long text, little memory",
            _text(512, 4096, 32, dtype="float32"),
            calls=1,
            peak_mb=1.8,
            never_held=lambda q, k, *_: np.ones((len(q), len(k)), bool),
        ),
    ),
    properties=(
        Property(
            "another last key, the same earlier contexts",
            "Change the last key, and the context of an earlier token changes. It must not "
            "see what comes after it.",
            lambda answer, output, q, k, v, block_size: (
                len(q) < 2
                or len(q) > 100
                or np.allclose(
                    answer(q, np.concatenate([k[:-1], 2 - k[-1:]]), v, block_size)[:-1],
                    output[:-1],
                    rtol=1e-3,
                    atol=1e-3,
                )
            ),
        ),
    ),
    **cells_beside(__file__),
)
