"""Answers to byhand.keys."""

from answers.ch02_by_hand._projected import projected

EXERCISE = "byhand.keys"

ANSWERS = projected(
    "keys",
    "W_K",
    [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
    {"W_Q": "used-w-q", "W_V": "used-w-v"},
)
