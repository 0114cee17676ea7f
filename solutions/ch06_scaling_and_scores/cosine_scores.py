"""A repair: scores that are cosines, divided by one length for the whole table.

``np.linalg.norm`` of a vector is its length; of a table, without an axis, it is one
number for all rows.  With a single query and a single key the two are the same.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.repairs import given


def cosine_scores(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """The cosine of every query with every key.

    q: (..., n_q, d).  k: (..., n_k, d).  No row is all zeros.
    Returns (..., n_q, n_k), each between -1 and 1.
    """
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return q @ np.swapaxes(k, -1, -2)


def _broken(q, k):
    q = q / np.linalg.norm(q)
    k = k / np.linalg.norm(k)
    return q @ np.swapaxes(k, -1, -2)


def _drawn(*batch: int, shape: tuple[int, int, int] | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d = shape or sizes(rng, 3)
        if options.get("whole"):
            return integers(rng, n_q, d) + 1, integers(rng, n_k, d) + 1
        q, k = normal(rng, *batch, n_q, d), normal(rng, *batch, n_k, d)
        if options.get("uneven"):  # some rows a thousand times as long as others
            q = q * 10.0 ** rng.permutation(n_q)[:, None]
            k = k * 10.0 ** rng.permutation(n_k)[:, None]
        dtype = options.get("dtype", "float64")
        return q.astype(dtype), k.astype(dtype)

    return draw


def _by(length_q, length_k=None):
    """Scores of queries and keys, each divided by what these give."""
    length_k = length_k or length_q
    return lambda q, k: (q / length_q(q)) @ np.swapaxes(k / length_k(k), -1, -2)


def _rows(x):
    return np.linalg.norm(x, axis=-1, keepdims=True)


def _rows_of_scores(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    return scores / _rows(scores)


def _divided_after(q, k):
    lengths = np.sqrt((q * q).sum(-1)), np.sqrt((k * k).sum(-1))
    scores = np.einsum("...id,...jd->...ij", q, k)
    return scores / (lengths[0][..., :, None] * lengths[1][..., None, :])


def _pair_by_pair(q, k):
    scores = np.zeros((*q.shape[:-1], k.shape[-2]))
    for place in np.ndindex(*scores.shape):
        a, b = q[place[:-1]], k[(*place[:-2], place[-1])]
        scores[place] = a @ b / np.sqrt(float(a @ a) * float(b @ b))
    return scores


EXERCISE = Exercise(
    id="scores.cosine_scores",
    title="Repair: scores that are cosines",
    reference=cosine_scores,
    broken=given(_broken),
    points=2,
    minutes=8,
    difficulty=2,
    section="06-scaling-and-scores#when-the-argument-fails",
    order=60,
    cases=(
        thrice("one query, one key", _drawn(shape=(1, 1, 4)), weight=0.25),
        Case("a few of each", _drawn()),
        Case("as many tokens as features", _drawn(shape=(4, 4, 4))),
        Case("long and short vectors", _drawn(shape=(3, 5, 4), uneven=True)),
        thrice("whole numbers", _drawn(shape=(2, 4, 3), whole=True)),
        Case("one feature", _drawn(shape=(3, 2, 1))),
        Case("a batch", _drawn(3)),
        Case("a batch of batches, float32", _drawn(2, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "a longer query changes nothing",
            "Double the first query, and the scores change. A cosine knows the direction "
            "of a vector and not its length.",
            lambda answer, output, q, k: np.allclose(
                answer(np.concatenate([2 * q[..., :1, :], q[..., 1:, :]], axis=-2), k),
                output,
                atol=1e-3,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "keepdims-lost",
            "You have one length for each row, in an array without the axis that they "
            "were summed over. Broadcasting lines it up with the features: it stops, or, "
            "with as many tokens as features, divides column j by the length of row j. "
            "keepdims=True keeps them in a column.",
            _by(lambda x: np.linalg.norm(x, axis=-1)),
        ),
        Misconception(
            "along-the-tokens",
            "You divide each *feature* by its length over all tokens. The length of a "
            "vector is summed over its own features: the last axis.",
            _by(lambda x: np.linalg.norm(x, axis=-2, keepdims=True)),
        ),
        Misconception(
            "a-length-for-each-batch",
            "You have one length for each sequence, so that a long key still outweighs all "
            "of the short ones. Each row has a length of its own.",
            _by(lambda x: np.linalg.norm(x, axis=(-2, -1), keepdims=True)),
        ),
        Misconception(
            "queries-alone",
            "The queries have length one now; the keys are still divided by one number for "
            "all. A longer key gets a larger score than it should.",
            _by(_rows, np.linalg.norm),
        ),
        Misconception(
            "keys-alone",
            "The keys have length one now; the queries are still divided by one number for "
            "all, so that their rows of scores differ in size.",
            _by(np.linalg.norm, _rows),
        ),
        Misconception(
            "squared",
            "You divide by the sum of squares. The length of a vector is the root of that.",
            _by(lambda x: _rows(x) ** 2),
        ),
        Misconception(
            "sum-of-sizes",
            "You divide by the sum of the absolute values. The length in a cosine is the "
            "root of the sum of squares.",
            _by(lambda x: abs(x).sum(axis=-1, keepdims=True)),
        ),
        Misconception(
            "rows-of-scores",
            "You make each row of *scores* length one. Then a score depends on which other "
            "keys there are; a cosine belongs to one query and one key.",
            _rows_of_scores,
        ),
        Misconception(
            "by-root-of-d",
            "You divide by the root of d, as for dot products. That takes off what vectors "
            "have in length on average, and leaves what each one has.",
            lambda q, k: q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5,
        ),
    ),
    alternatives=(_divided_after, _pair_by_pair),
    hints=(
        "The cosine of a vector with itself is 1. Give the code the same three rows as "
        "queries and as keys, and look at the diagonal.",
        "How many lengths do n_q queries have, and how many numbers does np.linalg.norm "
        "return here? Print it.",
        "Ask np.linalg.norm for the lengths along the last axis, and see that they come "
        "in a column, (n_q, 1), so that each row is divided by its own.",
    ),
)
