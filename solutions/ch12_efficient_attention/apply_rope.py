"""Rotary positions: pairs of features turned by the position.

Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding",
section 3.4.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal, thrice


def apply_rope(x: np.ndarray, positions: np.ndarray, base: float = 10000.0) -> np.ndarray:
    """Turn each pair of features by an angle that grows with the position.

    x: (..., n, d), queries or keys, d even.  positions: (n,), whole
    numbers from 0 on.
    Pair i is features 2i and 2i + 1.  At position p it turns by the angle
    p * base**(-2i / d), from the first feature towards the second.
    Returns an array of the shape of x.
    Takes whole numbers (int64) too. Changes no argument.
    """
    # Su et al. 2021, section 3.4.2.  Angles in float64: large ones need the digits.
    d = x.shape[-1]
    speeds = base ** (-np.arange(0, d, 2) / d)  # (d / 2,)
    places = positions[:, None]  # (n, 1)
    angles = places * speeds  # (n, d / 2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d / 2)
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1)
    return turned.reshape(x.shape).astype(np.result_type(x, np.float16))


def _features(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        x = normal(
            rng,
            *shape,
            scale=options.get("scale", 1.0),
            dtype=options.get("dtype", "float64"),
        )
        if options.get("whole"):
            x = np.round(3 * x).astype(int)
        n = shape[-2]
        positions = np.arange(n) + options.get("start", 0)
        if options.get("scattered"):
            positions = rng.choice(40, size=n, replace=False)
        if options.get("again"):
            positions = rng.choice(n - 1, size=n)
        base = options.get("base")
        return (x, positions) if base is None else (x, positions, base)

    return draw


def _lengths_kept(_answer, output, x, *_rest):
    return np.allclose(
        np.linalg.norm(output.astype(float), axis=-1),
        np.linalg.norm(x.astype(float), axis=-1),
        rtol=1e-3,
    )


def _only_the_distance_counts(answer, output, x, positions, *base):
    moved = answer(x, positions + 3, *base)
    before = output @ np.swapaxes(output, -1, -2)
    after = moved @ np.swapaxes(moved, -1, -2)
    return np.allclose(before, after, rtol=1e-3, atol=1e-3 * max(np.abs(before).max(), 1))


EXERCISE = Exercise(
    id="efficient.apply_rope",
    title="Rotary positions",
    reference=apply_rope,
    points=3,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#positions-that-turn",
    order=50,
    cases=(
        thrice("one pair", _features(3, 2)),
        thrice("several pairs", _features(4, 6)),
        thrice("a later stretch of the text", _features(3, 4, start=17)),
        thrice("scattered positions", _features(5, 4, scattered=True)),
        thrice("positions that come again", _features(5, 4, again=True)),
        thrice("a text of 70,000 tokens", _features(3, 4, start=70_000)),
        thrice("a very long text", _features(3, 4, start=30_000)),
        thrice("another base", _features(3, 6, base=500.0)),
        Case("one token", _features(1, 4, start=5)),
        thrice("a batch of heads", _features(2, 3, 5, 4)),
        thrice("large numbers", _features(3, 8, scale=1e6)),
        thrice("whole numbers", _features(3, 4, whole=True)),
        thrice(
            "float32, far into the text", _features(2, 4, 6, dtype="float32", start=9000)
        ),
        Case("three axes in front", _features(2, 1, 3, 5, 4), calls=1),
    ),
    properties=(
        Property(
            "lengths stay",
            "A rotation keeps the length of every vector; yours changes some.",
            _lengths_kept,
        ),
        Property(
            "all positions 3 further, the same scores",
            "Move all positions by 3 and the scores should stay as they are: the score of "
            "two turned vectors depends on how far apart they are. Yours depends on where "
            "they are.",
            _only_the_distance_counts,
        ),
    ),
    **cells_beside(__file__),
)
