"""From patches to the tokens of a vision Transformer.

Dosovitskiy et al. 2021, "An Image Is Worth 16x16 Words", equation 1; the class
token is BERT's (Devlin et al. 2019).
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes, thrice


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
    """
    tokens = patches @ W + b  # (..., n, d_model)
    first = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
    return np.concatenate([first, tokens], axis=-2) + positions


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

        return (
            make(rng, *lead, n, pixels),
            make(rng, pixels, d_model),
            make(rng, d_model),
            make(rng, d_model),
            make(rng, n + 1, d_model),
        )

    return draw


def _embed(
    patches, W, b, class_token, positions, *, place="first", shift="all", biased=True
):
    tokens = patches @ W + (b if biased else 0 * b)
    special = np.broadcast_to(class_token, (*tokens.shape[:-2], 1, tokens.shape[-1]))
    # The class token with a position, or with none: that one is then taken by a patch.
    table = {
        "all": positions,
        "none": 0 * positions,
        "patches": np.concatenate([0 * positions[:1], positions[:-1]]),
    }[shift]
    if place == "last":
        table = np.roll(table, -1, axis=0) if shift == "patches" else table
        return np.concatenate([tokens, special], axis=-2) + table
    return np.concatenate([special, tokens], axis=-2) + table


def _no_class_token(patches, W, b, _class_token, positions):
    return patches @ W + b + positions[1:]


def _mean_for_class(patches, W, b, _class_token, positions):
    tokens = patches @ W + b
    mean = tokens.mean(axis=-2, keepdims=True)
    return np.concatenate([mean, tokens], axis=-2) + positions


def _class_token_times(patches, W, b, class_token, positions, *, token=1.0, place=1.0):
    """The class token and its position, each as it is or left out."""
    tokens = patches @ W + b + positions[1:]
    first = token * class_token + place * positions[0]
    front = np.broadcast_to(first, (*tokens.shape[:-2], 1, tokens.shape[-1]))
    return np.concatenate([front, tokens], axis=-2)


def _bias_too(patches, W, b, class_token, positions):
    return embed_patches(patches, W, b, class_token + b, positions)


def _positions_twice(patches, W, b, class_token, positions):
    twice = positions + np.concatenate([0 * positions[:1], positions[1:]])
    return embed_patches(patches, W, b, class_token, twice)


def _positions_times(patches, W, b, class_token, positions):
    return _embed(patches, W, b, class_token, positions, shift="none") * positions


def _by_filling(patches, W, b, class_token, positions):
    *lead, n, _ = patches.shape
    x = np.zeros((*lead, n + 1, W.shape[1]), dtype=np.result_type(patches, W, b))
    x[..., 0, :] = class_token
    for i in range(n):
        x[..., i + 1, :] = patches[..., i, :] @ W + b
    return x + positions


def _by_einsum(patches, W, b, class_token, positions):
    tokens = np.einsum("...np,pd->...nd", patches, W) + b + positions[1:]
    first = np.zeros_like(tokens[..., :1, :]) + class_token + positions[0]
    return np.concatenate([first, tokens], axis=-2)


EXERCISE = Exercise(
    id="image.embed_patches",
    title="Patches, a class token, positions",
    reference=embed_patches,
    decisions=_embed,
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
        Case("large numbers", _arguments(scale=1e3), calls=1),
    ),
    properties=(
        Property(
            "the class token has seen no patch",
            "The first token must be the same whatever the image shows; in yours it "
            "changes with the patches.",
            lambda answer, output, patches, W, b, class_token, positions: np.allclose(
                answer(patches + 1, W, b, class_token, positions)[..., 0, :],
                output[..., 0, :],
                rtol=1e-3,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "class-token-last",
            "The class token is behind the patches. Put it in front: then it is token 0, "
            "however many patches an image has.",
            choices={"place": "last"},
        ),
        Misconception(
            "no-positions",
            "The positions are not added. Without them the model cannot tell a patch at "
            "the top from one at the bottom.",
            choices={"shift": "none"},
        ),
        Misconception(
            "positions-one-off",
            "Your patches have the positions of their neighbours: row 0 belongs to the "
            "class token, row 1 to the first patch.",
            choices={"shift": "patches"},
        ),
        Misconception(
            "no-bias",
            "The bias b is missing. Every patch gets it, the class token does not.",
            choices={"biased": False},
        ),
        Misconception(
            "no-class-token",
            "The class token is missing: n patches must become n + 1 tokens.",
            _no_class_token,
        ),
        Misconception(
            "class-token-without-a-position",
            "Your class token has no position. The table has n + 1 rows: the first is the "
            "class token's.",
            lambda *arguments: _class_token_times(*arguments, place=0.0),
        ),
        Misconception(
            "zeros-for-the-class-token",
            "You put zeros in front. It is class_token, learnt, that stands there.",
            lambda *arguments: _class_token_times(*arguments, token=0.0),
        ),
        Misconception(
            "bias-for-the-class-token",
            "You add the projection's bias to the class token. It is not projected: b "
            "belongs to the patches.",
            _bias_too,
        ),
        Misconception(
            "positions-twice",
            "Your patches get their positions twice. Add the table once, after the class "
            "token stands in front.",
            _positions_twice,
        ),
        Misconception(
            "mean-for-class-token",
            "You put the mean of the patches in front. The class token is a vector of its "
            "own, learnt, and the same for every image: it collects by attention.",
            _mean_for_class,
        ),
        Misconception(
            "positions-multiplied",
            "You multiply by the positions. They are added, as in chapter 09.",
            _positions_times,
        ),
    ),
    alternatives=(_by_filling, _by_einsum),
    hints=(
        "Three things, one after another: project the patches, join the class token to "
        "them, add the positions to all.",
        "np.concatenate joins along the axis of the tokens, and wants both parts to have "
        "the same leading axes.",
        "np.broadcast_to(class_token, (..., 1, d_model)) repeats it for every image "
        "without copying; the leading axes are those of the projected patches.",
    ),
)
