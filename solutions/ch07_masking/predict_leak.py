"""A prediction: what a mask applied after the softmax lets through.

The tempting answers look at the blocked weight, which is 0, and not at the sum that the
others were divided by.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "masks.predict_leak",
    "Predict: mask after the softmax",
    answer="a",
    why_not={
        "b": "Nothing of the last value gets in: its weight is exactly 0. Look at what "
        "the other weights were divided by.",
        "c": "The last token's own weight is 0, that is true. But think of the "
        "denominator: the other weights were divided by a sum that had the last "
        "token in it.",
        "d": "A zero weight times a finite value is 0, so nothing becomes nan here. "
        "Look at what the other weights were divided by.",
    },
    difficulty=2,
    section="07-masking#why-not-mask-after-the-softmax",
    order=50,
    hints=(
        "Write weight 1 of row 1 as a fraction. Which scores stand below the line?",
        "Setting a weight to 0 after the softmax does not take its exponential out of "
        "the sum that the others were divided by.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
