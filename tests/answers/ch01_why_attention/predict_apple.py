"""Answers to why.predict_apple."""

from answers.choices import predicted

EXERCISE = "why.predict_apple"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
)
