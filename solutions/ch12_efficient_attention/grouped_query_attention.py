"""Attention in which several query heads share keys and values.

Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
Multi-Head Checkpoints".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch12_efficient_attention._shared import set_level
from solutions.draws import Draw, decimals_in_one, normal, sizes, thrice, zero_rows


def grouped_query_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None
) -> np.ndarray:
    """Attention in which several query heads share their keys and values.

    q: (..., h, n_q, d_k).  k: (..., h_kv, n_k, d_k).
    v: (..., h_kv, n_k, d_v).  h is a multiple of h_kv: the first h / h_kv
    query heads use the first head of k and v, the next h / h_kv the second,
    and so on.  Scores are divided by sqrt(d_k).
    mask: booleans (n_q, n_k), True = may attend, the same for all heads;
    every query may attend to some key.  None: all may.
    Returns (..., h, n_q, d_v).
    Takes whole numbers (int64) too. Changes no argument.
    """
    # Ainslie et al. 2023.  Sharing is broadcasting: no head of k or v is copied.
    *batch, h, n_q, d_k = q.shape
    h_kv, d_v = k.shape[-3], v.shape[-1]
    grouped = q.reshape(*batch, h_kv, h // h_kv, n_q, d_k)
    turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
    scores = grouped @ turned / d_k**0.5  # (..., h_kv, h / h_kv, n_q, n_k)
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    context = weights @ v[..., None, :, :]  # (..., h_kv, h / h_kv, n_q, d_v)
    return context.reshape(*batch, h, n_q, d_v)


def _heads(h: int, h_kv: int, *batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, h, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, h_kv, n_k, d_k, dtype=dtype)
        v = normal(rng, *batch, h_kv, n_k, d_v, dtype=dtype)
        if options.get("whole"):
            q, k, v = (np.round(2 * array).astype(int) for array in (q, k, v))
        if "level" in options:
            set_level(q, k, options["level"])
        if not options.get("mask"):
            return q, k, v
        mask = rng.random((n_q, n_k)) < 0.5
        open_, blocked = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1).T[:2]
        mask[np.arange(n_q), open_], mask[np.arange(n_q), blocked] = True, False
        if options["mask"] == "last key":
            mask[:, 0], mask[:, -1] = True, False
        return q, k, v, mask

    return draw


EXERCISE = Exercise(
    id="efficient.grouped_query_attention",
    title="Grouped-query attention",
    reference=grouped_query_attention,
    points=3,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#fewer-heads-for-keys-and-values",
    order=40,
    cases=(
        Case("six heads share two", _heads(6, 2)),
        Case("four heads share two", _heads(4, 2, shape=(2, 5, 3, 4))),
        Case("all share one", _heads(3, 1)),
        Case("each its own", _heads(4, 4)),
        Case("one query, one feature", _heads(4, 2, shape=(1, 3, 1, 1))),
        Case("more queries than keys", _heads(6, 3, shape=(5, 2, 4, 3))),
        Case("a batch", _heads(4, 2, 3)),
        Case("a batch of batches, float32", _heads(6, 3, 2, 3, dtype="float32")),
        Case("large scores", _heads(4, 2, shape=(3, 5, 4, 2), level="large")),
        Case("queries far apart", _heads(4, 2, shape=(4, 5, 3, 2), level="rows")),
        Case("keys far apart", _heads(4, 2, shape=(3, 5, 4, 2), level="rising")),
        thrice("whole numbers", _heads(4, 2, shape=(3, 5, 4, 2), whole=True)),
        thrice(
            "whole numbers, masked",
            _heads(4, 2, shape=(3, 5, 4, 2), whole=True, mask=True),
        ),
        thrice("a mask", _heads(6, 2, shape=(4, 5, 3, 2), mask=True)),
        Case(
            "a query of zeros, masked",
            zero_rows(_heads(4, 2, shape=(3, 5, 4, 2), mask=True), 0),
        ),
        thrice("a mask and a batch", _heads(4, 2, 3, shape=(2, 4, 3, 5), mask=True)),
        thrice(
            "a blocked key in the billions",
            _heads(4, 2, shape=(3, 5, 4, 2), mask="last key", level="last key"),
        ),
        thrice(
            "open scores of minus billions",
            _heads(4, 2, shape=(3, 5, 4, 2), mask=True, level="trillions below"),
        ),
        Case("three axes in front", _heads(4, 2, 2, 1, 3), calls=1),
        *decimals_in_one(_heads(4, 2, shape=(3, 5, 4, 2)), "q k v"),
    ),
    properties=(
        Property(
            "equal queries, equal contexts in the first group",
            "Give all query heads the same queries: then the first h / h_kv heads must "
            "give one and the same context, because they share keys and values. Yours do "
            "not.",
            lambda answer, output, q, k, v, mask=None: np.allclose(
                np.ptp(
                    answer(np.broadcast_to(q[..., :1, :, :], q.shape).copy(), k, v, mask)[
                        ..., : q.shape[-3] // k.shape[-3], :, :
                    ],
                    axis=-3,
                ),
                0,
                atol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)
