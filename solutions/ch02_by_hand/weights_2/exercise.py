"""The weights of token 2, a softmax of its scores.

The exponential is left out or is of 2, the scores are scaled first, or the weights are
rounded as the walk-through rounds them.
"""

from __future__ import annotations

import numpy as np

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._numbers import SCORES, WEIGHTS
from solutions.ch03_numpy.softmax.exercise import softmax

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
        wrong(
            "not-divided",
            "These are exp() of the scores. Divided by their sum they are weights.",
            np.exp(SCORES[ROW]),
        ),
        wrong(
            "scores",
            "These are the scores. The softmax that makes weights of them is missing.",
            SCORES[ROW],
        ),
        wrong(
            "softmax-twice",
            "You took the softmax of the weights once more, which makes them more alike.",
            softmax(WEIGHTS[ROW]),
        ),
        wrong(
            "log-softmax",
            "These are the logarithms of the weights, as log_softmax gives them.",
            np.log(WEIGHTS[ROW]),
        ),
        wrong(
            "percent",
            "These are percentages. Weights are shares of 1.",
            100 * WEIGHTS[ROW],
        ),
        wrong(
            "all-tokens",
            "These are the weights of all three tokens. Only those of token 2 are wanted.",
            WEIGHTS,
        ),
        wrong(
            "equal",
            "All your weights are equal. That needs equal scores; these are [4, 16, 12].",
            np.full(3, 1 / 3),
        ),
    ),
    hints=(
        "Take e to the power of each of the three scores, then divide by their sum.",
        "Only differences count: [4, 16, 12] has the softmax of [-12, 0, -4].",
        "e^-4 is about 0.018, and e^-12 is next to nothing.",
    ),
)
