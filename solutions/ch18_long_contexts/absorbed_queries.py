"""Latent attention of one new token, in which no key and no value is ever made.

DeepSeek-AI 2024, "DeepSeek-V2", section 2.1.2: the matrices that make keys and values are
absorbed into those of queries and output.
"""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, sizes


def absorbed_queries(
    latents: np.ndarray,
    turned: np.ndarray,
    q: np.ndarray,
    q_turned: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
) -> np.ndarray:
    """The context of one new token, from latents alone.

    latents: (n, r) and turned: (n, d_r), the cache, its own token included.
    q: (heads, d_k) and q_turned: (heads, d_r), its queries, the second
    turned.  W_k: (heads, r, d_k) and W_v: (heads, r, d_v); keys would be
    latents @ W_k.
    A score is the sum of both dot products, divided by sqrt(d_k + d_r).
    Never holds the keys or values of all tokens and heads: nothing with
    n * heads * d_k numbers, or with n * heads * d_v.  Those of one head at a
    time may be held.
    Returns (heads, d_v).
    Changes no argument.
    """
    folded = np.einsum("hk,hrk->hr", q, W_k)  # (heads, r): queries for latents
    scores = folded @ latents.T + q_turned @ turned.T  # (heads, n)
    weights = softmax(scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5)
    mixed = weights @ latents  # (heads, r)
    return np.einsum("hr,hrv->hv", mixed, W_v)


def _token(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, r, d_k, d_v, heads = options.get("shape") or sizes(rng, 5, 2, 9)
        d_r = options.get("d_r", 2 * int(rng.integers(1, 4)))
        dtype = options.get("dtype", "float64")
        shapes = (n, r), (n, d_r), (heads, d_k), (heads, d_r), (heads, r, d_k)
        shapes += ((heads, r, d_v),)
        arrays = [normal(rng, *shape, dtype=dtype) for shape in shapes]
        arrays[2] *= options.get("scale", 1.0)
        arrays[3] *= options.get("turned", 1.0)
        if options.get("below"):
            arrays[1], arrays[3] = abs(arrays[1]), -1e4 * abs(arrays[3])
        return tuple(arrays)

    return draw


EXERCISE = Exercise(
    id="contexts.absorbed_queries",
    title="Queries that absorb a matrix",
    reference=absorbed_queries,
    points=3,
    minutes=12,
    difficulty=3,
    order=40,
    section="18-long-contexts#never-make-the-keys",
    cases=(
        Case("a token", _token()),
        Case("one head", _token(shape=(6, 3, 4, 5, 1))),
        Case("a cache of one token", _token(shape=(1, 3, 4, 5, 2))),
        Case("a latent of one number", _token(shape=(7, 1, 4, 5, 3))),
        Case("a latent wider than a key", _token(shape=(5, 9, 3, 4, 2))),
        Case("a wide rotary part", _token(shape=(5, 4, 3, 2, 6), d_r=8)),
        Case("large scores", _token(shape=(6, 5, 4, 3, 2), scale=1e4)),
        Case("large scores of positions", _token(shape=(6, 5, 4, 3, 2), turned=1e4)),
        Case("scores far below zero", _token(shape=(6, 5, 4, 3, 2), below=True)),
        Case("values of one feature", _token(shape=(6, 3, 4, 1, 2))),
        Case("float32", _token(shape=(6, 5, 4, 3, 2), dtype="float32")),
        Case(
            "a long cache, no keys",
            _token(shape=(1600, 12, 40, 36, 10), d_r=4),
            calls=1,
            peak_mb=1.6,
            never_held=lambda latents, turned, q, q_turned, W_k, W_v: np.ones(
                (len(latents), len(q), W_v.shape[-1]), "float32"
            ),
        ),
    ),
    **cells_beside(__file__),
)
