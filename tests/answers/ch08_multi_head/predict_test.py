"""Answers to heads.predict_test."""

from answers.choices import predicted

EXERCISE = "heads.predict_test"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
