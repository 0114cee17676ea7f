"""A prediction: what is left of induction without the head it relies on.

The wrong letters let the induction head manage alone, nearly as well, or better.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "reading.predict_previous_head",
    "Predict: switch off the other head",
    answer="a",
    section="11-reading-attention#switch-it-off",
    order=30,
    **cells_beside(__file__),
)
