"""Exercise real.decoder_layer: one layer of a Llama-like model, with its cache."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
from solutions.ch14_real_model.rms_norm import rms_norm
from solutions.ch14_real_model.swiglu import swiglu
from solutions.draws import Draw, normal, thrice, zero_rows


def decoder_layer(
    x: np.ndarray,
    weights: dict[str, np.ndarray],
    positions: np.ndarray,
    n_heads: int,
    n_kv_heads: int,
    base: float,
    cache: tuple[np.ndarray, np.ndarray] | None = None,
) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """One layer of SmolLM2, for new tokens that follow those in the cache.

    Attention, then swiglu: each reads x through its rms_norm and adds to x.
    x: (n, d_model), one row a new token.  positions: (n,), where they stand
    in the text.
    weights: the layer's arrays by their names in the file.  Matrices are
    (d_in, d_out): attn_q.weight (d_model, n_heads * head_dim), attn_k.weight
    and attn_v.weight (d_model, n_kv_heads * head_dim), attn_output.weight
    (n_heads * head_dim, d_model), ffn_gate.weight and ffn_up.weight
    (d_model, f), ffn_down.weight (f, d_model).  attn_norm.weight and
    ffn_norm.weight are (d_model,).
    base: of the rotary positions.
    cache: (k, v) of the tokens before, each (n_kv_heads, n_cached, head_dim),
    the keys already turned; None when there are none.
    Returns (x, (k, v)): the layer's result (n, d_model), and the cache with
    the new tokens' keys and values behind the old ones.
    Changes no argument.
    """
    # Touvron et al. 2023, "LLaMA", section 2.2: norm before each part, rotary positions.
    normed = rms_norm(x, weights["attn_norm.weight"])
    q, k, v = (
        np.swapaxes((normed @ weights[name]).reshape(len(x), heads, -1), 0, 1)
        for name, heads in (
            ("attn_q.weight", n_heads),
            ("attn_k.weight", n_kv_heads),
            ("attn_v.weight", n_kv_heads),
        )
    )  # (heads, n, head_dim)
    q = apply_rope(q, positions, base)
    k = apply_rope(k, positions, base)
    if cache is not None:
        k = np.concatenate([cache[0], k], axis=1)  # (n_kv_heads, n_cached + n, head_dim)
        v = np.concatenate([cache[1], v], axis=1)
    mask = cached_causal_mask(len(x), k.shape[1] - len(x))
    z = grouped_query_attention(q, k, v, mask)  # (n_heads, n, head_dim)
    merged = np.swapaxes(z, 0, 1).reshape(len(x), -1)
    x = x + merged @ weights["attn_output.weight"]
    normed = rms_norm(x, weights["ffn_norm.weight"])
    gate, up, down = (weights[f"ffn_{name}.weight"] for name in ("gate", "up", "down"))
    return x + swiglu(normed, gate, up, down), (k, v)


def _layer(n: int, heads: int, kv: int, d_k: int, f: int, cached: int, **options) -> Draw:
    """The width is one more than heads * d_k: it need not be the same."""

    def draw(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        d = heads * d_k + 1

        def matrix(d_in: int, d_out: int) -> np.ndarray:
            return normal(rng, d_in, d_out, scale=1.5 * d_in**-0.5, dtype=dtype)

        weights = {
            "attn_norm.weight": (rng.uniform(0.5, 2, size=d)).astype(dtype),
            "attn_q.weight": options.get("sharp", 1.0) * matrix(d, heads * d_k),
            "attn_k.weight": matrix(d, kv * d_k),
            "attn_v.weight": matrix(d, kv * d_k),
            "attn_output.weight": matrix(heads * d_k, d),
            "ffn_norm.weight": (rng.uniform(0.5, 2, size=d)).astype(dtype),
            "ffn_gate.weight": matrix(d, f),
            "ffn_up.weight": matrix(d, f),
            "ffn_down.weight": matrix(f, d),
        }
        names = rng.permutation(list(weights)).tolist()  # names count, not their order
        weights = {name: weights[name] for name in names}
        x = normal(rng, n, d, scale=options.get("scale", 1.0), dtype=dtype)
        positions = cached + np.arange(n)
        if options.get("apart"):  # not those that follow the cache
            positions = positions + 3 + np.arange(n) ** 2
        arguments = (x, weights, positions, heads, kv, options.get("base", 1e4))
        if not cached:
            return arguments
        cache = tuple(normal(rng, kv, cached, d_k, dtype=dtype) for _ in "kv")
        return *arguments, cache

    return draw


EXERCISE = Exercise(
    id="real.decoder_layer",
    order=60,
    title="A decoder layer",
    reference=decoder_layer,
    points=4,
    minutes=25,
    difficulty=3,
    section="14-real-model#one-layer",
    cases=(
        Case("one token, nothing cached", _layer(1, 4, 2, 4, 7, 0)),
        thrice("a prompt", _layer(4, 4, 2, 6, 5, 0)),
        Case("one token behind a cache", _layer(1, 6, 2, 4, 9, 5)),
        thrice("several tokens behind a cache", _layer(3, 4, 2, 4, 6, 5)),
        thrice("a prompt further on", _layer(3, 4, 2, 4, 5, 0, apart=True)),
        thrice("positions that stand apart", _layer(3, 4, 2, 4, 5, 4, apart=True)),
        thrice("each query head its own keys", _layer(3, 3, 3, 4, 5, 2)),
        thrice("one head of two features", _layer(4, 1, 1, 2, 3, 3)),
        thrice("another base", _layer(5, 4, 2, 6, 7, 4, base=50.0)),
        thrice("far into a text, float32", _layer(2, 6, 3, 4, 8, 30, dtype="float32")),
        thrice("a token of zeros", zero_rows(_layer(3, 4, 2, 4, 6, 2), 0)),
        thrice("large numbers", _layer(3, 4, 2, 4, 5, 4, scale=1e3)),
        Case("behind two hundred tokens", _layer(3, 4, 2, 4, 6, 200), calls=1),
        Case("very large scores", _layer(4, 4, 2, 4, 5, 0, sharp=1e6), calls=3),
        Case("large scores", _layer(3, 4, 2, 4, 5, 4, sharp=1e3)),
    ),
    **cells_beside(__file__),
)
