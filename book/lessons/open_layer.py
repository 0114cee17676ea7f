"""One layer of a Llama-like decoder, put together from functions and open to look into.

``Parts`` names the functions.  ``open_layer`` computes what ``real.decoder_layer`` does
and gives out the heads' outputs and weights as well; chapter 15 changes them on the way.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

Pair = tuple[np.ndarray, np.ndarray]  # k and v, each (n_kv_heads, n, head_dim)


@dataclass(frozen=True)
class Parts:
    """The functions that the model is made of, by their names in the exercises.

    decoder_layer: None to have the layers put together from the other functions.
    """

    dequantize_q4_1: Callable[..., np.ndarray]
    rms_norm: Callable[..., np.ndarray]
    swiglu: Callable[..., np.ndarray]
    apply_rope: Callable[..., np.ndarray]
    grouped_query_attention: Callable[..., np.ndarray]
    masked_softmax: Callable[..., np.ndarray]
    cached_causal_mask: Callable[..., np.ndarray]
    decoder_layer: Callable[..., Any] | None
    generate: Callable[..., list[int]]


def readers_own_parts() -> Parts:
    """The reader's functions of chapters 07, 12 and 14.

    In the course they are the answer key's; in a student's copy, the student's own.
    """
    from attention_lessons import readers_parts as earlier
    from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
    from solutions.ch14_real_model.decoder_layer import decoder_layer
    from solutions.ch14_real_model.dequantize_q4_1 import dequantize_q4_1
    from solutions.ch14_real_model.generate import generate
    from solutions.ch14_real_model.rms_norm import rms_norm
    from solutions.ch14_real_model.swiglu import swiglu

    return Parts(
        dequantize_q4_1=dequantize_q4_1,
        rms_norm=rms_norm,
        swiglu=swiglu,
        apply_rope=earlier.apply_rope,
        grouped_query_attention=earlier.grouped_query_attention,
        masked_softmax=earlier.masked_softmax,
        cached_causal_mask=cached_causal_mask,
        decoder_layer=decoder_layer,
        generate=generate,
    )


@dataclass(frozen=True)
class OpenLayer:
    """What one layer gives, and what it did on the way.

    x: (n, d_model).  cache: all keys and values so far.
    z: (n, n_heads, head_dim), each head's output, after editing.
    weights: (n_heads, n, n_keys), whom each query attends to, made when it is asked for:
    ``grouped_query_attention`` keeps its own to itself.
    """

    x: np.ndarray
    cache: Pair
    z: np.ndarray
    make_weights: Callable[[], np.ndarray]

    @cached_property
    def weights(self) -> np.ndarray:
        return self.make_weights()


def open_layer(
    parts: Parts,
    x: np.ndarray,
    weights: dict[str, np.ndarray],
    positions: np.ndarray,
    n_heads: int,
    n_kv_heads: int,
    base: float,
    cache: Pair | None = None,
    edit: Callable[[np.ndarray], np.ndarray] = lambda z: z,
) -> OpenLayer:
    """Run one layer; arguments as those of ``real.decoder_layer``.

    edit: what to make of the heads' outputs z (n, n_heads, head_dim).
    """
    w = weights
    normed = parts.rms_norm(x, w["attn_norm.weight"])
    q = _split(normed @ w["attn_q.weight"], n_heads)  # (n_heads, n, head_dim)
    k = _split(normed @ w["attn_k.weight"], n_kv_heads)  # (n_kv_heads, n, head_dim)
    v = _split(normed @ w["attn_v.weight"], n_kv_heads)
    q, k = parts.apply_rope(q, positions, base), parts.apply_rope(k, positions, base)
    if cache is not None:
        k, v = np.concatenate([cache[0], k], 1), np.concatenate([cache[1], v], 1)
    mask = parts.cached_causal_mask(len(x), k.shape[1] - len(x))  # (n, n_keys)
    z = parts.grouped_query_attention(q, k, v, mask)
    z = edit(np.swapaxes(z, 0, 1))  # (n, n_heads, head_dim)
    x = x + z.reshape(len(x), -1) @ w["attn_output.weight"]
    normed = parts.rms_norm(x, w["ffn_norm.weight"])
    x = x + parts.swiglu(
        normed, w["ffn_gate.weight"], w["ffn_up.weight"], w["ffn_down.weight"]
    )
    return OpenLayer(x, (k, v), z, lambda: _weights(parts, q, k, mask))


def _split(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut (n, n_heads * head_dim) into heads: (n_heads, n, head_dim)."""
    return np.swapaxes(x.reshape(len(x), n_heads, -1), 0, 1)


def _weights(parts: Parts, q: np.ndarray, k: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The weights inside the attention: (n_heads, n, n_keys)."""
    n_heads, _, head_dim = q.shape
    shared = np.repeat(k, n_heads // len(k), axis=0)  # (n_heads, n_keys, head_dim)
    scores = q @ np.swapaxes(shared, 1, 2) / head_dim**0.5
    return parts.masked_softmax(scores, mask)
