"""Answers to scores.predict_spread."""

from answers.choices import predicted

EXERCISE = "scores.predict_spread"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
