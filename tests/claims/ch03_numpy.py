"""What the claims of chapter 03 stand on."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax as scipys

from solutions.ch03_numpy.softmax.exercise import softmax
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/03-numpy.md"

WORDS = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])


def behind_the_first_two(lowest: int, highest: int) -> list[float]:
    """For each seed, by how much word 3's score is below that of word 1 or 2, at most."""
    worst = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q, W_k = rng.integers(lowest, highest, size=(2, 3, 3))
        scores = WORDS @ W_q @ (WORDS @ W_k).T
        worst.append(float((scores[:, :2].max(axis=1) - scores[:, 2]).max()))
    return worst


def word_3_whatever_the_seed() -> Control:
    """Rival: it is the seed. Then other seeds would put another word in front."""
    return Control(behind_the_first_two(0, 3), [0.0] * 200, "below", by=0)


def how_much_is_the_seed() -> Control:
    """Rival: that word 3 is a sum gives it its three quarters, whatever the seed."""
    given = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q, W_k = rng.integers(0, 3, size=(2, 3, 3))
        scores = WORDS[:1] @ W_q @ (WORDS @ W_k).T
        given.append(softmax(scores / np.sqrt(3))[0, 2])
    return Control(given, [0.75] * 200, "below", by=0.1, share=0.5)


def word_3_with_negative_numbers() -> Control:
    """The cause taken away: among negative numbers a sum need not be larger."""
    return Control(behind_the_first_two(-1, 2), [0.0] * 200, "above", by=1, share=0.8)


def scipy_takes_all_as_one_row() -> Control:
    """Rival: SciPy's softmax works along the last axis unless told."""
    tables = [np.random.default_rng(seed).normal(size=(4, 5)) for seed in range(5)]
    sums = [scipys(table).sum(axis=-1).max() for table in tables]
    for table in tables:
        assert np.allclose(scipys(table, axis=-1), softmax(table))
    return Control(sums, [1.0] * 5, "below", by=0.1)


CLAIMS = [
    Claim(
        "Unless you name an axis it takes the *whole* array as one row",
        Controlled(scipy_takes_all_as_one_row),
    ),
    Claim(
        "The price: a wrong letter can be another sum, without an error.",
        Measured("assert np.allclose(slip, totals) and not np.allclose(slip, scores_at)"),
    ),
    Claim(
        "You cannot tell from this row.",
        Measured("assert word_weights[0].argmax() == 2 and word_weights[0, 1] < 0.01"),
    ),
    Claim(
        "no value has a number above its second.",
        Measured("assert np.all(v <= v[:, 1:2])"),
    ),
    Claim("How much it gives is a matter of the seed.", Controlled(how_much_is_the_seed)),
    Claim(
        "That word 3 gets at least as much as words 1 and 2 is not",
        Controlled(word_3_whatever_the_seed),
    ),
    Claim(
        "in every row of every seed at least as high as both",
        Controlled(word_3_whatever_the_seed),
    ),
    Claim("it depends on the seed who wins", Controlled(word_3_with_negative_numbers)),
    Claim(
        "mirror each other only because these scores are symmetric",
        Measured("assert np.allclose(wrong, softmax(scores).T)"),
    ),
    Claim(
        "It runs because both matrices are (3, 3).",
        Measured("np.ones((5, 5)) * np.ones((5, 3))"),
    ),
    Claim(
        "Every weight is below 1, so every weight becomes 0.",
        Measured("np.issubdtype(out.dtype, np.integer)"),
    ),
    Claim(
        "Queries know nothing of one another, so cutting *them* changes nothing.",
        Measured("assert np.allclose(attention_in_chunks(q, k, v, size), whole)"),
    ),
    Claim(
        "and every token's context is the plain mean of all values",
        Measured("assert np.allclose(same, values.mean(axis=0))"),
    ),
    Claim(
        "Only the last one runs, and it is right",
        Measured('print(f"{name:9}{right.shape} stops")'),
    ),
    Claim(
        "An overflow destroys the whole row; an underflow rounds one negligible term.",
        Measured("assert softmax(np.array([1000.0, 0.0]))[1] == 0"),
    ),
    Claim(
        "Broadcasting copies neither input, but the *result* is an ordinary array",
        Measured('print(f"with the parts: {n * n * d_v * itemsize / 1e6:8.1f} MB")'),
    ),
    Claim(
        "Longer vectors have larger dot products, and the division undoes that.",
        Measured(
            "assert abs(before / d_k - 1) < 0.08",
            at="chapters/06-scaling-and-scores.md",
        ),
    ),
    Claim(
        "And its score matrix is symmetric, so even this goes unseen",
        Measured("assert np.allclose(attention_weights(keys, queries), weights)"),
    ),
    Claim(
        "When the batch size equals `n` and `d_k`, it is not",
        Measured("assert np.array_equal(wrong[0, :, s], q[0] @ k[s, :, 0])"),
    ),
    Claim(
        "A matrix product is a double loop of dot products",
        Measured("assert np.array_equal(queries @ keys.T, scores)"),
    ),
    Claim(
        "their sum over the keys is `weights @ v`",
        Measured("assert np.allclose(parts.sum(axis=0), w @ v)"),
    ),
    Claim(
        "A row of the context holds features, not attention.",
        Measured("assert word_weights[0].argmax() == 2 and word_weights[0, 1] < 0.01"),
    ),
]
