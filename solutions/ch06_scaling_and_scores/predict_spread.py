"""A prediction: how far scores spread when vectors have four times the dimension.

The variance grows four times, the standard deviation twice; the two are confused.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "scores.predict_spread",
    "Predict: four times the dimension",
    answer="b",
    section="06-scaling-and-scores#the-argument",
    order=10,
    **cells_beside(__file__),
)
