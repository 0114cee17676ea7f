"""Answers to faster.mixture_of_experts that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "token by token",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            out = []
            for token in x:
                logits = token @ W_router
                first, second = np.argsort(-logits, kind="stable")[:2]
                share = 1 / (1 + np.exp(logits[second] - logits[first]))
                made = [np.maximum(token @ W_in[e], 0) @ W_out[e] for e in (first, second)]
                out.append(share * made[0] + (1 - share) * made[1])
            return np.array(out)
        """,
        "as the task says it",
    ),
    right(
        "dense, with zeros",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            logits = x @ W_router
            rank = np.argsort(np.argsort(-logits, axis=1, kind="stable"), axis=1)
            kept = np.where(rank < 2, logits, -np.inf)
            gates = np.exp(kept - kept.max(axis=1, keepdims=True))
            gates = gates / gates.sum(axis=1, keepdims=True)
            wide = np.maximum(np.einsum("nd,edf->nef", x, W_in), 0)
            return np.einsum("ne,nef,efd->nd", gates, wide, W_out)
        """,
        "all experts, most of them times zero: right, and nothing saved",
    ),
    right(
        "gathered matrices",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            scores = x @ W_router
            best = np.argsort(-scores, axis=1, kind="stable")[:, :2]
            top = np.take_along_axis(scores, best, axis=1)
            g = np.exp(top - top.max(axis=1, keepdims=True))
            g = g / g.sum(axis=1, keepdims=True)
            wide = np.einsum("nd,nkdf->nkf", x, W_in[best])
            made = np.einsum("nkf,nkfd->nkd", wide * (wide > 0), W_out[best])
            return (g[..., None] * made).sum(axis=1)
        """,
        "each token fetches the matrices of its two",
    ),
    right(
        "sorted by expert",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            scores = x @ W_router
            best = np.argsort(-scores, axis=1, kind="stable")[:, :2]
            top = np.take_along_axis(scores, best, axis=1)
            g = np.exp(top - top[:, :1])
            g = (g / g.sum(axis=1, keepdims=True)).ravel()
            order = np.argsort(best.ravel(), kind="stable")
            owner = best.ravel()[order]
            ends = np.searchsorted(owner, np.arange(len(W_in) + 1))
            out = np.zeros(x.shape, dtype=x.dtype)
            for e in range(len(W_in)):
                pairs = order[ends[e] : ends[e + 1]]
                made = np.maximum(x[pairs // 2] @ W_in[e], 0) @ W_out[e]
                np.add.at(out, pairs // 2, g[pairs, None] * made)
            return out
        """,
        "tokens put in the order of their experts, as large models do",
    ),
    wrong(
        "no weights",
        change("(g[..., None] * made)", "made"),
        "a plain sum",
        "weights-left-out",
        of="gathered matrices",
    ),
    wrong(
        "overwritten",
        change(
            "np.add.at(out, pairs // 2, g[pairs, None] * made)",
            "out[pairs // 2] = g[pairs, None] * made",
        ),
        "only the expert with the larger number stays",
        "the-last-expert-alone",
        of="sorted by expert",
    ),
    wrong(
        "one of two",
        change(" + (1 - share) * made[1]", ""),
        "the better one's share",
        "the-best-alone",
        of="token by token",
    ),
    wrong(
        "linear",
        change("wide * (wide > 0)", "wide"),
        "no ReLU",
        "without-relu",
        of="gathered matrices",
    ),
    wrong(
        "crossed",
        change(
            "share * made[0] + (1 - share) * made[1]",
            "share * made[1] + (1 - share) * made[0]",
        ),
        "weights changed places",
        "the-other-ones-weight",
        of="token by token",
    ),
    wrong(
        "a softmax of all",
        change(
            "gates / gates.sum(axis=1, keepdims=True)",
            "gates / np.exp(logits - logits.max(axis=1, keepdims=True))"
            ".sum(axis=1, keepdims=True)",
        ),
        "the two do not sum to one",
        "softmax-of-all",
        of="dense, with zeros",
    ),
    wrong(
        "everybody",
        change("np.where(rank < 2, logits, -np.inf)", "logits"),
        "nobody is left out",
        "all-experts",
        of="dense, with zeros",
    ),
    wrong(
        "the first token's",
        change("W_in[best]", "W_in[best[:1].repeat(len(x), 0)]")
        + change("W_out[best]", "W_out[best[:1].repeat(len(x), 0)]"),
        "one pair of experts",
        "one-choice-for-all",
        of="gathered matrices",
    ),
    wrong(
        "with the token",
        change(
            "return (g[..., None] * made).sum(axis=1)",
            "return x + (g[..., None] * made).sum(axis=1)",
        ),
        "a residual",
        "the-token-added",
        of="gathered matrices",
    ),
    wrong(
        "the mean of matrices",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            return np.maximum(x @ W_in.mean(axis=0), 0) @ W_out.mean(axis=0)
        """,
        "no router",
    ),
    right(
        "einsum over all experts",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            logits = x @ W_router
            order = np.argsort(-logits, axis=-1)[:, :2]
            top = np.take_along_axis(logits, order, -1)
            gate = np.zeros(logits.shape)
            e = np.exp(top - top[:, :1])
            np.put_along_axis(gate, order, e / e.sum(-1, keepdims=True), -1)
            hidden = np.maximum(np.einsum("nd,edf->nef", x, W_in), 0)
            return np.einsum("ne,nef,efd->nd", gate, hidden, W_out)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "equal weights, no relu",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            out = np.zeros_like(x)
            for i, token in enumerate(x):
                for e in np.argsort(-(token @ W_router))[:2]:
                    out[i] += 0.5 * (token @ W_in[e]) @ W_out[e]
            return out
        """,
        "written from the text alone",
    ),
    wrong(
        "of equals the last",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            logits = x @ W_router
            out = np.zeros(x.shape)
            for i, token in enumerate(x):
                first, second = np.argsort(logits[i], kind="stable")[::-1][:2]
                a, b = logits[i, first], logits[i, second]
                g = 1 / (1 + np.exp(b - a))
                for e, gate in ((first, g), (second, 1 - g)):
                    out[i] += gate * (np.maximum(token @ W_in[e], 0) @ W_out[e])
            return out
        """,
        "written from the text alone",
    ),
    wrong(
        "absolute values for the ReLU",
        """
        def mixture_of_experts(x, W_router, W_in, W_out):
            chosen, weights = route_top2(x @ W_router)
            out = np.zeros_like(x)
            for i, row in enumerate(x):
                for e, w in zip(chosen[i], weights[i]):
                    out[i] += np.abs(row @ W_in[e]) @ W_out[e] * w
            return out
        """,
        "sizes for what is above 0",
    ),
)
