"""Answers to real.predict_italy."""

from answers.choices import predicted

EXERCISE = "real.predict_italy"

ANSWERS = predicted("a", {"b": "b", "c": "c", "d": "d"})
