"""A prediction: how many tokens a pass can read in the time that its weights take.

Each weight is two bytes, and is multiplied and added once for each token.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "faster.predict_pass",
    "Predict: tokens in one pass",
    answer="c",
    why_not={
        "a": "With one token there are two operations for each weight of two bytes: one "
        "operation per byte. How many does the chip do while a byte travels?",
        "b": "With ten tokens there are ten operations per byte. The chip does more while "
        "a byte travels: divide 10^15 by 3.3 times 10^12.",
        "d": "With 30,000 tokens there are 30,000 operations per byte, a hundred times "
        "what the chip does while a byte travels: the arithmetic takes far longer.",
    },
    hints=(
        "How many operations are done with a weight of two bytes when n tokens are read?",
        "Two for each token, which makes n operations per byte.",
        "The reading takes longer as long as n is below the operations that the chip does "
        "while one byte travels.",
    ),
    section="19-writing-faster#what-a-pass-costs",
    order=5,
)

ANSWERS = letter_answers(EXERCISE)
