"""Answers to torch.predict_key_bias."""

from answers.choices import predicted

EXERCISE = "torch.predict_key_bias"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
    no_quotes_pending="timeout: then all of the chapter runs, torch and all",
)
