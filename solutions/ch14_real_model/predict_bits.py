"""Exercise real.predict_bits: what a block costs."""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "real.predict_bits",
    "Bits a weight",
    "c",
    order=10,
    section="14-real-model#undoing-the-quantization",
    **cells_beside(__file__),
)
