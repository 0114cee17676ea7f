"""What ALiBi adds to the scores of causal attention.

Press, Smith and Lewis 2022, "Train Short, Test Long", section 3.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside


def alibi_bias(n: int, n_heads: int) -> np.ndarray:
    """What ALiBi adds to the scores of causal attention.

    n_heads: a power of two.
    Head h, counted from 1, has the slope m = 2**(-8 h / n_heads).
    Returns (n_heads, n, n): entry [h - 1, i, j] is -m * (i - j) where key j
    is not after query i, and 0 above the diagonal (the causal mask's part).
    Float32 is precise enough.
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
        Case("32 heads", lambda rng: (6, 32), calls=1),
        Case("300 tokens", lambda rng: (300, 2), calls=1),
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
            "in the last row, further away is lower",
            "In the last row, each key further back must get a lower bias than the next. "
            "Not every one of yours does.",
            lambda answer, output, n, n_heads: bool((np.diff(output[:, -1]) > 0).all()),
        ),
    ),
    **cells_beside(__file__),
)
