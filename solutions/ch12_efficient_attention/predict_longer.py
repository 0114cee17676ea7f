"""A prediction: the weights of a text four times as long.

Queries and keys both grow by 4, so it is 16; the wrong letters are 2, 4 and 8.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "efficient.predict_longer",
    "Predict: a text four times as long",
    answer="d",
    why_not={
        "a": "2 would be the root of 4, and nothing in the table grows that slowly. How "
        "many rows has it, and how many columns?",
        "b": "Queries, keys and values grow by 4, and so does the context. The weights "
        "hold a number for every *pair* of tokens: there are 4 times as many "
        "queries, and each of them meets 4 times as many keys.",
        "c": "8 would be 4 times 2. Both sides of the table grow by 4: rows and columns.",
    },
    hints=(
        "How many rows does the table of weights have, and how many columns?",
        "Both are the number of tokens. Write the size before and after as a product.",
        "(4 n) times (4 n), divided by n times n.",
    ),
    section="12-efficient-attention#what-a-long-text-costs",
    order=10,
)

ANSWERS = letter_answers(EXERCISE)
