"""Bilinear scores: a matrix between query and key.

Luong, Pham and Manning 2015, "Effective Approaches to Attention-based Neural Machine
Translation", section 3.1, where they are called "general".

The matrix is transposed, left out or used twice; scaling and softmax come too early.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy._shared import turned
from solutions.ch03_numpy.softmax import softmax
from solutions.ch06_scaling_and_scores._shared import ROWS_ARE_KEYS, SOFTMAXED
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.sentences import DEALT_ANEW


def bilinear_score(q: np.ndarray, k: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Score every query with every key through one matrix.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).  W: (d_q, d_k).
    Returns q W k^T, one row a query: (..., n_q, n_k).
    """
    return q @ W @ np.swapaxes(k, -1, -2)


TURNED_ROUND = (
    "Your .T turns all axes of a batch around, so sequences get mixed. Swap only the "
    "last two: np.swapaxes(k, -1, -2)."
)


def _queries_keys_matrix(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_q, d_k = options.get("shape") or sizes(rng, 4)
        shapes = [(*batch, n_q, d_q), (*batch, n_k, d_k), (d_q, d_k)]
        if options.get("whole"):
            return tuple(integers(rng, *shape) for shape in shapes)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


def _bilinear(q, k, W, *, matrix="W", order="q k", transpose="last two", scale=False):
    if matrix == "both":
        k = k @ W
    left = {"W": W, "both": W, "W.T": W.T, "none": np.eye(q.shape[-1])}[matrix]
    scores = q @ left @ turned(k, transpose)
    if scale:
        scores = scores / np.sqrt(k.shape[-1])
    return scores if order == "q k" else np.swapaxes(scores, -1, -2)


def _bilinear_by_einsum(q, k, W):
    return np.einsum("...id,de,...je->...ij", q, W, k)


def _bilinear_by_loops(q, k, W):
    scores = np.zeros((*q.shape[:-1], k.shape[-2]))
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            scores[..., i, j] = ((q[..., i, :] @ W) * k[..., j, :]).sum(-1)
    return scores


def _bilinear_in_float64(q, k, W):
    on_keys = np.asarray(k, dtype=np.float64) @ W.T  # W may stand on either side
    return q @ np.swapaxes(on_keys, -1, -2)


EXERCISE = Exercise(
    id="scores.bilinear_score",
    title="Bilinear scores",
    reference=bilinear_score,
    decisions=_bilinear,
    points=1,
    minutes=5,
    difficulty=1,
    section="06-scaling-and-scores#bilinear-a-matrix-in-the-middle",
    order=10,
    cases=(
        Case("queries longer than keys", _queries_keys_matrix(shape=(2, 4, 5, 3))),
        Case("keys longer than queries", _queries_keys_matrix(shape=(4, 3, 2, 5))),
        Case("equal lengths", _queries_keys_matrix(shape=(2, 4, 3, 3))),
        thrice("one query, one key, one feature", _queries_keys_matrix(shape=(1, 1, 1, 4))),
        thrice("whole numbers", _queries_keys_matrix(whole=True)),
        Case("a batch", _queries_keys_matrix(3)),
        Case("a batch, keys as many as wide", _queries_keys_matrix(3, shape=(2, 4, 3, 4))),
        Case("a batch, equal lengths", _queries_keys_matrix(2, shape=(3, 4, 5, 5))),
        Case("a batch of batches, float32", _queries_keys_matrix(2, 3, dtype="float32")),
        Case("large numbers", _queries_keys_matrix(scale=1e4)),
    ),
    properties=(
        Property(
            "twice the key, twice the score",
            "Doubling the keys should double every score: nothing in q W k^T bends. Look "
            "for something in your code that is not a product.",
            lambda answer, output, q, k, W: np.allclose(
                answer(q, 2 * k, W), 2 * output, rtol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "matrix-transposed",
            "You multiply by W transposed. W is (d_q, d_k): its rows meet the query's "
            "features and its columns the key's, so q @ W needs no transpose. When d_q "
            "equals d_k the wrong one runs too, and swaps who asks whom.",
            choices={"matrix": "W.T"},
        ),
        Misconception(
            "no-matrix",
            "These are plain dot products: W is not used. It is what lets a query and a "
            "key of different lengths meet, and the part that can be learnt: q W k^T.",
            choices={"matrix": "none"},
        ),
        Misconception(
            "matrix-on-both",
            "You multiply queries and keys both by W. It stands between them, once: "
            "q W turns a query into something as long as a key.",
            choices={"matrix": "both"},
        ),
        Misconception("rows-are-keys", ROWS_ARE_KEYS, choices={"order": "k q"}),
        Misconception("batch-transposed", TURNED_ROUND, choices={"transpose": "all"}),
        Misconception(
            "scaled",
            "You divide by sqrt(d_k). The bilinear score is q W k^T as it stands: W is "
            "learnt, so it can hold any factor. Scaling is the next stage.",
            choices={"scale": True},
        ),
        Misconception(
            "softmaxed",
            SOFTMAXED,
            lambda q, k, W: softmax(bilinear_score(q, k, W)),
        ),
        Misconception(
            "no-transpose",
            "You multiply by the keys as they stand, which fits only by chance. A "
            "score is a dot product of two rows: the keys have to stand in columns.",
            choices={"transpose": "none"},
        ),
        Misconception(
            "row-with-row",
            "You compare query i with key i only, and add up. Every query meets every "
            "key: a matrix product with the keys in columns.",
            lambda q, k, W: ((q @ W) * k).sum(axis=-1),
        ),
        Misconception(
            "element-by-element",
            "The * multiplies queries and keys entry by entry. A score is the sum of "
            "such products, for every query with every key: a matrix product.",
            lambda q, k, W: q @ W * k,
        ),
        Misconception(
            "scaled-by-d-q",
            "You divide by sqrt(d_q). The bilinear score is q W k^T as it stands: W "
            "is learnt, so it can hold any factor. Scaling is the next stage.",
            lambda q, k, W: bilinear_score(q, k, W) / q.shape[-1] ** 0.5,
        ),
        Misconception(
            "bent",
            "There is a tanh in your scores. That belongs to the additive score; in "
            "the bilinear one nothing bends.",
            lambda q, k, W: np.tanh(bilinear_score(q, k, W)),
        ),
        Misconception(
            "keys-first",
            "You compute k W q^T. The queries come first, and W is (d_q, d_k): its "
            "rows meet a query.",
            lambda q, k, W: k @ W @ np.swapaxes(q, -1, -2),
        ),
        Misconception(
            "matrix-first",
            "The matrix stands in front. Queries are rows, so q stands on the left: "
            "its features then meet the rows of W.",
            lambda q, k, W: W @ q @ np.swapaxes(k, -1, -2),
        ),
        Misconception(
            "reshape-for-transpose", DEALT_ANEW, choices={"transpose": "reshape"}
        ),
    ),
    alternatives=(_bilinear_by_einsum, _bilinear_by_loops, _bilinear_in_float64),
    hints=(
        "One query and one key first: a row times a matrix times a column is one "
        "number. Check the lengths along the way.",
        "`q @ W` has a row of `d_k` numbers for each query. From there on it is the "
        "dot product of chapter 03.",
        "The keys have to stand in columns. In a batch only the last two axes may "
        "change places, and `.T` would turn all of them: `np.swapaxes` swaps two.",
    ),
)
