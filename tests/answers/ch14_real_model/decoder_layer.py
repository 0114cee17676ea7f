"""Answers to real.decoder_layer."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "real.decoder_layer"

BASE = """
def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
    n = x.shape[0]
    normed = rms_norm(x, weights["attn_norm.weight"])
    q = (normed @ weights["attn_q.weight"]).reshape(n, n_heads, -1).transpose(1, 0, 2)
    k = (normed @ weights["attn_k.weight"]).reshape(n, n_kv_heads, -1).transpose(1, 0, 2)
    v = (normed @ weights["attn_v.weight"]).reshape(n, n_kv_heads, -1).transpose(1, 0, 2)
    q = apply_rope(q, positions, base)
    k = apply_rope(k, positions, base)
    n_cached = 0
    if cache is not None:
        n_cached = cache[0].shape[1]
        k = np.concatenate([cache[0], k], axis=1)
        v = np.concatenate([cache[1], v], axis=1)
    mask = cached_causal_mask(n, n_cached)
    context = grouped_query_attention(q, k, v, mask)
    merged = context.transpose(1, 0, 2).reshape(n, -1)
    x = x + merged @ weights["attn_output.weight"]
    normed = rms_norm(x, weights["ffn_norm.weight"])
    fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
                 weights["ffn_down.weight"])
    return x + fed, (k, v)
"""
OWN_ATTENTION = """
    keys = np.{how}(k, {count}{axis})
    values = np.{how}(v, {count}{axis})
    scores = q @ keys.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    scores = np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    context = powers / powers.sum(axis=-1, keepdims=True) @ values
