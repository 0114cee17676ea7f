"""The output of token 3: the same moves once more, on one's own.

The published numbers count as wrong: they were made from rounded weights.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._mixtures import mixtures
from solutions.ch02_by_hand._numbers import OUTPUTS, VALUES

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
            "value-2-alone",
            "This is value 2 itself. Its weight is .88, not 1: some "
            "of value 3 is mixed in.",
            VALUES[1],
        ),
        *mixtures(2),
    ),
    hints=(
        "The same four moves as for token 2, from the query of token 3: [2, 1, 3].",
        "Its scores are [4, 12, 10]; its largest weight is about .88.",
        "softmax of the scores, times the values, added up.",
    ),
    minutes=5,
)
