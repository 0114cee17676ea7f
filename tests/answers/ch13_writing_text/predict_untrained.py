"""Answers to write.predict_untrained."""

from answers.choices import predicted

EXERCISE = "write.predict_untrained"

ANSWERS = predicted(
    "b",
    {"a": "a", "c": "c", "d": "d"},
    no_quotes_pending="the grader runs all cells above, which train, and runs out of time",
)
