"""Answers to heads.multi_head_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "through the chapter's helpers",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "split, attend, merge",
    ),
    right(
        "head by head, filled in place",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            batch, n, d = x.shape
            width = d // n_heads
            if mask is None:
                mask = np.ones((n, n), dtype=bool)
            mask = np.broadcast_to(mask, (batch, n_heads, n, n))
            context = np.zeros((batch, n, d), dtype=np.result_type(x, np.float32))
            for b in range(batch):
                for h in range(n_heads):
                    own = slice(h * width, (h + 1) * width)
                    q, k, v = x[b] @ W_q[:, own], x[b] @ W_k[:, own], x[b] @ W_v[:, own]
                    for i in range(n):
                        ok = mask[b, h, i]
                        if not ok.any():
                            continue
                        scores = k[ok] @ q[i] / width**0.5
                        powers = np.exp(scores - scores.max())
                        context[b, i, own] = powers @ v[ok] / powers.sum()
            return context @ W_o
        """,
        "a loop over heads into an array of zeros",
    ),
    right(
        "a sum over heads",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            width = x.shape[-1] // n_heads
            output = 0
            for h in range(n_heads):
                own = slice(h * width, (h + 1) * width)
                scores = x @ W_q[:, own] @ np.swapaxes(x @ W_k[:, own], 1, 2) / width**0.5
                open_here = np.True_
                if mask is not None:
                    open_here = np.asarray(mask)
                    if open_here.ndim > 2:
                        heads = open_here.shape[-3]
                        open_here = open_here[..., h if heads > 1 else 0, :, :]
                weights = masked_softmax(scores, open_here)
                output = output + weights @ (x @ W_v[:, own]) @ W_o[own]
            return output
        """,
        "each head through its own rows of W_o, added up",
    ),
    right(
        "einsum",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            d = x.shape[-1]
            three = [W.reshape(d, n_heads, -1) for W in (W_q, W_k, W_v)]
            q, k, v = (np.einsum("bnd,dhw->bhnw", x, W) for W in three)
            scores = np.einsum("bhiw,bhjw->bhij", q, k) / (d // n_heads) ** 0.5
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            top = scores.max(axis=-1, keepdims=True)
            powers = np.exp(scores - np.where(np.isneginf(top), 0, top))
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return np.einsum("bhij,bhjw,hwd->bid", weights, v, W_o.reshape(n_heads, -1, d))
        """,
        "heads as an axis of the matrices",
    ),
    right(
        "helpers head_alone and rows",
        """
        def rows(h, width):
            return slice(h * width, (h + 1) * width)


        def head_alone(x, W_q, W_k, W_v, own, mask):
            q, k, v = x @ W_q[:, own], x @ W_k[:, own], x @ W_v[:, own]
            scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
            return masked_softmax(scores, mask) @ v


        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            batch, n, d = x.shape
            full = (batch, n_heads, n, n)
            mask = np.broadcast_to(True if mask is None else mask, full)
            contexts = []
            for h in range(n_heads):
                own = rows(h, d // n_heads)
                contexts.append(head_alone(x, W_q, W_k, W_v, own, mask[:, h]))
            return np.concatenate(contexts, axis=-1) @ W_o
        """,
        "helper names that the chapter binds again below",
    ),
    right(
        "torch's own function",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            arrays = [np.array(a, dtype=np.float64) for a in (x, W_q, W_k, W_v, W_o)]
            x, *projections, W_o = map(torch.from_numpy, arrays)
            q, k, v = (
                (x @ W).unflatten(-1, (n_heads, -1)).transpose(1, 2) for W in projections
            )
            scores = q @ k.mT / q.shape[-1] ** 0.5
            if mask is not None:
                scores = scores.masked_fill(~torch.from_numpy(np.array(mask)), -torch.inf)
            weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
            return ((weights @ v).transpose(1, 2).flatten(2) @ W_o).numpy()
        """,
        "scaled_dot_product_attention inside, in float64",
    ),
    wrong(
        "sqrt of the whole width",
        change("np.sqrt(q.shape[-1])", "np.sqrt(x.shape[-1])"),
        "divided by the root of d, not of a head's width",
        "scaled-by-d-model",
        of="through the chapter's helpers",
    ),
    wrong(
        "not scaled",
        change(" / np.sqrt(q.shape[-1])", ""),
        "the division is forgotten",
        "unscaled",
        of="through the chapter's helpers",
    ),
    wrong(
        "W_o forgotten",
        change("v) @ W_o", "v)"),
        "the merged heads are handed back",
        "no-output-projection",
        of="through the chapter's helpers",
    ),
    wrong(
        "heads not transposed back",
        change("merge_heads(weights @ v)", "(weights @ v).reshape(x.shape)"),
        "the contexts reshaped, the axes not swapped",
        "heads-mixed-by-the-merge",
        of="through the chapter's helpers",
    ),
    wrong(
        "split by reshape",
        change(
            "split_heads(x @ W, n_heads)",
            "(x @ W).reshape(len(x), n_heads, x.shape[1], -1)",
        )
        + change("merge_heads(weights @ v)", "(weights @ v).reshape(x.shape)"),
        "split and merged by reshape alone",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
        of="through the chapter's helpers",
    ),
    wrong(
        "-1e9",
        change(
            "    weights = masked_softmax(scores, np.True_ if mask is None else mask)",
            "    if mask is not None:\n"
            "        scores = np.where(mask, scores, -1e9)\n"
            "    weights = softmax(scores)",
        ),
        "a query with nothing open gets the mean of all values",
        "minus-1e9",
        of="through the chapter's helpers",
    ),
    wrong(
        "-1e9 added",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            if mask is not None:
                scores = scores + np.where(mask, 0.0, -1e9)
            weights = softmax(scores)
            if mask is not None:
                weights = weights * np.any(mask, axis=-1, keepdims=True)
            return merge_heads(weights @ v) @ W_o
        """,
        "a blocked score that is large comes through",
        "minus-1e9-too-little",
    ),
    wrong(
        "no mask handled",
        change("np.True_ if mask is None else mask", "mask"),
        "np.where(None, ...) blocks everything",
        "none-unhandled",
        of="through the chapter's helpers",
    ),
    wrong(
        "the mask is never used",
        change("masked_softmax(scores, mask", "softmax(scores"),
        "mask is a parameter and nothing more",
        "mask-ignored",
        of="no mask handled",
    ),
    wrong(
        "masked after the softmax",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            weights = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
            if mask is not None:
                weights = weights * mask
            return merge_heads(weights @ v) @ W_o
        """,
        "blocked weights are zeroed, the others left",
        "mask-after",
    ),
    wrong(
        "True taken for blocked",
        change("else mask", "else ~mask"),
        "the other convention",
        "mask-inverted",
        of="through the chapter's helpers",
    ),
    wrong(
        "a causal mask left in",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            n = x.shape[1]
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.tril(np.ones((n, n), dtype=bool))
            may = may if mask is None else may & mask
            return merge_heads(masked_softmax(scores, may) @ v) @ W_o
        """,
        "every token is kept from its future, asked or not",
        "causal",
    ),
    wrong(
        "softmax twice",
        change(
            "    return",
            "    weights = masked_softmax(weights, np.True_ if mask is None else mask)\n"
            "    return",
        ),
        "weights go through softmax again",
        "softmax-twice",
        of="through the chapter's helpers",
    ),
    wrong(
        "queries and keys swapped",
        change("q @ np.swapaxes(k", "k @ np.swapaxes(q"),
        "k q^T",
        "swapped-qk",
        of="through the chapter's helpers",
    ),
    wrong(
        "keys not transposed",
        change("np.swapaxes(k, -1, -2)", "k"),
        "q @ k: an error of matmul",
        "not-transposed",
        of="through the chapter's helpers",
    ),
    wrong(
        "split before projecting",
        change(
            "q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))",
            "parts = split_heads(x, n_heads)\n"
            "    q, k, v = parts @ W_q, parts @ W_k, parts @ W_v",
        ),
        "x is cut and the whole matrices do not fit: an error",
        of="through the chapter's helpers",
    ),
    wrong(
        "one head",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, 1) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.True_ if mask is None else mask
            may = may[..., :1, :, :] if np.ndim(may) > 2 else may
            weights = masked_softmax(scores, may)
            return merge_heads(weights @ v) @ W_o
        """,
        "attention over the whole width",
        "one-head",
    ),
    wrong(
        "W_o transposed",
        change("v) @ W_o", "v) @ W_o.T"),
        "merged @ W_o.T",
        "output-projection-transposed",
        of="through the chapter's helpers",
    ),
    wrong(
        "residual added inside",
        change("return merge_heads", "return x + merge_heads"),
        "x is added, which is the block's part",
        "residual",
        of="through the chapter's helpers",
    ),
    wrong(
        "weights too",
        change("v) @ W_o", "v) @ W_o, weights"),
        "(output, weights), as nn.MultiheadAttention returns",
        "two-results",
        of="through the chapter's helpers",
    ),
    wrong(
        "no scale, and in float16",
        change(" / np.sqrt(q.shape[-1])", "")
        + change(
            "merge_heads(weights @ v) @ W_o", "np.float16(merge_heads(weights @ v) @ W_o)"
        ),
        "a coarse dtype must not make a wrong answer pass",
        "unscaled",
        of="through the chapter's helpers",
    ),
    wrong(
        "one maximum for all",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            top = scores.max()
            powers = np.exp(scores - (top if np.isfinite(top) else 0))
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return merge_heads(weights @ v) @ W_o
        """,
        "rows far below the largest score get zeros",
        "one-maximum-for-all",
    ),
    wrong(
        "exp without a maximum",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            powers = np.exp(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
            if mask is not None:
                powers = np.where(mask, powers, 0)
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return merge_heads(weights @ v) @ W_o
        """,
        "large scores overflow",
        "unstable",
    ),
)
