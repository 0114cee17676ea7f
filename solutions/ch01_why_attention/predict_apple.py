"""A prediction: where one vector a word leaves a word with two meanings.

The wrong letters let one of the two meanings win, or the context choose.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "why.predict_apple",
    "Predict where apple ends up",
    answer="c",
    why_not={
        "a": "Half of the sentences with apple are about fruit, and they do pull its "
        "vector that way. The other half pull just as hard towards the companies.",
        "b": "Half of the sentences with apple are about a company, and they do pull "
        "its vector that way. The other half pull just as hard towards the fruit.",
        "d": "That would be the sensible thing, and it is what attention will give us. "
        "But Word2Vec has one row in its table for each spelling, so apple has "
        "one vector and no more.",
    },
    section="01-why-attention#one-word-one-vector",
    order=10,
    hints=(
        "Word2Vec's table has one row for each spelling, and every sentence with that "
        "spelling moves the row a little.",
        "Each sentence moves that row a little. Half of them pull one way.",
        "Two equal pulls in different directions: where do they leave the row?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
