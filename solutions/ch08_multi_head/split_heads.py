"""Every token's features cut into heads.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal, sizes, thrice


def split_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut every token's features into n_heads parts, one per head.

    x: (batch, n, d), d a multiple of n_heads.
    Returns (batch, n_heads, n, d / n_heads): head 0 has the first d / n_heads
    features of every token, head 1 the next, and so on.
    Takes whole numbers (int64) too. Changes no argument.
    """
    *batch, n, d = x.shape
    parts = x.reshape(*batch, n, n_heads, d // n_heads)
    return np.swapaxes(parts, -3, -2)  # heads before tokens


# Axes: b the batch, h the heads, n the tokens, f the features of one head.


def _tokens(*shape: int, **options) -> Draw:
    """shape: (batch, n, n_heads, head_dim); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        d = n_heads * head_dim
        if options.get("whole"):
            return integers(rng, batch, n, d, high=10), n_heads
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return normal(rng, batch, n, d, scale=scale, dtype=dtype), n_heads

    return draw


EXERCISE = Exercise(
    id="heads.split_heads",
    title="Split the features into heads",
    reference=split_heads,
    points=2,
    minutes=5,
    difficulty=2,
    section="08-multi-head#split-attend-merge-project",
    order=10,
    cases=(
        Case("a small batch", _tokens(2, 3, 2, 2)),
        thrice("whole numbers", _tokens(whole=True)),
        Case("one sequence", _tokens(1, 4, 3, 2)),
        Case("one token", _tokens(3, 1, 2, 4)),
        Case("one head", _tokens(2, 3, 1, 4)),
        Case("one feature a head", _tokens(2, 3, 4, 1)),
        Case("any sizes, float32", _tokens(dtype="float32")),
        Case("large numbers", _tokens(scale=1e6)),
    ),
    properties=(
        Property(
            "the first token alone gives the same part",
            "The first token's part of the result changes when the other tokens are taken "
            "away. In every head, row i must come from token i alone.",
            lambda answer, output, x, n_heads: np.array_equal(
                answer(x[:, :1], n_heads), output[:, :, :1]
            ),
        ),
    ),
    **cells_beside(__file__),
)
