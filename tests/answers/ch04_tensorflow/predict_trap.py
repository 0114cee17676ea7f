"""Answers to tensorflow.predict_trap."""

from answers.choices import predicted

EXERCISE = "tensorflow.predict_trap"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
