"""A prediction: which test notices heads mixed by a reshape.

Shapes and round trips do not; only numbers that are followed do.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "heads.predict_test",
    "Predict: which test notices?",
    answer="d",
    difficulty=2,
    section="08-multi-head#the-reshape-that-mixes-heads",
    order=30,
    **cells_beside(__file__),
)
