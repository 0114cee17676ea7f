"""A prediction: where token 3 looks.

It is tempting to say: at itself. But a token's own key need not match its query best.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "byhand.predict_self",
    "Predict: where does token 3 look?",
    answer="b",
    section="02-by-hand#step-8-repeat",
    order=70,
    **cells_beside(__file__),
)
