"""A prediction: which pairs turn to angles that the training has not shown."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "contexts.predict_pairs",
    "Predict: which pairs meet new angles",
    answer="c",
    section="18-long-contexts#positions-beyond-the-training",
    order=10,
    **cells_beside(__file__),
)
