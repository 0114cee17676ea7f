"""A prediction: the weights of a text four times as long.

Queries and keys both grow by 4, so it is 16; the wrong letters are 2, 4 and 8.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "efficient.predict_longer",
    "Predict: a text four times as long",
    answer="d",
    section="12-efficient-attention#what-a-long-text-costs",
    order=10,
    **cells_beside(__file__),
)
