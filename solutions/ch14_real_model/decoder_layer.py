"""Exercise real.decoder_layer: one layer of a Llama-like model, with its cache."""

from __future__ import annotations

import numpy as np

from attention_lessons.readers_parts import apply_rope, grouped_query_attention
from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
from solutions.ch14_real_model.rms_norm import rms_norm
from solutions.ch14_real_model.swiglu import swiglu


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

    x: (n, d_model), one row a new token.  positions: (n,), where they stand in the text.
    weights: the layer's arrays by their names in the file.  Matrices are (d_in, d_out):
    attn_q.weight (d_model, n_heads * head_dim), attn_k.weight and attn_v.weight
    (d_model, n_kv_heads * head_dim), attn_output.weight (n_heads * head_dim, d_model),
    ffn_gate.weight and ffn_up.weight (d_model, f), ffn_down.weight (f, d_model).
    attn_norm.weight and ffn_norm.weight are (d_model,).
    base: of the rotary positions.
    cache: (k, v) of the tokens before, each (n_kv_heads, n_cached, head_dim), the keys
    already turned; None when there are none.
    Returns (x, (k, v)): the layer's result (n, d_model), and the cache with the new
    tokens' keys and values behind the old ones.
    """
    # Touvron et al. 2023, "LLaMA", section 2.2: norm before each part, rotary positions.
    normed = rms_norm(x, weights["attn_norm.weight"])
    q = _heads(normed @ weights["attn_q.weight"], n_heads)  # (n_heads, n, head_dim)
    k = _heads(normed @ weights["attn_k.weight"], n_kv_heads)
    v = _heads(normed @ weights["attn_v.weight"], n_kv_heads)
    q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
    if cache is not None:
        k = np.concatenate([cache[0], k], axis=1)  # (n_kv_heads, n_cached + n, head_dim)
        v = np.concatenate([cache[1], v], axis=1)
    mask = cached_causal_mask(len(x), k.shape[1] - len(x))
    z = grouped_query_attention(q, k, v, mask)  # (n_heads, n, head_dim)
    x = x + np.swapaxes(z, 0, 1).reshape(len(x), -1) @ weights["attn_output.weight"]
    normed = rms_norm(x, weights["ffn_norm.weight"])
    gate, up, down = (weights[f"ffn_{name}.weight"] for name in ("gate", "up", "down"))
    return x + swiglu(normed, gate, up, down), (k, v)


def _heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut (n, n_heads * head_dim) into heads: (n_heads, n, head_dim)."""
    return np.swapaxes(x.reshape(len(x), n_heads, -1), 0, 1)
