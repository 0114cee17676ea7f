"""A design: with a causal mask, every token gets the mean of all tokens so far."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.designs import tokens


def running_mean() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matrices with which causal attention computes a running mean.

    A token has three features.  A causal mask is applied.
    Returns (W_q, W_k, W_v): (3, d_k), (3, d_k), (3, 3), d_k as you like.
    The context of a token is the mean of all tokens up to it, itself among
    them, feature by feature.
    """
    return np.zeros((3, 1)), np.ones((3, 1)), np.eye(3)


def _numbers(n: int, scale: float = 1.0):
    return tokens(lambda rng: rng.normal(scale=scale, size=(n, 3)), causal=True)


EXERCISE = Exercise(
    id="masks.running_mean",
    title="Design: a running mean",
    kind="trial",
    reference=running_mean,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-causal-mask",
    order=35,
    cases=(
        Case("a few tokens", _numbers(4)),
        Case("one token", _numbers(1), calls=1, weight=0.25),
        Case("many tokens", _numbers(12)),
        Case("large features", _numbers(5, 40.0)),
    ),
    **cells_beside(__file__),
)
