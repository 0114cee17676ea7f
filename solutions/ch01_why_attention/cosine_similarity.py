"""How alike two vectors are, whatever their lengths.

Mistakes are in the lengths (none, one, squared, added) and in the axis: with many
pairs each keeps a similarity of its own.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, thrice
from solutions.sentences import WHOLE_NUMBERS


def cosine_similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How nearly two vectors point the same way, whatever their lengths.

    a, b: (..., d), of shapes that broadcast; no vector is all zeros.
    Returns (...): 1 for the same direction, 0 for a right angle, -1 for
    opposite directions.
    """
    dot = (a * b).sum(axis=-1)
    return dot / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))


def _two_vectors(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = options.get("d") or int(rng.integers(2, 7))
        if options.get("whole"):
            return integers(rng, *batch, d) + 1, integers(rng, *batch, d) - 5
        dtype = options.get("dtype", "float64")
        # Lengths far from one, or forgetting to divide could go unseen.
        scale = options.get("scale", 3.0)
        second = batch if options.get("second") is None else options["second"]
        return (
            normal(rng, *batch, d, scale=scale, dtype=dtype),
            normal(rng, *second, d, scale=scale, dtype=dtype),
        )

    return draw


def _cosine(a, b, *, lengths="both", axis="last", sign="kept"):
    along = {"last": -1, "first": 0, "all": None}[axis]
    dot = (a * b).sum(axis=along)
    squares = (a * a).sum(axis=along), (b * b).sum(axis=along)
    whole = np.sqrt((a * a).sum()) * np.sqrt((b * b).sum())
    divisor = {
        "both": np.sqrt(squares[0]) * np.sqrt(squares[1]),
        "first": np.sqrt(squares[0]),
        "first twice": squares[0],
        "of everything": whole,
        "none": np.ones_like(dot),
        "squared": squares[0] * squares[1],
        "sum": np.sqrt(squares[0]) + np.sqrt(squares[1]),
    }[lengths]
    cosine = dot / divisor
    return np.abs(cosine) if sign == "lost" else cosine


def _cosine_of_unit_vectors(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return np.einsum("...d,...d->...", a, b)


def _cosine_of_all_pairs(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return a @ (b if b.ndim == 1 else np.swapaxes(b, -1, -2))


def _cosine_by_loops(a, b):
    a, b = np.broadcast_arrays(a, b)
    result = np.empty(a.shape[:-1])
    for place in np.ndindex(*a.shape[:-1]):
        x, y = a[place].astype(float), b[place].astype(float)
        result[place] = np.dot(x, y) / np.dot(x, x) ** 0.5 / np.dot(y, y) ** 0.5
    return result


EXERCISE = Exercise(
    id="why.cosine_similarity",
    title="Cosine similarity",
    reference=cosine_similarity,
    decisions=_cosine,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-why-attention#words-as-vectors",
    order=10,
    cases=(
        thrice("two vectors", _two_vectors()),
        thrice("whole numbers", _two_vectors(whole=True)),
        Case("one feature", _two_vectors(4, d=1)),
        thrice("many pairs", _two_vectors(3)),
        Case("one against many", _two_vectors(second=(4,))),
        Case("a batch of batches, float32", _two_vectors(2, 3, dtype="float32")),
        thrice("very long vectors", _two_vectors(3, scale=1e6)),
    ),
    properties=(
        Property(
            "length does not matter",
            "Making the first vector ten times as long changes your result. Only the "
            "directions should count.",
            lambda answer, output, a, b: np.allclose(
                answer(10 * a, b), output, rtol=1e-3, atol=1e-3
            ),
        ),
        Property(
            "a vector is fully similar to itself",
            "A vector compared with itself should give 1; yours does not.",
            lambda answer, output, a, b: np.allclose(answer(a, a), 1, atol=1e-3),
        ),
    ),
    misconceptions=(
        Misconception(
            "dot-product",
            "This is the dot product alone, so long vectors look similar to everything. "
            "Divide it by the length of a and by the length of b.",
            choices={"lengths": "none"},
        ),
        Misconception(
            "one-length",
            "You divide by the length of a only, so a longer b still looks more similar. "
            "Divide by both lengths.",
            choices={"lengths": "first"},
        ),
        Misconception(
            "squared-lengths",
            "You divide by the squared lengths. A length is the square root of the sum "
            "of squares: np.linalg.norm(a, axis=-1) takes the root for you.",
            choices={"lengths": "squared"},
        ),
        Misconception(
            "lengths-added",
            "You divide by the sum of the two lengths. Divide by their product, so that "
            "a vector compared with itself gives 1.",
            choices={"lengths": "sum"},
        ),
        Misconception(
            "everything-summed",
            "You sum over the whole array, so many pairs give one number. Each pair has "
            "its own similarity: pass axis=-1 to the sum and to both lengths.",
            choices={"axis": "all"},
        ),
        Misconception(
            "first-axis",
            "You sum over the first axis, which counts the pairs. The features of a "
            "vector are on the last axis: axis=-1.",
            choices={"axis": "first"},
        ),
        Misconception(
            "sign-lost",
            "You take the absolute value, so opposite directions count as the same. "
            "Opposite vectors should give -1.",
            choices={"sign": "lost"},
        ),
        Misconception(
            "distance",
            "This is the cosine distance, 1 minus the similarity: 0 for the same "
            "direction. Return the similarity itself.",
            lambda a, b: 1 - cosine_similarity(a, b),
        ),
        Misconception(
            "angle",
            "This is the angle, in radians. Its cosine is wanted, and that is what the "
            "division gives: leave np.arccos out.",
            lambda a, b: np.arccos(np.clip(cosine_similarity(a, b), -1, 1)),
        ),
        Misconception(
            "norm-of-all",
            "np.linalg.norm without an axis is one length for the whole array. Each "
            "vector has a length of its own, along the last axis.",
            choices={"lengths": "of everything"},
        ),
        Misconception(
            "same-length-twice",
            "You divide by the length of a twice. The length of b has to be taken out "
            "as well, or a longer b still looks more similar.",
            choices={"lengths": "first twice"},
        ),
        Misconception(
            "np-dot",
            "This is right for two vectors. Of many pairs np.dot makes a matrix "
            "product, and np.linalg.norm one length for all. Multiply entry by entry "
            "and sum along the last axis, and give the lengths that axis too.",
            lambda a, b: np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)),
        ),
        Misconception(
            "all-pairs",
            "You compare every vector of a with every vector of b. Vectors are "
            "compared pair by pair here: the first with the first, the second with "
            "the second.",
            _cosine_of_all_pairs,
        ),
        Misconception(
            "keepdims-left",
            "The numbers are right, but the axis you summed over is still there, with "
            "size 1. One number a pair is wanted: leave keepdims out at the end.",
            lambda a, b: cosine_similarity(a, b)[..., None],
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda a, b: cosine_similarity(a, b).astype((a * b).dtype),
        ),
    ),
    alternatives=(_cosine_of_unit_vectors, _cosine_by_loops),
    hints=(
        "Start with the dot product along the last axis: multiply entry by entry, "
        "then sum with `axis=-1`.",
        "The lengths are `np.linalg.norm(a, axis=-1)` and the same for `b`.",
        "Divide the dot product by the product of the two lengths. All three have "
        "shape (...).",
    ),
)
