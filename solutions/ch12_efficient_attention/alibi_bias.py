"""What ALiBi adds to the scores of causal attention.

Press, Smith and Lewis 2022, "Train Short, Test Long", section 3.

The penalty is a bonus, the slopes begin elsewhere or step evenly, and the causal mask
is mixed in.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property


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


def _bias(
    n,
    n_heads,
    *,
    sign=-1,
    steepest="first",
    powers="spread",
    above="zero",
    counts="distance",
):
    numbers = np.arange(1, n_heads + 1)
    if steepest == "from zero":
        numbers = numbers - 1
    elif steepest == "last":
        numbers = numbers[::-1]
    slopes = 2.0 ** (-numbers * (8 / n_heads if powers == "spread" else 1.0))
    i, j = np.arange(n)[:, None], np.arange(n)
    distance = {"distance": i - j, "place": 0 * i + j}[counts]
    distance = distance if counts == "distance" else -distance
    if above == "zero":
        distance = np.where(j <= i, distance, 0)
    elif above == "both ways":
        distance = abs(distance)
    bias = sign * slopes[:, None, None] * distance + 0.0
    return np.where(j <= i, bias, -np.inf) if above == "blocked" else bias


def _bias_by_loops(n, n_heads):
    bias = np.zeros((n_heads, n, n), dtype=np.float32)
    ratio = 2 ** (-8 / n_heads)
    for h in range(n_heads):
        for i in range(n):
            for j in range(i):
                bias[h, i, j] = -(ratio ** (h + 1)) * (i - j)
    return bias


def _bias_by_tril(n, n_heads):
    places = np.arange(n, dtype=float)
    slopes = np.geomspace(2 ** (-8 / n_heads), 2**-8, n_heads)
    return np.einsum("h,ij->hij", slopes, np.tril(places - places[:, None]))


def _slopes(n_heads):
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def _linear_slopes(n, n_heads):
    slopes = np.arange(n_heads, 0, -1) / n_heads
    places = np.arange(n)
    return slopes[:, None, None] * np.minimum(places - places[:, None], 0)


EXERCISE = Exercise(
    id="efficient.alibi_bias",
    title="The bias of ALiBi",
    reference=alibi_bias,
    decisions=_bias,
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
        Case("one token", lambda rng: (1, 4), calls=1),
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
    misconceptions=(
        Misconception(
            "bonus-for-distance",
            "Your bias is positive, so far keys gain. ALiBi is a penalty: minus the slope "
            "times the distance.",
            choices={"sign": 1},
        ),
        Misconception(
            "slopes-from-zero",
            "Your first slope is 2**0 = 1. Heads are counted from 1 here: the first slope "
            "is 2**(-8 / n_heads), and the last one 2**-8.",
            choices={"steepest": "from zero"},
        ),
        Misconception(
            "slopes-in-reverse",
            "Your slopes are in reverse order. The first head has the steepest, "
            "2**(-8 / n_heads), and the last head the flattest, 2**-8.",
            choices={"steepest": "last"},
        ),
        Misconception(
            "slopes-of-eight-heads",
            "Your slopes are 1/2, 1/4, 1/8, ... for any number of heads. That is right for "
            "8 heads. In general the exponent is -8 h / n_heads, so that the flattest "
            "slope is always 2**-8.",
            choices={"powers": "1"},
        ),
        Misconception(
            "above-the-diagonal",
            "Above the diagonal your bias goes on as -m (i - j), so that future keys gain. "
            "They should be 0 here; the causal mask blocks them anyway.",
            choices={"above": "goes on"},
        ),
        Misconception(
            "both-ways",
            "You penalise the distance in both directions. This is causal attention: above "
            "the diagonal the bias is 0, and the mask does the rest.",
            choices={"above": "both ways"},
        ),
        Misconception(
            "mask-included",
            "You put -inf above the diagonal. It gives the same weights once the causal "
            "mask is there, but here the two are kept apart: 0 above the diagonal.",
            choices={"above": "blocked"},
        ),
        Misconception(
            "place-of-the-key",
            "Your bias grows with the place of the key, j, where it should fall with the "
            "distance, i - j. After a softmax the two give the same weights, because they "
            "differ by a constant in each row; as numbers they differ, and these ones "
            "grow with the text.",
            choices={"counts": "place"},
        ),
        Misconception(
            "counted-from-the-end",
            "Your bias is the key's distance from the end of the text. It should be its "
            "distance from the *query*, i - j: another row, another distance.",
            lambda n, n_heads: (
                -_slopes(n_heads)[:, None, None]
                * np.tril(n - 1 - np.arange(n) + np.zeros(n))
            ),
        ),
        Misconception(
            "transposed",
            "Your penalty stands above the diagonal, where the causal mask blocks anyway. "
            "Rows are queries: entry [i, j] is for key j at or before query i.",
            lambda n, n_heads: np.swapaxes(alibi_bias(n, n_heads), 1, 2),
        ),
        Misconception(
            "heads-last",
            "Your heads stand on the last axis. Scores are (heads, n, n), so the slopes "
            "go in front: slopes[:, None, None].",
            lambda n, n_heads: np.moveaxis(alibi_bias(n, n_heads), 0, -1),
        ),
        Misconception(
            "one-slope",
            "All your heads have the slope of the first. Each has its own, so that some "
            "look near and others far.",
            lambda n, n_heads: np.repeat(alibi_bias(n, n_heads)[:1], n_heads, axis=0),
        ),
        Misconception(
            "n-heads-ignored",
            "Your slopes are 2**-8, 2**-16, and so on. The exponent is divided by the "
            "number of heads, -8 h / n_heads, so that the flattest slope is always 2**-8.",
            lambda n, n_heads: (
                alibi_bias(n, n_heads)
                / _slopes(n_heads)[:, None, None]
                * 2.0 ** (-8.0 * np.arange(1, n_heads + 1))[:, None, None]
            ),
        ),
        Misconception(
            "even-slopes",
            "Your slopes go down in equal steps. ALiBi's are a geometric sequence: each is "
            "2**(-8 / n_heads) times the one before.",
            _linear_slopes,
        ),
    ),
    alternatives=(_bias_by_loops, _bias_by_tril),
    hints=(
        "Two parts: a table (n, n) of distances, and a slope for each head. Which "
        "shape must the slopes have to give one table a head?",
        "`2.0 ** (-8 * h / n_heads)` for `h` from 1 to `n_heads`. As `slopes[:, None, "
        "None]` they have shape (n_heads, 1, 1).",
        "`np.minimum(j - i, 0)`, with `i = np.arange(n)[:, None]` and `j = "
        "np.arange(n)`, is minus the distance below the diagonal and 0 above it.",
    ),
)
