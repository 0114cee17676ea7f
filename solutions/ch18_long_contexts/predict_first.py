"""A prediction: what the first tokens of a text are worth to a window."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "contexts.predict_first",
    "Predict: the first tokens",
    answer="c",
    why_not={
        "a": "It would be so if weight went only to tokens that say something. Where did "
        "the heads of chapter 15 look when they looked at nothing?",
        "b": "The window is shorter by four of 64. But what is given for them is not any "
        "four tokens.",
        "d": "Any four: that is a guess that can be tried, and the next cell tries it.",
    },
    hints=(
        "A softmax cannot give weight to nothing.",
        "In chapter 15 a large share of all weight went to one token.",
        "What happens to that weight when the token is no longer there?",
    ),
    section="18-long-contexts#tokens-thrown-away",
    order=24,
)

ANSWERS = letter_answers(EXERCISE)
