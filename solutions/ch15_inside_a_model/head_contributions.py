"""Chapter 15: what each head adds along a direction."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import (
    Draw,
    decimals_in_one,
    integers,
    normal,
    sizes,
    thrice,
    zero_rows,
)


def head_contributions(z: np.ndarray, W_o: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """What each head adds to a token, measured along one direction.

    z: (..., h, d_v), what each of a token's h heads gives.
    W_o: (h, d_v, d_model), each head's rows of the output matrix.
    direction: (d_model,), of any length.
    Returns for each head the dot product of z[i] @ W_o[i] with the
    direction: (..., h).
    Takes whole numbers (int64) too. Changes no argument.
    """
    along = W_o @ direction  # (h, d_v)
    found = (z * along).sum(axis=-1)
    return found


def _heads(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        h, d_v, d_model = shape or sizes(rng, 3, 2, 8)
        if options.get("whole"):
            return (
                integers(rng, *lead, h, d_v, high=7) - 3,
                integers(rng, h, d_v, d_model, high=5) - 2,
                integers(rng, d_model, high=5) - (2 if options["whole"] == "all" else 1.75),
            )
        if options.get("whole_direction"):
            z, W_o = normal(rng, *lead, h, d_v), normal(rng, h, d_v, d_model)
            return z, W_o, integers(rng, d_model, high=5) - 2
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (
            normal(rng, *lead, h, d_v, scale=scale, dtype=dtype),
            normal(rng, h, d_v, d_model, dtype=dtype),
            normal(rng, d_model, scale=3.0, dtype=dtype),
        )

    return draw


def _they_add_up(_answer, output, z, W_o, direction):
    merged = z.reshape(*z.shape[:-2], -1) @ W_o.reshape(-1, W_o.shape[-1])
    size = np.abs(output).sum(axis=-1) + 1
    return (np.abs(output.sum(axis=-1) - merged @ direction) < 1e-3 * size).all()


EXERCISE = Exercise(
    id="inside.head_contributions",
    title="What each head adds to a token",
    reference=head_contributions,
    points=2,
    minutes=10,
    difficulty=2,
    order=60,
    section="15-inside-a-model#who-says-paris",
    cases=(
        Case("a few heads", _heads()),
        Case("many heads, small model", _heads(shape=(7, 2, 3))),
        thrice("one head", _heads(shape=(1, 3, 5))),
        Case("one number per head", _heads(shape=(4, 1, 3))),
        Case("several tokens", _heads(3)),
        Case("layers and tokens", _heads(2, 4, shape=(5, 3, 6))),
        thrice("a direction of whole numbers", _heads(whole_direction=True)),
        Case("large numbers", _heads(scale=1e6)),
        Case("float32", _heads(2, dtype="float32")),
        thrice("whole numbers", _heads(whole=True, shape=(4, 3, 5))),
        thrice("all of whole numbers", _heads(whole="all", shape=(4, 3, 5))),
        *decimals_in_one(_heads(shape=(4, 3, 5)), "z W_o direction"),
        Case("a head of zeros", zero_rows(_heads(3, shape=(4, 3, 5)), 0)),
        Case(
            "a direction of zeros",
            lambda rng: (*_heads(2, shape=(4, 3, 5))(rng)[:2], np.zeros(5)),
            calls=1,
            easy=True,
        ),
        Case("three axes in front", _heads(2, 1, 3, shape=(4, 3, 5)), calls=1),
    ),
    properties=(
        Property(
            "the heads add up to the layer",
            "All heads together should add what the merged heads times the whole output "
            "matrix add along the direction. Yours do not.",
            _they_add_up,
        ),
    ),
    **cells_beside(__file__),
)
