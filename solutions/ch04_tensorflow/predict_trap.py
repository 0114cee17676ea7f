"""A prediction: which gradients are left when weights go into a Variable.

The tempting answer looks at the numbers, which stay the same; a tape follows operations.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "tensorflow.predict_trap",
    "Predict which gradients are left",
    answer="b",
    section="04-tensorflow#the-trap-rounded-weights-in-a-variable",
    order=40,
    **cells_beside(__file__),
)
