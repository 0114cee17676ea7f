"""Exercise real.predict_mistake: the mistake that looks like an improvement."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "real.predict_mistake",
    "The best loss of all",
    "d",
    order=100,
    section="14-real-model#what-goes-wrong",
    **cells_beside(__file__),
)
