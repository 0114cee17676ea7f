"""Answers to inside.predict_where."""

from answers.choices import predicted

EXERCISE = "inside.predict_where"

ANSWERS = predicted("d", {"a": "a", "b": "b", "c": "c"})
