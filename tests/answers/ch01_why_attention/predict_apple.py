"""Answers to why.predict_apple."""

from answers.choices import predicted

EXERCISE = "why.predict_apple"

ANSWERS = predicted(
    "c",
    {"a": "a", "b": "b", "d": "d"},
    no_quotes_pending="then all of the chapter runs, word vectors too, which may time out",
)
