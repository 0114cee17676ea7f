"""The output of token 3: the same moves once more, on one's own.

The published numbers count as wrong: they were made from rounded weights.
"""

from __future__ import annotations

import numpy as np

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._numbers import KEYS, OUTPUTS, SCORES, VALUES, WEIGHTS
from solutions.ch03_numpy.softmax import softmax

EXERCISE = ask(
    "output_3",
    "The output of token 3",
    OUTPUTS[2],
    section="step-8-repeat",
    order=80,
    misconceptions=(
        wrong(
            "rounded",
            "These are the published numbers, made from weights rounded to one decimal. "
            "The exact output is a little different.",
            [2.0, 7.8, 0.3],
        ),
        wrong(
            "scaled",
            "You divided the scores by sqrt(3) first, which the walk-through does not.",
            softmax(SCORES[2] / np.sqrt(3)) @ VALUES,
        ),
        wrong(
            "mixed-keys",
            "You mixed the keys. Keys decide the weights; what is mixed is values.",
            WEIGHTS[2] @ KEYS,
        ),
        wrong(
            "values-turned",
            "You multiplied each row of values by all the weights. Weight 1 belongs to "
            "the whole of value 1: the first row.",
            VALUES @ WEIGHTS[2],
        ),
        wrong(
            "no-exponential",
            "Your weights are the scores divided by their sum. Take exp() first.",
            SCORES[2] / SCORES[2].sum() @ VALUES,
        ),
        wrong("token-2", "This is the output of token 2.", OUTPUTS[1]),
    ),
    hints=(
        "The same five moves as for token 2, from the query of token 3: [2, 1, 3].",
        "Its scores are [4, 12, 10]; its largest weight is about .88.",
        "softmax of the scores, times the values, added up.",
    ),
    minutes=5,
)
