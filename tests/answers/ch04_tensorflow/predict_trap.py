"""Answers to tensorflow.predict_trap."""

from answers.choices import predicted

EXERCISE = "tensorflow.predict_trap"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
    no_quotes_pending="crashed: then all of the chapter runs, in a process for NumPy",
)
