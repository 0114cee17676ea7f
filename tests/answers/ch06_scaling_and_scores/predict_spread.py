"""Answers to scores.predict_spread."""

from answers.choices import predicted

EXERCISE = "scores.predict_spread"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
