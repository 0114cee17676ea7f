"""A prediction: what adding 100 to every score does to the weights.

Nothing changes, since every exponential grows by the same factor: which is how a softmax
is kept from overflowing.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "numpy.predict_shift",
    "Predict: add 100 to every score",
    answer="b",
    section="03-numpy#a-softmax-that-does-not-overflow",
    order=20,
    **cells_beside(__file__),
)
