"""A repair: the mean weight at each distance, divided by the wrong number.

Of n tokens only n - d have one that stands d before them.  Divided by n, far keys look
the less attended to the farther they are, whatever the head does.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice
from solutions.repairs import given


def weight_by_distance(weights: np.ndarray) -> np.ndarray:
    """How much weight a head gives, on average, to the token d places back.

    weights: (..., n, n), causal, one row a query.
    Returns (..., n): entry d is the mean of weights[i, i - d] over those
    tokens i that have a token d places before them.
    """
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)  # (..., n - back)
        means.append(at.mean(axis=-1))
    return np.stack(means, axis=-1)


def _broken(weights):
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.trace(weights, offset=-back, axis1=-2, axis2=-1)
        means.append(at / n)
    return np.stack(means, axis=-1)


def _weights(*lead: int, n: int = 0, flat: bool = False, dtype: str = "float64") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        count = n or int(rng.integers(4, 9))
        open_ = np.tri(count)
        drawn = (
            np.ones((*lead, count, count)) if flat else random_weights(rng, *lead, n=count)
        )
        drawn = drawn * open_
        return ((drawn / drawn.sum(axis=-1, keepdims=True)).astype(dtype),)

    return draw


def _sums(weights, sign=-1):
    n = weights.shape[-1]
    parts = [np.trace(weights, offset=sign * d, axis1=-2, axis2=-1) for d in range(n)]
    return np.stack(parts, axis=-1)


def _divided_by(count):
    return lambda weights: _sums(weights) / count(np.arange(weights.shape[-1]))


def _only_open(weights):
    """The mean of the weights that are above zero, at each distance."""
    n = weights.shape[-1]
    back = np.arange(n)[:, None] - np.arange(n)
    found = [np.where(back == d, weights, 0).sum(axis=(-2, -1)) / (n - d) for d in range(n)]
    return np.moveaxis(np.array(found), 0, -1)


def _by_loops(weights):
    n = weights.shape[-1]
    means = np.zeros(weights.shape[:-1], weights.dtype)
    for d in range(n):
        for i in range(d, n):
            means[..., d] += weights[..., i, i - d] / (n - d)
    return means


def _by_counts(weights):
    return _sums(weights) / np.arange(weights.shape[-1], 0, -1)


EXERCISE = Exercise(
    id="reading.weight_by_distance",
    title="Repair: attention by distance",
    reference=weight_by_distance,
    broken=given(_broken),
    points=2,
    minutes=8,
    difficulty=2,
    section="11-reading-attention#measuring-where-nothing-can-be-known",
    order=60,
    dtype="any",
    cases=(
        Case("a few tokens", _weights()),
        Case("equal weights", _weights(n=5, flat=True), calls=1),
        Case("one token", _weights(n=1), calls=1, weight=0.25),
        thrice("two tokens", _weights(n=2)),
        Case("several heads", _weights(2, 3, n=6)),
        Case("as many heads as tokens", _weights(4, n=4)),
        Case("float32", _weights(3, n=5, dtype="float32")),
    ),
    properties=(
        Property(
            "at the largest distance stands one weight",
            "Only the last token has one n - 1 places before it. Entry n - 1 is that "
            "single weight, weights[n - 1, 0], not a part of it.",
            lambda answer, output, weights: np.allclose(
                output[..., -1], weights[..., -1, 0], atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "summed",
            "You add the weights at each distance and divide by nothing. Near distances "
            "have more pairs, so their sums are larger, whatever the head does.",
            _sums,
        ),
        Misconception(
            "divided-by-distance",
            "You divide by d + 1. The farther back, the *fewer* tokens have one there: "
            "count the entries of the diagonal, for d = 0 and for the largest d.",
            _divided_by(lambda d: d + 1),
        ),
        Misconception(
            "one-pair-too-few",
            "You count one pair too few at each distance, and at the last you divide by "
            "nothing. At distance 0 all n tokens count.",
            _divided_by(lambda d: len(d) - d - 1.0),
        ),
        Misconception(
            "one-less-for-all",
            "You divide by n - 1 at every distance, where it used to be n. How many pairs "
            "there are depends on the distance.",
            _divided_by(lambda d: len(d) - 1.0),
        ),
        Misconception(
            "the-future",
            "You read the diagonals above the main one, where queries look ahead. Under a "
            "causal mask those are zero: d places back is offset=-d.",
            lambda weights: _sums(weights, 1) / np.arange(weights.shape[-1], 0, -1),
        ),
        Misconception(
            "averaged-per-token",
            "You average the columns: how much each *token* gets. Asked for is each "
            "*distance*, which runs along the diagonals.",
            lambda weights: weights.mean(axis=-2),
        ),
    ),
    same=(Same("n = weights.shape[-2]", "The weights are square."),),
    alternatives=(_only_open, _by_loops, _by_counts),
    hints=(
        "Take three tokens whose weights are equal within each row, and work out by hand "
        "what distance 2 should give.",
        "How many tokens have another one 0 places back, 1 place back, n - 1 places back?",
        "At distance d the diagonal has as many entries as tokens from d on: its mean is "
        "the sum over them, divided by that number and not by n.",
    ),
)
