"""What people hand over for one token's output, the mixture of the values."""

from __future__ import annotations

import numpy as np

from autograder import Misconception
from solutions.ch02_by_hand._asking import CUT_OFF, wrong
from solutions.ch02_by_hand._numbers import KEYS, OUTPUTS, SCORES, VALUES, WEIGHTS
from solutions.ch03_numpy.softmax.exercise import softmax


def mixtures(row: int) -> tuple[Misconception, ...]:
    """What people hand over for the output of the token in this row, from 0."""
    others = tuple(
        wrong(f"token-{i + 1}", f"This is the output of token {i + 1}.", OUTPUTS[i])
        for i in range(3)
        if i != row
    )
    return (
        *_with_other_weights(SCORES[row], WEIGHTS[row]),
        wrong(
            "weights",
            "These are the weights. The output is what they make of the values.",
            WEIGHTS[row],
        ),
        wrong("all-tokens", "One output is wanted; these are all three.", OUTPUTS),
        wrong(
            "mean-of-values",
            "This is the plain mean of the values, as if all weights were equal.",
            VALUES.mean(axis=0),
        ),
        wrong(
            "sum-of-values",
            "You added the values up without their weights.",
            VALUES.sum(axis=0),
        ),
        wrong("cut-off", CUT_OFF, np.trunc(np.round(OUTPUTS[row], 2))),
        wrong("cut-off-exact", CUT_OFF, np.trunc(OUTPUTS[row])),
        *others,
    )


def _with_other_weights(
    scores: np.ndarray, weights: np.ndarray
) -> tuple[Misconception, ...]:
    """Mixtures of the values, or of the keys, by what are not quite the weights."""
    return (
        wrong(
            "scaled",
            "You divided the scores by sqrt(3) first, which the walk-through does not.",
            softmax(scores / np.sqrt(3)) @ VALUES,
        ),
        wrong(
            "mixed-keys",
            "You mixed the keys. Keys decide the weights, and values are mixed.",
            weights @ KEYS,
        ),
        wrong(
            "values-turned",
            "You multiplied each row of values by all the weights. Weight 1 belongs "
            "to the whole of value 1, which is the first row.",
            VALUES @ weights,
        ),
        wrong(
            "not-summed",
            "These are the three weighted values. Add them up to one vector.",
            weights[:, None] * VALUES,
        ),
        wrong(
            "star",
            "The * lays the weights along the columns and adds nothing up. Weight 1 "
            "belongs to the whole of value 1, the first row.",
            weights * VALUES,
        ),
        wrong(
            "scores",
            "You mixed with the scores, which are not weights yet. The softmax is missing.",
            scores @ VALUES,
        ),
        wrong(
            "no-exponential",
            "Your weights are the scores divided by their sum. Take exp() first.",
            scores / scores.sum() @ VALUES,
        ),
        wrong(
            "not-divided",
            "You mixed with exp() of the scores. Divided by their sum they are weights.",
            np.exp(scores) @ VALUES,
        ),
        wrong(
            "softmax-twice",
            "You took the softmax of the weights once more, which makes them more alike.",
            softmax(weights) @ VALUES,
        ),
    )
