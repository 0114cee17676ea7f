"""Exercise real.cached_causal_mask: who may see whom when part of the text is known."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, thrice


def cached_causal_mask(n_new: int, n_cached: int) -> np.ndarray:
    """Which keys new tokens may attend to, when older ones stand in a cache.

    n_new: how many tokens are read now, at least one.  n_cached: how many
    were read before them.
    Returns a Boolean array (n_new, n_cached + n_new), True = may attend:
    every new token may attend to all cached ones, to the new ones before it,
    and to itself.
    """
    queries = n_cached + np.arange(n_new)[:, None]  # where the new tokens stand
    keys = np.arange(n_cached + n_new)
    mask = keys <= queries  # (n_new, n_cached + n_new)
    return mask


def _counts(n_new: tuple[int, int], n_cached: tuple[int, int]) -> Draw:
    """Each from a range, the last included."""

    def draw(rng: np.random.Generator) -> tuple:
        return tuple(int(rng.integers(low, high + 1)) for low, high in (n_new, n_cached))

    return draw


EXERCISE = Exercise(
    id="real.cached_causal_mask",
    order=50,
    title="A causal mask behind a cache",
    reference=cached_causal_mask,
    points=2,
    minutes=8,
    difficulty=2,
    section="14-real-model#a-mask-for-half-a-text",
    cases=(
        thrice("nothing cached", _counts((3, 6), (0, 0))),
        thrice("one new token", _counts((1, 1), (3, 7)), easy=True),
        thrice("several new tokens", _counts((2, 3), (4, 7))),
        thrice("more new than cached", _counts((5, 8), (1, 3))),
        Case("one token, nothing cached", _counts((1, 1), (0, 0)), calls=1, easy=True),
        Case("a very long text", _counts((2, 4), (1100, 1300)), calls=1),
        Case("a long text", _counts((20, 40), (100, 200)), calls=1),
    ),
    **cells_beside(__file__),
)
