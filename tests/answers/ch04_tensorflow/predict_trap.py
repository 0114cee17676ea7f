"""Answers to tensorflow.predict_trap."""

from answers.choices import predicted

EXERCISE = "tensorflow.predict_trap"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
)
