"""Answers to masks.predict_leak."""

from answers.choices import predicted

EXERCISE = "masks.predict_leak"

ANSWERS = predicted("a", {"b": "b", "c": "c", "d": "d"})
