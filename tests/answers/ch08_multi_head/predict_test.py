"""Answers to heads.predict_test."""

from answers.choices import predicted

EXERCISE = "heads.predict_test"

ANSWERS = predicted("d", {"a": "a", "b": "b", "c": "c"})
