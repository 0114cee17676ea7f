"""Answers to real.decoder_layer that its checks must tell apart."""

from autograder import change, right, slips, wrong

ANSWERS = (
    right(
        "step by step",
        """
        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            n = x.shape[0]
            def split(y, heads):
                return y.reshape(n, heads, -1).transpose(1, 0, 2)
            normed = rms_norm(x, weights["attn_norm.weight"])
            q = split(normed @ weights["attn_q.weight"], n_heads)
            k = split(normed @ weights["attn_k.weight"], n_kv_heads)
            v = split(normed @ weights["attn_v.weight"], n_kv_heads)
            q = apply_rope(q, positions, base)
            k = apply_rope(k, positions, base)
            if cache is not None:
                k = np.concatenate([cache[0], k], axis=1)
                v = np.concatenate([cache[1], v], axis=1)
            mask = cached_causal_mask(n, k.shape[1] - n)
            context = grouped_query_attention(q, k, v, mask)
            merged = context.transpose(1, 0, 2).reshape(n, -1)
            x = x + merged @ weights["attn_output.weight"]
            normed = rms_norm(x, weights["ffn_norm.weight"])
            fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
                         weights["ffn_down.weight"])
            return x + fed, (k, v)
        """,
        "the chapter's functions",
    ),
    right(
        "masked_softmax",
        change(
            "    context = grouped_query_attention(q, k, v, mask)",
            "    keys, values = (np.repeat(t, n_heads // n_kv_heads, 0) for t in (k, v))\n"
            "    scores = q @ keys.swapaxes(1, 2) * q.shape[-1] ** -0.5\n"
            "    context = masked_softmax(scores, mask) @ values",
        ),
        "of chapter 07, which the notebook imports",
        of="step by step",
    ),
    right(
        "own attention",
        change(
            "    context = masked_softmax(scores, mask) @ values",
            "    scores = np.where(mask, scores, -np.inf)\n"
            "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    context = powers / powers.sum(axis=-1, keepdims=True) @ values",
        ),
        "keys repeated for their group",
        of="masked_softmax",
    ),
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
            result += swiglu(rms_norm(result, weights["ffn_norm.weight"]),
                             *(weights[f"ffn_{n}.weight"] for n in ("gate", "up", "down")))
            return result, (k, v)
        """,
        "heads filled in a loop; the helper's name is bound below",
    ),
    right(
        "head by head",
        """
        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            w = {name.removesuffix(".weight"): array for name, array in weights.items()}
            normed = rms_norm(x, w["attn_norm"])
            d_k = w["attn_q"].shape[1] // n_heads
            keys, values, y = [], [], x
            for g in range(n_kv_heads):
                cut = slice(g * d_k, (g + 1) * d_k)
                k = apply_rope(normed @ w["attn_k"][:, cut], positions, base)
                v = normed @ w["attn_v"][:, cut]
                keys.append(k if cache is None else np.vstack([cache[0][g], k]))
                values.append(v if cache is None else np.vstack([cache[1][g], v]))
            mask = cached_causal_mask(len(x), len(keys[0]) - len(x))
            for h in range(n_heads):
                cut, g = slice(h * d_k, (h + 1) * d_k), h * n_kv_heads // n_heads
                q = apply_rope(normed @ w["attn_q"][:, cut], positions, base)
                context = masked_softmax(q @ keys[g].T / d_k**0.5, mask) @ values[g]
                y = y + context @ w["attn_output"][cut]
            y = y + swiglu(rms_norm(y, w["ffn_norm"]),
                           w["ffn_gate"], w["ffn_up"], w["ffn_down"])
            return y, (np.stack(keys), np.stack(values))
        """,
        "two axes at a time, and each head added to the result by itself",
    ),
    right(
        "token by token",
        """
        def decoder_layer(x, weights, positions, n_heads, n_kv_heads, base, cache=None):
            def heads_of(row, name, heads):
                return (row @ weights[f"attn_{name}.weight"]).reshape(heads, 1, -1)
            rows = []
            for row, position in zip(x, positions):
                place = np.array([position])
                normed = rms_norm(row, weights["attn_norm.weight"])
                q = apply_rope(heads_of(normed, "q", n_heads), place, base)
                k = apply_rope(heads_of(normed, "k", n_kv_heads), place, base)
                v = heads_of(normed, "v", n_kv_heads)
                if cache is not None:
                    k, v = np.hstack([cache[0], k]), np.hstack([cache[1], v])
                cache = k, v
                z = grouped_query_attention(q, k, v)
                row = row + z.reshape(-1) @ weights["attn_output.weight"]
                fed = (weights[f"ffn_{name}.weight"] for name in ("gate", "up", "down"))
                rows.append(row + swiglu(rms_norm(row, weights["ffn_norm.weight"]), *fed))
            return np.stack(rows), cache
        """,
        "one token at a time needs no mask",
    ),
    right(
        "float64 throughout",
        change("    n = x.shape[0]", "    x = x.astype(np.float64)\n    n = x.shape[0]"),
        "more than float32",
        of="step by step",
    ),
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
)
