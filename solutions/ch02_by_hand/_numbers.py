"""The published tokens and matrices, all that follows from them, and how one asks for it.

Three tokens of four features, three features a query, key and value; no scaling, as the
walk-through publishes it.  The code in cells is run with these names.
"""

from typing import Any

import numpy as np

from autograder import Exercise
from solutions.ch03_numpy.softmax import softmax

X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])  # (tokens, d_model)
W_K = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])  # (d_model, d_k)
W_Q = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])  # (d_model, d_k)
W_V = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])  # (d_model, d_v)

KEYS, QUERIES, VALUES = X @ W_K, X @ W_Q, X @ W_V  # (3, 3) each
SCORES = QUERIES @ KEYS.T  # (queries, keys)
WEIGHTS = softmax(SCORES.astype(float))  # (queries, keys)
OUTPUTS = WEIGHTS @ VALUES  # (queries, d_v)

TO_TWO_DECIMALS = 0.0051


def ask(
    name: str, title: str, answer: np.ndarray, *, section: str, **more: Any
) -> Exercise:
    """Ask for an array, right to two decimals; a list of rows will do as well.

    ``section`` is a heading of the chapter; ``more`` is what else an ``Exercise`` takes.
    """
    settings = {"points": 1, "minutes": 3, "difficulty": 1, "atol": TO_TWO_DECIMALS, **more}
    return Exercise(
        id=f"byhand.{name}",
        title=title,
        reference=lambda: answer.copy(),
        kind="value",
        section=f"02-by-hand#{section}",
        **settings,
    )
