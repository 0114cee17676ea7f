"""Answers to faster.balance_loss that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a table of ones",
        """
        def balance_loss(logits):
            tokens, experts = logits.shape
            order = np.argsort(-logits, axis=1, kind="stable")[:, :2]
            met = np.zeros((tokens, experts))
            np.put_along_axis(met, order, 1.0, axis=1)
            z = np.exp(logits - logits.max(axis=1)[:, None])
            z = z / z.sum(axis=1)[:, None]
            return experts * met.mean(axis=0) / 2 @ z.mean(axis=0)
        """,
        "one where a token meets an expert",
    ),
    right(
        "expert by expert",
        """
        def balance_loss(logits):
            tokens, experts = logits.shape
            chosen, _ = route_top2(logits)
            shifted = logits - logits.max(axis=-1, keepdims=True)
            log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
            total = 0.0
            for expert in range(experts):
                share = (chosen == expert).sum() / (2 * tokens)
                total += share * np.exp(log_p[:, expert]).mean()
            return total * experts


        def route_top2(logits):
            return np.argsort(-logits, axis=-1, kind="stable")[..., :2], None
        """,
        "a sum over experts",
    ),
    right(
        "pairs of tokens",
        """
        def balance_loss(logits):
            z = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
            z /= z.sum(axis=-1, keepdims=True)
            rank = np.argsort(np.argsort(-logits, axis=-1, kind="stable"), axis=-1)
            met = rank < 2
            return np.mean(met.astype(float) @ z.T) * logits.shape[1] / 2
        """,
        "what each token meets, against what each would like",
    ),
    right(
        "einsum",
        """
        def balance_loss(logits):
            n, experts = logits.shape
            first = logits.argmax(axis=1)
            others = logits.astype(float)
            others[np.arange(n), first] = -np.inf
            counts = np.zeros(experts)
            np.add.at(counts, first, 1)
            np.add.at(counts, others.argmax(axis=1), 1)
            z = np.exp(logits - logits.max(axis=1, keepdims=True))
            z = z / z.sum(axis=1, keepdims=True)
            return float(np.einsum("e,ne->", counts, z) * experts / (2 * n * n))
        """,
        "the two choices counted one after the other",
    ),
    wrong(
        "no factor",
        change("return total * experts", "return total"),
        "less with more experts",
        "without-the-number-of-experts",
        of="expert by expert",
    ),
    wrong(
        "counts",
        change(" / (2 * tokens)", ""),
        "not shares",
        "counts-for-shares",
        of="expert by expert",
    ),
    wrong(
        "by tokens",
        change(" / (2 * tokens)", " / tokens"),
        "two choices a token",
        "two-choices-a-token-forgotten",
        of="expert by expert",
    ),
    wrong(
        "the best",
        change("np.add.at(counts, others.argmax(axis=1), 1)", "counts *= 2"),
        "the second is not counted",
        "first-choices-alone",
        of="einsum",
    ),
    wrong(
        "squared",
        change(
            "met.mean(axis=0) / 2 @ z.mean(axis=0)", "np.sum(met.mean(axis=0) ** 2) / 4"
        ),
        "no probabilities",
        "squares-of-shares",
        of="a table of ones",
    ),
    wrong(
        "added up",
        change("@ z.mean(axis=0)", "@ z.sum(axis=0)"),
        "more with more tokens",
        "sum-over-tokens",
        of="a table of ones",
    ),
    wrong(
        "the other axis",
        change("logits.max(axis=1, keepdims=True)", "logits.max(axis=0, keepdims=True)")
        + change("z.sum(axis=1, keepdims=True)", "z.sum(axis=0, keepdims=True)"),
        "over tokens",
        "softmax-over-tokens",
        of="einsum",
    ),
    wrong(
        "raw",
        change("@ z.mean(axis=0)", "@ logits.mean(axis=0)"),
        "logits",
        "logits-for-probabilities",
        of="a table of ones",
    ),
    wrong(
        "plain",
        change(
            "np.exp(logits - np.max(logits, axis=-1, keepdims=True))",
            "np.exp(logits.astype(float))",
        ),
        "overflows",
        "unstable",
        of="pairs of tokens",
    ),
    wrong(
        "the variance",
        """
        def balance_loss(logits):
            chosen = np.argsort(-logits, axis=-1, kind="stable")[:, :2]
            counts = np.bincount(chosen.ravel(), minlength=logits.shape[1])
            return (counts.std() / counts.mean()) ** 2
        """,
        "the coefficient of variation of the counts, which gives no gradient",
    ),
    right(
        "bincount, einsum",
        """
        def balance_loss(logits):
            n, experts = logits.shape
            order = np.argsort(-logits, axis=1, kind="stable")
            f = np.bincount(order[:, :2].ravel(), minlength=experts) / (2 * n)
            z = np.exp(logits - np.max(logits, axis=1)[:, None])
            P = np.einsum("te,t->e", z, 1 / z.sum(1)) / n
            return experts * float(f @ P)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "first choice alone, not times experts",
        """
        def balance_loss(logits):
            e = np.exp(logits - logits.max(-1, keepdims=True))
            P = (e / e.sum(-1, keepdims=True)).mean(0)
            f = np.bincount(logits.argmax(-1)) / len(logits)
            return np.sum(f * P)
        """,
        "written from the text alone",
    ),
    wrong(
        "of equals the last",
        """
        def balance_loss(logits):
            n, m = logits.shape
            e = np.exp(logits - logits.max(-1, keepdims=True))
            P = (e / e.sum(-1, keepdims=True)).mean(0)
            top = np.argsort(logits, -1, kind="stable")[:, -2:]
            f = np.bincount(top.ravel(), minlength=m) / (2 * n)
            return float(m * (f * P).sum())
        """,
        "written from the text alone",
    ),
    wrong(
        "P of the two chosen alone",
        """
        def balance_loss(logits):
            n, experts = logits.shape
            chosen, weights = route_top2(logits)
            f = np.bincount(chosen.ravel(), minlength=experts) / (2 * n)
            P = np.zeros(experts)
            np.add.at(P, chosen, weights)
            return experts * float(f @ P) / n
        """,
        "weights of the two for probabilities of all",
    ),
)
