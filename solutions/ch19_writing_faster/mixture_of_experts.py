"""A layer of experts of which each token meets two.

Shazeer et al. 2017, "Outrageously Large Neural Networks", section 2; Jiang et al. 2024,
"Mixtral of Experts", section 2.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch19_writing_faster.route_top2 import route_top2
from solutions.draws import Draw, normal


def mixture_of_experts(
    x: np.ndarray, W_router: np.ndarray, W_in: np.ndarray, W_out: np.ndarray
) -> np.ndarray:
    """Send each token to two experts and add up what they make of it.

    x: (n, d), one token per row.  W_router: (d, experts), at least two.
    W_in: (experts, d, f).  W_out: (experts, f, d).
    Expert e makes relu(x W_in[e]) W_out[e] of a token x; there are no biases.
    A token meets the two experts with the largest x W_router, of equals the
    one with the smaller number, and gets the sum of what they make, weighted
    by the softmax of their two x W_router.  We ask you to spare the other
    experts the work; no points hang on it.
    Returns (n, d).
    Changes no argument.
    """
    chosen, weights = route_top2(x @ W_router)  # (n, 2) each
    mixed = np.zeros_like(x)
    for expert in range(len(W_in)):
        token, place = np.nonzero(chosen == expert)
        wide = np.maximum(x[token] @ W_in[expert], 0)  # (its tokens, f)
        mixed[token] += weights[token, place, None] * (wide @ W_out[expert])
    return mixed


def _layer(n: int, d: int, experts: int, f: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        x = normal(rng, n, d, scale=options.get("scale", 1.0), dtype=dtype)
        W_router = normal(rng, d, experts, scale=d**-0.5, dtype=dtype)
        if options.get("whole"):  # many of a token's scores are equal
            x, W_router = (
                rng.integers(-1, 2, a.shape).astype(dtype) for a in (x, W_router)
            )
        if options.get("liked"):  # experts 0 and 1 meet all tokens, the others nobody
            x, W_router = np.abs(x), np.abs(W_router)
            W_router[:, 2:] *= -1
        W_in = normal(rng, experts, d, f, scale=d**-0.5, dtype=dtype)
        W_out = normal(rng, experts, f, d, scale=f**-0.5, dtype=dtype)
        return x, W_router, W_in, W_out

    return draw


EXERCISE = Exercise(
    id="faster.mixture_of_experts",
    title="A layer of experts",
    reference=mixture_of_experts,
    points=3,
    minutes=18,
    difficulty=3,
    order=80,
    section="19-writing-faster#a-router",
    cases=(
        Case("some tokens", _layer(6, 5, 4, 7)),
        Case("more tokens than experts", _layer(30, 4, 3, 6)),
        Case("more experts than tokens", _layer(3, 6, 9, 5)),
        Case("one token", _layer(1, 5, 4, 6)),
        Case("two experts", _layer(5, 4, 2, 3)),
        Case("experts that meet nobody", _layer(7, 5, 6, 4, liked=True)),
        Case("equal scores", _layer(6, 3, 6, 4, whole=True), calls=3),
        Case("equal scores, many experts", _layer(6, 3, 30, 4, whole=True), calls=3),
        Case("very large numbers", _layer(5, 6, 4, 3, scale=1e6)),
        Case("small numbers", _layer(30, 5, 6, 4, scale=1e-3)),
        Case("very small numbers", _layer(60, 5, 8, 4, scale=1e-8)),
        Case("as wide as its inside", _layer(5, 4, 4, 4)),
        Case("one feature inside", _layer(6, 3, 4, 1)),
        Case("large numbers", _layer(5, 6, 4, 3, scale=1e3)),
        Case("float32", _layer(8, 6, 5, 4, dtype="float32")),
    ),
    properties=(
        Property(
            "equal experts give one feed-forward layer",
            "Where all experts are the same, the router does not matter: the layer is one "
            "feed-forward layer. Yours is not.",
            lambda answer, output, x, W_router, W_in, W_out: np.allclose(
                answer(
                    x,
                    W_router,
                    np.repeat(W_in[:1], len(W_in), axis=0),
                    np.repeat(W_out[:1], len(W_out), axis=0),
                ),
                np.maximum(x @ W_in[0], 0) @ W_out[0],
                rtol=1e-3,
                atol=1e-4 * np.abs(x).max(),
            ),
        ),
    ),
    **cells_beside(__file__),
)
