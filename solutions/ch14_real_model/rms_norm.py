"""Exercise real.rms_norm: every vector brought to one length."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal, thrice, zero_entries, zero_rows


def rms_norm(x: np.ndarray, weight: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Divide vectors by the root of the mean of their squares, and scale.

    x: (..., d), one vector per row.  weight: (d,), a factor for each feature.
    eps is added to the mean of the squares, under the root.  Nothing is
    subtracted.
    Returns an array of the shape of x.
    Takes whole numbers (int64) too. Changes no argument.
    """
    # Zhang and Sennrich 2019, "Root Mean Square Layer Normalization", section 4.
    mean_square = np.mean(x * x, axis=-1, keepdims=True)  # (..., 1)
    return x / np.sqrt(mean_square + eps) * weight


def _vectors(*shape: int, scale: float = 1.0, dtype: str = "float64", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = shape[-1]
        x = scale * (rng.normal(size=shape) + 1)
        if options.get("whole"):
            x = integers(rng, *shape, high=options.get("high", 9)) + 1
        weight = normal(rng, d) + 2
        if options.get("whole_weight"):
            x = np.round(3 * x).astype(int) if options["whole_weight"] == "too" else x
            return x, integers(rng, d, high=4) + 1
        x = x if options.get("whole") else x.astype(dtype)
        eps = options.get("eps")
        arguments = (x, weight.astype(dtype))
        return arguments if eps is None else (*arguments, eps)

    return draw


EXERCISE = Exercise(
    id="real.rms_norm",
    order=30,
    title="RMSNorm",
    reference=rms_norm,
    points=2,
    minutes=10,
    difficulty=1,
    section="14-real-model#a-simpler-norm",
    cases=(
        Case("one vector", _vectors(5)),
        Case("several vectors", _vectors(4, 6)),
        thrice("three features", _vectors(2, 3)),
        Case("a batch, float32", _vectors(2, 3, 7, dtype="float32")),
        thrice("whole numbers", _vectors(3, 4, whole=True)),
        thrice("a weight of whole numbers", _vectors(3, 4, whole_weight=True)),
        thrice("whole numbers, another eps", _vectors(3, 4, whole=True, eps=0.5)),
        thrice("large whole numbers", _vectors(3, 4, whole=True, high=10**6)),
        Case("a vector of zeros", zero_rows(_vectors(3, 4), 0)),
        thrice("all of whole numbers", _vectors(3, 4, whole_weight="too")),
        Case("zeros among the features", zero_entries(_vectors(3, 4))),
        Case("large numbers", _vectors(2, 5, scale=1e6)),
        Case("tiny numbers, where eps counts", _vectors(3, 4, scale=2e-3)),
        Case("an eps of 0", _vectors(2, 6, scale=1e-3, eps=0.0)),
        Case("another eps", _vectors(2, 6, scale=0.3, eps=0.5)),
        Case("three axes in front", _vectors(2, 1, 3, 4), calls=1),
    ),
    properties=(
        Property(
            "the first row alone has the same result",
            "Each vector is normed by itself: what stands in another row must not matter. "
            "In yours it does.",
            lambda answer, output, x, weight, *eps: (
                x.ndim < 2 or np.allclose(answer(x[:1], weight, *eps), output[:1])
            ),
        ),
    ),
    **cells_beside(__file__),
)
