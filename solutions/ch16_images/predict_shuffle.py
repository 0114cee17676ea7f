"""A prediction: what a Transformer knows of neighbours before it has learnt."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "image.predict_shuffle",
    "Predict: every image shuffled in the same way",
    answer="b",
    order=50,
    section="16-images#what-is-built-in-and-what-is-learnt",
    **cells_beside(__file__),
)
