"""Exercise real.predict_italy: what a small model says when it does not know."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "real.predict_italy",
    "Asked for a capital",
    "a",
    order=85,
    section="14-real-model#ask-it",
    **cells_beside(__file__),
)