"""
CALL = "\n    context = grouped_query_attention(q, k, v, mask)\n"
REPEATED = OWN_ATTENTION.format(
    how="repeat", count="n_heads // n_kv_heads", axis=", axis=0"
)
TILED = OWN_ATTENTION.format(how="tile", count="(n_heads // n_kv_heads, 1, 1)", axis="")

MASKED = """
    keys = np.repeat(k, n_heads // n_kv_heads, axis=0)
    values = np.repeat(v, n_heads // n_kv_heads, axis=0)
    scores = q @ keys.swapaxes(1, 2) * q.shape[-1] ** -0.5
    context = masked_softmax(scores, mask) @ values
"""

ANSWERS = (
    right("step by step", BASE, "the chapter's functions"),
    right(
        "masked_softmax",
        edited(BASE, (CALL, MASKED)),
        "of chapter 07, which the notebook imports",
    ),
    right("own attention", edited(BASE, (CALL, REPEATED)), "keys repeated for their group"),
    right(
        "a class",
        """
        class Layer:
            def __init__(self, weights, heads, kv, base):
                self.w = {name.removesuffix(".weight"): a for name, a in weights.items()}
                self.heads, self.kv, self.base = heads, kv, base

            def cut(self, y, heads):
                return np.stack(np.split(y, heads, axis=-1))

            def attend(self, y, positions, cache):
                q = self.cut(y @ self.w["attn_q"], self.heads)
                k = self.cut(y @ self.w["attn_k"], self.kv)
                v = self.cut(y @ self.w["attn_v"], self.kv)
                q, k = (apply_rope(t, positions, self.base) for t in (q, k))
                if cache:
                    k, v = (np.append(a, b, axis=1) for a, b in zip(cache, (k, v)))
                seen = cached_causal_mask(len(y), k.shape[-2] - len(y))
                z = grouped_query_attention(q, k, v, seen)
                return np.concatenate(list(z), axis=-1) @ self.w["attn_output"], [k, v]

            def __call__(self, x, positions, cache):
                z, kept = self.attend(rms_norm(x, self.w["attn_norm"]), positions, cache)
                x = x + z
                names = ("ffn_gate", "ffn_up", "ffn_down")
                return (x + swiglu(rms_norm(x, self.w["ffn_norm"]),
                                   *(self.w[n] for n in names)), tuple(kept))


        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            return Layer(weights, n_heads, n_kv_heads, base)(x, positions, cache)
        """,
        "an object with a call",
    ),
    right(
        "helper step, in place",
        """
        def step(y, heads):
            out = np.empty((heads, len(y), y.shape[1] // heads), dtype=y.dtype)
            for h in range(heads):
                for i in range(len(y)):
                    out[h, i] = y[i, h * out.shape[2] : (h + 1) * out.shape[2]]
            return out


        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            result = np.array(x)
            normed = rms_norm(result, weights["attn_norm.weight"])
            q = step(normed @ weights["attn_q.weight"], n_heads)
            k = step(normed @ weights["attn_k.weight"], n_kv_heads)
            q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
            v = step(normed @ weights["attn_v.weight"], n_kv_heads)
            old = 0 if cache is None else cache[0].shape[1]
            if old:
                k, v = np.hstack([cache[0], k]), np.hstack([cache[1], v])
            z = grouped_query_attention(q, k, v, cached_causal_mask(len(x), old))
            d_k = z.shape[2]
            for h in range(n_heads):
                result += z[h] @ weights["attn_output.weight"][h * d_k : (h + 1) * d_k]
            fed = swiglu(rms_norm(result, weights["ffn_norm.weight"]),
                         *(weights[f"ffn_{n}.weight"] for n in ("gate", "up", "down")))
            result += fed
            return result, (k, v)
        """,
        "heads filled in a loop; the helper's name is bound below",
    ),
    right(
        "float64 throughout",
        edited(
            BASE,
            ("    n = x.shape[0]\n", "    n = x.shape[0]\n    x = x.astype(np.float64)\n"),
        ),
        "more than float32",
    ),
    wrong(
        "groups tiled",
        edited(BASE, (CALL, TILED)),
        "query head i takes key head i mod h_kv",
        "groups-tiled",
    ),
    wrong(
        "halves for pairs",
        edited(
            BASE,
            (
                (
                    "    q = apply_rope(q, positions, base)\n"
                    "    k = apply_rope(k, positions, base)\n"
                ),
                """
    def turned(t):
        half = t.shape[-1] // 2
        angles = positions[:, None] * base ** (-np.arange(half) / half)
        a, b = t[..., :half], t[..., half:]
        return np.concatenate([a * np.cos(angles) - b * np.sin(angles),
                               a * np.sin(angles) + b * np.cos(angles)], axis=-1)
    q, k = turned(q), turned(k)
""",
            ),
        ),
        "feature i turns with feature i + d / 2",
        "halves-paired",
    ),
    wrong(
        "positions from 1",
        edited(
            BASE, ("apply_rope(q, positions, base)", "apply_rope(q, positions + 1, base)")
        ),
        "queries stand one too far",
        "queries-one-off",
    ),
    wrong(
        "new positions from 0",
        edited(BASE, ("positions, base)\n", "np.arange(n), base)\n")),
        "behind a cache they stand further on",
        "positions-ignored",
    ),
    wrong(
        "cache prepended",
        edited(
            BASE, ("[cache[0], k]", "[k, cache[0]]"), ("[cache[1], v]", "[v, cache[1]]")
        ),
        "new before old",
        "new-before-old",
    ),
    wrong(
        "not turned",
        edited(
            BASE,
            (
                (
                    "    q = apply_rope(q, positions, base)\n"
                    "    k = apply_rope(k, positions, base)\n"
                ),
                "",
            ),
        ),
        "no positions",
        "not-turned",
    ),
    wrong(
        "queries alone",
        edited(BASE, ("    k = apply_rope(k, positions, base)\n", "")),
        "keys are not turned",
        "keys-not-turned",
    ),
    wrong(
        "values too",
        edited(
            BASE,
            (
                "    k = apply_rope(k, positions, base)\n",
                (
                    "    k = apply_rope(k, positions, base)\n"
                    "    v = apply_rope(v, positions, base)\n"
                ),
            ),
        ),
        "values are turned",
        "values-turned",
    ),
    wrong("no mask", edited(BASE, (", mask)\n", ")\n")), "the future is open", "no-mask"),
    wrong(
        "no first norm",
        edited(BASE, ('rms_norm(x, weights["attn_norm.weight"])', "x")),
        "attention reads x",
        "first-norm-left-out",
    ),
    wrong(
        "no second norm",
        edited(BASE, ('rms_norm(x, weights["ffn_norm.weight"])', "x")),
        "swiglu reads x",
        "second-norm-left-out",
    ),
    wrong(
        "first norm again",
        edited(BASE, ('    normed = rms_norm(x, weights["ffn_norm.weight"])\n', "")),
        "the old normed vectors",
        "first-norm-again",
    ),
    wrong(
        "norms swapped",
        edited(
            BASE,
            ('weights["attn_norm.weight"]', 'weights["ffn_norm.weight2"]'),
            ('weights["ffn_norm.weight"]', 'weights["attn_norm.weight"]'),
            ("ffn_norm.weight2", "ffn_norm.weight"),
        ),
        "the two norms' weights",
        "norms-swapped",
    ),
    wrong(
        "no way past the attention",
        edited(BASE, ("x = x + merged", "x = merged")),
        "not added",
        "first-not-added",
    ),
    wrong(
        "no way past the end",
        edited(BASE, ("return x + fed", "return fed")),
        "not added",
        "second-not-added",
    ),
    wrong(
        "added to the normed",
        edited(
            BASE,
            ("x = x + merged", "x = normed + merged"),
            ("return x + fed", "return normed + fed"),
        ),
        "the stream is normed",
        "normed-stream",
    ),
    wrong(
        "heads by reshape",
        edited(
            BASE,
            ("reshape(n, n_heads, -1).transpose(1, 0, 2)", "reshape(n_heads, n, -1)"),
            ("reshape(n, n_kv_heads, -1).transpose(1, 0, 2)", "reshape(n_kv_heads, n, -1)"),
        ),
        "tokens and heads are mixed",
        "heads-mixed",
    ),
    wrong(
        "merged by reshape",
        edited(
            BASE, ("context.transpose(1, 0, 2).reshape(n, -1)", "context.reshape(n, -1)")
        ),
        "tokens and heads are mixed",
        "heads-merged-by-reshape",
    ),
    wrong(
        "new ones kept",
        edited(
            BASE,
            ("    n_cached = 0\n", "    n_cached, new = 0, (k, v)\n"),
            ("return x + fed, (k, v)", "return x + fed, new"),
        ),
        "the old ones are lost",
        "new-ones-kept-alone",
    ),
    wrong(
        "turned again",
        edited(
            BASE,
            ("    k = apply_rope(k, positions, base)\n", ""),
            (
                "    mask =",
                "    k = apply_rope(k, np.arange(k.shape[1]), base)\n    mask =",
            ),
        ),
        "cached keys are turned twice",
        "turned-again",
    ),
    wrong(
        "gate and up swapped",
        edited(
            BASE,
            (
                'weights["ffn_gate.weight"], weights["ffn_up.weight"]',
                'weights["ffn_up.weight"], weights["ffn_gate.weight"]',
            ),
        ),
        "silu on the other half",
        "gate-and-up-swapped",
    ),
    wrong(
        "x alone",
        edited(BASE, ("return x + fed, (k, v)", "return x + fed")),
        "no cache is returned",
    ),
)
