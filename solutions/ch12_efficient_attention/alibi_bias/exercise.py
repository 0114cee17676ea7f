"""What ALiBi adds to the scores of causal attention.

Press, Smith and Lewis 2022, "Train Short, Test Long", section 3.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Hint, Property
from solutions.ch12_efficient_attention.alibi_bias.mistakes import MISTAKES


def alibi_bias(n: int, n_heads: int) -> np.ndarray:
    """What ALiBi adds to the scores of causal attention.

    n_heads: a power of two.
    Head h, counted from 1, has the slope m = 2**(-8 h / n_heads).
    Returns (n_heads, n, n): entry [h - 1, i, j] is -m * (i - j) where key j
    is not after query i, and 0 above the diagonal (the causal mask's part).
    """
    # Press, Smith and Lewis 2022, section 3.
    slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
    places = np.arange(n)
    steps = np.minimum(places - places[:, None], 0)  # (n, n): j - i, at most 0
    return slopes[:, None, None] * steps


EXERCISE = Exercise(
    id="efficient.alibi_bias",
    title="The bias of ALiBi",
    reference=alibi_bias,
    dtype="any",
    points=2,
    minutes=5,
    difficulty=2,
    section="12-efficient-attention#a-slope-instead-of-a-position",
    order=60,
    # Sizes only: there are no dtypes, magnitudes or batches to draw.
    cases=(
        Case("a few tokens, four heads", lambda rng: (int(rng.choice([3, 5, 6])), 4)),
        Case("eight heads", lambda rng: (5, 8), calls=1),
        Case("two heads", lambda rng: (6, 2), calls=1),
        Case("one head", lambda rng: (4, 1), calls=1),
        Case("one token", lambda rng: (1, 4), calls=1, easy=True),
        Case("sixteen heads, a longer text", lambda rng: (40, 16), calls=1),
    ),
    properties=(
        Property(
            "no bias on the diagonal",
            "A token is at distance 0 from itself, so the diagonal must be 0. Yours is "
            "not.",
            lambda answer, output, n, n_heads: not output.diagonal(axis1=1, axis2=2).any(),
        ),
        Property(
            "further away is lower",
            "In the last row, each key further back must get a lower bias than the next. "
            "Yours does not fall with the distance.",
            lambda answer, output, n, n_heads: bool((np.diff(output[:, -1]) > 0).all()),
        ),
    ),
    misconceptions=MISTAKES,
    hints=(
        Hint(
            "Two parts: a table (n, n) of distances, and a slope for each head. Which "
            "shape must the slopes have to give one table per head?",
            "a few tokens, four heads",
        ),
        Hint(
            "`2.0 ** (-8 * h / n_heads)` for `h` from 1 to `n_heads`. As `slopes[:, "
            "None, None]` they have shape (n_heads, 1, 1).",
            *("a few tokens, four heads", "eight heads", "two heads"),
        ),
        "`np.minimum(j - i, 0)`, with `i = np.arange(n)[:, None]` and `j = "
        "np.arange(n)`, is minus the distance below the diagonal and 0 above it.",
    ),
)
