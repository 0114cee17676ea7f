"""Answers to byhand.queries."""

from answers.ch02_by_hand._projected import projected

EXERCISE = "byhand.queries"

ANSWERS = projected(
    "queries",
    "W_Q",
    [[1, 0, 2], [2, 2, 2], [2, 1, 3]],
    {"W_K": "used-w-k", "W_V": "used-w-v"},
)
