"""A prediction: what the first tokens of a text are worth to a window."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "contexts.predict_first",
    "Predict: the first tokens",
    answer="c",
    why_not={
        "a": "It would be so if weight went only to tokens that help to predict the next "
        "one. Which token got much of the weight in chapter 15?",
        "b": "The window is shorter by four of 64. But the four tokens that it gets "
        "instead are the first ones of the text.",
        "d": "Whether any four old tokens would do can be tried, and the next cell tries "
        "it.",
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
