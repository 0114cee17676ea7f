"""The entropy of each row of weights, in nats.

0 log 0 is nan until somebody says that it is 0; the base, the sign and the axis are
the rest.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.ch06_scaling_and_scores._shared import (
    drawn_weights,
    one_hot,
    weights_with_zeros,
)
from solutions.draws import thrice


def entropy(weights: np.ndarray) -> np.ndarray:
    """How evenly each row of weights is spread, in nats.

    weights: (..., n), each row non-negative and summing to one.
    Returns -sum(w log w) along the last axis, with 0 log 0 = 0: (...).
    """
    # log 1 = 0 stands in where a weight is zero; that term is 0 in any case.
    logs = np.log(np.where(weights > 0, weights, 1))
    return 0.0 - (weights * logs).sum(axis=-1)  # a plain minus would give -0


def _entropy(
    weights, *, zeros="count nothing", base="e", sign=-1, axis=-1, gather="sum", unit=1
):
    log = {"e": np.log, "2": np.log2}[base]
    inside = np.where(weights > 0, weights, 1) if zeros == "count nothing" else weights
    with np.errstate(all="ignore"):
        terms = sign * weights * log(inside)
        if unit == "largest possible":
            terms = terms / np.log(weights.shape[-1])
    if gather == "everything":
        return terms.sum()
    return terms.mean(axis=axis) if gather == "mean" else terms.sum(axis=axis)


def _entropy_by_loops(weights):
    result = np.zeros(weights.shape[:-1])
    for place in np.ndindex(*result.shape):
        row = weights[place]
        result[place] = sum(-float(w) * float(np.log(w)) for w in row if w > 0)
    return result


def _nan_to_zero_too_late(weights):
    with np.errstate(all="ignore"):
        return np.nan_to_num(-(weights * np.log(weights)).sum(axis=-1))


def _entropy_clipped(weights):
    logs = np.log(np.clip(weights, np.finfo(weights.dtype).tiny, None))
    return -np.einsum("...n,...n->...", weights, logs)


def _entropy_in_float64(weights):
    weights = weights.astype(np.float64)
    with np.errstate(all="ignore"):
        return -np.nan_to_num(weights * np.log(weights)).sum(-1)


EXERCISE = Exercise(
    id="scores.entropy",
    title="The entropy of weights",
    reference=entropy,
    decisions=_entropy,
    points=2,
    minutes=10,
    difficulty=2,
    # So that a tiny number inside of the logarithm is right: 1e-6 moves an entropy so far.
    atol=1e-5,
    section="06-scaling-and-scores#entropy-among-how-many-keys-is-it-shared",
    order=40,
    cases=(
        thrice("a few rows", drawn_weights(2, 3)),
        Case("as many queries as keys", drawn_weights(4, 4)),
        thrice("one row", drawn_weights(5)),
        thrice("one key", drawn_weights(3, 1)),
        Case("a batch", drawn_weights(2, 3, 4)),
        Case("a batch of batches, float32", drawn_weights(2, 2, 3, 5, dtype="float32")),
        thrice("a weight of zero", weights_with_zeros(3, 4)),
        thrice("one key takes all", one_hot(2, 5)),
        thrice("weights of very large scores", drawn_weights(3, 5, scale=1e4)),
    ),
    properties=(
        Property(
            "between 0 and log n",
            "An entropy lies between 0, all on one key, and log n, all keys alike. "
            "Some of yours do not.",
            lambda answer, output, weights: bool(
                np.all(output >= -1e-5)
                and np.all(output <= np.log(weights.shape[-1]) + 1e-3)
            ),
        ),
        Property(
            "the order of the keys does not count",
            "Put the keys in reverse order and the entropy stays what it is; yours "
            "changes.",
            lambda answer, output, weights: np.allclose(
                answer(weights[..., ::-1].copy()), output, atol=1e-4
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "nan-at-zero",
            "Right, until a weight is 0: log 0 is -inf, and 0 times -inf is NaN. A key "
            "without weight should add nothing. Give the logarithm something harmless "
            "there: np.where(weights > 0, weights, 1).",
            choices={"zeros": "spread"},
        ),
        Misconception(
            "bits",
            "You take log2, so your answer is in bits, 1.44 times too large. Nats are "
            "asked for: np.log.",
            choices={"base": "2"},
        ),
        Misconception(
            "negative",
            "Your entropies have the wrong sign. Weights are below 1, so their logarithms "
            "are negative, and the minus in front makes the sum positive.",
            choices={"sign": 1},
        ),
        Misconception(
            "everything",
            "You add up over all rows and get one number. Each query has an entropy of its "
            "own: sum over the keys only, axis=-1.",
            choices={"gather": "everything"},
        ),
        Misconception(
            "mean",
            "You take the mean of w log w where the sum is wanted, so the result shrinks "
            "with the number of keys. The weights are in it already: it is a mean of "
            "-log w, weighted by w.",
            choices={"gather": "mean"},
        ),
        Misconception(
            "relative",
            "You divide by log n, which gives 1 for even weights of any length. That is a "
            "useful measure too, but here the entropy itself is asked for. (With one key "
            "it would be 0 / 0.)",
            choices={"unit": "largest possible"},
        ),
        Misconception(
            "down-the-columns",
            "You sum down the columns. A row of the weights is one query's distribution: "
            "sum along the last axis.",
            lambda weights: _entropy(weights, axis=-2 if weights.ndim > 1 else -1),
        ),
        Misconception(
            "logs-alone",
            "You add up -log w without multiplying by w. Each surprise, -log w, counts as "
            "often as it happens: with weight w.",
            lambda weights: -np.log(weights).sum(axis=-1),
        ),
        Misconception(
            "effective-number",
            "You return e to the power of the entropy: among how many keys the attention "
            "is shared. The chapter uses it next; here the entropy is asked for.",
            lambda weights: np.exp(entropy(weights)),
        ),
        Misconception(
            "softmax-again",
            "You take the softmax of the argument first. It is given the weights "
            "already, not the scores; a second softmax makes them nearly even.",
            lambda weights: entropy(softmax(weights)),
        ),
        Misconception(
            "keepdims-left",
            "The numbers are right, but the axis you summed over is still there, with "
            "size 1. One number a row is wanted: leave keepdims out.",
            lambda weights: entropy(weights)[..., None],
        ),
        Misconception(
            "base-ten",
            "You take log10. Nats are asked for: np.log.",
            lambda weights: entropy(weights) / np.log(10),
        ),
        Misconception(
            "one-added",
            "You add 1 inside of the logarithm. That keeps zeros away, and changes "
            "every other logarithm as well. Only a weight of zero needs something "
            "else.",
            lambda weights: -(weights * np.log1p(weights)).sum(axis=-1),
        ),
        Misconception(
            "not-summed",
            "These are the terms, one a key. Added up along the last axis they are "
            "the entropy.",
            lambda weights: -weights * np.log(np.where(weights > 0, weights, 1)),
        ),
        Misconception(
            "sum-of-squares",
            "This is 1 minus the sum of squares, another measure of spread. The "
            "entropy weighs logarithms.",
            lambda weights: 1 - (weights * weights).sum(axis=-1),
        ),
        Misconception(
            "row-lost",
            "You turn NaN into 0 after the sum. One weight of zero has made the whole "
            "row NaN by then, so that its entropy is lost. Only the term of that "
            "weight should be 0.",
            _nan_to_zero_too_late,
        ),
    ),
    alternatives=(_entropy_by_loops, _entropy_clipped, _entropy_in_float64),
    same=(
        Same(
            "np.where(weights > 0, weights, 2)",
            "Where a weight is zero its logarithm is multiplied by that zero: any "
            "finite one will do.",
        ),
    ),
    hints=(
        "Write it for weights that are all above zero first: multiply each weight by "
        "its logarithm, sum along the last axis, change the sign.",
        "`np.log(0)` is `-inf`, and `0 * -inf` is `nan`. Where a weight is zero the "
        "term should be 0. Which number has the logarithm 0?",
        "`np.where(weights > 0, weights, 1)` puts a 1 in the place of every 0. Take "
        "the logarithm of that, and multiply by the weights as they were.",
    ),
)
