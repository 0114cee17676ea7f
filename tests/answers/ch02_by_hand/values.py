"""Answers to byhand.values."""

from answers.ch02_by_hand._projected import projected

EXERCISE = "byhand.values"

ANSWERS = projected(
    "values",
    "W_V",
    [[1, 2, 3], [2, 8, 0], [2, 6, 3]],
    {"W_K": "used-w-k", "W_Q": "used-w-q"},
)
