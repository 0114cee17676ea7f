"""Answers to real.decoder_layer that its checks must tell apart."""

from autograder import change, slips, wrong
from solutions.ch14_real_model.decoder_layer.routes import ROUTES

ANSWERS = (
    *ROUTES,
    wrong(
        "groups tiled",
        change(
            "np.repeat(t, n_heads // n_kv_heads, 0)",
            "np.tile(t, (n_heads // n_kv_heads, 1, 1))",
        ),
        "query head i takes key head i mod h_kv",
        "groups-tiled",
        of="own attention",
    ),
    wrong(
        "halves for pairs",
        change("apply_rope(q", "turned(q") + change("apply_rope(k", "turned(k"),
        "feature i turns with feature i + d / 2",
        "halves-paired",
        of="step by step",
        above="""
        def turned(t, positions, base):
            half = t.shape[-1] // 2
            angles = positions[:, None] * base ** (-np.arange(half) / half)
            (a, b), cos, sin = np.split(t, 2, axis=-1), np.cos(angles), np.sin(angles)
            return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)
        """,
    ),
    wrong(
        "new positions from 0",
        change("apply_rope(q, positions", "apply_rope(q, np.arange(n)")
        + change("apply_rope(k, positions", "apply_rope(k, np.arange(n)"),
        "behind a cache they stand further on",
        "positions-ignored",
        of="step by step",
    ),
    wrong(
        "cache prepended",
        change("[cache[0], k]", "[k, cache[0]]") + change("[cache[1], v]", "[v, cache[1]]"),
        "new before old",
        "new-before-old",
        of="step by step",
    ),
    wrong(
        "not turned",
        change("    q = apply_rope(q, positions, base)\n", "")
        + change("    k = apply_rope(k, positions, base)\n", ""),
        "no positions",
        "not-turned",
        of="step by step",
    ),
    wrong(
        "queries alone",
        change("    k = apply_rope(k, positions, base)\n", ""),
        "keys are not turned",
        "keys-not-turned",
        of="step by step",
    ),
    wrong(
        "values too",
        change(
            "    if cache is", "    v = apply_rope(v, positions, base)\n    if cache is"
        ),
        "values are turned",
        "values-turned",
        of="step by step",
    ),
    wrong(
        "first norm again",
        change('    normed = rms_norm(x, weights["ffn_norm.weight"])\n', ""),
        "the old normed vectors",
        "first-norm-again",
        of="step by step",
    ),
    wrong(
        "norms swapped",
        change('"attn_norm.weight"', '"ffn_norm.weight"')
        + change('"ffn_norm.weight"', '"attn_norm.weight"'),
        "the two norms' weights",
        "norms-swapped",
        of="step by step",
    ),
    wrong(
        "added to the normed",
        change("x = x + merged", "x = normed + merged")
        + change("return x + fed", "return normed + fed"),
        "the stream is normed",
        "normed-stream",
        of="step by step",
    ),
    wrong(
        "new ones kept",
        change("    if cache is", "    new = k, v\n    if cache is")
        + change("return x + fed, (k, v)", "return x + fed, new"),
        "the old ones are lost",
        "new-ones-kept-alone",
        of="step by step",
    ),
    wrong(
        "turned again",
        change(
            "    mask =", "    k = apply_rope(k, np.arange(k.shape[1]), base)\n    mask ="
        ),
        "cached keys are turned twice",
        "turned-again",
        of="queries alone",
    ),
    wrong(
        "gate and up swapped",
        change('"ffn_gate.weight"', '"ffn_up.weight"')
        + change('"ffn_up.weight"', '"ffn_gate.weight"'),
        "silu on the other half",
        "gate-and-up-swapped",
        of="step by step",
    ),
    wrong(
        "x alone",
        change("return x + fed, (k, v)", "return x + fed"),
        "no cache is returned",
        of="step by step",
    ),
    *slips(
        "step by step",
        """
        apply_rope(q, positions => apply_rope(q, positions + 1 | queries-one-off
        (q, k, v, mask) => (q, k, v) | no-mask
        rms_norm(x, weights["attn_norm.weight"]) => x | first-norm-left-out
        rms_norm(x, weights["ffn_norm.weight"]) => x | second-norm-left-out
        x = x + merged => x = merged | first-not-added
        return x + fed => return fed | second-not-added
        y.reshape(n, heads, -1).transpose(1, 0, 2) => y.reshape(heads, n, -1) | heads-mixed
        context.transpose(1, 0, 2) => context | heads-merged-by-reshape
        """,
    ),
    wrong(
        "the first addition copied",
        """
        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            h = rms_norm(x, weights["attn_norm.weight"])
            def heads(name, n):
                return (h @ weights[name]).reshape(len(x), n, -1).swapaxes(0, 1)
            q = apply_rope(heads("attn_q.weight", n_heads), positions, base)
            k = apply_rope(heads("attn_k.weight", n_kv_heads), positions, base)
            v = heads("attn_v.weight", n_kv_heads)
            if cache is not None:
                k = np.concatenate([cache[0], k], axis=1)
                v = np.concatenate([cache[1], v], axis=1)
            mask = cached_causal_mask(len(x), k.shape[1] - len(x))
            z = grouped_query_attention(q, k, v, mask)
            merged = z.swapaxes(0, 1).reshape(len(x), -1)
            y = x + merged @ weights["attn_output.weight"]
            h2 = rms_norm(y, weights["ffn_norm.weight"])
            three = (weights[f"ffn_{part}.weight"] for part in ("gate", "up", "down"))
            return x + swiglu(h2, *three), (k, v)
        """,
        "x is still the layer's input",
        "second-added-to-the-input",
    ),
    wrong(
        "second norm of x",
        """
        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            n, _ = x.shape
            def heads(a, h):
                return a.reshape(n, h, -1).transpose(1, 0, 2)
            y = rms_norm(x, weights["attn_norm.weight"])
            q = heads(y @ weights["attn_q.weight"], n_heads)
            k = heads(y @ weights["attn_k.weight"], n_kv_heads)
            v = heads(y @ weights["attn_v.weight"], n_kv_heads)
            q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
            if cache is not None:
                k = np.concatenate([cache[0], k], axis=1)
                v = np.concatenate([cache[1], v], axis=1)
            mask = cached_causal_mask(n, k.shape[1] - n)
            c = grouped_query_attention(q, k, v, mask).transpose(1, 0, 2).reshape(n, -1)
            h = x + c @ weights["attn_output.weight"]
            z = rms_norm(x, weights["ffn_norm.weight"])
            return h + swiglu(z, weights["ffn_gate.weight"], weights["ffn_up.weight"],
                weights["ffn_down.weight"]), (k, v)
        """,
        "written from the text alone",
        "second-norm-of-the-input",
    ),
)
