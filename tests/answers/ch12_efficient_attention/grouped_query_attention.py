"""Answers to efficient.grouped_query_attention."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "efficient.grouped_query_attention"

BASE = """
def grouped_query_attention(q, k, v, mask=None):
    groups = q.shape[-3] // k.shape[-3]
    k = np.repeat(k, groups, axis=-3)
    v = np.repeat(v, groups, axis=-3)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(True if mask is None else mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v
"""

ANSWERS = (
    right(
        "np.repeat",
        BASE,
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
        edited(
            BASE,
            (
                "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
                "heads = np.arange(q.shape[-3]) % k.shape[-3]\n"
                "    k, v = k[..., heads, :, :], v[..., heads, :, :]",
            ),
        ),
        "heads 0, 1, 0, 1: neighbours do not share",
        "dealt-out",
    ),
    wrong(
        "repeated on the first axis",
        edited(
            BASE,
            (
                "axis=-3",
                "axis=0",
            ),
        ),
        "right without a batch only",
        "repeated-on-the-first-axis",
    ),
    wrong(
        "repeated along the tokens",
        edited(
            BASE,
            (
                "axis=-3",
                "axis=-2",
            ),
        ),
        "keys twice, heads as few as before: an error",
        "repeated-tokens",
    ),
    wrong(
        "not repeated",
        edited(
            BASE,
            (
                "    k = np.repeat(k, groups, axis=-3)\n"
                "    v = np.repeat(v, groups, axis=-3)\n"
                "",
                "",
            ),
        ),
        "an error, unless there is one head",
        "not-repeated",
    ),
    wrong(
        "values tiled, keys repeated",
        edited(
            BASE,
            (
                "v = np.repeat(v, groups, axis=-3)",
                "heads = np.arange(q.shape[-3]) % v.shape[-3]\n    v = v[..., heads, :, :]",
            ),
        ),
        "the two do not belong together",
        "values-dealt-out",
    ),
    wrong(
        "all share the first head",
        edited(
            BASE,
            (
                "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
                "k, v = k[..., :1, :, :], v[..., :1, :, :]",
            ),
        ),
        "the other heads of k and v are never used",
        "first-head-for-all",
    ),
    wrong(
        "keys averaged",
        edited(
            BASE,
            (
                "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
                "k, v = k.mean(-3, keepdims=True), v.mean(-3, keepdims=True)",
            ),
        ),
        "the mean of all heads of k and v",
        "shared-heads-averaged",
    ),
    wrong(
        "queries averaged",
        edited(
            BASE,
            (
                "k = np.repeat(k, groups, axis=-3)\n    v = np.repeat(v, groups, axis=-3)",
                "grouped = q.reshape(*q.shape[:-3], k.shape[-3], groups, *q.shape[-2:])\n"
                "    q = grouped.mean(axis=-3)",
            ),
        ),
        "fewer heads come out",
        "group-queries-averaged",
    ),
    wrong(
        "not scaled",
        edited(
            BASE,
            (
                "/ np.sqrt(q.shape[-1])",
                "/ 1",
            ),
        ),
        "the division is forgotten",
        "unscaled",
    ),
    wrong(
        "scaled by d_v",
        edited(
            BASE,
            (
                "np.sqrt(q.shape[-1])",
                "np.sqrt(v.shape[-1])",
            ),
        ),
        "the width of the values",
        "root-of-d-v",
    ),
    wrong(
        "over the queries",
        edited(
            BASE,
            (
                "axis=-1, keepdims",
                "axis=-2, keepdims",
            ),
        ),
        "softmax along the columns",
        "wrong-axis",
    ),
    wrong(
        "one maximum for all",
        edited(
            BASE,
            (
                "scores.max(axis=-1, keepdims=True)",
                "scores.max()",
            ),
        ),
        "rows far below the largest score are 0 / 0",
        "one-maximum-for-all",
    ),
    wrong(
        "no maximum",
        edited(
            BASE,
            (
                "scores - scores.max(axis=-1, keepdims=True)",
                "scores",
            ),
        ),
        "large scores overflow",
        "unstable",
    ),
    wrong(
        "causal",
        edited(
            BASE,
            (
                "powers = np.exp(scores",
                "scores = np.where(np.tri(*scores.shape[-2:]), scores, -np.inf)\n"
                "    powers = np.exp(scores",
            ),
        ),
        "there is no mask",
        "causal",
    ),
    wrong(
        "softmax twice",
        edited(
            BASE,
            (
                "return powers / powers.sum(axis=-1, keepdims=True) @ v",
                "weights = np.exp(powers / powers.sum(axis=-1, keepdims=True))\n"
                "    return weights / weights.sum(axis=-1, keepdims=True) @ v",
            ),
        ),
        "weights go through softmax again",
        "softmax-twice",
    ),
    wrong(
        "heads merged",
        edited(
            BASE,
            (
                "return powers / powers.sum(axis=-1, keepdims=True) @ v",
                "out = powers / powers.sum(axis=-1, keepdims=True) @ v\n"
                "    out = np.swapaxes(out, -2, -3)\n"
                "    return out.reshape(*out.shape[:-2], -1)",
            ),
        ),
        "(n, h * d_v): one step too far",
    ),
)
