"""A repair: scores that are cosines, divided by one norm for the whole table.

``np.linalg.norm`` of a vector is its norm; of a table, without an axis, it is one
number for all rows.  With a single query and a single key the two are the same.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside, change
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice
from solutions.repairs import given


def cosine_scores(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """The cosine of every query with every key.

    q: (..., n_q, d).  k: (..., n_k, d).  No row is all zeros.
    Returns (..., n_q, n_k), each between -1 and 1.
    Takes whole numbers (int64) too. Changes no argument.
    """
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return q @ np.swapaxes(k, -1, -2)


def _drawn(*batch: int, shape: tuple[int, int, int] | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d = shape or sizes(rng, 3)
        if options.get("whole"):
            q, k = integers(rng, n_q, d) + 1, integers(rng, n_k, d) + 1
            return (q / 2, k) if options["whole"] == "keys" else (q, k)
        q, k = normal(rng, *batch, n_q, d), normal(rng, *batch, n_k, d)
        if options.get("uneven"):  # norms from thousands to less than a millionth
            q = q * 10.0 ** (3 - 3 * rng.permutation(n_q)[:, None])
            k = k * 10.0 ** (3 - 3 * rng.permutation(n_k)[:, None])
        dtype = options.get("dtype", "float64")
        return q.astype(dtype), k.astype(dtype)

    return draw


EXERCISE = Exercise(
    id="scores.cosine_scores",
    title="Repair: scores that are cosines",
    reference=cosine_scores,
    broken=given(
        change("norm(q, axis=-1, keepdims=True)", "norm(q)")
        + change("norm(k, axis=-1, keepdims=True)", "norm(k)")
    ),
    points=2,
    minutes=8,
    difficulty=2,
    section="06-scaling-and-scores#when-the-argument-fails",
    order=60,
    cases=(
        thrice("one query, one key", _drawn(shape=(1, 1, 4)), weight=0.25),
        Case("a few of each", _drawn()),
        Case("as many tokens as features", _drawn(shape=(4, 4, 4))),
        Case("large and small norms", _drawn(shape=(3, 5, 4), uneven=True)),
        thrice("whole numbers", _drawn(shape=(2, 4, 3), whole=True)),
        thrice("keys of whole numbers", _drawn(shape=(2, 4, 3), whole="keys")),
        Case("one feature", _drawn(shape=(3, 2, 1))),
        Case("a batch", _drawn(3)),
        Case("a batch of batches, float32", _drawn(2, 3, dtype="float32")),
        Case("three axes in front", _drawn(2, 1, 3), calls=1),
        *decimals_in_one(_drawn(shape=(2, 4, 3)), "q k", scale=99),
    ),
    properties=(
        Property(
            "doubling the first query changes nothing",
            "Double the first query, and the scores change. A cosine depends on the "
            "direction of a vector and not on its norm.",
            lambda answer, output, q, k: np.allclose(
                answer(np.concatenate([2 * q[..., :1, :], q[..., 1:, :]], axis=-2), k),
                output,
                atol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)
