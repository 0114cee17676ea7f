"""Exercises that ask for the matrices of an attention that does a stated thing.

Judged is what the weights do on drawn tokens, so any matrices that do it are right.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np

from autograder import Property
from autograder.exercise.values import Trial
from solutions.draws import Draw


def trial(answer, x, causal, rows):
    """Attend over the tokens x, a row each, with your matrices, as the task says.

    causal: whether later tokens are hidden.  rows: so many first rows are free.
    Weights within 0.05 of 0 or 1 are taken for these, contexts within 0.25 of a whole
    number for that.
    """
    W_q, W_k, W_v = (np.asarray(matrix, dtype=float) for matrix in answer())
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    scores = q @ k.T / max(q.shape[1], 1) ** 0.5
    if causal:
        scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)

    def settled(array, within):
        return np.where(abs(array - np.round(array)) < within, np.round(array), array) + 0.0

    # Sharp weights are never quite 1, and what they gather is never quite whole.
    return {
        "weights": settled(weights, 0.05)[rows:],
        "context": settled(weights @ v, 0.25)[rows:],
    }


def tokens(
    draw: Callable[[np.random.Generator], np.ndarray],
    *,
    causal: bool = False,
    rows: int = 0,
) -> Draw:
    """A case that attends over drawn tokens (n, d_model); ``rows`` first ones are free."""

    def drawn(rng: np.random.Generator) -> tuple:
        data = {"x": draw(rng).astype(float), "causal": causal, "rows": rows}
        return (Trial(inspect.getsource(trial), data),)

    return drawn


SHARP = Property(
    "each row looks at one token",
    "Your weights are spread over several tokens. A softmax picks one key only where its "
    "score is far ahead of the others: what would make all differences between scores ten "
    "times as large, and change nothing else?",
    lambda answer, output, trial: (output["weights"].max(axis=1) == 1).all(),
)
