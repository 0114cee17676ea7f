"""How much of its weight a head gives to the token just before.

Olsson et al. 2022, "In-context Learning and Induction Heads".

Another diagonal is read, the first token is counted, or a batch of heads becomes one
number.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice


def previous_token_score(weights: np.ndarray) -> np.ndarray:
    """How much of its weight a head gives to the token just before.

    weights: (..., n, n), one row a query, n at least 2.
    Returns the mean of weights[i, i - 1] over tokens from the second: (...).
    """
    return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean(axis=-1)


def _weights(*lead: int, n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return (random_weights(rng, *lead, n=n or int(rng.integers(4, 9)), **options),)

    return draw


def _previous(weights, *, back=1, over="those with one before", batch="kept"):
    n = weights.shape[-1]
    found = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)
    count = n if over == "all" else found.shape[-1]
    score = found.sum(axis=-1) / (1 if over == "the sum" else count)
    return score.mean() if batch == "averaged" else score


def _how_often_largest(weights):
    best = weights.argmax(axis=-1)[..., 1:]
    return (best == np.arange(weights.shape[-1] - 1)).mean(axis=-1)


def _previous_by_loop(weights):
    n = weights.shape[-1]
    total = weights[..., 1, 0] * 0
    for i in range(1, n):
        total = total + weights[..., i, i - 1]
    return total / (n - 1)


def _previous_by_einsum(weights):
    return np.einsum("...ii->...", weights[..., 1:, :-1]) / (weights.shape[-1] - 1)


EXERCISE = Exercise(
    id="reading.previous_token_score",
    title="Find heads that look one back",
    reference=previous_token_score,
    decisions=_previous,
    points=1,
    minutes=5,
    difficulty=1,
    section="11-reading-attention#four-numbers-for-a-head",
    order=10,
    cases=(
        thrice("one head", _weights()),
        thrice("three tokens", _weights(n=3, causal=False)),
        thrice("two tokens", _weights(n=2)),
        thrice("without a causal mask", _weights(causal=False)),
        thrice("a head that decides sharply", _weights(sharp=1000.0)),
        Case("layers, sequences and heads", _weights(2, 4, 3, n=5, causal=False)),
        thrice("float32", _weights(3, n=6, dtype="float32")),
    ),
    properties=(
        Property(
            "a head that always looks one back has score 1",
            "A head that gives all its weight to the token before, wherever it can, "
            "should have score 1, and yours does not.",
            lambda answer, output, weights: np.allclose(
                answer(np.eye(5)[[0, 0, 1, 2, 3]]), 1
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "itself",
            "You read the diagonal: the weight that each token gives to itself. The "
            "token before token i is in column i - 1, one step to the left.",
            choices={"back": 0},
        ),
        Misconception(
            "next-token",
            "You read weights[i, i + 1], the token after. Rows are queries, and the "
            "token before is in column i - 1: below the diagonal, so offset=-1.",
            choices={"back": -1},
        ),
        Misconception(
            "first-counted",
            "You divide by n. The first token has none before it and cannot score, so "
            "only n - 1 tokens count; otherwise a perfect head would stay below 1.",
            choices={"over": "all"},
        ),
        Misconception(
            "two-back",
            "You read weights[i, i - 2], two tokens back. The token before token i is in "
            "column i - 1: offset=-1.",
            choices={"back": 2},
        ),
        Misconception(
            "summed",
            "You add the weights up. Longer texts then score higher: take the mean over "
            "the tokens that have one before them.",
            choices={"over": "the sum"},
        ),
        Misconception(
            "not-averaged",
            "You return the weights one by one. A head's score is one number: their mean.",
            lambda weights: np.diagonal(weights, offset=-1, axis1=-2, axis2=-1),
        ),
        Misconception(
            "first-axes",
            "np.diagonal takes the first two axes when you name none. With layers or heads "
            "in front those are not queries and keys: axis1=-2, axis2=-1.",
            lambda weights: np.diagonal(weights, offset=-1).mean(axis=-1),
        ),
        Misconception(
            "how-often-largest",
            "You count how often the token before gets the largest weight. The score is "
            "the mean of the weights themselves: a head that gives 0.4 there and one that "
            "gives 0.9 are not alike.",
            _how_often_largest,
        ),
        Misconception(
            "averaged-batch",
            "You return one number for the whole batch. One axis is averaged, the "
            "tokens; every head keeps its own score, or you cannot tell which it is.",
            choices={"batch": "averaged"},
        ),
        Misconception(
            "first-token",
            "You average the weight for the first token of the sequence. The previous "
            "token is another one for every query: column i - 1 in row i.",
            lambda weights: weights[..., 1:, 0].mean(axis=-1),
        ),
    ),
    alternatives=(_previous_by_loop, _previous_by_einsum),
    hints=(
        "Row i is the query, column j the key. Which entry of row 1 is wanted, which "
        "of row 2?",
        "The entries lie on a diagonal just below the main one. `np.diagonal` takes "
        "an `offset`, and `axis1` and `axis2`.",
        "The diagonal below the main one has the offset -1, and the two axes are the "
        "last two. `np.diagonal` puts what it found on the last axis; the mean is over "
        "that axis alone.",
    ),
)
