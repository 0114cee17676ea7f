"""Put patches together to images again: the inverse of ``patchify``."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch16_images.patchify import patchify
from solutions.draws import Draw, integers, normal, thrice


def unpatchify(patches: np.ndarray, height: int, width: int) -> np.ndarray:
    """Put flat square patches together to the images they were cut from.

    patches: (..., n, patch * patch), in the order of ``patchify``; the side
    of a patch divides height and width.  Returns (..., height, width).
    Changes no argument.
    """
    *lead, _, pixels = patches.shape
    patch = round(pixels**0.5)
    grid = height // patch, width // patch
    blocks = patches.reshape(*lead, *grid, patch, patch)
    return blocks.swapaxes(-3, -2).reshape(*lead, height, width)


def _patches(*lead: int, grid: tuple[int, int] = (), patch: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        rows, columns = grid or rng.choice(np.arange(2, 5), size=2, replace=False)
        side = patch or int(rng.integers(2, 4))
        rows, columns = int(rows), int(columns)
        shape = (*lead, rows * columns, side * side)
        if options.get("whole"):
            patches = integers(rng, *shape, high=17).astype(float)
        else:
            scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
            patches = normal(rng, *shape, scale=scale, dtype=dtype)
        return patches, rows * side, columns * side

    return draw


EXERCISE = Exercise(
    id="image.unpatchify",
    title="Put the patches together again",
    reference=unpatchify,
    order=20,
    points=1,
    minutes=8,
    difficulty=2,
    section="16-images#an-image-as-a-row-of-tokens",
    cases=(
        thrice("one image", _patches()),
        thrice("whole numbers", _patches(grid=(2, 3), patch=2, whole=True)),
        Case("a tall image", _patches(grid=(4, 2), patch=3)),
        thrice("several images", _patches(5)),
        Case("a batch of films", _patches(2, 3, grid=(2, 3), patch=2)),
        Case("patches of one pixel", _patches(2, grid=(3, 4), patch=1)),
        Case("patches of 16 by 16", _patches(grid=(2, 3), patch=16), calls=1),
        Case("a single patch", _patches(3, grid=(1, 1), patch=4)),
        Case("large numbers, float32", _patches(2, scale=1e6, dtype="float32")),
        Case("three axes in front", _patches(2, 1, 3, grid=(2, 3), patch=2), calls=1),
    ),
    properties=(
        Property(
            "cutting it again gives the patches back",
            "What you return, cut into patches again, does not give those you were given.",
            lambda answer, output, patches, height, width: np.array_equal(
                patchify(output, round(patches.shape[-1] ** 0.5)), patches
            ),
        ),
    ),
    **cells_beside(__file__),
)
