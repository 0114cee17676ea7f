"""Answers to real.predict_bits."""

from answers.choices import predicted

EXERCISE = "real.predict_bits"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
