"""A prediction: the score of a query with itself, where nothing cancels.

The argument for the root rests on queries and keys that are independent.
"""

from __future__ import annotations

from solutions.choices import number_answers, predict_number

EXERCISE = predict_number(
    "scores.predict_own_score",
    "Predict: a query that is its own key",
    answer=8,
    why_not={
        "as-if-independent": (
            1,
            "A spread of 1 is what the root leaves of scores whose query and key have "
            "nothing to do with each other (and a division by d_k would leave 1 here). "
            "These two are the same vector: add up its 64 squares, and divide by 8.",
        ),
        "cancels": (
            0,
            "Positive and negative products cancel where query and key are independent. "
            "Here every product is a square, and no square is negative.",
        ),
        "not-divided": (
            64,
            "That is the score itself: 64 squares of 1 on average. Asked for is what is "
            "left when it is divided by the root of 64.",
        ),
        "multiplied": (512, "The score is 64, and you multiplied it by the root. Divide."),
        "root-twice": (
            64**0.25,
            "You took the root of the score and divided that. The score is a sum of 64 "
            "squares; only d_k comes under a root.",
        ),
    },
    name="predicted_score",
    section="06-scaling-and-scores#when-the-argument-fails",
    order=20,
    atol=0.5,
    hints=(
        "Write the score down as a sum. What is each product, when q equals k?",
        "The average of a square is the variance, where the average itself is 0.",
        "The sum of 64 such squares, over the root of 64.",
    ),
)

ANSWERS = number_answers(EXERCISE, near="22.6")
