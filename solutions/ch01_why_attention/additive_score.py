"""Bahdanau's alignment score of one query and every key.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1 and appendix A.1.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def additive_score(
    query: np.ndarray,
    keys: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    v: np.ndarray,
) -> np.ndarray:
    """Score one query against every key, as Bahdanau's alignment model does.

    query: (..., d_q).  keys: (..., n, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns the scores v . tanh(query W_q + keys W_k), one per key: (..., n).
    Takes whole numbers (int64) too. Changes no argument.
    """
    asked = (query @ W_q)[..., None, :]  # (..., 1, h): the same for every key
    offered = keys @ W_k  # (..., n, h)
    hidden = asked + offered
    return np.tanh(hidden) @ v


def _query_and_keys(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d_q, n, d_k, h = options.get("shape") or sizes(rng, 4)
        if options.get("whole"):
            shapes = [(*batch, d_q), (*batch, n, d_k), (d_q, h), (d_k, h), (h,)]
            drawn = [integers(rng, *shape, high=3) - 1 for shape in shapes]
            if options["whole"] == "query and keys":
                drawn[2:] = (normal(rng, *shape) for shape in shapes[2:])
            return tuple(drawn)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (
            normal(rng, *batch, d_q, scale=scale, dtype=dtype),
            normal(rng, *batch, n, d_k, scale=scale, dtype=dtype),
            normal(rng, d_q, h, dtype=dtype),
            normal(rng, d_k, h, dtype=dtype),
            normal(rng, h, scale=options.get("v", 1.0), dtype=dtype),
        )

    return draw


EXERCISE = Exercise(
    id="why.additive_score",
    title="Bahdanau's alignment score",
    reference=additive_score,
    points=2,
    minutes=10,
    difficulty=2,
    section="01-why-attention#a-score-for-every-input-word",
    order=50,
    cases=(
        Case("a few keys", _query_and_keys()),
        Case("query and keys of equal width", _query_and_keys(shape=(3, 4, 3, 5))),
        thrice("whole numbers", _query_and_keys(whole=True)),
        Case("a batch of one, whole numbers", _query_and_keys(1, whole="query and keys")),
        thrice("one key", _query_and_keys(shape=(3, 1, 2, 4))),
        Case("one hidden unit", _query_and_keys(shape=(2, 4, 3, 1))),
        Case("a batch", _query_and_keys(3)),
        Case("a batch of batches, float32", _query_and_keys(2, 3, dtype="float32")),
        Case("large numbers", _query_and_keys(scale=50.0, v=1e4)),
        Case("very large numbers", _query_and_keys(scale=2000.0)),
        Case("three axes in front", _query_and_keys(2, 1, 3), calls=1),
        *decimals_in_one(_query_and_keys(2), "query keys W_q W_k v"),
    ),
    properties=(
        Property(
            "keys in reverse order, scores in reverse order",
            "In reverse order, the keys should get the same scores in reverse order. "
            "Each score depends on the query and its own key only.",
            lambda answer, output, query, keys, *rest: np.allclose(
                answer(query, keys[..., ::-1, :], *rest),
                output[..., ::-1],
                rtol=1e-3,
                atol=1e-3 * max(1.0, np.abs(output).max()),
            ),
        ),
    ),
    **cells_beside(__file__),
)
