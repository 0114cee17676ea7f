"""A prediction: which test notices heads mixed by a reshape.

Shapes and round trips do not; only numbers that are followed do.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "heads.predict_test",
    "Predict: which test notices?",
    answer="d",
    why_not={
        "a": "Every shape is right on the way, and at the end. A reshape never gives a "
        "shape that you did not ask for.",
        "b": "Two reshapes undo each other: the numbers were never moved, only bracketed "
        "in another way. The round trip is perfect, and what happens between the two is "
        "wrong.",
        "c": "The batch is the first axis in both shapes, so each sequence stays within "
        "its own block of numbers. It is within a sequence that tokens get mixed.",
    },
    difficulty=2,
    section="08-multi-head#the-reshape-that-mixes-heads",
    order=30,
    hints=(
        "Write down the 3 x 4 numbers of one sequence, 0 to 11, and bracket them as "
        "(2, 3, 2). From which tokens does head 0 come?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
