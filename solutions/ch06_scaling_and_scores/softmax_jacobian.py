"""The Jacobian of the softmax, from its weights.

People give the diagonal alone, as if each weight depended on its own score only, or
build it for one row and not for a batch.
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


def softmax_jacobian(weights: np.ndarray) -> np.ndarray:
    """How each weight of a softmax moves when each score moves.

    weights: (..., n), what the softmax returned.
    Returns (..., n, n): entry [i, j] is the derivative of weights[i] with
    respect to scores[j].
    """
    each = weights[..., :, None]  # (..., n, 1)
    return each * (np.eye(weights.shape[-1]) - weights[..., None, :])


def _jacobian(weights, *, corner="w", outer=-1, sign=1, of="weights"):
    if of == "scores":
        weights = softmax(weights)
    n = weights.shape[-1]
    diagonal = {"w": weights[..., None], "one": 1.0, "none": 0.0}[corner] * np.eye(n)
    products = weights[..., :, None] * weights[..., None, :]
    return sign * (diagonal + outer * products)


def _jacobian_by_loops(weights):
    n = weights.shape[-1]
    result = np.zeros((*weights.shape, n))
    for i in range(n):
        for j in range(n):
            same = 1.0 if i == j else 0.0
            result[..., i, j] = weights[..., i] * (same - weights[..., j])
    return result


def _jacobian_by_einsum(weights):
    diagonal = np.einsum("...i,ij->...ij", weights, np.eye(weights.shape[-1]))
    return diagonal - np.einsum("...i,...j->...ij", weights, weights)


def _jacobian_in_float64(weights):
    weights = weights.astype(np.float64)
    result = -weights[..., :, None] * weights[..., None, :]
    places = np.arange(weights.shape[-1])
    result[..., places, places] += weights
    return result


def _predicts_a_step(_answer, output, weights) -> bool:
    """Whether the matrix foretells what a small step of the scores does."""
    weights = weights.astype(np.float64)
    scores = np.log(np.maximum(weights, 1e-300))
    n = weights.shape[-1]
    step = 1e-4 * np.cos(1.0 + np.arange(n))
    moved = (softmax(scores + step) - softmax(scores - step)) / 2
    told = (output.astype(np.float64) @ step[:, None])[..., 0]
    return bool(np.allclose(told, moved, atol=2e-7))


EXERCISE = Exercise(
    id="scores.softmax_jacobian",
    title="The Jacobian of the softmax",
    reference=softmax_jacobian,
    decisions=_jacobian,
    points=2,
    minutes=10,
    difficulty=3,
    section="06-scaling-and-scores#the-jacobian-what-a-small-push-does",
    order=50,
    cases=(
        Case("two weights", drawn_weights(2)),
        Case("a few weights", drawn_weights(4)),
        thrice("rows of one weight", drawn_weights(3, 1)),
        Case("float32", drawn_weights(5, dtype="float32")),
        Case("a batch", drawn_weights(2, 3)),
        Case("a batch of batches", drawn_weights(2, 4, 3)),
        Case("a weight of zero", weights_with_zeros(4)),
        thrice("one key takes all", one_hot(4)),
        thrice("weights of very large scores", drawn_weights(5, scale=1e4)),
    ),
    properties=(
        Property(
            "rows sum to zero",
            "Raise all scores by the same amount and no weight moves, so each row of the "
            "Jacobian sums to zero. Yours do not.",
            lambda answer, output, weights: np.allclose(output.sum(axis=-1), 0, atol=1e-5),
        ),
        Property(
            "foretells a small step",
            "Times a small change of the scores, the Jacobian should give the change of "
            "the weights. Yours does not.",
            _predicts_a_step,
        ),
    ),
    misconceptions=(
        Misconception(
            "diagonal-alone",
            "You give the diagonal, w (1 - w), and zeros beside it, as if each weight "
            "depended on its own score only. All scores share one sum: raise one, and "
            "every other weight falls. Off the diagonal stands -w_i w_j.",
            lambda weights: (
                (weights * (1 - weights))[..., None] * np.eye(weights.shape[-1])
            ),
        ),
        Misconception(
            "diagonal-as-a-vector",
            "You return n numbers, the derivative of each weight with respect to its own "
            "score. There are n scores, and each of them moves all n weights: the result "
            "is (n, n).",
            lambda weights: weights * (1 - weights),
        ),
        Misconception(
            "identity",
            "You start from the identity matrix. On the diagonal stand the weights: w_i, "
            "less w_i squared.",
            choices={"corner": "one"},
        ),
        Misconception(
            "no-diagonal",
            "Your diagonal lacks w_i. A score raises the numerator of its own weight: "
            "that gives +w_i, and only there.",
            choices={"corner": "none"},
        ),
        Misconception(
            "no-outer",
            "You have only the diagonal of weights. The denominator moves as well when a "
            "score does: take away w_i w_j everywhere.",
            choices={"outer": 0},
        ),
        Misconception(
            "plus",
            "You add w_i w_j where it has to be taken away. When another score rises, the "
            "denominator grows, and this weight falls.",
            choices={"outer": 1},
        ),
        Misconception(
            "softmax-again",
            "You take the softmax of the argument first. It is given the weights already, "
            "not the scores; a second softmax makes them nearly even.",
            choices={"of": "scores"},
        ),
        Misconception(
            "inner-product",
            "You subtract one number everywhere: w @ w sums the products. All the pairs "
            "w_i w_j are wanted, an (n, n) table: w[:, None] * w[None, :].",
            lambda weights: (
                weights[..., None] * np.eye(weights.shape[-1])
                - (weights * weights).sum(-1)[..., None, None]
            ),
        ),
        Misconception(
            "one-row-only",
            "Right for one row. In a batch np.diag and np.outer see all rows as one; "
            "build it with axes counted from the back, weights[..., :, None] times "
            "weights[..., None, :], and np.eye(n).",
            lambda weights: np.diag(weights) - np.outer(weights, weights),
        ),
        Misconception(
            "sign",
            "All your entries have the sign turned. A score raises its own weight and "
            "lowers the others.",
            choices={"sign": -1},
        ),
        Misconception(
            "no-delta",
            "You have w_i (1 - w_j) everywhere. The 1 stands on the diagonal alone; "
            "beside it a score only makes the sum larger.",
            lambda weights: weights[..., :, None] * (1 - weights[..., None, :]),
        ),
        Misconception(
            "squares",
            "You subtract the square of one weight in every column. What is taken "
            "away is w_i times w_j, a product of two: the weights once in a column "
            "and once in a row.",
            lambda weights: (
                weights[..., None] * np.eye(weights.shape[-1])
                - (weights * weights)[..., None, :]
            ),
        ),
    ),
    alternatives=(_jacobian_by_loops, _jacobian_by_einsum, _jacobian_in_float64),
    same=(
        Same(
            "each = weights[:, ..., None]",
            "Behind the first axis the ellipsis stands for all others: the new axis "
            "is last.",
        ),
        Same(
            "each = weights[..., None]",
            "The ellipsis takes the axis that the colon named.",
        ),
    ),
    hints=(
        "Differentiate w_i = e^(s_i) / sum by s_j. There are two cases: j = i, where "
        "the numerator moves as well, and j different from i, where only the sum "
        "does.",
        "The two cases are w_i - w_i w_i and -w_i w_j. The second part is the same in "
        "both: a table of all products. The first is there on the diagonal only.",
        "A column of weights, (..., n, 1), times a row of them, (..., 1, n), is the "
        "table of products. `np.eye(n)` is 1 on the diagonal alone: times a column of "
        "weights, it has the weights there.",
    ),
)
