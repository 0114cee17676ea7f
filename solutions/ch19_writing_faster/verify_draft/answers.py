"""Answers to faster.verify_draft that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a running product",
        """
        def verify_draft(logits, draft):
            own = logits.argmax(axis=1)
            stands = np.cumprod(own[:-1] == np.array(draft, dtype=int)).sum()
            return own[: stands + 1].tolist()
        """,
        "ones up to the first zero; what stands is what the model writes",
    ),
    right(
        "while",
        """
        def verify_draft(logits, draft):
            stands = 0
            while stands < len(draft) and draft[stands] == np.argmax(logits[stands]):
                stands += 1
            return list(draft[:stands]) + [int(np.argmax(logits[stands]))]
        """,
        "counts, then cuts",
    ),
    right(
        "where they differ",
        """
        def verify_draft(logits, draft):
            own = [int(np.flatnonzero(row == row.max())[0]) for row in logits]
            differ = [i for i, token in enumerate(draft) if token != own[i]]
            end = differ[0] if differ else len(draft)
            return draft[:end] + own[end : end + 1]
        """,
        "the first of all places that differ",
    ),
    right(
        "recursion",
        """
        def verify_draft(logits, draft):
            first = max(range(len(logits[0])), key=lambda i: (logits[0][i], -i))
            if len(draft) == 0 or draft[0] != first:
                return [first]
            return [first] + verify_draft(logits[1:], draft[1:])
        """,
        "one token, then the rest",
    ),
    wrong(
        "a row late",
        change("own[:-1] ==", "own[1:] =="),
        "rows that have read the token",
        "one-row-late",
        of="a running product",
    ),
    wrong(
        "the draft alone",
        change(" + [int(np.argmax(logits[stands]))]", ""),
        "nothing of its own",
        "no-token-of-its-own",
        of="while",
    ),
    wrong(
        "all that agree",
        """
        def verify_draft(logits, draft):
            own = np.argmax(logits, axis=-1)
            new = [token for token, mine in zip(draft, own) if token == mine]
            return new + [int(own[len(new)])]
        """,
        "a filter in the place of a prefix",
        "goes-on-after-a-mistake",
    ),
    wrong(
        "whole or not",
        change("differ[0] if differ", "0 if differ"),
        "the whole draft or nothing",
        "all-or-nothing",
        of="where they differ",
    ),
    wrong(
        "with the wrong one",
        change("draft[:end] + own[end : end + 1]", "draft[: end + 1] or own[:1]")
        + change("else len(draft)", "else None")
        + change(
            "    return draft", "    if end is None:\n        return own\n    return draft"
        ),
        "the token that differs is kept",
        "the-wrong-token-kept",
        of="where they differ",
    ),
    wrong(
        "the last row's",
        change("[int(np.argmax(logits[stands]))]", "[int(np.argmax(logits[-1]))]"),
        "it has read all of the draft",
        "own-token-of-the-last-row",
        of="while",
    ),
    wrong(
        "the first row's",
        change("[int(np.argmax(logits[stands]))]", "[int(np.argmax(logits[0]))]"),
        "it has read none of the draft",
        "own-token-of-the-first-row",
        of="while",
    ),
    wrong(
        "trusted",
        change(
            "stands < len(draft) and draft[stands] == np.argmax(logits[stands])",
            "stands < len(draft)",
        ),
        "nothing is compared",
        "the-draft-unchecked",
        of="while",
    ),
    wrong(
        "no draft",
        """
        def verify_draft(logits, draft):
            return [int(np.argmax(logits[0]))]
        """,
        "one token a pass, as without a draft",
    ),
    right(
        "cumprod",
        """
        def verify_draft(logits, draft):
            best = logits.argmax(-1)
            ok = np.cumprod(np.equal(best[:-1], draft)).sum().astype(int)
            return best[:ok + 1].tolist()
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "no own token behind a whole draft",
        """
        def verify_draft(logits, draft):
            out = []
            for i, t in enumerate(draft):
                best = int(np.argmax(logits[i]))
                out.append(best)
                if best != t:
                    break
            return out
        """,
        "written from the text alone",
        "none-behind-a-whole-draft",
    ),
    wrong(
        "own token of the row before",
        """
        def verify_draft(logits, draft):
            best = logits.argmax(-1)
            n = 0
            while n < len(draft) and draft[n] == best[n]:
                n += 1
            return [int(t) for t in draft[:n]] + [int(best[max(n - 1, 0)])]
        """,
        "the row that has read one token less",
    ),
)
