"""Answers to write.predict_untrained."""

from answers.choices import predicted

EXERCISE = "write.predict_untrained"

ANSWERS = predicted(
    "b",
    {"a": "a", "c": "c", "d": "d"},
)
