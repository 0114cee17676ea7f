"""The output of token 2: the values, weighted and added up.

People take value 2 alone, mix keys, turn the values, or stop before the sum.
"""

from __future__ import annotations

import numpy as np

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._numbers import KEYS, OUTPUTS, SCORES, VALUES, WEIGHTS
from solutions.ch03_numpy.softmax import softmax

ROW = 1  # token 2's; rows count from 0

EXERCISE = ask(
    "output_2",
    "The output of token 2",
    OUTPUTS[ROW],
    section="steps-6-and-7-weigh-the-values-and-add-them-up",
    order=60,
    # Weights rounded to two decimals move an entry by .006: right all the same.
    atol=0.0101,
    misconceptions=(
        wrong(
            "value-2-alone",
            "This is value 2 itself. Its weight is .98, not 1: a little of value 3 "
            "is mixed in.",
            VALUES[ROW],
        ),
        wrong(
            "scaled",
            "You divided the scores by sqrt(3) first, which the walk-through does not.",
            softmax(SCORES[ROW] / np.sqrt(3)) @ VALUES,
        ),
        wrong(
            "mixed-keys",
            "You mixed the keys. Keys decide the weights; what is mixed is values.",
            WEIGHTS[ROW] @ KEYS,
        ),
        wrong(
            "values-turned",
            "You multiplied each row of values by all the weights. Weight 1 belongs "
            "to the whole of value 1: the first row.",
            VALUES @ WEIGHTS[ROW],
        ),
        wrong(
            "not-summed",
            "These are the three weighted values. Add them up to one vector.",
            WEIGHTS[ROW][:, None] * VALUES,
        ),
        wrong("token-1", "This is the output of token 1.", OUTPUTS[0]),
        wrong(
            "mean-of-values",
            "This is the plain mean of the values, as if all weights were equal.",
            VALUES.mean(axis=0),
        ),
    ),
    hints=(
        "Scale each value by its weight, then add the three scaled vectors.",
        "Value 2 is [2, 8, 0] and gets .98; value 3 is [2, 6, 3] and gets .018.",
        "weights_2 @ values",
    ),
)
