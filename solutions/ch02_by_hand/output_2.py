"""The output of token 2: the values, weighted and added up.

People take value 2 alone, mix keys, turn the values, or stop before the sum.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import OUTPUTS, ask

EXERCISE = ask(
    "output_2",
    "The output of token 2",
    OUTPUTS[1],
    section="steps-6-and-7-weigh-the-values-and-add-them-up",
    order=60,
    # Weights rounded to two decimals move an entry by .006: right all the same.
    atol=0.0101,
    entry="Entry {0} adds up the values[..., {0}] of all tokens, each times its weight.",
    **cells_beside(__file__),
)
