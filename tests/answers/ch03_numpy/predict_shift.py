"""Answers to numpy.predict_shift."""

from answers.choices import predicted

EXERCISE = "numpy.predict_shift"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
