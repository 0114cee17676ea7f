"""Answers to faster.accept_draft that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a running product",
        """
        def accept_draft(p, q, draft, uniforms):
            k = len(draft)
            rows = np.arange(k)
            draft = np.array(draft, dtype=int)
            accepted = uniforms[:k] * q[rows, draft] < p[rows, draft]
            n = int(np.cumprod(accepted).sum())
            left = p[n] - q[n] if n < k else p[n]
            sums = np.cumsum(np.maximum(left, 0))
            drawn = np.argmax(sums > uniforms[k] * sums[-1])
            return [*draft[:n].tolist(), int(drawn)]
        """,
        "all decisions at once; nothing is scaled, the uniform is",
    ),
    right(
        "recursion",
        """
        def drawn(weights, uniform):
            reached = 0.0
            for token, weight in enumerate(weights / weights.sum()):
                reached += weight
                if reached > uniform:
                    return token
            return int(np.flatnonzero(weights)[-1])


        def accept_draft(p, q, draft, uniforms):
            if len(draft) == 0:
                return [drawn(p[0], uniforms[0])]
            first = draft[0]
            if uniforms[0] < min(1, p[0, first] / q[0, first]):
                return [first] + accept_draft(p[1:], q[1:], draft[1:], uniforms[1:])
            return [drawn(np.clip(p[0] - q[0], 0, None), uniforms[-1])]
        """,
        "the first token, then the rest",
    ),
    right(
        "while",
        """
        def accept_draft(p, q, draft, uniforms):
            i = 0
            while i < len(draft):
                wanted, offered = p[i][draft[i]], q[i][draft[i]]
                if wanted < offered and uniforms[i] >= wanted / offered:
                    break
                i += 1
            if i == len(draft):
                chances = p[i]
            else:
                chances = p[i] - np.minimum(p[i], q[i])
            order = np.cumsum(chances) / np.sum(chances)
            return list(draft[:i]) + [int((order <= uniforms[-1]).sum())]
        """,
        "counts how many sums the uniform has passed",
    ),
    right(
        "its own residual",
        """
        def accept_draft(p, q, draft, uniforms):
            kept = []
            for token, wanted, offered, u in zip(draft, p, q, uniforms):
                if u < wanted[token] / offered[token]:
                    kept.append(token)
                    continue
                shares = np.cumsum(residual(wanted, offered))
                return kept + [int(np.searchsorted(shares, uniforms[-1], "right"))]
            return kept + [int(np.searchsorted(np.cumsum(p[-1]), uniforms[-1], "right"))]


        def residual(p, q):
            left = np.maximum(p - q, 0)
            return left / left.sum()
        """,
        "returns at the first refusal",
    ),
    wrong(
        "equals accepted",
        change("uniforms[i] >= wanted / offered", "uniforms[i] > wanted / offered"),
        "below is asked for",
        "equal-is-accepted",
        of="while",
    ),
    wrong(
        "reached, not exceeded",
        change("order <= uniforms[-1]", "order < uniforms[-1]"),
        "a sum that equals the uniform ends the count",
        "reached-not-exceeded",
        of="while",
    ),
    wrong(
        "no refusal",
        change("uniforms[:k] * q[rows, draft] < p[rows, draft]", "uniforms[:k] < 1"),
        "everything is taken",
        "accepted-always",
        of="a running product",
    ),
    wrong(
        "from p",
        change("left = p[n] - q[n] if n < k else p[n]", "left = p[n]"),
        "p behind a refused token, too",
        "drawn-from-p-again",
        of="a running product",
    ),
    wrong(
        "q by p",
        change(
            "uniforms[:k] * q[rows, draft] < p[rows, draft]",
            "uniforms[:k] * p[rows, draft] < q[rows, draft]",
        ),
        "the other ratio",
        "ratio-turned-round",
        of="a running product",
    ),
    wrong(
        "p alone",
        change("min(1, p[0, first] / q[0, first])", "p[0, first]"),
        "accepted as often as the model would have drawn it",
        "without-the-ratio",
        of="recursion",
    ),
    wrong(
        "all that are accepted",
        change("np.cumprod(accepted).sum()", "accepted.sum()")
        + change("draft[:n].tolist()", "draft[accepted].tolist()")
        + change(
            "left = p[n] - q[n] if n < k else p[n]",
            "last = np.flatnonzero(~accepted)[-1:]\n"
            "    left = p[last[0]] - q[last[0]] if len(last) else p[k]",
        ),
        "a filter in the place of a prefix",
        "goes-on-after-a-refusal",
        of="a running product",
    ),
    wrong(
        "accepted tokens alone",
        change("[*draft[:n].tolist(), int(drawn)]", "draft[:n].tolist()"),
        "no token of its own",
        "nothing-drawn",
        of="a running product",
    ),
    wrong(
        "the largest",
        change("int((order <= uniforms[-1]).sum())", "int(chances.argmax())"),
        "nothing is drawn",
        "the-likeliest-taken",
        of="while",
    ),
    wrong(
        "the same uniform",
        change("order <= uniforms[-1]", "order <= uniforms[i]"),
        "the one that decided",
        "a-used-uniform",
        of="while",
    ),
    wrong(
        "a row further",
        change("p[i] - np.minimum(p[i], q[i])", "p[i + 1] - np.minimum(p[i + 1], q[i])"),
        "a row that has read the refused token",
        "residual-of-the-next-row",
        of="while",
    ),
    wrong(
        "from q",
        change("chances = p[i] - np.minimum(p[i], q[i])", "chances = q[i]"),
        "the draft's probabilities",
        "draft-drawn-from-in-the-end",
        of="while",
    ),
    wrong(
        "refused where it is too likely",
        change("np.clip(p[0] - q[0], 0, None)", "np.abs(p[0] - q[0])"),
        "a residual of sizes",
        of="recursion",
    ),
    wrong(
        "draws from p after a refusal",
        """
        def accept_draft(p, q, draft, uniforms):
            out = []
            for i, t in enumerate(draft):
                if uniforms[i] < p[i, t] / q[i, t]:
                    out.append(t)
                else:
                    break
            row = p[len(out)]
            out.append(int(np.searchsorted(np.cumsum(row), uniforms[-1], side="right")))
            return out
        """,
        "written from the text alone",
        "drawn-from-p-again",
    ),
    wrong(
        "residual not scaled",
        """
        def accept_draft(p, q, draft, uniforms):
            for i, t in enumerate(draft):
                if uniforms[i] >= p[i, t] / q[i, t]:
                    left = np.maximum(p[i] - q[i], 0)
                    at = int((np.cumsum(left) <= uniforms[-1]).sum())
                    return list(draft[:i]) + [min(at, p.shape[1] - 1)]
            return list(draft) + [int((np.cumsum(p[-1]) <= uniforms[-1]).sum())]
        """,
        "sums that end below one",
    ),
    wrong(
        "the uniform that refused draws",
        """
        def accept_draft(p, q, draft, uniforms):
            out = []
            for i, t in enumerate(draft):
                if uniforms[i] * q[i, t] < p[i, t]:
                    out.append(int(t))
                else:
                    r = residual(p[i], q[i])
                    return out + [int((r.cumsum() <= uniforms[i]).sum())]
            return out + [int((p[-1].cumsum() <= uniforms[-1]).sum())]
        """,
        "a uniform that has decided already",
        "a-used-uniform",
    ),
    wrong(
        "the next uniform draws",
        """
        def accept_draft(p, q, draft, uniforms):
            accepted = []
            for i, token in enumerate(draft):
                if uniforms[i] < p[i, token] / q[i, token]:
                    accepted.append(token)
                    continue
                left = np.maximum(p[i] - q[i], 0)
                left = left / left.sum()
                drawn = int(np.argmax(np.cumsum(left) > uniforms[i + 1]))
                return accepted + [drawn]
            drawn = int(np.argmax(np.cumsum(p[len(draft)]) > uniforms[len(draft)]))
            return accepted + [drawn]
        """,
        "the uniform of a decision that was never made",
        "the-next-uniform",
    ),
)
