"""Right answers to heads.multi_head_attention by other routes than the reference."""

from autograder import right

ROUTES = (
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
)
