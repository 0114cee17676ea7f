"""Exercise real.cached_causal_mask: who may see whom when part of the text is known."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception
from solutions.draws import Draw, thrice


def cached_causal_mask(n_new: int, n_cached: int) -> np.ndarray:
    """Which keys new tokens may attend to, when older ones stand in a cache.

    n_new: how many tokens are read now.  n_cached: how many were read
    before them.
    Returns a Boolean array (n_new, n_cached + n_new), True = may attend:
    every new token may attend to all cached ones, to the new ones before it,
    and to itself.
    """
    return np.tri(n_new, n_cached + n_new, n_cached, dtype=bool)


def _counts(n_new: tuple[int, int], n_cached: tuple[int, int]) -> Draw:
    """Each from a range, the last included."""

    def draw(rng: np.random.Generator) -> tuple:
        new, cached = (int(rng.integers(low, high + 1)) for low, high in (n_new, n_cached))
        return new, cached

    return draw


def _mask(n_new, n_cached, *, cached="open", itself="open", future="closed", order="old"):
    total = n_cached + n_new
    queries = n_cached + np.arange(n_new)[:, None]
    keys = np.arange(total)
    mask = keys < queries
    if itself == "open":
        mask = mask | (keys == queries)
    if future == "open":
        mask = mask | (keys > queries)
    if cached == "closed":
        mask = mask & (keys >= n_cached)
    return np.roll(mask, n_new, axis=1) if order == "new" else mask


def _by_comparing(n_new, n_cached):
    return np.arange(n_cached + n_new) <= np.arange(n_cached, n_cached + n_new)[:, None]


def _two_blocks(n_new, n_cached):
    old = np.full((n_new, n_cached), True)
    return np.hstack([old, np.tril(np.full((n_new, n_new), True))])


def _last_rows(n_new, n_cached):
    total = n_cached + n_new
    return np.tril(np.ones((total, total), dtype=bool))[n_cached:]


EXERCISE = Exercise(
    id="real.cached_causal_mask",
    order=50,
    title="A causal mask behind a cache",
    reference=cached_causal_mask,
    decisions=_mask,
    points=2,
    minutes=8,
    difficulty=2,
    section="14-real-model#a-mask-for-half-a-text",
    cases=(
        thrice("nothing cached", _counts((3, 6), (0, 0))),
        thrice("one new token", _counts((1, 1), (3, 7))),
        thrice("several new tokens", _counts((2, 3), (4, 7))),
        thrice("more new than cached", _counts((5, 8), (1, 3))),
        Case("one token, nothing cached", _counts((1, 1), (0, 0)), calls=1),
        Case("a long text", _counts((20, 40), (100, 200)), calls=1),
    ),
    misconceptions=(
        Misconception(
            "counted-from-zero",
            "You compare the new tokens' numbers with all keys as if the new tokens stood "
            "at 0, 1, 2. The first of them stands at n_cached: it may see all cached "
            "tokens and itself.",
            lambda n_new, n_cached: np.tri(n_new, n_cached + n_new, dtype=bool),
        ),
        Misconception(
            "cached-closed",
            "Your new tokens cannot see the cached ones. They come before, so they may be "
            "seen: without them the model forgets the prompt.",
            choices={"cached": "closed"},
        ),
        Misconception(
            "not-itself",
            "Your tokens may not attend to themselves. Causal means not after: a token is "
            "not after itself.",
            choices={"itself": "closed"},
        ),
        Misconception(
            "future-open",
            "Your new tokens see those that come after them. That is harmless when there "
            "is one new token, and wrong when a prompt is read.",
            choices={"future": "open"},
        ),
        Misconception(
            "new-first",
            "Your columns begin with the new tokens. The keys stand as in the text: the "
            "cached ones first.",
            choices={"order": "new"},
        ),
        Misconception(
            "turned-round",
            "Your mask is True where attention is forbidden. In this book True means may "
            "attend.",
            lambda n_new, n_cached: ~cached_causal_mask(n_new, n_cached),
        ),
        Misconception(
            "one-too-far",
            "Your tokens see one token too many, the next. Token i stands at n_cached + i "
            "and may see the places up to that one.",
            lambda n_new, n_cached: np.tri(
                n_new, n_cached + n_new, n_cached + 1, dtype=bool
            ),
        ),
        Misconception(
            "transposed",
            "Your rows are the keys. The new tokens ask, so each of them is a row: "
            "(n_new, n_cached + n_new).",
            lambda n_new, n_cached: cached_causal_mask(n_new, n_cached).T,
        ),
        Misconception(
            "cached-columns-missing",
            "Your mask has columns for the new tokens alone. The cached ones are keys too: "
            "n_cached columns in front, all True.",
            lambda n_new, n_cached: np.tri(n_new, dtype=bool),
        ),
        Misconception(
            "all-rows",
            "Your mask has a row for every token. The cached ones ask nothing any more: "
            "one row for each new token, (n_new, n_cached + n_new).",
            lambda n_new, n_cached: np.tri(n_cached + n_new, dtype=bool),
        ),
    ),
    alternatives=(_by_comparing, _two_blocks, _last_rows),
    hints=(
        "Take two cached and three new tokens, and write the five columns of each of the "
        "three rows by hand.",
        "New token i stands at place n_cached + i in the text. It may see the keys at "
        "places up to that one.",
        "Two rows of places settle it: those of the queries, which begin at n_cached, "
        "stood up as a column; and those of the keys, which begin at 0. Compare them.",
    ),
)
