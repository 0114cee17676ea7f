"""Answers to reading.predict_previous_head."""

from answers.choices import predicted

EXERCISE = "reading.predict_previous_head"

ANSWERS = predicted("a", {"b": "b", "c": "c", "d": "d"})
