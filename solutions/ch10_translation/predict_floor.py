"""A prediction: where a label-smoothed loss ends.

It is the entropy of the smoothed target, neither 0 nor the share that is spread.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "translate.predict_floor",
    "Predict: where the loss ends",
    answer="b",
    minutes=3,
    difficulty=2,
    section="10-translation#label-smoothing",
    order=30,
    **cells_beside(__file__),
)
