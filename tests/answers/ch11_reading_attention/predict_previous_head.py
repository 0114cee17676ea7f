"""Answers to reading.predict_previous_head."""

from answers.choices import predicted

EXERCISE = "reading.predict_previous_head"

ANSWERS = predicted("c", {"a": "a", "b": "b", "d": "d"})
