"""Queries, keys and values from tokens, by one matrix each.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def project_qkv(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn each token into its query, its key and its value.

    x: (..., n, d_model), the tokens, one per row.
    W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns (q, k, v): (..., n, d_k), (..., n, d_k), (..., n, d_v).
    Takes whole numbers (int64) too. Changes no argument.
    """
    q = x @ W_q
    k = x @ W_k
    v = x @ W_v
    return q, k, v


def _tokens_and_weights(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = sizes(rng, 4)
        if options.get("one_token"):
            n = 1
        dtype = options.get("dtype", "float64")
        shapes = [(*batch, n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)]
        if options.get("whole"):
            high = options.get("high", 4)
            x, *matrices = (integers(rng, *shape, high=high) for shape in shapes)
            if options["whole"] == "all":
                return x, *matrices
            if options["whole"] == "matrices":
                return x / 2, *matrices
            return x, *(W / 2 for W in matrices)
        scale = options.get("scale", 1.0)
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


EXERCISE = Exercise(
    id="numpy.project_qkv",
    title="Project to queries, keys and values",
    reference=project_qkv,
    points=1,
    minutes=5,
    difficulty=1,
    section="03-numpy#queries-keys-and-values-in-one-line-each",
    order=10,
    cases=(
        thrice("a few tokens", _tokens_and_weights()),
        Case("whole numbers", _tokens_and_weights(whole=True)),
        Case("matrices of whole numbers", _tokens_and_weights(whole="matrices")),
        Case("all of whole numbers", _tokens_and_weights(whole="all", high=10**6)),
        Case("one token", _tokens_and_weights(one_token=True)),
        thrice("a batch", _tokens_and_weights(3)),
        Case(
            "a batch of batches, float32",
            _tokens_and_weights(2, 3, dtype="float32"),
        ),
        Case("small numbers", _tokens_and_weights(scale=1e-5)),
        Case("very large numbers", _tokens_and_weights(scale=1e10)),
        Case("large numbers", _tokens_and_weights(scale=1e6)),
        Case("three axes in front", _tokens_and_weights(2, 1, 3), calls=1),
        *decimals_in_one(_tokens_and_weights(), "x W_q W_k W_v"),
    ),
    properties=(
        Property(
            "the first query looks at its own token only",
            "The first token's query depends on the other tokens. A projection "
            "multiplies each token by the matrix and looks at no other token.",
            lambda answer, output, x, *W: np.allclose(
                answer(x[..., :1, :], *W)[0], output[0][..., :1, :], rtol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
