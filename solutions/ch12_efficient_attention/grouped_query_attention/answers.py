"""Answers to efficient.grouped_query_attention that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "np.repeat",
        """
        def grouped_query_attention(q, k, v, mask=None):
            groups = q.shape[-3] // k.shape[-3]
            k = np.repeat(k, groups, axis=-3)
            v = np.repeat(v, groups, axis=-3)
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            scores = np.where(True if mask is None else mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True) @ v
        """,
        "the short way",
    ),
    right(
        "query heads in groups",
        """
        def grouped_query_attention(q, k, v, mask=None):
            *batch, h, n, d = q.shape
            h_kv = k.shape[-3]
            grouped = q.reshape(*batch, h_kv, h // h_kv, n, d)
            scores = grouped @ np.swapaxes(k[..., None, :, :], -1, -2) / np.sqrt(d)
            if mask is not None:
                scores[..., ~mask] = -np.inf
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            out = powers / powers.sum(axis=-1, keepdims=True) @ v[..., None, :, :]
            return out.reshape(*batch, h, n, v.shape[-1])
        """,
        "an axis for the groups, nothing is repeated",
    ),
    right(
        "head by head",
        """
        def grouped_query_attention(q, k, v, mask=None):
            h, h_kv = q.shape[-3], k.shape[-3]
            out = np.zeros((*q.shape[:-1], v.shape[-1]))
            for head in range(h):
                shared = head * h_kv // h
                scores = q[..., head, :, :] @ np.swapaxes(k[..., shared, :, :], -1, -2)
                scores = scores / np.sqrt(q.shape[-1])
                if mask is not None:
                    scores = np.where(mask, scores, -np.inf)
                powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
                weights = powers / powers.sum(axis=-1, keepdims=True)
                out[..., head, :, :] = weights @ v[..., shared, :, :]
            return out
        """,
        "filled in place",
    ),
    right(
        "einsum",
        """
        def grouped_query_attention(q, k, v, mask=None):
            parts = np.stack(np.split(q, k.shape[-3], axis=-3), axis=-4)
            scores = np.einsum("...hgid,...hjd->...hgij", parts, k) / np.sqrt(q.shape[-1])
            scores = np.where(True if mask is None else mask, scores, -np.inf)
            scores = scores - scores.max(axis=-1, keepdims=True)
            powers = np.exp(scores)
            weights = powers / powers.sum(axis=-1, keepdims=True)
            out = np.einsum("...hgij,...hjd->...hgid", weights, v)
            return out.reshape(*q.shape[:-1], v.shape[-1])
        """,
        "groups as an index of their own",
    ),
    right(
        "an index of heads from a loop, helper called one",
        """
        def one(q, k, v, mask):
            scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
            scores = np.where(True if mask is None else mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(-1, keepdims=True))
            return powers @ v / powers.sum(-1, keepdims=True)


        def grouped_query_attention(q, k, v, mask=None):
            heads = []
            for shared in range(k.shape[-3]):
                for _ in range(q.shape[-3] // k.shape[-3]):
                    heads.append(shared)
            return one(q, k[..., heads, :, :], v[..., heads, :, :], mask)
        """,
        "a list filled by append; a name that the chapter binds again",
    ),
    wrong(
        "tiled",
        change(
            "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
            "heads = np.arange(q.shape[-3]) % k.shape[-3]\n"
            "    k, v = k[..., heads, :, :], v[..., heads, :, :]",
        ),
        "heads 0, 1, 0, 1: neighbours do not share",
        "dealt-out",
        of="np.repeat",
    ),
    wrong(
        "repeated on the first axis",
        change("k, groups, axis=-3)", "k, groups, axis=0)")
        + change("v, groups, axis=-3)", "v, groups, axis=0)"),
        "right without a batch only",
        "repeated-on-the-first-axis",
        of="np.repeat",
    ),
    wrong(
        "repeated along the tokens",
        change("k, groups, axis=-3)", "k, groups, axis=-2)")
        + change("v, groups, axis=-3)", "v, groups, axis=-2)"),
        "keys twice, heads as few as before: an error",
        "repeated-tokens",
        of="np.repeat",
    ),
    wrong(
        "not repeated",
        change(
            "    k = np.repeat(k, groups, axis=-3)\n"
            "    v = np.repeat(v, groups, axis=-3)\n",
            "",
        ),
        "an error, unless there is one head",
        "not-repeated",
        of="np.repeat",
    ),
    wrong(
        "values tiled, keys repeated",
        change(
            "v = np.repeat(v, groups, axis=-3)",
            "heads = np.arange(q.shape[-3]) % v.shape[-3]\n    v = v[..., heads, :, :]",
        ),
        "the two do not belong together",
        "values-dealt-out",
        of="np.repeat",
    ),
    wrong(
        "all share the first head",
        change(
            "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
            "k, v = k[..., :1, :, :], v[..., :1, :, :]",
        ),
        "the other heads of k and v are never used",
        "first-head-for-all",
        of="np.repeat",
    ),
    wrong(
        "keys averaged",
        change(
            "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
            "k, v = k.mean(-3, keepdims=True), v.mean(-3, keepdims=True)",
        ),
        "the mean of all heads of k and v",
        "shared-heads-averaged",
        of="np.repeat",
    ),
    wrong(
        "queries averaged",
        change(
            "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
            "grouped = q.reshape(*q.shape[:-3], k.shape[-3], groups, *q.shape[-2:])\n"
            "    q = grouped.mean(axis=-3)",
        ),
        "fewer heads come out",
        "group-queries-averaged",
        of="np.repeat",
    ),
    wrong(
        "not scaled",
        change(" / np.sqrt(q.shape[-1])", ""),
        "the division is forgotten",
        "unscaled",
        of="np.repeat",
    ),
    wrong(
        "scaled by d_v",
        change("np.sqrt(q.shape[-1])", "np.sqrt(v.shape[-1])"),
        "the width of the values",
        "root-of-d-v",
        of="np.repeat",
    ),
    wrong(
        "over the queries",
        change("scores.max(axis=-1", "scores.max(axis=-2")
        + change("powers.sum(axis=-1", "powers.sum(axis=-2"),
        "softmax along the columns",
        "wrong-axis",
        of="np.repeat",
    ),
    wrong(
        "one maximum for all",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
        "rows far below the largest score are 0 / 0",
        "one-maximum-for-all",
        of="np.repeat",
    ),
    wrong(
        "no maximum",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
        "large scores overflow",
        "unstable",
        of="np.repeat",
    ),
    wrong(
        "causal",
        change(
            "    powers =",
            "    scores = np.where(np.tri(*scores.shape[-2:]), scores, -np.inf)\n"
            "    powers =",
        ),
        "there is no mask",
        "causal",
        of="np.repeat",
    ),
    wrong(
        "softmax twice",
        change(
            "    return",
            "    powers = np.exp(powers / powers.sum(axis=-1, keepdims=True))\n    return",
        ),
        "weights go through softmax again",
        "softmax-twice",
        of="np.repeat",
    ),
    wrong(
        "heads merged",
        change(
            "return powers / powers.sum(axis=-1, keepdims=True) @ v",
            "out = powers / powers.sum(axis=-1, keepdims=True) @ v\n"
            "    out = np.swapaxes(out, -2, -3)\n"
            "    return out.reshape(*out.shape[:-2], -1)",
        ),
        "(n, h * d_v): one step too far",
        of="np.repeat",
    ),
    *route(
        "reshaped queries",
        """
        def grouped_query_attention(q, k, v, mask=None):
            *lead, h, n_q, d = q.shape
            group = h // k.shape[-3]
            grouped = q.reshape(*lead, -1, group, n_q, d)
            scores = np.einsum("...gsid,...gjd->...gsij", grouped, k) / d ** 0.5
            scores = scores if mask is None else np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = powers / powers.sum(-1, keepdims=True)
            out = np.einsum("...gsij,...gjd->...gsid", weights, v)
            return out.reshape(*lead, h, n_q, -1)
        ---
        d * => h *
        scores, -np.inf => -np.inf, scores | mask-turned-round
        np.where(mask, scores, -np.inf) => scores * mask | blocked-scores-zero
        np.where(mask, scores, -np.inf) => scores | mask-ignored
        -1, group, n_q, d => group, -1, n_q, d).swapaxes(-3, -4
        (-1, keepdims=True => (
        (mask => (mask & (scores != 0)
        """,
    ),
    wrong(
        "blocked by a product",
        """
        def grouped_query_attention(q, k, v, mask=None):
            g = q.shape[-3] // k.shape[-3]
            k, v = np.repeat(k, g, -3), np.repeat(v, g, -3)
            s = np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
            p = np.exp(s - s.max(-1, keepdims=True))
            if mask is not None:
                p = p * mask
            return np.einsum("...ij,...jd->...id", p / (p.sum(-1, keepdims=True) + 1e-9), v)
        """,
        "the largest score may be a blocked one",
    ),
)
