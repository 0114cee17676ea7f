"""Answers to scores.predict_own_score."""

from answers.numbers import predicted_number

EXERCISE = "scores.predict_own_score"

ANSWERS = predicted_number(
    "predicted_score",
    8,
    {
        "as-if-independent": "1.0",
        "cancels": "0",
        "not-divided": "64",
        "multiplied": "512",
        "root-twice": "2.83",
        "": "22.6",
    },
)
