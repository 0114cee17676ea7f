"""A design: with a causal mask, every token gets the mean of all tokens so far."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
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


def _identity():
    return np.eye(3), np.eye(3), np.eye(3)


def _ones():
    return np.ones((3, 1)), np.ones((3, 1)), np.eye(3)


def _halved():
    return np.zeros((3, 3)), np.zeros((3, 3)), np.eye(3) / 3


def _nothing():
    return np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))


def _all_ones():
    return np.zeros((3, 1)), np.zeros((3, 1)), np.ones((3, 3))


def _orthogonal():
    """Queries and keys that are not zero, and never meet."""
    W_q, W_k = np.zeros((3, 2)), np.zeros((3, 2))
    W_q[:, 0], W_k[:, 1] = 5.0, 3.0
    return W_q, W_k, np.eye(3)


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
    misconceptions=(
        Misconception(
            "each-as-it-is",
            "With identity matrices queries and keys are the tokens themselves, and each "
            "token favours those that point its way. For a plain mean every open key has "
            "to get the same score.",
            _identity,
        ),
        Misconception(
            "all-ones",
            "Matrices of ones do not make the scores equal: each query and key is then the "
            "sum of its token's features, and these differ.",
            _ones,
        ),
        Misconception(
            "divided-again",
            "The weights are right, and your W_v divides once more. The softmax has done "
            "all of the dividing: what is open shares a total of one.",
            _halved,
        ),
        Misconception(
            "nothing-passed-on",
            "The weights are right, and your values are all zero. W_v says what is passed "
            "on: here every feature, as it is.",
            _nothing,
        ),
        Misconception(
            "features-mixed",
            "The weights are right, and your W_v adds the features up. Each should stay "
            "where it is.",
            _all_ones,
        ),
    ),
    same=(
        Same("return (np.ones((3, 1)), np.zeros((3, 1))", "Keys of zero do as well."),
        Same("return (np.zeros((3, 1)), np.zeros((3, 1))", "Zeros on both sides too."),
    ),
    alternatives=(_orthogonal, lambda: (np.ones((3, 2)), np.zeros((3, 2)), np.eye(3))),
    hints=(
        "Which weights make a mean of all open tokens? And which scores give such weights?",
        "Equal scores give equal weights, and the mask sees to the rest. When is a dot "
        "product the same, whatever the tokens are?",
        "Let the queries be zero, whatever the token: then every score is 0. What should "
        "W_v be, so that a value is its token?",
    ),
)
