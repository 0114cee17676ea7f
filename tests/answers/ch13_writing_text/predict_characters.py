"""Answers to write.predict_characters."""

from answers.choices import predicted

EXERCISE = "write.predict_characters"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
)
