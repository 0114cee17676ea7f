"""The largest square tile for which all that is needed at once fits into fast memory.

Dao et al. 2022, "FlashAttention", algorithm 1, line 1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def largest_tile(fast: int, d_k: int, d_v: int) -> int:
    """How many queries, and as many keys, a tile may have.

    fast: the numbers that fast memory holds.
    At once it holds, for a tile of b queries and b keys: the queries and
    the keys (d_k each), the values and the mixtures (d_v each), the b times
    b scores, and for each query the largest score and the total.
    Returns the largest b for which all of it fits; 0 where b = 1 does not.
    """
    vectors = 2 * d_k + 2 * d_v + 2
    # b b + vectors b <= fast: a quadratic equation, its root rounded down.
    return int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2


def _room(**fixed: int) -> Draw:
    """Fast memory in which a tile of some size fits, and ``spare`` numbers more."""

    def draw(rng: np.random.Generator) -> tuple:
        d_k, d_v = rng.choice(np.arange(2, 9), 2, replace=False).tolist()
        d_k, d_v = fixed.get("d_k", d_k), fixed.get("d_v", d_v)
        tile = fixed.get("tile", int(rng.integers(5, 40)))
        needed = tile * tile + (2 * d_k + 2 * d_v + 2) * tile
        spare = fixed.get("spare", int(rng.integers(0, 2 * tile + 1)))
        return needed + spare, d_k, d_v

    return draw


EXERCISE = Exercise(
    id="chip.largest_tile",
    title="The largest tile that fits",
    reference=largest_tile,
    points=2,
    minutes=8,
    difficulty=2,
    order=50,
    section="17-on-the-chip#how-large-a-tile",
    cases=(
        thrice("somewhere between", _room()),
        Case("filled to the last number", _room(spare=0), calls=4),
        Case("one number too few", _room(spare=-1), calls=4),
        Case("room for one of each", _room(tile=1, spare=0), easy=True),
        Case("no room for one of each", _room(tile=1, spare=-1), weight=0.25, easy=True),
        Case("one feature", _room(d_k=1, d_v=1)),
        Case("wide vectors", _room(tile=64, d_k=128, d_v=96, spare=400)),
        Case("very much memory", _room(tile=30_000, d_k=8, d_v=6)),
        Case("a number too few of very much", _room(tile=30_000, d_k=8, d_v=6, spare=-1)),
        Case("a number too few of much", _room(tile=3000, d_k=64, d_v=48, spare=-1)),
        Case("much memory", _room(tile=3000, d_k=64, d_v=48)),
    ),
    properties=(
        Property(
            "the tile fits",
            "In some call the tile that you return does not fit. Count what it needs: "
            "queries, keys, values, mixtures, scores, and two numbers for each query.",
            lambda answer, output, fast, d_k, d_v: (
                output * output + output * (2 * d_k + 2 * d_v + 2) <= fast
            ),
        ),
    ),
    **cells_beside(__file__),
)
