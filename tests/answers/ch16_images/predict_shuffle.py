"""Answers to image.predict_shuffle."""

from answers.choices import predicted

EXERCISE = "image.predict_shuffle"

ANSWERS = predicted("b", {"a": "a", "c": "c", "d": "d"})
