"""Answers to masks.predict_leak."""

from answers.choices import predicted

EXERCISE = "masks.predict_leak"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
