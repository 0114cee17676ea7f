"""Chapter 15: can "it" look ahead in a decoder?"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "inside.predict_row_of_it",
    'Predict: the row of "it" in a decoder',
    answer="b",
    order=30,
    section="15-inside-a-model#what-it-looks-at",
    **cells_beside(__file__),
)
