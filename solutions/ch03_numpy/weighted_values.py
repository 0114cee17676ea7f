"""Every value scaled by every query's weight, by broadcasting.

The right numbers stand in the wrong order of axes, the weights are not turned, or the
sum over keys is taken too early.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from autograder.exercise.rules import NO_LOOPS
from solutions.ch03_numpy._shared import turned
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes
from solutions.sentences import DEALT_ANEW, WHOLE_NUMBERS


def weighted_values(weights: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Scale every value by every query's weight for it.

    weights: (..., n_q, n_k).  v: (..., n_k, d_v).
    Returns (..., n_k, n_q, d_v): entry [j, i] is weights[i, j] * v[j].
    """
    by_key = np.swapaxes(weights, -1, -2)  # (..., n_k, n_q)
    return by_key[..., None] * v[..., None, :]


def _weights_and_values(*batch: int, square: bool = False, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_v = options.get("shape") or sizes(rng, 3)
        n_q = n_k if square else n_q
        dtype = options.get("dtype", "float64")
        scores = normal(rng, *batch, n_q, n_k, dtype=dtype)
        scale = options.get("scale", 1.0)
        if options.get("whole"):
            return softmax(scores), integers(rng, *batch, n_k, d_v, high=9)
        return softmax(scores), normal(rng, *batch, n_k, d_v, scale=scale, dtype=dtype)

    return draw


def _weighted_values(weights, v, *, transpose="last two", order="kqv"):
    by_key = turned(weights, transpose)
    result = by_key[..., None] * v[..., None, :]
    swapped = {"kqv": (-1, -1), "qkv": (-3, -2), "kvq": (-2, -1)}[order]
    return np.swapaxes(result, *swapped)


def _weighted_values_by_einsum(weights, v):
    return np.einsum("...ij,...jd->...jid", weights, v)


EXERCISE = Exercise(
    id="numpy.weighted_values",
    title="Weighted values by broadcasting",
    reference=weighted_values,
    decisions=_weighted_values,
    points=2,
    minutes=10,
    difficulty=3,
    section="03-numpy#weighted-values-by-broadcasting",
    order=50,
    cases=(
        Case("as many queries as keys", _weights_and_values(square=True)),
        Case("more keys than queries", _weights_and_values(shape=(2, 4, 3)), calls=1),
        Case("more queries than keys", _weights_and_values(shape=(5, 2, 4)), calls=1),
        Case("one query", _weights_and_values(shape=(1, 3, 2)), calls=1),
        Case("a batch", _weights_and_values(3)),
        Case("values of whole numbers", _weights_and_values(whole=True)),
        Case("large values", _weights_and_values(scale=1e6), calls=1),
        Case("float32", _weights_and_values(dtype="float32"), calls=1),
    ),
    properties=(
        Property(
            "the sum over keys is the context",
            "Summed over the first axis (the keys), the weighted values must give "
            "weights @ v; yours do not.",
            lambda answer, output, weights, v: np.allclose(
                output.sum(axis=-3), weights @ v, rtol=1e-3, atol=1e-3 * np.abs(v).max()
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "queries-first",
            "The numbers are right, but your first axis is the queries. It should be "
            "(n_k, n_q, d_v): the weighted copies of value 1 first.",
            choices={"order": "qkv"},
        ),
        Misconception(
            "features-before-queries",
            "The numbers are right, but your last two axes are swapped: the features of "
            "a value belong on the last axis.",
            choices={"order": "kvq"},
        ),
        Misconception(
            "weights-not-transposed",
            "You use weights[j, i] where weights[i, j] is asked for: row i of the "
            "weights belongs to query i. With as many queries as keys it runs, and is "
            "wrong.",
            choices={"transpose": "none"},
        ),
        Misconception(
            "already-summed",
            "You have summed over the keys already: that is weights @ v. Here every "
            "query's copy of every value is still wanted.",
            lambda weights, v: weights @ v,
        ),
        Misconception(
            "element-by-element",
            "The * between two matrices multiplies entry by entry. Give the weights a "
            "new last axis and the values a new axis for the queries.",
            lambda weights, v: weights * v,
        ),
        Misconception(
            "batch-transposed",
            "Your code is right for one table of weights, but .T turns all axes of a "
            "batch around. Swap only the last two: np.swapaxes(weights, -1, -2).",
            choices={"transpose": "all"},
        ),
        Misconception(
            "reshape-for-transpose", DEALT_ANEW, choices={"transpose": "reshape"}
        ),
        Misconception(
            "weights-alone",
            "These are the weights, copied along the features. Each of them still has "
            "to scale its value.",
            lambda weights, v: weighted_values(weights, np.ones_like(v)),
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda weights, v: weighted_values(weights, v).astype(v.dtype),
        ),
    ),
    alternatives=(_weighted_values_by_einsum,),
    rules=(NO_LOOPS,),
    hints=(
        "Write down the three axes of the result: key `j`, query `i`, feature `d`. "
        "Which of them does `weights` have, and in which order? Which does `v` have?",
        "`weights` has no feature axis and `v` has no query axis. Give each of them "
        "an axis of size 1 in the missing place, so that the shapes become (..., n_k, "
        "n_q, 1) and (..., n_k, 1, d_v).",
        "Swap the last two axes of `weights` first, so that the keys come before the "
        "queries, and then add an axis at the end with `[..., None]`. For `v`, the "
        "index `[..., None, :]` adds one before the last. Then multiply.",
    ),
)
