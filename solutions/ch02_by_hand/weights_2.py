"""The weights of token 2, a softmax of its scores.

The exponential is left out or is of 2, the scores are scaled first, or the weights are
rounded as the walk-through rounds them.
"""

from __future__ import annotations

import numpy as np

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._numbers import SCORES, WEIGHTS
from solutions.ch03_numpy.softmax import softmax

ROW = 1  # token 2's; rows count from 0

EXERCISE = ask(
    "weights_2",
    "The weights of token 2",
    WEIGHTS[ROW],
    section="step-5-softmax",
    order=50,
    misconceptions=(
        wrong(
            "no-exponential",
            "You divided the scores by their sum. Take exp() of each score first.",
            SCORES[ROW] / SCORES[ROW].sum(),
        ),
        wrong(
            "scaled",
            "You divided the scores by sqrt(3) first. These exercises follow the "
            "walk-through, which does not scale.",
            softmax(SCORES[ROW] / np.sqrt(3)),
        ),
        wrong("token-1", "These are the weights of token 1.", WEIGHTS[0]),
        wrong("token-3", "These are the weights of token 3.", WEIGHTS[2]),
        wrong(
            "rounded",
            "You rounded to one decimal, as the walk-through does. Keep two: the "
            "second weight is not quite 1.",
            np.round(WEIGHTS[ROW], 1),
        ),
        wrong(
            "base-two",
            "You took powers of 2. The softmax takes powers of e: np.exp.",
            softmax(SCORES[ROW] * np.log(2)),
        ),
    ),
    hints=(
        "Take e to the power of each of the three scores, then divide by their sum.",
        "Only differences count: [4, 16, 12] has the softmax of [-12, 0, -4].",
        "e^-4 is about 0.018, and e^-12 is next to nothing.",
    ),
)
