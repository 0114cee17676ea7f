"""A prediction: what a softmax over a table in slow memory waits for.

Of each number two bytes come and two go, and about five operations are done with it.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "chip.predict_bound",
    "Predict: what takes the time",
    answer="c",
    section="17-on-the-chip#two-memories",
    order=10,
    **cells_beside(__file__),
)
