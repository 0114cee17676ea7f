"""Right answers to real.decoder_layer by other routes than the reference."""

from autograder import change, right

ROUTES = (
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
)
