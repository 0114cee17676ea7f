"""The weights of token 2, a softmax of its scores.

The exponential is left out or is of 2, the scores are scaled first, or the weights are
rounded as the walk-through rounds them.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import WEIGHTS, ask

EXERCISE = ask(
    "weights_2",
    "The weights of token 2",
    WEIGHTS[1],
    section="step-5-softmax",
    order=50,
    entry="Weight {0} is exp(score {0}), divided by the sum of the three exponentials.",
    **cells_beside(__file__),
)
