"""Cut images into patches, the tokens of a vision Transformer.

Dosovitskiy et al. 2021, "An Image Is Worth 16x16 Words", section 3.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal, thrice


def patchify(images: np.ndarray, patch: int) -> np.ndarray:
    """Cut every image into square patches and lay each one out flat.

    images: (..., height, width), any numbers; patch divides both sides.
    Patches are taken along the rows of the image, and the pixels of a patch
    along its rows.  Returns (..., n, patch * patch), n = (height // patch)
    * (width // patch).
    Changes no argument.
    """
    *lead, height, width = images.shape
    rows, columns = height // patch, width // patch
    blocks = images.reshape(*lead, rows, patch, columns, patch)
    blocks = blocks.swapaxes(-3, -2)  # (..., rows, columns, patch, patch)
    return blocks.reshape(*lead, rows * columns, patch * patch)


def _images(*lead: int, grid: tuple[int, int] = (), patch: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        rows, columns = grid or rng.choice(np.arange(2, 5), size=2, replace=False)
        side = patch or int(rng.integers(2, 4))
        shape = (*lead, int(rows) * side, int(columns) * side)
        if options.get("whole"):
            return integers(rng, *shape, high=17).astype(float), side
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        return normal(rng, *shape, scale=scale, dtype=dtype), side

    return draw


EXERCISE = Exercise(
    id="image.patchify",
    title="Cut an image into patches",
    reference=patchify,
    order=10,
    points=2,
    minutes=10,
    difficulty=2,
    section="16-images#an-image-as-a-row-of-tokens",
    cases=(
        Case("one image", _images()),
        thrice("whole numbers", _images(grid=(2, 3), patch=2, whole=True)),
        Case("a wide image", _images(grid=(2, 4), patch=3), calls=1),
        Case("several images", _images(5)),
        Case("a batch of films", _images(2, 3, grid=(3, 2), patch=2), calls=1),
        Case("patches of one pixel", _images(2, grid=(3, 4), patch=1), calls=1),
        Case("patches of 16 by 16", _images(grid=(2, 3), patch=16), calls=1),
        Case("a single patch", _images(3, grid=(1, 1), patch=4), calls=1),
        Case("one row of patches", _images(2, grid=(1, 3), patch=2), calls=1),
        Case("large numbers, float32", _images(2, scale=1e6, dtype="float32"), calls=1),
        Case("three axes in front", _images(2, 1, 3, grid=(3, 2), patch=2), calls=1),
    ),
    properties=(
        Property(
            "no pixel is lost and none comes twice",
            "The patches must hold every pixel of the image once; yours do not.",
            lambda answer, output, images, patch: np.array_equal(
                np.sort(output, axis=None), np.sort(images, axis=None)
            ),
        ),
    ),
    **cells_beside(__file__),
)
