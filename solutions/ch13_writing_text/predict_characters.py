"""``write.predict_characters``: perplexities per character and per piece."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "write.predict_characters",
    "Characters or pieces",
    "c",
    order=45,
    section="13-writing-text#before-you-run-it-predict-characters-or-pieces",
    **cells_beside(__file__),
)
