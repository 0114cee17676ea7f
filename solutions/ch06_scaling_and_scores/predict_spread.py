"""A prediction: how far scores spread when vectors have four times the dimension.

The variance grows four times, the standard deviation twice; the two are confused.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "scores.predict_spread",
    "Predict: four times the dimension",
    answer="b",
    why_not={
        "a": "That is the variance: it is a sum over the products and grows four "
        "times. A typical score grows with the standard deviation, the root of "
        "that.",
        "c": "That is what twice the dimension would do. Four times as many "
        "products give four times the variance; how much is that as a standard "
        "deviation?",
        "d": "The average stays at 0: positive and negative products cancel. But each "
        "product is random, and with more of them the scores spread further around "
        "that average.",
    },
    section="06-scaling-and-scores#the-argument",
    order=10,
    hints=(
        "A score is a sum of d_k products, each with an average of 0 and a variance of 1.",
        "The variance of a sum of independent numbers is the sum of their variances. "
        "What is asked for is the standard deviation.",
        "The standard deviation is the root of the variance, and the variance is d_k.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
