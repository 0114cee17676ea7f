"""How many numbers naive attention moves, when each step is a program of its own.

Dao et al. 2022, "FlashAttention", section 2.2 and theorem 2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, sizes, thrice


def naive_traffic(
    n_q: int, n_k: int, d_k: int, d_v: int, heads: int = 1
) -> tuple[int, int]:
    """The numbers that naive attention loads and stores.

    Three programs run one after another for each head: scores, softmax,
    context.  Each loads what it needs from slow memory once, and stores
    what it makes once.
    n_q queries and n_k keys of d_k features; values of d_v features.
    Returns (loads, stores), numbers and not bytes, of all heads.
    """
    table = n_q * n_k
    loads = (n_q + n_k) * d_k + table + table + n_k * d_v
    stores = table + table + n_q * d_v
    return heads * loads, heads * stores


def _sizes(low: int = 2, high: int = 40, **fixed: int) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        names = ("n_q", "n_k", "d_k", "d_v")
        drawn = dict(zip(names, sizes(rng, 4, low, high), strict=True)) | fixed
        return tuple(drawn.values())

    return draw


EXERCISE = Exercise(
    id="chip.naive_traffic",
    title="What naive attention moves",
    reference=naive_traffic,
    points=2,
    minutes=8,
    difficulty=1,
    order=20,
    section="17-on-the-chip#three-programs",
    cases=(
        thrice("one head", _sizes()),
        thrice("several heads", _sizes(heads=5)),
        Case("one query", _sizes(n_q=1)),
        Case("one feature", _sizes(d_k=1, d_v=1)),
        Case("a long text", _sizes(4000, 9000, d_k=64, d_v=48, heads=3)),
        Case("fifty thousand tokens", _sizes(50_000, 60_000, d_k=64, d_v=48)),
        Case("one of each", _sizes(n_q=1, n_k=1, d_k=1, d_v=1, heads=1), weight=0.25),
    ),
    properties=(
        Property(
            "twice the heads, twice the traffic",
            "Another head does the same work with numbers of its own: with twice the heads "
            "twice as much travels. In yours it does not.",
            lambda answer, output, n_q, n_k, d_k, d_v, heads=1: np.array_equal(
                answer(n_q, n_k, d_k, d_v, 2 * heads), 2 * np.array(output)
            ),
        ),
    ),
    **cells_beside(__file__),
)
