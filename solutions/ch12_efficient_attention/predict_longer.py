"""A prediction: the weights of a text four times as long.

Queries and keys both grow by 4, so it is 16; the wrong letters are 4, 8 and 64.
"""

from __future__ import annotations

from solutions.choices import predict

EXERCISE = predict(
    "efficient.predict_longer",
    "Predict: a text four times as long",
    answer="c",
    why_not={
        "a": "Queries, keys and values grow by 4, and so does the context. The weights "
        "hold a number for every *pair* of tokens: there are 4 times as many "
        "queries, and each of them meets 4 times as many keys.",
        "b": "8 would be 4 times 2. Both sides of the table grow by 4: rows and columns.",
        "d": "The table has two axes as long as the text, and no third one: d_k is "
        "summed away in the dot product. 64 would be 4 cubed.",
    },
    hints=(
        "How many rows does the table of weights have, and how many columns?",
        "Both are the number of tokens. Write the size before and after as a product.",
        "(4 n) times (4 n), divided by n times n.",
    ),
    section="12-efficient-attention#what-a-long-text-costs",
    order=10,
)
