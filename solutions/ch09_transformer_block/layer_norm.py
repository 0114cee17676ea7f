"""LayerNorm: every token at mean 0 and variance 1.

Ba, Kiros and Hinton 2016, "Layer Normalization".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, normal, sizes, thrice


def layer_norm(
    x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Bring every token to mean 0 and variance 1, then scale and shift it.

    x: (..., d_model), any numbers, equal ones among them.
    gamma, beta: (d_model,), the scale and the shift of each feature.
    Mean and variance are taken over a token's own d_model features, both
    sums divided by d_model; eps is added to the variance.
    Returns an array of the shape of x.
    Takes whole numbers (int64) too. Changes no argument.
    """
    mean = x.mean(axis=-1, keepdims=True)  # (..., 1)
    variance = x.var(axis=-1, keepdims=True)  # (..., 1), divided by d_model
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def _tokens(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model = sizes(rng, 2, 3, 8)
        n, d_model = options.get("n", n), options.get("d_model", d_model)
        dtype = options.get("dtype", "float64")
        x = normal(rng, *batch, n, d_model, scale=options.get("scale", 1.0), dtype=dtype)
        x = x * options.get("spread", 1.0) + options.get("offset", 0.0)
        if options.get("constant"):
            x[..., 0, :] = x[..., 0, :1]
        if options.get("whole"):
            x, dtype = np.round(4 * x), "int64"
        gamma = normal(rng, d_model, dtype=options.get("dtype", "float64"))
        beta = normal(rng, d_model, dtype=options.get("dtype", "float64"))
        if options.get("whole_scale"):
            gamma, beta = np.arange(1, d_model + 1), np.arange(d_model) % 2
        if options.get("alone"):
            x = x[..., 0, :]
        given = x.astype(dtype), gamma, beta
        return (*given, options["eps"]) if "eps" in options else given

    return draw


EXERCISE = Exercise(
    id="block.layer_norm",
    title="LayerNorm",
    reference=layer_norm,
    points=2,
    minutes=5,
    difficulty=2,
    section="09-transformer-block#layernorm",
    order=20,
    cases=(
        Case("a few tokens", _tokens()),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32")),
        Case("one token", _tokens(n=1), calls=1),
        thrice("a vector alone", _tokens(alone=True)),
        thrice("one feature", _tokens(d_model=1)),
        thrice("scale and shift of whole numbers", _tokens(whole_scale=True)),
        Case("three features", _tokens(d_model=3), calls=1),
        Case("large numbers", _tokens(scale=1e6)),
        Case("far from zero", _tokens(offset=1e6)),
        Case("tokens far from each other", _tokens(n=3, offset=[[0], [1e6], [-3e6]])),
        Case("features that hardly differ", _tokens(spread=1e-3)),
        Case("features that differ by 1e-5", _tokens(spread=1e-5, offset=1.0)),
        Case("equal features in a token", _tokens(constant=True)),
        Case("another eps", _tokens(eps=0.5)),
        thrice("all of whole numbers", _tokens(whole=True, whole_scale=True)),
        thrice("whole numbers", _tokens(2, whole=True)),
        *decimals_in_one(_tokens(), "x gamma beta"),
    ),
    properties=(
        Property(
            "the first token alone has the same result",
            "The first token's result depends on the other tokens. Mean and variance are "
            "taken over one token's own features.",
            lambda answer, output, x, *rest: (
                x.ndim == 1
                or np.allclose(
                    answer(x[..., :1, :], *rest), output[..., :1, :], rtol=1e-3, atol=1e-3
                )
            ),
        ),
        Property(
            "ten times the input, about the same output",
            "A token ten times as large should come out much the same: that is what the "
            "norm is for.",
            lambda answer, output, x, gamma, beta, eps=1e-5: (
                x.var(axis=-1).min() < 1e3 * eps
                or np.allclose(answer(10 * x, gamma, beta, eps), output, atol=1e-2)
            ),
        ),
    ),
    **cells_beside(__file__),
)
