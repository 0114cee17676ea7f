"""Exercise real.decoder_layer: one layer of a Llama-like model, with its cache."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception
from solutions.ch12_efficient_attention.apply_rope import apply_rope
from solutions.ch12_efficient_attention.grouped_query_attention import (
    grouped_query_attention,
)
from solutions.ch14_real_model.cached_causal_mask import cached_causal_mask
from solutions.ch14_real_model.rms_norm import rms_norm
from solutions.ch14_real_model.swiglu import swiglu
from solutions.draws import Draw, normal


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


def _heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut (n, n_heads * head_dim) into heads: (n_heads, n, head_dim)."""
    return np.swapaxes(x.reshape(len(x), n_heads, -1), 0, 1)


def _layer(n: int, heads: int, kv: int, d_k: int, f: int, cached: int, **options) -> Draw:
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


def _mixed(x: np.ndarray, n_heads: int) -> np.ndarray:
    return x.reshape(n_heads, len(x), -1)


JOINS = {
    "old, new": lambda old, new: np.concatenate([old, new], axis=1),
    "new, old": lambda old, new: np.concatenate([new, old], axis=1),
}


def _halves_turned(x, positions, base):
    half = x.shape[-1] // 2
    angles = positions[:, None] * base ** (-np.arange(half) / half)  # (n, half)
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def _decided(
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
    split=_heads,
    first="normed",
    merge="side by side",
    stream="x",
    rope=apply_rope,
    shares=np.repeat,
    norms=("attn_norm", "ffn_norm"),
    halves=("gate", "up"),
    ahead=0,
):
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


def _token_by_token(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    """One token at a time needs no mask."""
    rows = []
    for row, position in zip(x, positions, strict=True):
        place = np.array([position])
        row, cache = _decided(
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
    decisions=_decided,
    points=4,
    minutes=25,
    difficulty=3,
    section="14-real-model#one-layer",
    cases=(
        Case("one token, nothing cached", _layer(1, 4, 2, 4, 7, 0)),
        Case("a prompt", _layer(4, 4, 2, 6, 5, 0)),
        Case("one token behind a cache", _layer(1, 6, 2, 4, 9, 5)),
        Case("several tokens behind a cache", _layer(3, 4, 2, 4, 6, 5)),
        Case("each query head its own keys", _layer(3, 3, 3, 4, 5, 2)),
        Case("one head of two features", _layer(4, 1, 1, 2, 3, 3)),
        Case("another base", _layer(5, 4, 2, 6, 7, 4, base=50.0)),
        Case("far into a text, float32", _layer(2, 6, 3, 4, 8, 30, dtype="float32")),
        Case("large numbers", _layer(3, 4, 2, 4, 5, 4, scale=1e3)),
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
            choices={"rope": _halves_turned},
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
            "You gave swiglu ffn_up.weight for the gate. It takes gate, up, down; the first "
            "two have one shape, so no error tells you.",
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
            choices={"split": _mixed},
        ),
        Misconception(
            "heads-merged-by-reshape",
            "You put the heads together with a reshape alone: (n_heads, n, head_dim) then "
            "gives rows that hold several tokens of one head. Swap the first two axes back, "
            "then reshape to (n, n_heads * head_dim).",
            choices={"merge": "reshaped"},
        ),
    ),
    alternatives=(_token_by_token, _head_by_head),
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
