"""A prediction: what a mask applied after the softmax lets through.

The tempting answers look at the blocked weight, which is 0, and not at the sum that the
others were divided by.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "masks.predict_leak",
    "Predict: mask after the softmax",
    answer="a",
    difficulty=2,
    section="07-masking#why-not-mask-after-the-softmax",
    order=50,
    **cells_beside(__file__),
)
