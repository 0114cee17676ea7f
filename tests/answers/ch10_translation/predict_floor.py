"""Answers to translate.predict_floor."""

from answers.choices import predicted

EXERCISE = "translate.predict_floor"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
