"""Answers to inside.predict_strongest_head."""

from answers.choices import predicted

EXERCISE = "inside.predict_strongest_head"

ANSWERS = predicted("a", {"b": "b", "c": "c", "d": "d"})
