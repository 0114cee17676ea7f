"""A design: every query finds the token whose first feature is the largest."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.designs import SHARP, tokens
from solutions.draws import thrice


def find_largest() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices with which every token attends to the largest one.

    A token has three features: a number, different whole numbers from -9 to 9
    in a sequence; a 1, always; and a label, a whole number from 0 to 9.
    Returns (W_q, W_k, W_v): (3, d_k), (3, d_k), (3, 1), d_k as you like.
    The token with the largest number gets a weight of at least 0.95 from
    every query.  That counts as 1, and the rest as 0: the context is then its
    label.
    """
    W_q = np.array([[0.0], [20.0], [0.0]])  # every query is the same
    W_k = np.array([[1.0], [0.0], [0.0]])  # the larger the number, the higher the score
    W_v = np.array([[0.0], [0.0], [1.0]])  # what is passed on
    return W_q, W_k, W_v


def _numbers(n: int, low: int = -9, high: int = 9):
    def draw(rng: np.random.Generator) -> np.ndarray:
        numbers = rng.choice(np.arange(low, high + 1), size=n, replace=False)
        return np.column_stack([numbers, np.ones(n), rng.integers(0, 10, n)])

    return tokens(draw)


EXERCISE = Exercise(
    id="scores.find_largest",
    title="Design: find the largest",
    kind="trial",
    reference=find_largest,
    points=2,
    minutes=8,
    difficulty=2,
    section="06-scaling-and-scores#three-roles-three-matrices",
    order=50,
    cases=(
        thrice("a few tokens", _numbers(5)),
        thrice("numbers below zero alone", _numbers(4, high=-1)),
        thrice("neighbouring numbers", _numbers(3, low=4, high=6)),
        thrice("many tokens", _numbers(16)),
        Case("one token", _numbers(1), calls=1, weight=0.25),
    ),
    properties=(SHARP,),
    **cells_beside(__file__),
)
