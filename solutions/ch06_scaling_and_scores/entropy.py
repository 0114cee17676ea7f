"""The entropy of each row of weights, in nats."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
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
    Changes no argument.
    """
    # log 1 = 0 stands in where a weight is zero; that term is 0 in any case.
    logs = np.log(np.where(weights > 0, weights, 1))
    return 0.0 - (weights * logs).sum(axis=-1)  # a plain minus would give -0


def _nearly_all_on_one(rng: np.random.Generator) -> tuple[np.ndarray]:
    small = rng.uniform(1e-4, 5e-4, (1, 4))
    return (np.concatenate([1 - small.sum(axis=1, keepdims=True), small], axis=1),)


def _little_on_many(rng: np.random.Generator) -> tuple[np.ndarray]:
    small = rng.uniform(8e-6, 9e-6, (2, 300))
    return (np.concatenate([1 - small.sum(axis=1, keepdims=True), small], axis=1),)


EXERCISE = Exercise(
    id="scores.entropy",
    title="The entropy of weights",
    reference=entropy,
    points=2,
    minutes=10,
    difficulty=2,
    # So that a tiny number inside of the logarithm is right: 1e-6 moves an entropy so far.
    atol=1e-5,
    section="06-scaling-and-scores#entropy-among-how-many-keys-is-it-shared",
    order=30,
    cases=(
        thrice("a few rows", drawn_weights(2, 3)),
        Case("as many queries as keys", drawn_weights(4, 4)),
        thrice("one row", drawn_weights(5)),
        thrice("one key", drawn_weights(3, 1), easy=True),
        Case("a batch", drawn_weights(2, 3, 4)),
        Case("a batch of batches, float32", drawn_weights(2, 2, 3, 5, dtype="float32")),
        thrice("a weight of zero", weights_with_zeros(3, 4)),
        Case("one key takes nearly all", _nearly_all_on_one),
        Case("a little on each of many keys", _little_on_many),
        Case("many keys", drawn_weights(2, 256)),
        thrice("one of many keys takes all", one_hot(2, 256), easy=True),
        thrice("one key takes all", one_hot(2, 5), easy=True),
        thrice("weights of very large scores", drawn_weights(3, 5, scale=1e4), easy=True),
    ),
    properties=(
        Property(
            "finite entropies lie between 0 and log n",
            "An entropy lies between 0, all on one key, and log n, all keys alike. "
            "Some of yours do not.",
            lambda answer, output, weights: bool(
                np.all(output >= -1e-5)
                and np.all(output <= np.log(weights.shape[-1]) + 1e-3)
            ),
        ),
        Property(
            "keys in reverse order change nothing",
            "Put the keys in reverse order and the entropy stays what it is; yours "
            "changes.",
            lambda answer, output, weights: np.allclose(
                answer(weights[..., ::-1].copy()), output, atol=1e-4
            ),
        ),
    ),
    **cells_beside(__file__),
)
