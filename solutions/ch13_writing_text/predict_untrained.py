"""``write.predict_untrained``: the perplexity of a model that knows nothing yet."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "write.predict_untrained",
    "The perplexity before training",
    "b",
    order=50,
    section="13-writing-text#before-you-run-it-predict-the-first-loss",
    **cells_beside(__file__),
)
