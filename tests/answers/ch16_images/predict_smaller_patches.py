"""Answers to image.predict_smaller_patches."""

from answers.choices import predicted

EXERCISE = "image.predict_smaller_patches"

ANSWERS = predicted("d", {"a": "a", "b": "b", "c": "c"})
