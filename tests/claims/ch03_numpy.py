"""What the claims of chapter 03 stand on."""

import numpy as np
from scipy.special import softmax as scipys

from solutions.ch03_numpy.softmax import softmax
from tests.claims.register import Control, control

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


@control("with every seed word 3 gets at least as much as word 1 or word 2")
def word_3_whatever_the_seed() -> Control:
    """Rival: it is the seed. Then other seeds would put another word in front."""
    return Control(behind_the_first_two(), [0.0] * 200, "below", by=0)


@control("How much depends on the seed")
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


@control("takes the *whole* array as one row unless you name an axis")
def scipy_takes_all_as_one_row() -> Control:
    """Rival: SciPy's softmax works along the last axis unless told."""
    tables = [np.random.default_rng(seed).normal(size=(4, 5)) for seed in range(5)]
    sums = [scipys(table).sum(axis=-1).max() for table in tables]
    for table in tables:
        assert np.allclose(scipys(table, axis=-1), softmax(table))
    return Control(sums, [1.0] * 5, "below", by=0.1)
