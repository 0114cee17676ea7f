"""Exercises that ask for the matrices of an attention that does a stated thing.

Judged is what the weights do on drawn tokens, so any matrices that do it are right.
"""

import inspect
from collections.abc import Callable

import numpy as np

from autograder import Property
from autograder.exercise.values import Trial
from solutions.draws import Draw


def trial(answer, _):
    """Attend over the tokens x, a row each, with your matrices, as the task says.

    causal: whether later tokens are hidden.  rows: so many first rows are free (0: none).
    A weight within 0.05 of 0 or 1 is taken for that, also in the contexts: so 0.95 is
    enough, however large the values are.
    """
    return answer()


class Outside:
    """Attends over the tokens: where the answer is, all of that could be changed."""

    def __init__(self, x, causal, rows):
        self.x, self.causal, self.rows = x, causal, rows

    def judged(self, matrices):
        """The weights and the contexts that matrices give."""
        x, rows = self.x, self.rows
        arrays = (getattr(matrix, "array", matrix) for matrix in matrices)  # of tensors
        W_q, W_k, W_v = (np.asarray(matrix, dtype=float) for matrix in arrays)
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        scores = q @ k.T / max(q.shape[1], 1) ** 0.5
        if self.causal:
            scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = powers / powers.sum(axis=1, keepdims=True)

        # Sharp weights are never quite 1: nothing depends on how near they come.
        settled = np.round(weights)
        weights = np.where(abs(weights - settled) <= 0.05 + 1e-9, settled, weights)
        return {"weights": weights[rows:], "context": (weights @ v)[rows:]}


SOURCES = inspect.getsource(trial), inspect.getsource(Outside)


def tokens(
    draw: Callable[[np.random.Generator], np.ndarray],
    *,
    causal: bool = False,
    rows: int = 0,
) -> Draw:
    """A case that attends over drawn tokens (n, d_model); ``rows`` first ones are free."""

    def drawn(rng: np.random.Generator) -> tuple:
        kept = {"x": draw(rng).astype(float), "causal": causal, "rows": rows}
        return (Trial(SOURCES[0], outside=SOURCES[1], kept=kept),)

    return drawn


def _none_spread(weights: np.ndarray) -> bool:
    """Whether no row is spread out; what is no number is another fault."""
    return bool(np.isnan(weights).any() or (weights.max(axis=1) == 1).all())


SHARP = Property(
    "each row looks at one token",
    "In some call your weights are spread over several tokens. A softmax picks one key "
    "only where its score is far ahead of the others: are some equal, or only too near?",
    lambda answer, output, trial: _none_spread(output["weights"]),
)
