"""A prediction: how many tokens a pass can read in the time that its weights take.

Each weight is two bytes, and is multiplied and added once for each token.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "faster.predict_pass",
    "Predict: tokens in one pass",
    answer="c",
    section="19-writing-faster#what-a-pass-costs",
    order=5,
    **cells_beside(__file__),
)
