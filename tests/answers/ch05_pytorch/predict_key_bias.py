"""Answers to torch.predict_key_bias."""

from answers.choices import predicted

EXERCISE = "torch.predict_key_bias"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
)
