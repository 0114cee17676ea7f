"""Causal attention, block by block: a mask of which no more than a block is ever held.

Dao et al. 2022, "FlashAttention", section 3.1 with the masking of its appendix B.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch12_efficient_attention.online_softmax_attention import (
    online_softmax_attention,
)
from solutions.draws import Draw, normal, thrice


def causal_online_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, block_size: int
) -> np.ndarray:
    """Causal attention of the newest tokens, a block of keys at a time.

    k: (n_k, d_k).  v: (n_k, d_v).  Keys and values of the whole text.
    q: (n_q, d_k), the queries of its last n_q tokens, n_q at most n_k.
    Each query attends to the keys up to its own token, and to none after it.
    Returns (n_q, d_v), and never holds an array (n_q, n_k).
    """
    n_q, n_k = len(q), len(k)
    places = np.arange(n_k - n_q, n_k)[:, None]  # where each query stands
    largest, total, mixture = -np.inf, 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block, v_block = k[start : start + block_size], v[start : start + block_size]
        columns = start + np.arange(len(k_block))
        scores = q @ k_block.T / q.shape[1] ** 0.5  # (n_q, block_size)
        scores = np.where(columns <= places, scores, -np.inf)
        # Finite from the first block on: every query may look at the first key.
        new_largest = np.maximum(largest, scores.max(axis=1, keepdims=True))
        rescale = np.exp(largest - new_largest)  # (n_q, 1)
        powers = np.exp(scores - new_largest)
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
        return q, k, v, block_size

    return draw


def _blocks(
    q,
    k,
    v,
    block_size,
    *,
    columns="of the text",
    rows="of the text",
    sees="itself",
    blocked="-inf",
    largest_of="open",
    rescaled=True,
    scale=True,
):
    """The same with one thing otherwise."""
    n_q, n_k = len(q), len(k)
    first = n_k - n_q if rows == "of the text" else 0
    places = np.arange(first, first + n_q)[:, None]
    largest, total, mixture = np.full((n_q, 1), -np.inf), 0.0, 0.0
    for start in range(0, n_k, block_size):
        keys, values = k[start : start + block_size], v[start : start + block_size]
        at = np.arange(len(keys)) + (start if columns == "of the text" else 0)
        may = {
            "itself": at <= places,
            "before": at < places,
            "after": at >= places,
            "all": at >= 0,
        }[sees]
        raw = q @ keys.T / (q.shape[1] ** 0.5 if scale else 1.0)
        scores = np.where(may, raw, 0.0 if blocked == "0" else -np.inf)
        seen = raw if largest_of == "all" or blocked == "after" else scores
        new = np.maximum(largest, seen.max(axis=1, keepdims=True))
        rescale = np.exp(largest - new) if rescaled else 1.0
        powers = np.exp((raw if blocked == "after" else scores) - new)
        total = rescale * total + powers.sum(axis=1, keepdims=True)
        powers = powers * may if blocked == "after" else powers
        mixture = rescale * mixture + powers @ values
        largest = new
    return mixture / total


def _query_by_query(q, k, v, block_size):
    """Each query by itself, over as many keys as it may see."""
    first = len(k) - len(q)
    rows = [
        online_softmax_attention(
            query[None], k[: first + i + 1], v[: first + i + 1], block_size
        )
        for i, query in enumerate(q)
    ]
    return np.concatenate(rows)


def _only_who_may(q, k, v, block_size):
    """A block meets only the queries that have something open in it."""
    n_q, n_k = len(q), len(k)
    largest, total = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1))
    mixture = np.zeros((n_q, v.shape[1]))
    for start in range(0, n_k, block_size):
        end = min(start + block_size, n_k)
        low = max(0, start - (n_k - n_q))  # the first query at or behind the block
        scores = np.einsum("id,jd->ij", q[low:], k[start:end]) * q.shape[1] ** -0.5
        ahead = np.subtract.outer(np.arange(low, n_q) + n_k - n_q, np.arange(start, end))
        scores[ahead < 0] = -np.inf
        new = np.maximum(largest[low:], scores.max(axis=1, keepdims=True))
        rescale, powers = np.exp(largest[low:] - new), np.exp(scores - new)
        total[low:] = rescale * total[low:] + powers.sum(axis=1, keepdims=True)
        mixture[low:] = rescale * mixture[low:] + powers @ v[start:end]
        largest[low:] = new
    return mixture / total


EXERCISE = Exercise(
    id="efficient.causal_online_attention",
    title="Causal attention, block by block",
    reference=causal_online_attention,
    decisions=_blocks,
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
        thrice("one new token", _text(1, 6, 4)),
        thrice("one token", _text(1, 1, 2)),
        Case("large scores", _text(5, 7, 2, scale=60.0)),
        Case("scores that rise steeply", _text(5, 6, 2, rising=500)),
        Case("float32", _text(4, 6, 3, dtype="float32")),
        Case(
            "a long text, little memory",
            _text(32, 2048, 64, dtype="float32"),
            calls=1,
            peak_mb=0.4,
        ),
    ),
    properties=(
        Property(
            "what comes later changes nothing",
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
    misconceptions=(
        Misconception(
            "nothing-masked",
            "Every query sees all keys. Block the scores of keys that come after it, in "
            "each block, before its largest score is looked for.",
            choices={"sees": "all"},
        ),
        Misconception(
            "columns-of-the-block",
            "You count the columns of each block from 0. Column j of a block is key "
            "start + j of the text.",
            choices={"columns": "of the block"},
        ),
        Misconception(
            "rows-from-zero",
            "You count the queries from 0. They are the last of the text: query i stands "
            "at n_k - n_q + i.",
            choices={"rows": "from 0"},
        ),
        Misconception(
            "not-itself",
            "Your tokens do not see themselves, and the first of a text sees nothing. A "
            "key is open up to the query's own place: <=.",
            choices={"sees": "before"},
        ),
        Misconception(
            "the-future-only",
            "Your mask is turned round: each query sees itself and what comes after.",
            choices={"sees": "after"},
        ),
        Misconception(
            "masked-after-the-powers",
            "You take blocked powers out of the mixture and leave them in the total, so "
            "that all contexts are too short. Replace the scores instead.",
            choices={"blocked": "after"},
        ),
        Misconception(
            "zero-for-blocked",
            "You give blocked scores a 0. The power of 0 is 1, like that of any score: it "
            "takes -inf.",
            choices={"blocked": "0"},
        ),
        Misconception(
            "largest-of-blocked",
            "Your largest score may be one of a blocked key. Where that is far above the "
            "rest, all open powers vanish, and 0 / 0 is nan. Mask first.",
            choices={"largest_of": "all"},
        ),
        Misconception(
            "not-rescaled",
            "The mask is right. What was summed so far was measured against another "
            "largest score: rescale total and mixture when a larger one comes.",
            choices={"rescaled": False},
        ),
        Misconception(
            "unscaled",
            "The mask is right. The scores are not divided by sqrt(d_k).",
            choices={"scale": False},
        ),
    ),
    same=(
        Same("(len(q), len(v))", "As many values as keys."),
        Same("(-np.inf, 1.0, 0.0)", "The first block's factor is 0."),
        Same("(-np.inf, 0.0, 1.0)", "The first block's factor is 0."),
        Same("/ k.shape[1] ** 0.5", "Queries and keys are of one length."),
    ),
    alternatives=(_query_by_query, _only_who_may),
    hints=(
        "Begin with your online softmax. One line is new, and it stands between the scores "
        "of a block and their largest.",
        "For a block you need two rows of numbers: the places in the text of its keys, and "
        "those of the queries. The last query and the last key stand at the same place.",
        "(n_q, 1) places of queries and (block_size,) places of keys, compared, broadcast "
        "to the mask of the block. Why has every query a finite score in the first one?",
    ),
)
