"""A design: with a causal mask, every token gets the mean of all tokens so far."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same, change
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
    misconceptions=(
        Misconception(
            "each-as-it-is",
            "With identity matrices queries and keys are the tokens themselves, and each "
            "token favours those that point its way. For a plain mean every open key has "
            "to get the same score.",
            change("np.zeros((3, 1)), np.ones((3, 1))", "np.eye(3), np.eye(3)"),
        ),
        Misconception(
            "all-ones",
            "Matrices of ones do not make the scores equal: each query and key is then the "
            "sum of its token's features, and these differ.",
            change("np.zeros((3, 1))", "np.ones((3, 1))"),
        ),
        Misconception(
            "divided-again",
            "The weights are right, and your W_v divides once more. The softmax has done "
            "all of the dividing: what is open shares a total of one.",
            change("np.eye(3)", "np.eye(3) / 3"),
            alone=True,
        ),
        Misconception(
            "nothing-passed-on",
            "The weights are right, and your values are all zero. W_v says what is passed "
            "on: here every feature, as it is.",
            change("np.eye(3)", "np.zeros((3, 3))"),
            alone=True,
        ),
        Misconception(
            "features-mixed",
            "The weights are right, and your W_v adds the features up. Each should stay "
            "where it is.",
            change("np.eye(3)", "np.ones((3, 3))"),
            alone=True,
        ),
    ),
    same=(
        Same(
            change(
                "np.zeros((3, 1)), np.ones((3, 1))", "np.ones((3, 1)), np.zeros((3, 1))"
            ),
            "Keys of zero do as well.",
        ),
        Same(change("np.ones((3, 1))", "np.zeros((3, 1))"), "Zeros on both sides too."),
    ),
    hints=(
        "Which weights make a mean of all open tokens? And which scores give such weights?",
        "Equal scores give equal weights, and the mask sees to the rest. When is a dot "
        "product the same, whatever the tokens are?",
        "Let the queries be zero, whatever the token: then every score is 0. What should "
        "W_v be, so that a value is its token?",
    ),
)
