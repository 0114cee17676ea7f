"""The output of token 3: the same moves once more, on one's own.

The published numbers count as wrong: they were made from rounded weights.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import OUTPUTS, ask

EXERCISE = ask(
    "output_3",
    "The output of token 3",
    OUTPUTS[2],
    section="step-8-repeat",
    order=80,
    minutes=5,
    entry="Entry {0} adds up each weight of token 3 times that token's values[..., {0}].",
    **cells_beside(__file__),
)
