"""Exercise real.decoder_layer: one layer of a Llama-like model, with its cache."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch14_real_model._layer import decided, draw_layer, halves_turned, mixed
from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
from solutions.ch14_real_model.rms_norm import rms_norm
from solutions.ch14_real_model.swiglu import swiglu
from solutions.draws import thrice


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


def _token_by_token(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    """One token at a time needs no mask."""
    rows = []
    for row, position in zip(x, positions, strict=True):
        place = np.array([position])
        row, cache = decided(
            row[None], weights, place, n_heads, n_kv_heads, base, cache, mask="none"
        )
        rows.append(row)
    return np.concatenate(rows), cache


def _head_by_head(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    w = {name.removesuffix(".weight"): array for name, array in weights.items()}
    normed = rms_norm(x, w["attn_norm"])
    d_k = w["attn_q"].shape[1] // n_heads
    keys, values, result = [], [], x.copy()
    for g in range(n_kv_heads):
        cut = slice(g * d_k, (g + 1) * d_k)
        k = apply_rope(normed @ w["attn_k"][:, cut], positions, base)
        v = normed @ w["attn_v"][:, cut]
        keys.append(k if cache is None else np.vstack([cache[0][g], k]))
        values.append(v if cache is None else np.vstack([cache[1][g], v]))
    for h in range(n_heads):
        cut, g = slice(h * d_k, (h + 1) * d_k), h * n_kv_heads // n_heads
        q = apply_rope(normed @ w["attn_q"][:, cut], positions, base)
        scores = q @ keys[g].T / d_k**0.5
        ahead = np.triu(np.ones(scores.shape, bool), scores.shape[1] - len(x) + 1)
        scores = np.where(ahead, -np.inf, scores)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        context = powers / powers.sum(axis=1, keepdims=True) @ values[g]
        result = result + context @ w["attn_output"][cut]
    normed = rms_norm(result, w["ffn_norm"])
    result = result + swiglu(normed, w["ffn_gate"], w["ffn_up"], w["ffn_down"])
    return result, (np.stack(keys), np.stack(values))


EXERCISE = Exercise(
    id="real.decoder_layer",
    order=60,
    title="A decoder layer",
    reference=decoder_layer,
    decisions=decided,
    points=4,
    minutes=25,
    difficulty=3,
    section="14-real-model#one-layer",
    cases=(
        Case("one token, nothing cached", draw_layer(1, 4, 2, 4, 7, 0)),
        thrice("a prompt", draw_layer(4, 4, 2, 6, 5, 0)),
        Case("one token behind a cache", draw_layer(1, 6, 2, 4, 9, 5)),
        thrice("several tokens behind a cache", draw_layer(3, 4, 2, 4, 6, 5)),
        thrice("each query head its own keys", draw_layer(3, 3, 3, 4, 5, 2)),
        thrice("one head of two features", draw_layer(4, 1, 1, 2, 3, 3)),
        thrice("another base", draw_layer(5, 4, 2, 6, 7, 4, base=50.0)),
        thrice("far into a text, float32", draw_layer(2, 6, 3, 4, 8, 30, dtype="float32")),
        thrice("large numbers", draw_layer(3, 4, 2, 4, 5, 4, scale=1e3)),
    ),
    misconceptions=(
        Misconception(
            "first-not-added",
            "You replace x by what the attention gives. Add it: x + attention. The way "
            "past every part is what keeps thirty layers trainable.",
            choices={"residual": "second"},
        ),
        Misconception(
            "second-not-added",
            "You return what the feed-forward part gives. Add it to what went in.",
            choices={"residual": "first"},
        ),
        Misconception(
            "normed-stream",
            "You add what a part gives to the normed vectors. The norm is what the part "
            "reads; it is added to x as it was.",
            choices={"stream": "normed"},
        ),
        Misconception(
            "first-norm-left-out",
            "Your attention reads x as it is. Norm it first, with attn_norm.weight.",
            choices={"first": "as it is"},
        ),
        Misconception(
            "second-norm-left-out",
            "Your feed-forward part reads x as it is. Norm it first, with ffn_norm.weight.",
            choices={"second": "not normed"},
        ),
        Misconception(
            "first-norm-again",
            "Your feed-forward part reads the vectors that were normed for the attention. "
            "It reads what the attention has changed: norm the new x, with "
            "ffn_norm.weight.",
            choices={"second": "the first one"},
        ),
        Misconception(
            "keys-not-turned",
            "You turn the queries alone. Scores depend on the distance when both, queries "
            "and keys, are turned.",
            choices={"turn": "q"},
        ),
        Misconception(
            "queries-not-turned",
            "You turn the keys alone. Scores depend on the distance when both, queries and "
            "keys, are turned.",
            choices={"turn": "k"},
        ),
        Misconception(
            "not-turned",
            "You turn neither queries nor keys, so the layer does not know the order of "
            "the tokens: apply_rope both, at `positions`.",
            choices={"turn": ""},
        ),
        Misconception(
            "values-turned",
            "You turn the values too. Positions belong to the scores: queries and keys "
            "are turned, values stay.",
            choices={"turn": "q and k and v"},
        ),
        Misconception(
            "turned-again",
            "You turn all keys after joining them with the cache. Those in the cache are "
            "turned already: turn the new ones, then join.",
            choices={"when": "behind the cache"},
        ),
        Misconception(
            "halves-paired",
            "You turn feature i with feature i + head_dim / 2, as other libraries do. In "
            "this file neighbours are pairs, (0, 1), (2, 3): use your apply_rope.",
            choices={"rope": halves_turned},
        ),
        Misconception(
            "queries-one-off",
            "Your queries stand one place further on than they do. Queries and keys of the "
            "new tokens are turned at the same `positions`.",
            choices={"ahead": 1},
        ),
        Misconception(
            "groups-tiled",
            "You deal the shared heads out one by one. Neighbouring query heads share: "
            "with four and two, heads 0 and 1 take the first. That is np.repeat, not "
            "np.tile.",
            choices={"shares": np.tile},
        ),
        Misconception(
            "norms-swapped",
            "You norm with the other part's factors: attn_norm.weight belongs before the "
            "attention, ffn_norm.weight before the feed-forward part.",
            choices={"norms": ("ffn_norm", "attn_norm")},
        ),
        Misconception(
            "gate-and-up-swapped",
            "You gave swiglu ffn_up.weight for the gate. It takes gate, up, down; the "
            "first two have one shape, so no error tells you.",
            choices={"halves": ("up", "gate")},
        ),
        Misconception(
            "positions-ignored",
            "You count the new tokens from 0. Behind a cache they stand further on: use "
            "`positions`. A prompt alone does not show this mistake; writing does.",
            choices={"where": "counted"},
        ),
        Misconception(
            "new-before-old",
            "You put the new keys and values before the cached ones. They come behind, as "
            "in the text.",
            choices={"join": "new, old"},
        ),
        Misconception(
            "new-ones-kept-alone",
            "Your cache holds the new tokens alone. The next call needs the old ones too: "
            "return everything joined.",
            choices={"keep": "new"},
        ),
        Misconception(
            "no-mask",
            "Your new tokens see those after them. Give the attention the mask "
            "cached_causal_mask(n, n_cached).",
            choices={"mask": "none"},
        ),
        Misconception(
            "heads-mixed",
            "You cut into heads with a reshape alone: (n_heads, n, head_dim) then takes "
            "numbers of different tokens for one head. Reshape to (n, n_heads, head_dim), "
            "then swap the first two axes.",
            choices={"split": mixed},
        ),
        Misconception(
            "heads-merged-by-reshape",
            "You put the heads together with a reshape alone: (n_heads, n, head_dim) then "
            "gives rows that hold several tokens of one head. Swap the first two axes "
            "back, then reshape to (n, n_heads * head_dim).",
            choices={"merge": "reshaped"},
        ),
    ),
    alternatives=(_token_by_token, _head_by_head),
    same=(
        Same(
            "reshape(len(positions),",
            "There is one position for each vector.",
        ),
        Same(
            "heads, -2), 0, 1)",
            "NumPy takes any negative length for what is left.",
        ),
        Same(
            "cached_causal_mask(len(positions),",
            "There is one position for each vector.",
        ),
        Same(
            "k.shape[1] - len(positions))",
            "There is one position for each vector.",
        ),
        Same(
            "reshape(len(x), -2) @",
            "NumPy takes any negative length for what is left.",
        ),
    ),
    hints=(
        "Two halves of one form: x = x + part(rms_norm(x, ...)). The first part is the "
        "attention, the second swiglu. Write the second half first; it is one line.",
        "Attention, step by step: three products; cut into heads (n_heads, n, head_dim); "
        "turn q and k at `positions`; join with the cache; attend with the mask; put the "
        "heads side by side again, (n, n_heads * head_dim); times attn_output.weight.",
        "Cutting: np.swapaxes(y.reshape(n, n_heads, -1), 0, 1). Joining: "
        "np.concatenate([cache[0], k], axis=1), and the same for v. The mask is "
        "cached_causal_mask(n, k.shape[1] - n) after joining.",
    ),
)
