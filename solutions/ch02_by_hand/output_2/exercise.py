"""The output of token 2: the values, weighted and added up.

People take value 2 alone, mix keys, turn the values, or stop before the sum.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._mixtures import mixtures
from solutions.ch02_by_hand._numbers import OUTPUTS, VALUES

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
        *mixtures(ROW),
    ),
    hints=(
        "Scale each value by its weight, then add the three scaled vectors.",
        "Value 2 is [2, 8, 0] and gets .98; value 3 is [2, 6, 3] and gets .018.",
        "The first entry: .98 times 2, plus .018 times 2, plus next to nothing. The "
        "other two go the same way.",
    ),
)
