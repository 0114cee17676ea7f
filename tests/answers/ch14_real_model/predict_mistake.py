"""Answers to real.predict_mistake."""

from answers.choices import predicted

EXERCISE = "real.predict_mistake"

ANSWERS = predicted("d", {"a": "a", "b": "b", "c": "c"})
