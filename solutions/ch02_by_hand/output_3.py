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
    entry="Entry {0} adds up the values[..., {0}] of all tokens, each times its weight.",
    **cells_beside(__file__),
)
