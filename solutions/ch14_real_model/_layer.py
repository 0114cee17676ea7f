"""The layers that a decoder layer is tried on, and the ways people write it otherwise."""

from __future__ import annotations

import numpy as np

from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
from solutions.ch14_real_model.rms_norm import rms_norm
from solutions.ch14_real_model.swiglu import swiglu
from solutions.draws import Draw, normal


def cut_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut (n, n_heads * head_dim) into heads: (n_heads, n, head_dim)."""
    return np.swapaxes(x.reshape(len(x), n_heads, -1), 0, 1)


def draw_layer(
    n: int, heads: int, kv: int, d_k: int, f: int, cached: int, **options
) -> Draw:
    """The width is one more than heads * d_k: it need not be the same."""

    def draw(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        d = heads * d_k + 1

        def matrix(d_in: int, d_out: int) -> np.ndarray:
            return normal(rng, d_in, d_out, scale=1.5 * d_in**-0.5, dtype=dtype)

        weights = {
            "attn_norm.weight": (rng.uniform(0.5, 2, size=d)).astype(dtype),
            "attn_q.weight": matrix(d, heads * d_k),
            "attn_k.weight": matrix(d, kv * d_k),
            "attn_v.weight": matrix(d, kv * d_k),
            "attn_output.weight": matrix(heads * d_k, d),
            "ffn_norm.weight": (rng.uniform(0.5, 2, size=d)).astype(dtype),
            "ffn_gate.weight": matrix(d, f),
            "ffn_up.weight": matrix(d, f),
            "ffn_down.weight": matrix(f, d),
        }
        x = normal(rng, n, d, scale=options.get("scale", 1.0), dtype=dtype)
        arguments = (x, weights, cached + np.arange(n), heads, kv, options.get("base", 1e4))
        if not cached:
            return arguments
        cache = tuple(normal(rng, kv, cached, d_k, dtype=dtype) for _ in "kv")
        return *arguments, cache

    return draw


def mixed(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Heads cut by a reshape alone, which mixes tokens: (n, d) to (n_heads, n, ...)."""
    return x.reshape(n_heads, len(x), -1)


JOINS = {
    "old, new": lambda old, new: np.concatenate([old, new], axis=1),
    "new, old": lambda old, new: np.concatenate([new, old], axis=1),
}


def halves_turned(x, positions, base):
    """Rotary positions that pair the halves: feature i with i + half, (..., n, d)."""
    half = x.shape[-1] // 2
    angles = positions[:, None] * base ** (-np.arange(half) / half)  # (n, half)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def decided(
    x,
    weights,
    positions,
    n_heads,
    n_kv_heads,
    base,
    cache=None,
    *,
    residual="both",
    second="normed anew",
    turn="q and k",
    when="before the cache",
    where="given",
    join="old, new",
    keep="all",
    mask="causal",
    split=cut_heads,
    first="normed",
    merge="side by side",
    stream="x",
    rope=apply_rope,
    shares=np.repeat,
    norms=("attn_norm", "ffn_norm"),
    halves=("gate", "up"),
    ahead=0,
):
    """The layer, with every decision that a reader may take another way."""
    places = positions if where == "given" else np.arange(len(x))
    normed = rms_norm(x, weights[f"{norms[0]}.weight"]) if first == "normed" else x
    counts = {"q": n_heads, "k": n_kv_heads, "v": n_kv_heads}
    parts = {
        name: split(normed @ weights[f"attn_{name}.weight"], count)
        for name, count in counts.items()
    }
    for name in filter(None, turn.split(" and ")):
        if not (name == "k" and when == "behind the cache"):
            moved = ahead if name == "q" else 0
            parts[name] = rope(parts[name], places + moved, base)
    q, k, v = parts["q"], parts["k"], parts["v"]
    new = k, v
    if cache is not None:
        k, v = (JOINS[join](old, one) for old, one in zip(cache, new, strict=True))
    if when == "behind the cache":
        k = apply_rope(k, np.arange(k.shape[1]), base)
    allowed = cached_causal_mask(len(x), k.shape[1] - len(x))
    order = shares(np.arange(n_kv_heads), n_heads // n_kv_heads)  # of the shared heads
    z = grouped_query_attention(q, k[order], v[order], None if mask == "none" else allowed)
    z = np.swapaxes(z, 0, 1) if merge == "side by side" else z
    z = z.reshape(len(x), -1) @ weights["attn_output.weight"]
    x = normed if stream == "normed" else x
    x = z if residual == "second" else x + z
    if second == "normed anew":
        normed = rms_norm(x, weights[f"{norms[1]}.weight"])
    elif second == "not normed":
        normed = x
    gate, up, down = (weights[f"ffn_{name}.weight"] for name in (*halves, "down"))
    fed = swiglu(normed, gate, up, down)
    x = normed if stream == "normed" else x
    x = fed if residual == "first" else x + fed
    return x, ((k, v) if keep == "all" else new)
