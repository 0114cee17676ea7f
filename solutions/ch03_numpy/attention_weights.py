"""How much each query attends to each key.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes


def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """How much each query attends to each key.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).
    Returns softmax(q k^T / sqrt(d_k)), one row per query: (..., n_q, n_k).
    Takes whole numbers (int64) too. Changes no argument.
    """
    d_k = q.shape[-1]
    # A Python number leaves float32 as it is; np.sqrt(d_k) would make it float64.
    scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
    return softmax(scores)


def _queries_and_keys(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):
            q, k = integers(rng, n_q, d_k), integers(rng, n_k, d_k)
            return (q, k / 2) if options["whole"] == "queries" else (q, k)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, dtype=dtype)
        if options.get("large"):  # large scores that still differ by little
            q[..., 0], k[..., 0] = 200, 200
        if options.get("rows_apart"):
            q[..., 0], k[..., 0] = -200 * np.arange(n_q), 200
        if options.get("wide"):  # the first two keys far ahead of the others
            q[..., 0], k[..., 0] = 200, 200
            k[..., 2:, 0] = -200
            k[..., 3, 0] = -100
        return q, k

    return draw


EXERCISE = Exercise(
    id="numpy.attention_weights",
    title="Attention weights",
    reference=attention_weights,
    points=2,
    minutes=10,
    difficulty=2,
    section="03-numpy#scores-for-all-pairs-at-once",
    order=40,
    cases=(
        Case("more keys than queries", _queries_and_keys(shape=(2, 4, 3)), calls=1),
        Case("more queries than keys", _queries_and_keys(shape=(5, 2, 4)), calls=1),
        Case("whole numbers", _queries_and_keys(whole=True)),
        Case("queries of whole numbers", _queries_and_keys(whole="queries"), calls=1),
        Case("one query, one feature", _queries_and_keys(shape=(1, 2, 1)), calls=1),
        Case("a batch", _queries_and_keys(3), calls=1),
        # Here k.T runs, and gives numbers: errors alone would tell too little.
        Case("a batch, all of one size", _queries_and_keys(3, shape=(2, 3, 3)), calls=1),
        Case(
            "a batch of batches, float32",
            _queries_and_keys(2, 3, dtype="float32"),
            calls=1,
        ),
        Case("three axes in front", _queries_and_keys(2, 1, 3), calls=1),
        Case("large scores", _queries_and_keys(shape=(3, 5, 2), large=True), calls=1),
        Case(
            "queries far apart",
            _queries_and_keys(shape=(3, 5, 6), rows_apart=True),
            calls=1,
        ),
        Case("keys far apart", _queries_and_keys(shape=(2, 5, 3), wide=True), calls=1),
        *decimals_in_one(_queries_and_keys(), "q k"),
    ),
    properties=(
        Property(
            "each finite row sums to one",
            "Each row belongs to one query and should sum to one; not all of yours do.",
            lambda answer, output, q, k: np.allclose(output.sum(axis=-1), 1, atol=1e-3),
        ),
        Property(
            "the first query alone has the same weights",
            "The first query's weights change when the other queries are taken away. Each "
            "row must depend on its own query only.",
            lambda answer, output, q, k: np.allclose(
                answer(q[..., :1, :], k), output[..., :1, :], atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
