"""Where the class token looks: one row of the weights, laid out as an image."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal


def class_attention(weights: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """How a class token shares its attention out over the patches.

    weights: (..., n_heads, n + 1, n + 1), one row per query; token 0 is the
    class token, the others are rows * columns patches, row by row.
    Take the mean over the heads, leave out what the class token keeps for
    itself, and divide so that the rest sums to one.
    Returns (..., rows, columns).
    Changes no argument.
    """
    mean = weights.mean(axis=-3)  # (..., n + 1, n + 1)
    from_class = mean[..., 0, :]  # (..., n + 1)
    to_patches = from_class[..., 1:]
    shares = to_patches / to_patches.sum(axis=-1, keepdims=True)
    return shares.reshape(*shares.shape[:-1], rows, columns)


def _weights(*lead: int, heads: int = 3, grid: tuple[int, int] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        chosen = grid or rng.choice(np.arange(2, 5), size=2, replace=False)
        rows, columns = (int(side) for side in chosen)
        n = rows * columns + 1
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        scores = normal(rng, *lead, heads, n, n, scale=scale, dtype=dtype)
        if options.get("sparse"):  # weights of exactly 0, but never to the first patch
            scores[..., 2:][rng.random(scores[..., 2:].shape) < 0.4] = -1e4
        scores[..., 0, 0] += options.get("own", 0)
        return softmax(scores), rows, columns

    return draw


EXERCISE = Exercise(
    id="image.class_attention",
    title="Where the class token looks",
    reference=class_attention,
    order=60,
    points=2,
    minutes=8,
    difficulty=2,
    section="16-images#where-the-class-token-looks",
    cases=(
        Case("one image", _weights()),
        Case("a wide grid", _weights(grid=(2, 5)), calls=1),
        Case("a tall grid", _weights(grid=(4, 2)), calls=1),
        Case("several images", _weights(4, heads=2)),
        Case("layers and images", _weights(2, 3, heads=4), calls=1),
        Case("one head", _weights(2, heads=1), calls=1),
        Case("nearly all for itself", _weights(2, own=22.0), calls=1),
        Case(
            "nearly all for itself, float32",
            _weights(2, own=18.0, dtype="float32"),
            calls=1,
        ),
        Case("almost nothing for the patches", _weights(2, own=40.0), calls=1),
        Case("one patch", _weights(2, grid=(1, 1)), easy=True),
        Case("sharp weights", _weights(scale=6.0), calls=1),
        Case("weights of zero", _weights(2, sparse=True), calls=1),
        Case("float32", _weights(3, dtype="float32"), calls=1),
        Case("three axes in front", _weights(2, 1, 3, heads=4), calls=1),
    ),
    properties=(
        Property(
            "each image's shares sum to one",
            "The shares of one image's patches must sum to one; not all of yours do.",
            lambda answer, output, weights, rows, columns: np.allclose(
                output.sum(axis=(-2, -1)), 1, atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
