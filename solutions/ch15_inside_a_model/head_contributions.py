"""Chapter 15: what each head adds along a direction."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes, thrice


def head_contributions(z: np.ndarray, W_o: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """What each head adds to a token, measured along one direction.

    z: (..., h, d_v), what each of a token's h heads gives.
    W_o: (h, d_v, d_model), each head's rows of the output matrix.
    direction: (d_model,), of any length.
    Returns for each head the dot product of z[i] @ W_o[i] with the
    direction: (..., h).
    """
    along = W_o @ direction  # (h, d_v)
    return (z * along).sum(axis=-1)


def _heads(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        h, d_v, d_model = shape or sizes(rng, 3, 2, 8)
        if options.get("whole"):
            return (
                integers(rng, *lead, h, d_v, high=7) - 3,
                integers(rng, h, d_v, d_model, high=5) - 2,
                integers(rng, d_model, high=9) - 4.0,
            )
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (
            normal(rng, *lead, h, d_v, scale=scale, dtype=dtype),
            normal(rng, h, d_v, d_model, dtype=dtype),
            normal(rng, d_model, scale=3.0, dtype=dtype),
        )

    return draw


def _contributions(
    z, W_o, direction, *, ruler="given", sign="kept", matrix="own", total="kept"
):
    length = np.sqrt((direction * direction).sum())
    along = direction / length if ruler == "one long" else direction
    own = W_o if matrix == "own" else np.broadcast_to(W_o[:1], W_o.shape)
    found = (z * (own @ along)).sum(axis=-1)
    if total == "shared":
        found = found / found.shape[-1]
    return np.abs(found) if sign == "dropped" else found


def _added(z, W_o):
    return np.einsum("...hv,hvd->...hd", z, W_o)


def _lengths(z, W_o, _direction):
    return np.sqrt((_added(z, W_o) ** 2).sum(axis=-1))


def _cosines(z, W_o, direction):
    lengths = _lengths(z, W_o, direction) * np.sqrt((direction**2).sum())
    return head_contributions(z, W_o, direction) / np.maximum(lengths, 1e-300)


def _shares(z, W_o, direction):
    found = head_contributions(z, W_o, direction)
    return found / found.sum(axis=-1, keepdims=True)


def _all_matrices(z, W_o, direction):
    return z @ (W_o @ direction).sum(axis=0)


def _sum_of_heads(z, W_o, direction):
    return head_contributions(z, W_o, direction).sum(axis=-1)


def _every_output(z, W_o, direction):
    return _added(z, W_o) * direction


def _by_einsum(z, W_o, direction):
    return np.einsum("...hv,hvd,d->...h", z, W_o, direction)


def _head_by_head(z, W_o, direction):
    heads = range(len(W_o))
    return np.stack([z[..., i, :] @ W_o[i] @ direction for i in heads], axis=-1)


def _they_add_up(_answer, output, z, W_o, direction):
    merged = z.reshape(*z.shape[:-2], -1) @ W_o.reshape(-1, W_o.shape[-1])
    size = np.abs(output).sum(axis=-1) + 1
    return (np.abs(output.sum(axis=-1) - merged @ direction) < 1e-3 * size).all()


EXERCISE = Exercise(
    id="inside.head_contributions",
    title="What each head adds to a token",
    reference=head_contributions,
    decisions=_contributions,
    points=2,
    minutes=10,
    difficulty=2,
    order=60,
    section="15-inside-a-model#who-says-paris",
    cases=(
        Case("a few heads", _heads()),
        Case("many heads, small model", _heads(shape=(7, 2, 3))),
        thrice("one head", _heads(shape=(1, 3, 5))),
        Case("one number a head", _heads(shape=(4, 1, 3))),
        Case("several tokens", _heads(3)),
        Case("layers and tokens", _heads(2, 4, shape=(5, 3, 6))),
        Case("large numbers", _heads(scale=1e6)),
        Case("float32", _heads(2, dtype="float32")),
        thrice("whole numbers", _heads(whole=True, shape=(4, 3, 5))),
    ),
    properties=(
        Property(
            "the heads add up to the layer",
            "All heads together should add what the merged heads times the whole output "
            "matrix add along the direction. Yours do not.",
            _they_add_up,
        ),
    ),
    misconceptions=(
        Misconception(
            "lengths",
            "You measure how long the added vectors are. A long vector may point somewhere "
            "else entirely; how far it goes along the direction is a dot product.",
            _lengths,
        ),
        Misconception(
            "cosines",
            "You return cosines. They say where a vector points and not how far it goes; a "
            "head that adds nearly nothing would count like one that decides.",
            _cosines,
        ),
        Misconception(
            "direction-made-one-long",
            "You make the direction one long first. A logit is the dot product with the "
            "token's row as it is: divide, and your numbers are no logits.",
            choices={"ruler": "one long"},
        ),
        Misconception(
            "sign-dropped",
            "You drop the signs. A negative contribution speaks against the token, and "
            "without it the heads no longer add up to the layer.",
            choices={"sign": "dropped"},
        ),
        Misconception(
            "one-matrix-for-all",
            "You send every head through the matrix of head 0. Each has rows of its own: "
            "z[i] goes with W_o[i].",
            choices={"matrix": "first"},
        ),
        Misconception(
            "divided-by-heads",
            "You divide by the number of heads. A layer adds its heads up.",
            choices={"total": "shared"},
        ),
        Misconception(
            "shares",
            "You divide by the sum, which gives shares. Contributions have signs, and "
            "their sum may be near zero: leave them as they are.",
            _shares,
        ),
        Misconception(
            "all-matrices",
            "You send every head through every matrix and add up. Head i goes through "
            "W_o[i] alone: the two share one axis, as in `...hv,hvd->...hd`.",
            _all_matrices,
        ),
        Misconception(
            "summed-over-heads",
            "You add up the heads, which gives the layer. Here each keeps its own number.",
            _sum_of_heads,
        ),
        Misconception(
            "not-summed-over-features",
            "You multiply by the direction and do not add up. A dot product is one number.",
            _every_output,
        ),
    ),
    alternatives=(_by_einsum, _head_by_head),
    hints=(
        "Take one head alone. Its z is (d_v,), its matrix (d_v, d_model). What does it add "
        "to the token, and how far does that go along the direction?",
        "Nothing mixes the heads: head i of z meets head i of W_o. W_o @ direction is "
        "(h, d_v): the direction, seen by each head.",
        "What is left is one dot product a head, over the last axis, of z and "
        "W_o @ direction.",
    ),
)
