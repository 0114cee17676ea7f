"""The Jacobian of the softmax, from its weights."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
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
    Changes no argument.
    """
    each = weights[..., :, None]  # (..., n, 1)
    diagonal = each * np.eye(weights.shape[-1])  # the numerator moves with its own score
    products = each * weights[..., None, :]  # the sum moves with every score
    return diagonal - products


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
    points=2,
    minutes=10,
    difficulty=3,
    section="06-scaling-and-scores#the-jacobian-what-a-small-push-does",
    order=40,
    cases=(
        Case("two weights", drawn_weights(2)),
        Case("a few weights", drawn_weights(4)),
        thrice("rows of one weight", drawn_weights(3, 1), easy=True),
        Case("float32", drawn_weights(5, dtype="float32")),
        Case("a batch", drawn_weights(2, 3)),
        Case("a batch of batches", drawn_weights(2, 4, 3)),
        Case("three axes in front", drawn_weights(2, 1, 3, 4), calls=1),
        Case("a weight of zero", weights_with_zeros(1, 4)),
        thrice("one key takes all", one_hot(4), easy=True),
        thrice("weights of very large scores", drawn_weights(5, scale=1e4), easy=True),
    ),
    properties=(
        Property(
            "rows sum to zero",
            "Raise all scores by the same amount and no weight moves, so each row of the "
            "Jacobian should sum to zero. Not all of yours do.",
            lambda answer, output, weights: np.allclose(output.sum(axis=-1), 0, atol=1e-5),
        ),
        Property(
            "foretells a small step",
            "Times a small change of the scores, the Jacobian should give the change of "
            "the weights. Yours does not.",
            _predicts_a_step,
        ),
    ),
    **cells_beside(__file__),
)
