"""A prediction: where one vector per word leaves a word with two meanings.

The wrong letters let one of the two meanings win, or the context choose.
"""

from autograder import cells_beside
from solutions.choices import predict

EXERCISE = predict(
    "why.predict_apple",
    "Predict where apple ends up",
    answer="c",
    section="01-why-attention#one-word-one-vector",
    order=10,
    **cells_beside(__file__),
)
