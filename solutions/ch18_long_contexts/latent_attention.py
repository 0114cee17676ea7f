"""Multi-head latent attention, with all keys and values made from the latents.

DeepSeek-AI 2024, "DeepSeek-V2", sections 2.1.2 and 2.1.3 (here without the latents of the
queries, and without the output matrix).
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.draws import Draw, normal, sizes


def latent_attention(
    x: np.ndarray,
    W_q: np.ndarray,
    W_down: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_qr: np.ndarray,
    W_kr: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Causal attention, its keys and values made from one latent per token.

    x: (n, d_model), a text from its first token on.
    W_down: (d_model, r), to the latents.  W_k: (heads, r, d_k) and
    W_v: (heads, r, d_v), from latents to keys and values.
    W_q: (heads, d_model, d_k), queries.  These and the keys are not turned.
    W_qr: (heads, d_model, d_r) and W_kr: (d_model, d_r), the rotary part: its
    queries and its one key per token, for all heads, are turned by
    apply_rope, with its own base.
    A score is the sum of both dot products, divided by sqrt(d_k + d_r).
    Returns (context, latents, turned): (heads, n, d_v), and what a cache
    keeps, (n, r) and the turned keys (n, d_r).
    Changes no argument.
    """
    n, places = len(x), np.arange(len(x))
    latents = x @ W_down  # (n, r)
    q, k, v = x @ W_q, latents @ W_k, latents @ W_v  # (heads, n, d_k or d_v)
    turned = apply_rope(x @ W_kr, places)  # (n, d_r)
    scores = q @ np.swapaxes(k, -1, -2)  # (heads, n, n)
    scores = scores + apply_rope(x @ W_qr, places) @ turned.T
    scores = scores / (q.shape[-1] + turned.shape[-1]) ** 0.5
    weights = softmax(np.where(np.tri(n) == 1, scores, -np.inf))
    return weights @ v, latents, turned


def _text(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d, r, d_k, d_v, heads = options.get("shape") or sizes(rng, 6, 2, 9)
        d_r = options.get("d_r", 2 * int(rng.integers(1, 4)))
        dtype = options.get("dtype", "float64")
        x = normal(rng, n, d, scale=options.get("scale", 1.0), dtype=dtype)
        if options.get("zeros"):
            x[-2] = 0
        shapes = (heads, d, d_k), (d, r), (heads, r, d_k), (heads, r, d_v)
        shapes += (heads, d, d_r), (d, d_r)
        return x, *(normal(rng, *shape, scale=0.5, dtype=dtype) for shape in shapes)

    return draw


def _future_unseen(answer, output, x, *matrices):
    if len(x) == 1:
        return True
    other = x.copy()
    other[-1] = 3 - other[-1]
    return np.allclose(answer(other, *matrices)[0][:, :-1], output[0][:, :-1], atol=1e-4)


EXERCISE = Exercise(
    id="contexts.latent_attention",
    title="Latent attention",
    reference=latent_attention,
    points=4,
    minutes=18,
    difficulty=3,
    order=30,
    section="18-long-contexts#one-small-vector-per-token",
    cases=(
        Case("a text", _text()),
        Case("one head", _text(shape=(6, 7, 3, 4, 5, 1))),
        Case("one token", _text(shape=(1, 5, 2, 3, 4, 3))),
        Case("a latent of one number", _text(shape=(5, 6, 1, 3, 4, 2))),
        Case("a wide rotary part", _text(shape=(5, 6, 3, 4, 2, 3), d_r=8)),
        Case("a token of zeros", _text(shape=(6, 5, 3, 4, 2, 2), zeros=True)),
        Case("a longer text", _text(shape=(40, 8, 6, 4, 5, 3))),
        Case("a text of 120 tokens", _text(shape=(120, 8, 6, 4, 5, 1)), calls=1),
        Case("large scores", _text(shape=(6, 5, 4, 3, 2, 3), scale=1e5)),
        Case("float32", _text(shape=(6, 5, 4, 3, 2, 3), dtype="float32")),
    ),
    properties=(
        Property(
            "another last token, the same earlier contexts",
            "A later token changes the context of an earlier one. A token attends to "
            "itself and to those before it.",
            _future_unseen,
        ),
        Property(
            "the cache has one row per token",
            "Latents and turned keys are kept for all heads at once: one row per token.",
            lambda answer, output, x, *matrices: (
                np.shape(output[1]) == (len(x), matrices[1].shape[1])
                and np.shape(output[2]) == (len(x), matrices[5].shape[1])
            ),
        ),
    ),
    **cells_beside(__file__),
)
