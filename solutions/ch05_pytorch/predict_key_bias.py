"""A prediction: the gradient of the key bias.

It takes part in every score and moves none against another, so it is zero, which is
not None.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "torch.predict_key_bias",
    "Predict: the gradient of the key bias",
    answer="c",
    difficulty=2,
    section="05-pytorch#autograd",
    order=30,
    **cells_beside(__file__),
)
