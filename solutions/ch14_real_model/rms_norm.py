"""Exercise real.rms_norm: every vector brought to one length."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, thrice


def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Divide vectors by the root of the mean of their squares, and scale.

    x: (..., d), one vector a row.  weight: (d,), a factor for each feature.
    eps is added to the mean of the squares, under the root.  Nothing is
    subtracted.
    Returns an array of the shape of x.
    """
    # Zhang and Sennrich 2019, "Root Mean Square Layer Normalization", section 4.
    mean_square = np.mean(x * x, axis=-1, keepdims=True)  # (..., 1)
    return x / np.sqrt(mean_square + eps) * weight


def _vectors(*shape: int, scale: float = 1.0, dtype: str = "float64", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = shape[-1]
        x = scale * (rng.normal(size=shape) + 1)
        if options.get("whole"):
            x = integers(rng, *shape, high=9) + 1
        weight = normal(rng, d) + 2
        x = x if options.get("whole") else x.astype(dtype)
        eps = options.get("eps")
        arguments = (x, weight.astype(dtype))
        return arguments if eps is None else (*arguments, eps)

    return draw


def _divisor(x, eps, size, axis):
    squares = np.sum(x * x, axis=axis, keepdims=True)
    mean = squares / x.shape[axis]
    return {
        "root of mean": np.sqrt(mean + eps),
        "length": np.sqrt(squares + eps),
        "mean": mean + eps,
        "eps outside": np.sqrt(mean) + eps,
        "no eps": np.sqrt(mean),
        "fixed eps": np.sqrt(mean + 1e-5),
        "variance": np.sqrt(x.var(axis=axis, keepdims=True) + eps),
        "everything": np.sqrt(np.mean(x * x) + eps),
        "absolutes": np.sqrt(np.abs(x).mean(axis=axis, keepdims=True) ** 2 + eps),
    }[size]


def _norm(
    x, weight, eps=1e-5, *, centre="no", size="root of mean", axis=-1, factor="weight"
):
    if centre == "yes":
        x = x - x.mean(axis=-1, keepdims=True)
    factors = {"weight": weight, "none": 1.0, "1 + weight": 1 + weight}
    with np.errstate(invalid="ignore", divide="ignore"):
        return x / _divisor(x, eps, size, axis) * factors[factor]


def _row_by_row(x, weight, eps=1e-5):
    rows = np.reshape(x, (-1, x.shape[-1]))
    result = np.empty(rows.shape, np.result_type(x, weight))
    for i, row in enumerate(rows):
        result[i] = row * weight * (row.dot(row) / len(row) + eps) ** -0.5
    return result.reshape(x.shape)


def _by_einsum(x, weight, eps=1e-5):
    mean_square = np.einsum("...d,...d->...", x, x) / x.shape[-1]
    return weight * x / np.sqrt(mean_square + eps)[..., None]


EXERCISE = Exercise(
    id="real.rms_norm",
    order=30,
    title="RMSNorm",
    reference=rms_norm,
    decisions=_norm,
    points=2,
    minutes=10,
    difficulty=1,
    section="14-real-model#a-simpler-norm",
    cases=(
        Case("one vector", _vectors(5)),
        Case("several vectors", _vectors(4, 6)),
        thrice("one feature", _vectors(3, 1)),
        Case("a batch, float32", _vectors(2, 3, 7, dtype="float32")),
        thrice("whole numbers", _vectors(3, 4, whole=True)),
        Case("large numbers", _vectors(2, 5, scale=1e6)),
        Case("tiny numbers, where eps counts", _vectors(3, 4, scale=2e-3)),
        Case("another eps", _vectors(2, 6, scale=0.3, eps=0.5)),
    ),
    properties=(
        Property(
            "one vector at a time",
            "Each vector is normed by itself: what stands in another row must not matter. "
            "In yours it does.",
            lambda answer, output, x, weight, *eps: (
                x.ndim < 2 or np.allclose(answer(x[:1], weight, *eps), output[:1])
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "mean-subtracted",
            "You subtract the mean first. That is LayerNorm; RMSNorm leaves the mean where "
            "it is and divides only.",
            choices={"centre": "yes"},
        ),
        Misconception(
            "divided-by-the-length",
            "You divide by the root of the sum of the squares, the vector's length. It is "
            "the root of their mean: sqrt(d) times smaller.",
            choices={"size": "length"},
        ),
        Misconception(
            "no-root",
            "You divide by the mean of the squares. RMS is its root: root, mean, square.",
            choices={"size": "mean"},
        ),
        Misconception(
            "eps-outside-the-root",
            "You add eps after the root. It belongs under it, to the mean of the squares; "
            "for tiny vectors that is another number.",
            choices={"size": "eps outside"},
        ),
        Misconception(
            "eps-left-out",
            "You leave eps out. With tiny vectors the result is another one, and a vector "
            "of zeros would give 0 / 0.",
            choices={"size": "no eps"},
        ),
        Misconception(
            "eps-ignored",
            "You add 1e-5 whatever eps is. It is an argument: models differ in it.",
            choices={"size": "fixed eps"},
        ),
        Misconception(
            "variance",
            "You divide by the root of the variance, which is about the mean. Here the "
            "mean stays in: the mean of the squares themselves.",
            choices={"size": "variance"},
        ),
        Misconception(
            "over-everything",
            "You take one mean over the whole array. Every vector is divided by its own: "
            "axis=-1, keepdims=True.",
            choices={"size": "everything"},
        ),
        Misconception(
            "mean-of-absolutes",
            "You take the mean of the absolute values. Square first, then the mean, then "
            "the root.",
            choices={"size": "absolutes"},
        ),
        Misconception(
            "weight-left-out",
            "You do not multiply by `weight`: each feature has a learnt factor of its own.",
            choices={"factor": "none"},
        ),
        Misconception(
            "weight-plus-one",
            "You multiply by 1 + weight. Some models (Gemma) store it that way; this file "
            "stores the factor itself.",
            choices={"factor": "1 + weight"},
        ),
        Misconception(
            "wrong-axis",
            "Your mean runs over the tokens. Every vector is normed by itself: take the "
            "mean over its features, the last axis, with keepdims=True.",
            lambda x, weight, eps=1e-5: _norm(x, weight, eps, axis=0),
        ),
    ),
    alternatives=(_row_by_row, _by_einsum),
    hints=(
        "Read the name backwards: square, mean, root. Then divide.",
        "np.mean(..., axis=-1, keepdims=True) keeps an axis of length 1, so the result "
        "divides each vector by its own number.",
        "eps goes under the root, with the mean of the squares. The factor `weight` "
        "comes last.",
    ),
)
