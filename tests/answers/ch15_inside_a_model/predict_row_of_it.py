"""Answers to inside.predict_row_of_it."""

from answers.choices import predicted

EXERCISE = "inside.predict_row_of_it"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
