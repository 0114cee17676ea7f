"""A prediction: what adding 100 to every score does to the weights.

Nothing changes, since every exponential grows by the same factor: which is how a softmax
is kept from overflowing.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "numpy.predict_shift",
    "Predict: add 100 to every score",
    answer="b",
    why_not={
        "a": "All the weights cannot grow: they still have to sum to one.",
        "c": "Multiplying the scores would sharpen the weights. Adding does not: every "
        "exponential grows by the same factor e^100, which cancels in the "
        "fraction.",
        "d": "Weights become uniform when the scores become equal. Adding 100 keeps "
        "every difference between them.",
    },
    section="03-numpy#a-softmax-that-does-not-overflow",
    order=20,
    hints=(
        "Write the first weight as a fraction, and take e^100 out of every term.",
        "The factor is in every term above the line and in every term below it.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
