"""The heads of every token side by side again.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch08_multi_head.split_heads import split_heads
from solutions.draws import Draw, integers, normal, sizes, thrice


def merge_heads(x: np.ndarray) -> np.ndarray:
    """Put the heads of every token side by side again: split_heads undone.

    x: (batch, n_heads, n, head_dim).  Returns (batch, n, n_heads * head_dim).
    Takes whole numbers (int64) too. Changes no argument.
    """
    *batch, n_heads, n, head_dim = x.shape
    tokens_first = np.swapaxes(x, -3, -2)  # (batch, n, n_heads, head_dim)
    return tokens_first.reshape(*batch, n, n_heads * head_dim)


def _heads(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        batch, n, n_heads, head_dim = shape or sizes(rng, 4)
        if options.get("whole"):
            return (integers(rng, batch, n_heads, n, head_dim, high=10),)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (normal(rng, batch, n_heads, n, head_dim, scale=scale, dtype=dtype),)

    return draw


EXERCISE = Exercise(
    id="heads.merge_heads",
    title="Merge the heads",
    reference=merge_heads,
    points=1,
    minutes=5,
    difficulty=2,
    section="08-multi-head#split-attend-merge-project",
    order=20,
    cases=(
        Case("a small batch", _heads(2, 3, 2, 2)),
        thrice("whole numbers", _heads(whole=True)),
        Case("one sequence", _heads(1, 4, 3, 2)),
        Case("one token", _heads(3, 1, 2, 4)),
        Case("one head", _heads(2, 3, 1, 4)),
        Case("one feature a head", _heads(2, 3, 4, 1)),
        Case("any sizes, float32", _heads(dtype="float32")),
        Case("large numbers", _heads(scale=1e6)),
    ),
    properties=(
        Property(
            "it undoes the split",
            "Splitting and then merging must give back what went in; yours does not.",
            lambda answer, output, x: np.array_equal(
                answer(split_heads(output, x.shape[1])), output
            ),
        ),
    ),
    **cells_beside(__file__),
)
