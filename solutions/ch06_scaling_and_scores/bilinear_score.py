"""Bilinear scores: a matrix between query and key.

Luong, Pham and Manning 2015, "Effective Approaches to Attention-based Neural Machine
Translation", section 3.1, where they are called "general".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def bilinear_score(q: np.ndarray, k: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Score every query with every key through one matrix.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).  W: (d_q, d_k).
    Returns q W k^T, one row per query: (..., n_q, n_k).
    Takes whole numbers (int64) too. Changes no argument.
    """
    projected = q @ W  # (..., n_q, d_k)
    return projected @ np.swapaxes(k, -1, -2)


def _queries_keys_matrix(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_q, d_k = options.get("shape") or sizes(rng, 4)
        shapes = [(*batch, n_q, d_q), (*batch, n_k, d_k), (d_q, d_k)]
        if options.get("whole"):
            q, k, W = (integers(rng, *shape) for shape in shapes)
            return (q / 2, k / 2, W) if options["whole"] == "W" else (q, k, W)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


EXERCISE = Exercise(
    id="scores.bilinear_score",
    title="Bilinear scores",
    reference=bilinear_score,
    points=1,
    minutes=5,
    difficulty=1,
    section="06-scaling-and-scores#bilinear-a-matrix-in-the-middle",
    order=70,
    cases=(
        Case("queries wider than keys", _queries_keys_matrix(shape=(2, 4, 5, 3))),
        Case("keys wider than queries", _queries_keys_matrix(shape=(4, 3, 2, 5))),
        Case("equal dimensions", _queries_keys_matrix(shape=(2, 4, 3, 3))),
        thrice("one query, one key, one feature", _queries_keys_matrix(shape=(1, 1, 1, 4))),
        thrice("whole numbers", _queries_keys_matrix(whole=True)),
        thrice("W alone of whole numbers", _queries_keys_matrix(whole="W")),
        *decimals_in_one(_queries_keys_matrix(), "q k W"),
        Case("a batch", _queries_keys_matrix(3)),
        Case("a batch, keys as many as wide", _queries_keys_matrix(3, shape=(2, 4, 3, 4))),
        Case("a batch, equal dimensions", _queries_keys_matrix(2, shape=(3, 4, 5, 5))),
        Case("a batch of batches, float32", _queries_keys_matrix(2, 3, dtype="float32")),
        Case("three axes in front", _queries_keys_matrix(2, 1, 3), calls=1),
        Case("large numbers", _queries_keys_matrix(scale=1e4)),
    ),
    properties=(
        Property(
            "twice the keys, twice the scores",
            "Doubling the keys should double every score, because q W k^T has products "
            "only. Look for something in your code that is not a product.",
            lambda answer, output, q, k, W: np.allclose(
                answer(q, 2 * k, W), 2 * output, rtol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
