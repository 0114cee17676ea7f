"""Answers to translate.predict_floor."""

from answers.choices import predicted

EXERCISE = "translate.predict_floor"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
