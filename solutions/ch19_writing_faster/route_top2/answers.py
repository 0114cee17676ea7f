"""Answers to faster.route_top2 that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a sigmoid",
        """
        def route_top2(logits):
            order = np.argsort(-logits, axis=-1, kind="stable")
            first, second = order[..., 0], order[..., 1]
            top = np.take_along_axis(logits, order, axis=-1)
            weight = 1 / (1 + np.exp((top[..., 1] - top[..., 0]).astype(float)))
            return (np.stack([first, second], axis=-1),
                    np.stack([weight, 1 - weight], axis=-1))
        """,
        "a softmax of two is a sigmoid of their difference",
    ),
    right(
        "all the others hidden",
        """
        def route_top2(logits):
            first = logits.argmax(axis=-1)[..., None]
            scores = logits.astype(float)
            rest = scores.copy()
            np.put_along_axis(rest, first, -np.inf, axis=-1)
            second = rest.argmax(axis=-1)[..., None]
            chosen = np.concatenate([first, second], axis=-1)
            hidden = np.full(scores.shape, -np.inf)
            kept = np.take_along_axis(scores, chosen, axis=-1)
            np.put_along_axis(hidden, chosen, kept, axis=-1)
            p = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
            p = p / p.sum(axis=-1, keepdims=True)
            return chosen, np.take_along_axis(p, chosen, axis=-1)
        """,
        "minus infinity for who is not chosen, as Mixtral's paper has it",
    ),
    right(
        "token by token",
        """
        def route_top2(logits):
            chosen, weights = [], []
            for row in logits.reshape(-1, logits.shape[-1]):
                a, b = sorted(range(len(row)), key=lambda i: -row[i])[:2]
                powers = np.exp([0.0, row[b] - row[a]])
                chosen.append([a, b])
                weights.append(powers / powers.sum())
            shape = (*logits.shape[:-1], 2)
            return np.reshape(chosen, shape), np.reshape(weights, shape)
        """,
        "Python's sort is stable",
    ),
    right(
        "softmax of all, then scaled",
        """
        def route_top2(logits):
            scores = logits - logits.max(axis=-1, keepdims=True)
            p = np.exp(scores)
            i = np.argsort(-scores, axis=-1, kind="stable")[..., :2]
            top = np.take_along_axis(p, i, axis=-1)
            return i, top / top.sum(axis=-1, keepdims=True)
        """,
        "what all have in common is divided out",
    ),
    wrong(
        "not scaled",
        change(
            "top / top.sum(axis=-1, keepdims=True)", "top / p.sum(axis=-1, keepdims=True)"
        ),
        "a softmax over all experts",
        "softmax-of-all",
        of="softmax of all, then scaled",
    ),
    wrong(
        "from the smallest on",
        change("np.argsort(-logits", "np.argsort(logits"),
        "ascending",
        "the-smallest-two",
        of="a sigmoid",
    ),
    wrong(
        "half each",
        change("powers / powers.sum()", "np.array([0.5, 0.5])"),
        "a mean of two",
        "both-count-alike",
        of="token by token",
    ),
    wrong(
        "the other way round",
        change("[weight, 1 - weight]", "[1 - weight, weight]"),
        "the second counts more",
        "weights-swapped",
        of="a sigmoid",
    ),
    wrong(
        "sorted by number",
        change(
            "    p = np.exp(hidden",
            "    chosen = np.sort(chosen, axis=-1)\n    p = np.exp(hidden",
        ),
        "experts in the order of their numbers",
        "by-number",
        of="all the others hidden",
    ),
    wrong(
        "plain exponentials",
        change("np.exp([0.0, row[b] - row[a]])", "np.exp([row[a], row[b]])"),
        "overflows",
        "unstable",
        of="token by token",
    ),
    wrong(
        "shares of logits",
        change("np.exp([0.0, row[b] - row[a]])", "np.array([row[a], row[b]])"),
        "no exponential",
        "weights-of-logits",
        of="token by token",
    ),
    wrong(
        "the best twice",
        change("order[..., 0], order[..., 1]", "order[..., 0], order[..., 0]"),
        "one expert",
        "one-expert",
        of="a sigmoid",
    ),
    wrong(
        "all of them",
        """
        def route_top2(logits):
            p = np.exp(logits - logits.max(axis=-1, keepdims=True))
            order = np.argsort(-logits, axis=-1, kind="stable")
            p = np.take_along_axis(p, order, axis=-1)
            return order, p / p.sum(axis=-1, keepdims=True)
        """,
        "every expert, sorted",
    ),
    wrong(
        "softmax over all, smallest first",
        """
        def route_top2(logits):
            chosen = np.argsort(logits, axis=-1)[..., -2:]
            e = np.exp(logits)
            p = e / e.sum(-1, keepdims=True)
            return chosen, np.take_along_axis(p, chosen, -1)
        """,
        "written from the text alone",
    ),
    wrong(
        "of equals the larger number",
        """
        def route_top2(logits):
            chosen = np.argsort(logits, axis=-1, kind="stable")[..., ::-1][..., :2]
            best = np.take_along_axis(logits, chosen, -1)
            p = np.exp(best - best[..., :1])
            return chosen, p / p.sum(-1, keepdims=True)
        """,
        "argsort turned round turns equals round",
    ),
)
