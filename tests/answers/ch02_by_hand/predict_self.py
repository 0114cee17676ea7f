"""Answers to byhand.predict_self."""

from answers.choices import predicted

EXERCISE = "byhand.predict_self"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
