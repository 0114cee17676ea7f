"""Answers to block.predict_share."""

from answers.choices import predicted

EXERCISE = "block.predict_share"

ANSWERS = predicted("d", {"a": "a", "b": "b", "c": "c"})
