"""Answers to efficient.predict_reach."""

from answers.numbers import predicted_number

EXERCISE = "efficient.predict_reach"

ANSWERS = predicted_number(
    "predicted_reach",
    10,
    {
        "whole-windows": "3 * 4",
        "one-window": "4",
        "multiplied": "4**3",
        "two-layers": "7",
        "without-itself": "9",
        "both-sides": "19",
        "": "11",
    },
)
