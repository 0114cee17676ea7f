"""How long the vector is that each key adds to each query's token.

Kobayashi et al. 2020, "Attention is Not Only a Weight: Analyzing Transformers with
Vector Norms".

The output projection or the weights are left out, or another measure of length is
taken.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, sizes


def contributions(weights: np.ndarray, v: np.ndarray, W_o: np.ndarray) -> np.ndarray:
    """How long the vector is that each key adds to each query's token.

    weights: (..., n_q, n_k).  v: (..., n_k, d_v).  W_o: (d_v, d_model).
    Returns the length of weights[i, j] * (v[j] @ W_o): (..., n_q, n_k).
    """
    lengths = np.sqrt(((v @ W_o) ** 2).sum(axis=-1))  # (..., n_k)
    return weights * lengths[..., None, :]


def _parts(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_v, d_model = shape or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        scale = options.get("scale", 1.0)
        v = normal(rng, *lead, n_k, d_v, scale=scale, dtype=dtype)
        if options.get("zero_value"):
            v[..., 0, :] = 0
        return (
            softmax(normal(rng, *lead, n_q, n_k, dtype=dtype)),
            v,
            normal(rng, d_v, d_model, dtype=dtype),
        )

    return draw


def _contributions(weights, v, W_o, *, project=True, length="euclid", scale=True):
    moved = v @ W_o if project else v
    lengths = {
        "euclid": np.sqrt((moved**2).sum(axis=-1)),
        "squared": (moved**2).sum(axis=-1),
        "absolute": np.abs(moved).sum(axis=-1),
        "sum": moved.sum(axis=-1),
        "largest": np.abs(moved).max(axis=-1),
        "mean square": np.sqrt((moved**2).mean(axis=-1)),
    }[length]
    found = np.ones_like(weights) if not scale else weights
    return found * lengths[..., None, :]


def _contributions_all_vectors(weights, v, W_o):
    added = weights[..., None] * (v @ W_o)[..., None, :, :]  # (..., n_q, n_k, d_model)
    return np.linalg.norm(added, axis=-1)


def _contributions_by_loops(weights, v, W_o):
    result = np.zeros(weights.shape)  # float64 throughout
    for i in range(weights.shape[-2]):
        for j in range(weights.shape[-1]):
            added = weights[..., i, j, None] * (v[..., j, :] @ W_o)
            result[..., i, j] = np.sqrt(np.einsum("...d,...d->...", added, added))
    return result


def _contributions_by_query(weights, v, W_o):
    return weights * np.sqrt(((v @ W_o) ** 2).sum(axis=-1))[..., :, None]


EXERCISE = Exercise(
    id="reading.contributions",
    title="What each key adds",
    reference=contributions,
    decisions=_contributions,
    points=2,
    minutes=8,
    difficulty=2,
    section="11-reading-attention#a-large-weight-on-nothing",
    order=50,
    cases=(
        Case("a few tokens", _parts()),
        Case("as many queries as keys", _parts(shape=(4, 4, 3, 5))),
        Case("one query, one key", _parts(shape=(1, 1, 3, 4))),
        Case("one feature", _parts(shape=(3, 4, 1, 1))),
        Case("a value of zeros", _parts(zero_value=True)),
        Case("large values", _parts(scale=1e6)),
        Case("a batch", _parts(3)),
        Case("a batch of batches, float32", _parts(2, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "a value of zeros adds nothing",
            "A key whose value is all zeros adds the zero vector, whatever its weight. "
            "Its column should be 0, and yours is not.",
            lambda answer, output, weights, v, W_o: np.allclose(
                answer(weights, v * 0, W_o), 0
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "no-output-projection",
            "You measure the values before W_o. What is added to the token is the value "
            "times W_o, and that matrix can stretch it or wipe it out.",
            choices={"project": False},
        ),
        Misconception(
            "squared-length",
            "You return squared lengths. Take the root of the sum of squares, or one "
            "contribution twice as long would count four times.",
            choices={"length": "squared"},
        ),
        Misconception(
            "sum-of-absolutes",
            "You add up absolute values. That depends on the axes that the features "
            "happen to have; a length is the root of the sum of squares.",
            choices={"length": "absolute"},
        ),
        Misconception(
            "sum-of-entries",
            "You add up the entries of the vector. Positive and negative ones cancel, so a "
            "long vector may come out as 0; a length is the root of the sum of squares.",
            choices={"length": "sum"},
        ),
        Misconception(
            "mean-square",
            "You take the root of the *mean* of the squares. A length has their sum: "
            "otherwise a model twice as wide would seem to add less.",
            choices={"length": "mean square"},
        ),
        Misconception(
            "largest-entry",
            "You take the largest entry. It tells of one feature alone; a length is the "
            "root of the sum of squares over all of them.",
            choices={"length": "largest"},
        ),
        Misconception(
            "vectors",
            "You return the vectors themselves, one for each pair. What is asked for is "
            "how long each is: one number a pair.",
            lambda weights, v, W_o: weights[..., None] * (v @ W_o)[..., None, :, :],
        ),
        Misconception(
            "output-projection-transposed",
            "You multiply by the transposed W_o. A value has d_v features and W_o as many "
            "rows: v @ W_o.",
            lambda weights, v, W_o: contributions(weights, v, np.swapaxes(W_o, -1, -2)),
        ),
        Misconception(
            "context",
            "You return the context times W_o, the sum of what all keys add. Here every "
            "pair of query and key keeps its own length.",
            lambda weights, v, W_o: weights @ v @ W_o,
        ),
        Misconception(
            "weights-left-out",
            "You return the lengths of the values alone, the same for every query. Each "
            "query scales them by its own weights.",
            choices={"scale": False},
        ),
        Misconception(
            "lengths-by-query",
            "Your lengths run along the queries. The value belongs to the key, so its "
            "length scales a column: lengths[..., None, :].",
            _contributions_by_query,
        ),
        Misconception(
            "length-of-the-sum",
            "You add up all keys first and return one length a query. Here every pair "
            "of query and key keeps its own.",
            lambda weights, v, W_o: np.linalg.norm(weights @ v @ W_o, axis=-1),
        ),
    ),
    alternatives=(_contributions_all_vectors, _contributions_by_loops),
    hints=(
        "What query i receives from key j is one vector. Which three things multiply "
        "to give it?",
        "A weight is never negative, so the length of *weight times vector* is the "
        "weight times the length of the vector. The lengths need one number a key.",
        "What the keys have to give is `v @ W_o`, (..., n_k, d). Its lengths are one "
        "number a key, and they must line up with the columns of `weights`: which axis "
        "is missing?",
    ),
)
