"""What the claims of chapter 03 stand on."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax as scipys

from solutions.ch03_numpy.softmax import softmax
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/03-numpy.md"

WORDS = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])


def behind_the_first_two() -> list[float]:
    """For each seed, by how much word 3's score is below that of word 1 or 2, at most."""
    worst = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q = rng.integers(0, 3, size=(3, 3))
        W_k = rng.integers(0, 3, size=(3, 3))
        scores = WORDS @ W_q @ (WORDS @ W_k).T
        worst.append(float((scores[:, :2].max(axis=1) - scores[:, 2]).max()))
    return worst


def word_3_whatever_the_seed() -> Control:
    """Rival: it is the seed. Then other seeds would put another word in front."""
    return Control(behind_the_first_two(), [0.0] * 200, "below", by=0)


def how_much_is_the_seed() -> Control:
    """Rival: that word 3 is a sum gives it its three quarters, whatever the seed."""
    given = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q = rng.integers(0, 3, size=(3, 3))
        W_k = rng.integers(0, 3, size=(3, 3))
        scores = WORDS[:1] @ W_q @ (WORDS @ W_k).T
        given.append(softmax(scores / np.sqrt(3))[0, 2])
    return Control(given, [0.75] * 200, "below", by=0.1, share=0.5)


def scipy_takes_all_as_one_row() -> Control:
    """Rival: SciPy's softmax works along the last axis unless told."""
    tables = [np.random.default_rng(seed).normal(size=(4, 5)) for seed in range(5)]
    sums = [scipys(table).sum(axis=-1).max() for table in tables]
    for table in tables:
        assert np.allclose(scipys(table, axis=-1), softmax(table))
    return Control(sums, [1.0] * 5, "below", by=0.1)


CLAIMS = [
    Claim(
        "takes the *whole* array as one row unless you name an axis",
        Controlled(scipy_takes_all_as_one_row),
    ),
    Claim(
        "a wrong letter can be another sum, without an error",
        Measured("assert np.allclose(slip, totals) and not np.allclose(slip, by_product)"),
    ),
    Claim(
        "A matrix product is this double loop",
        Measured("assert np.array_equal(queries @ keys.T, scores)"),
    ),
    Claim(
        "An overflow destroys the whole row, while an underflow rounds one negligible",
        Measured("assert softmax(np.array([1000.0, 0.0]))[1] == 0"),
    ),
    Claim(
        "Vectors with more entries have larger dot products as a rule",
        Measured(
            "assert abs(before / d_k - 1) < 0.08",
            at="chapters/06-scaling-and-scores.md",
        ),
    ),
    Claim(
        "Broadcasting copies neither input, but the *result* is an ordinary array",
        Measured('print(f"with the parts: {n * n * d_v * itemsize / 1e6:8.1f} MB")'),
    ),
    Claim(
        "their sum over the keys is `weights @ v`",
        Measured("assert np.allclose(parts.sum(axis=0), weights @ values)"),
    ),
    Claim(
        "This row cannot tell you",
        Measured("assert word_weights[0].argmax() == 2 and word_weights[0, 1] < 0.01"),
    ),
    Claim(
        "because it is the largest in every value",
        Measured("assert np.all(v <= v[:, 1:2])"),
    ),
    Claim("How much depends on the seed", Controlled(how_much_is_the_seed)),
    Claim(
        "with every seed word 3 gets at least as much as word 1 or word 2",
        Controlled(word_3_whatever_the_seed),
    ),
    Claim(
        "the score matrix is symmetric, so a swap of queries and keys changes nothing",
        Measured("assert np.allclose(attention_weights(keys, queries), weights)"),
    ),
    Claim(
        "The star runs here because both matrices are (3, 3).",
        Measured("np.ones((5, 5)) * np.ones((5, 3))"),
    ),
    Claim(
        "it runs when `n` and `d_k` are equal and the batch has that many sequences too",
        Measured("assert np.array_equal(wrong[0, :, s], q[0] @ k[s, :, 0])"),
    ),
    Claim(
        "A batch of one sequence runs as well and gives a wrong shape.",
        Measured("assert (q[:1] @ k[:1].T).shape == (3, 3, 1)"),
    ),
    Claim(
        "Every weight is below 1, so every weight becomes 0.",
        Measured("np.issubdtype(out.dtype, np.integer)"),
    ),
    Claim(
        "The queries do not depend on one another, so cutting *them* changes nothing.",
        Measured("assert np.allclose(attention_in_chunks(q, k, v, size), whole)"),
    ),
    Claim(
        "every token's context is the plain mean of all values",
        Measured("assert np.allclose(same, values.mean(axis=0))"),
    ),
    Claim(
        "Only the last one runs, and it is right",
        Measured('print(f"{name:9}{right.shape} stops")'),
    ),
]
