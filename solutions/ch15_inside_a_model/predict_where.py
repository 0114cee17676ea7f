"""Chapter 15: from which layer on is the answer at the last place?"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "inside.predict_where",
    "Predict: when the answer moves",
    answer="d",
    order=45,
    section="15-inside-a-model#carried-from-one-run-to-another",
    **cells_beside(__file__),
)
