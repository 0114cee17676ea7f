"""Answers to write.predict_characters."""

from answers.choices import predicted

EXERCISE = "write.predict_characters"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
    no_quotes_pending="the grader runs all cells above, which train, and runs out of time",
)
