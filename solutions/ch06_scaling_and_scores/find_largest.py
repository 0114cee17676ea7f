"""A design: every query finds the token whose first feature is the largest."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.designs import SHARP, tokens
from solutions.draws import thrice


def find_largest() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices with which every token attends to the largest one.

    A token has three features: a number, different whole numbers from -9 to 9
    in a sequence; a 1, always; and a label, a whole number from 0 to 9.
    Returns (W_q, W_k, W_v): (3, d_k), (3, d_k), (3, 1), d_k as you like.
    The token with the largest number gets a weight of at least 0.95 from
    every query, and the context is its label.
    """
    W_q = np.array([[0.0], [20.0], [0.0]])  # whoever asks, asks the same
    W_k = np.array([[1.0], [0.0], [0.0]])  # the larger, the better it fits
    W_v = np.array([[0.0], [0.0], [1.0]])  # what is passed on
    return W_q, W_k, W_v


def _numbers(n: int, low: int = -9, high: int = 9):
    def draw(rng: np.random.Generator) -> np.ndarray:
        numbers = rng.choice(np.arange(low, high + 1), size=n, replace=False)
        return np.column_stack([numbers, np.ones(n), rng.integers(0, 10, n)])

    return tokens(draw)


def _one_column(q, k, v=2, scale=20.0):
    """Queries from feature ``q``, keys from feature ``k``, values from feature ``v``."""

    def matrices():
        picks = np.eye(3)
        return scale * picks[:, [q]], picks[:, [k]], picks[:, [v]]

    return matrices


def _smallest():
    W_q, W_k, W_v = find_largest()
    return -W_q, W_k, W_v


def _three_wide():
    W_q, W_k = np.zeros((3, 3)), np.zeros((3, 3))
    W_q[1, 2], W_k[0, 2] = 50.0, 7.0
    return W_q, W_k, np.eye(3)[:, 2:]


def _negative_twice():
    W_q, W_k, W_v = find_largest()
    return -W_q, -W_k, W_v


EXERCISE = Exercise(
    id="scores.find_largest",
    title="Design: find the largest",
    kind="trial",
    reference=find_largest,
    points=2,
    minutes=8,
    difficulty=2,
    section="06-scaling-and-scores#three-roles-three-matrices",
    order=5,
    cases=(
        thrice("a few tokens", _numbers(5)),
        thrice("numbers below zero alone", _numbers(4, high=-1)),
        thrice("neighbouring numbers", _numbers(3, low=4, high=6)),
        thrice("many tokens", _numbers(16)),
        Case("one token", _numbers(1), calls=1, weight=0.25),
    ),
    properties=(SHARP,),
    misconceptions=(
        Misconception(
            "number-with-number",
            "Queries and keys are both made from the number, so a token with a number "
            "below zero finds the *smallest*: minus times minus. All queries should ask "
            "the same: which feature do all tokens share?",
            _one_column(0, 0),
        ),
        Misconception(
            "roles-swapped",
            "The number is in the query and the 1 in the key, so all keys are alike and "
            "every weight is the same. The key is what a query compares: it needs the "
            "number.",
            _one_column(0, 1),
        ),
        Misconception(
            "the-smallest",
            "Your queries find the smallest number: the sign of the product is wrong.",
            _smallest,
        ),
        Misconception(
            "too-soft",
            "Your scores are the numbers themselves. One more is then worth a weight less "
            "than three times as large, and the others keep a share: multiply the scores.",
            _one_column(1, 0, scale=1.0),
        ),
        Misconception(
            "number-passed-on",
            "Your queries find the right token, and you pass on its number. The context "
            "should be its label: W_v picks the third feature.",
            _one_column(1, 0, v=0),
        ),
        Misconception(
            "label-compared",
            "Your keys are made from the label, so the token with the largest label wins.",
            _one_column(1, 2),
        ),
    ),
    same=(
        Same("W_q = [[0.0]", "Lists will do."),
        Same("W_k = [[1.0]", "Lists will do."),
        Same("W_v = [[0.0]", "Lists will do."),
        Same("W_q = np.array([[0.0], [40.0], [0.0]])", "Any large factor will do."),
        Same("W_k = np.array([[2.0], [0.0], [0.0]])", "Any large factor will do."),
        Same("W_q = np.array([[1.0], [20.0], [0.0]])", "20 less 9 is large enough."),
        Same("W_q = np.array([[0.0], [20.0], [1.0]])", "A label only adds to the factor."),
        Same("W_k = np.array([[1.0], [1.0], [0.0]])", "The same for all keys."),
    ),
    alternatives=(_three_wide, _negative_twice),
    hints=(
        "One feature is enough for queries and keys, d_k = 1: a score is then one number "
        "times another. Which score should the token with the number 7 get?",
        "Every query should ask the same question, whatever its own number. Which feature "
        "is the same for all tokens?",
        "With the 1 in the query and the number in the key, the score is the number. Now "
        "look at the weights for 5 and 6: by what must the scores be multiplied?",
    ),
)
