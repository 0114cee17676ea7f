"""Which tiles a causal mask leaves out, and which it cuts.

Dao 2023, "FlashAttention-2", section 3.1.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def causal_tiles(
    n_q: int, n_k: int, rows: int, columns: int
) -> tuple[np.ndarray, np.ndarray]:
    """Which tiles of causal attention are computed, and which need no mask.

    The queries are those of the last n_q of n_k tokens, n_q at most n_k;
    each attends to the keys up to its own token.  A tile has ``rows`` queries
    and ``columns`` keys; the last ones may have fewer.
    Returns (visited, whole), booleans (tiles of queries, tiles of keys):
    some pair of the tile may attend; every pair of it may.
    """
    first_query = np.arange(0, n_q, rows)[:, None] + (n_k - n_q)
    last_query = np.minimum(first_query + rows, n_k) - 1
    first_key = np.arange(0, n_k, columns)
    last_key = np.minimum(first_key + columns, n_k) - 1
    return first_key <= last_query, last_key <= first_query


def _tiles(*, newest: bool = False, **fixed: int) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        rows, columns = rng.choice(np.arange(2, 6), 2, replace=False).tolist()
        rows, columns = fixed.get("rows", rows), fixed.get("columns", columns)
        n_k = fixed.get("n_k", int(rng.integers(9, 24)))
        n_q = int(rng.integers(2, n_k - 2)) if newest else n_k
        return fixed.get("n_q", n_q), n_k, rows, columns

    return draw


EXERCISE = Exercise(
    id="chip.causal_tiles",
    title="Tiles that a causal mask skips",
    reference=causal_tiles,
    points=3,
    minutes=12,
    difficulty=3,
    order=60,
    section="17-on-the-chip#what-a-causal-mask-saves",
    cases=(
        thrice("a whole text", _tiles()),
        thrice("the newest tokens", _tiles(newest=True)),
        Case("square tiles that fit", _tiles(rows=4, columns=4, n_k=16)),
        thrice("wide tiles", _tiles(newest=True, rows=2, columns=7)),
        thrice("tall tiles", _tiles(newest=True, rows=7, columns=2)),
        thrice("tiles of one", _tiles(newest=True, rows=1, columns=1)),
        thrice("one query", _tiles(n_q=1), easy=True),
        Case("one tile for all", _tiles(rows=30, columns=30), weight=0.25),
        Case("all but one pair of a tile", lambda _: (770, 1024, 512, 256), calls=1),
        Case("a long text", _tiles(rows=64, columns=48, n_k=1000, n_q=700)),
    ),
    properties=(
        Property(
            "every whole tile is visited",
            "One of your tiles is whole and not visited: where every pair may attend, some "
            "pair may.",
            lambda answer, output, *sizes: (
                not np.any(np.asarray(output[1], bool) & ~np.asarray(output[0], bool))
            ),
        ),
    ),
    **cells_beside(__file__),
)
