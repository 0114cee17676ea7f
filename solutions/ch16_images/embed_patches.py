"""From patches to the tokens of a vision Transformer.

Dosovitskiy et al. 2021, "An Image Is Worth 16x16 Words", equation 1; the class
token is BERT's (Devlin et al. 2019).
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def embed_patches(
    patches: np.ndarray,
    W: np.ndarray,
    b: np.ndarray,
    class_token: np.ndarray,
    positions: np.ndarray,
) -> np.ndarray:
    """Make tokens of patches, put a class token in front, add positions.

    patches: (..., n, pixels).  W: (pixels, d_model).  b: (d_model,).
    class_token: (d_model,), the same for every image and not projected.
    positions: (n + 1, d_model), one for the class token and each patch.
    Returns (..., n + 1, d_model).
    Takes whole numbers (int64) too. Changes no argument.
    """
    tokens = patches @ W + b  # (..., n, d_model)
    first = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
    return np.concatenate([first, tokens], axis=-2) + positions


NAMES = "patches", "W", "b", "class_token", "positions"


def _arguments(*lead: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, pixels, d_model = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):

            def make(rng: np.random.Generator, *shape: int) -> np.ndarray:
                return integers(rng, *shape).astype(float)

        else:
            scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")

            def make(rng: np.random.Generator, *shape: int) -> np.ndarray:
                return normal(rng, *shape, scale=scale, dtype=dtype)

        patches = make(rng, *lead, n, pixels)
        W, b, class_token = (make(rng, pixels, d_model), *make(rng, 2, d_model))
        if options.get("pixels"):  # in whole numbers, as images have them
            patches = rng.integers(0, 256, patches.shape)
            class_token = integers(rng, d_model)
        positions = make(rng, n + 1, d_model)
        if "of_whole" in options:
            given = patches, W, b, class_token, positions
            return tuple(
                integers(rng, *array.shape) if name in options["of_whole"] else array
                for name, array in zip(NAMES, given, strict=True)
            )
        if options.get("rounded"):
            W, b, positions = (np.round(3 * a).astype(int) for a in (W, b, positions))
        return patches, W, b, class_token, positions

    return draw


EXERCISE = Exercise(
    id="image.embed_patches",
    title="Patches, a class token, positions",
    reference=embed_patches,
    order=40,
    points=2,
    minutes=10,
    difficulty=2,
    section="16-images#a-vision-transformer",
    cases=(
        Case("one image", _arguments()),
        thrice("whole numbers", _arguments(whole=True)),
        Case("as many patches as features", _arguments(shape=(4, 3, 4)), calls=1),
        Case("several images", _arguments(5)),
        Case("a batch of films", _arguments(2, 3), calls=1),
        Case("one patch of one pixel", _arguments(shape=(1, 1, 3)), calls=1),
        Case("one feature", _arguments(2, shape=(4, 3, 1)), calls=1),
        Case("float32", _arguments(2, dtype="float32"), calls=1),
        Case("pixels from 0 to 255", _arguments(2, pixels=True), calls=1),
        Case("parameters of whole numbers", _arguments(2, rounded=True), calls=1),
        Case("all of whole numbers", _arguments(2, of_whole=NAMES)),
        Case("whole numbers in patches, W and b", _arguments(of_whole=NAMES[:3]), calls=1),
        Case("whole numbers in patches and W", _arguments(2, of_whole=NAMES[:2]), calls=1),
        Case("large numbers", _arguments(scale=1e3), calls=1),
        Case("three axes in front", _arguments(2, 1, 3), calls=1),
        *decimals_in_one(_arguments(), "patches W b class_token positions"),
    ),
    properties=(
        Property(
            "patches plus 1, the same first token",
            "The first token must be the same whatever the image shows; in yours it "
            "changes with the patches.",
            lambda answer, output, patches, W, b, class_token, positions: np.allclose(
                answer(patches + 1, W, b, class_token, positions)[..., 0, :],
                output[..., 0, :],
                rtol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)
