"""How much each query attends to each key.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

The scale is missing, too much or of the wrong length, the softmax runs over the
queries, and .T turns a batch around.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy._shared import TURNED_ROUND, decided_weights
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes
from solutions.sentences import (
    CAUSAL,
    DEALT_ANEW,
    FLOORED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NOT_TURNED,
    SHIFTED_BY_MEAN,
    SHIFTED_BY_MINIMUM,
    SOFTMAX_TWICE,
    TOO_MUCH,
    UNSCALED,
    WHOLE_NUMBERS,
)


def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """How much each query attends to each key.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).
    Returns softmax(q k^T / sqrt(d_k)), one row a query: (..., n_q, n_k).
    """
    d_k = q.shape[-1]
    # A Python number leaves float32 as it is; np.sqrt(d_k) would make it float64.
    scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
    return softmax(scores)


def _queries_and_keys(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):
            return integers(rng, n_q, d_k), integers(rng, n_k, d_k)
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


def _scores(q, k):
    return q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5


def _powers(q, k):
    scores = _scores(q, k)
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def _log_weights(q, k):
    scores = _scores(q, k)
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def _causal_weights(q, k):
    scores = _scores(q, k)
    return softmax(np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf))


def _weights_of_whole_scores(q, k):
    return softmax(_scores(q, k).astype(q.dtype))


def _weights_by_einsum(q, k):
    return softmax(np.einsum("...id,...jd->...ij", q / np.sqrt(q.shape[-1]), k))


def _weights_by_loops(q, k):
    scores = np.zeros((*q.shape[:-1], k.shape[-2]))
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(-1)
    return softmax(scores * q.shape[-1] ** -0.5)


EXERCISE = Exercise(
    id="numpy.attention_weights",
    title="Attention weights",
    reference=attention_weights,
    decisions=decided_weights,
    points=2,
    minutes=10,
    difficulty=2,
    section="03-numpy#scores-for-all-pairs-at-once",
    order=40,
    cases=(
        Case("more keys than queries", _queries_and_keys(shape=(2, 4, 3)), calls=1),
        Case("more queries than keys", _queries_and_keys(shape=(5, 2, 4)), calls=1),
        Case("whole numbers", _queries_and_keys(whole=True)),
        Case("one feature", _queries_and_keys(shape=(3, 2, 1)), calls=1),
        Case("a batch", _queries_and_keys(3), calls=1),
        # Here k.T runs, and gives numbers: errors alone would tell too little.
        Case("a batch, all of one size", _queries_and_keys(3, shape=(2, 3, 3)), calls=1),
        Case(
            "a batch of batches, float32",
            _queries_and_keys(2, 3, dtype="float32"),
            calls=1,
        ),
        Case("large scores", _queries_and_keys(shape=(3, 5, 2), large=True), calls=1),
        Case(
            "queries far apart",
            _queries_and_keys(shape=(3, 5, 6), rows_apart=True),
            calls=1,
        ),
        Case("keys far apart", _queries_and_keys(shape=(2, 5, 3), wide=True), calls=1),
    ),
    properties=(
        Property(
            "each row sums to one",
            "Each row belongs to one query and should sum to one; yours do not.",
            lambda answer, output, q, k: np.allclose(output.sum(axis=-1), 1, atol=1e-3),
        ),
        Property(
            "a query's weights are its own",
            "The first query's weights change when the other queries are taken away. Each "
            "row must depend on its own query only.",
            lambda answer, output, q, k: np.allclose(
                answer(q[..., :1, :], k), output[..., :1, :], atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception("unscaled", UNSCALED, choices={"scale": "none"}),
        Misconception("divided-by-d-k", TOO_MUCH, choices={"scale": "d_k"}),
        Misconception(
            "multiplied",
            "You multiply the scores by sqrt(d_k) where you should divide.",
            choices={"scale": "times"},
        ),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of keys. The scale is the width "
            "of a key, d_k: the last axis of q and k.",
            choices={"scale": "sqrt n_k"},
        ),
        Misconception(
            "wrong-axis",
            "Your columns sum to one. Each row is one query's weights: take the softmax "
            "over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "rows-are-keys",
            "You compute k q^T, so your rows belong to keys. Queries come first: q k^T.",
            choices={"order": "k q"},
        ),
        Misconception("batch-transposed", TURNED_ROUND, choices={"transpose": "all"}),
        Misconception(
            "unstable",
            "exp() of a large score overflows. Use your softmax from the last exercise, "
            "which subtracts each row's largest score first.",
            choices={"shift": "none"},
        ),
        Misconception(
            "no-softmax",
            "These are the scaled scores. The softmax that turns them into weights is "
            "missing.",
            lambda q, k: q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]),
        ),
        Misconception(
            "scaled-after",
            "You divide after the softmax, so the weights no longer sum to one. Scale the "
            "scores, then take the softmax.",
            lambda q, k: softmax(q @ np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1]),
        ),
        Misconception("global-max", GLOBAL_MAX, choices={"shift": "everything"}),
        Misconception("no-transpose", NOT_TURNED, choices={"transpose": "none"}),
        Misconception(
            "reshape-for-transpose", DEALT_ANEW, choices={"transpose": "reshape"}
        ),
        Misconception("floor-division", FLOORED, choices={"floor": True}),
        Misconception("half-of-d-k", HALF_OF_D_K, choices={"scale": "half of d_k"}),
        Misconception(
            "scaled-by-queries",
            "You divide by the square root of the number of queries. The scale is the "
            "width of a key, d_k: the last axis of q and k.",
            choices={"scale": "sqrt n_q"},
        ),
        Misconception(
            "size-from-the-front",
            "You take d_k from axis 1. That is the width for one sequence; in a batch "
            "it is another axis. Count from the end.",
            choices={"scale": "from the front"},
        ),
        Misconception(
            "softmax-twice", SOFTMAX_TWICE, lambda q, k: softmax(attention_weights(q, k))
        ),
        Misconception("log-softmax", LOG_SOFTMAX, _log_weights),
        Misconception("causal", CAUSAL, _causal_weights),
        Misconception(
            "element-by-element",
            "The * multiplies queries and keys entry by entry. A score is the sum of "
            "such products, for every query with every key: a matrix product.",
            lambda q, k: softmax(q * k / np.sqrt(q.shape[-1])),
        ),
        Misconception(
            "whole-number-scores",
            "Your scores are kept in an array with the dtype of the inputs. When they "
            "are whole numbers, the division's results are cut off in it.",
            _weights_of_whole_scores,
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda q, k: attention_weights(q, k).astype(q.dtype),
        ),
        Misconception(
            "root-cut-off",
            "You cut the root of d_k off to a whole number, with int() or //. The "
            "root of 3 is 1.73, not 1.",
            choices={"scale": "whole root"},
        ),
        Misconception("axis-1", FROM_THE_FRONT, choices={"axis": 1}),
        Misconception(
            "shifted-by-minimum", SHIFTED_BY_MINIMUM, choices={"shift": "minimum"}
        ),
        Misconception("shifted-by-mean", SHIFTED_BY_MEAN, choices={"shift": "mean"}),
        Misconception(
            "result-transposed",
            "Your last two axes have changed places: a column belongs to a query. Row "
            "i should be the weights of query i.",
            lambda q, k: np.swapaxes(attention_weights(q, k), -1, -2),
        ),
        Misconception(
            "global-sum",
            "You divide by the sum of all exponentials, so all weights together sum "
            "to one. Each query has a sum of its own: one a row.",
            lambda q, k: _powers(q, k) / _powers(q, k).sum(),
        ),
        Misconception(
            "no-keepdims",
            "Your sums have lost an axis, so they line up with the wrong entries, or "
            "with none. Pass keepdims=True to sum().",
            lambda q, k: _powers(q, k) / _powers(q, k).sum(axis=-1),
        ),
        Misconception(
            "queries-with-queries",
            "You compare the queries with one another. A query is compared with keys.",
            lambda q, k: attention_weights(q, q),
        ),
    ),
    alternatives=(_weights_by_einsum, _weights_by_loops),
    same=(
        Same(
            "d_k = k.shape[-1]",
            "Queries and keys have the same number of features.",
        ),
    ),
    hints=(
        "Three stages: scores, scaling, softmax. You have met the first in the "
        "section on the batch axis and written the third.",
        "The keys have to stand in columns, and only the last two axes may be "
        "swapped. `d_k` is a size of the arrays that you are given: which axis of `q` "
        "holds it?",
        "`d_k` is `q.shape[-1]`. Divide the scores by `np.sqrt(d_k)` *before* the "
        "softmax. The softmax runs over the keys, the last axis of the scores, and "
        "that is its default.",
    ),
)
