"""A prediction: what the first tokens of a text are worth to a window."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "contexts.predict_first",
    "Predict: the first tokens",
    answer="c",
    section="18-long-contexts#tokens-thrown-away",
    order=24,
    **cells_beside(__file__),
)
