"""Answers to inside.mean_ablate."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "inside.mean_ablate"

BASE = """
def mean_ablate(z, heads, means):
    out = z.copy()
    for head in heads:
        out[..., head, :] = means[head]
    return out
"""

ANSWERS = (
    right("a loop", BASE, "head by head"),
    right("np.array", edited(BASE, ("z.copy()", "np.array(z)")), "np.array copies"),
    right(
        "where",
        """
        def mean_ablate(z, heads, means):
            off = np.zeros(z.shape[-2], dtype=bool)
            off[list(heads)] = True
            return np.where(off[:, None], means, z)
        """,
        "a mask over the heads",
    ),
    right(
        "stack, helper edit",
        """
        def edit(head, heads, z, means):
            if head in heads:
                return np.broadcast_to(means[head], z[..., head, :].shape)
            return z[..., head, :]


        def mean_ablate(z, heads, means):
            return np.stack([edit(i, heads, z, means) for i in range(len(means))], axis=-2)
        """,
        "named as a function of the chapter below",
    ),
    right(
        "recursion",
        """
        def mean_ablate(z, heads, means):
            if len(heads) == 0:
                return np.copy(z)
            out = mean_ablate(z, heads[1:], means)
            out[..., heads[0], :] = means[heads[0], :]
            return out
        """,
        "one head, then the others",
    ),
    right(
        "an editor",
        """
        class Off:
            def __init__(self, heads, means):
                self.kept = {head: means[head] for head in heads}

            def __call__(self, z):
                z = z.copy()
                for head, mean in self.kept.items():
                    for place in np.ndindex(z.shape[:-2]):
                        z[place][head] = mean
                return z


        def mean_ablate(z, heads, means):
            return Off(heads, means)(z)
        """,
        "in place in a copy, token by token",
    ),
    wrong("zeros", edited(BASE, ("= means[head]", "= 0")), "zeros", "zeros"),
    wrong(
        "this text",
        edited(BASE, ("= means[head]", "= z[..., head, :].mean(axis=-2, keepdims=True)")),
        "the mean of this text",
        "mean-of-this-text",
    ),
    wrong(
        "the others",
        edited(
            BASE, ("for head in heads:", "for head in set(range(len(means))) - set(heads):")
        ),
        "all but these",
        "the-others",
    ),
    wrong(
        "means in order",
        edited(
            BASE,
            ("for head in heads:", "for i, head in enumerate(heads):"),
            ("means[head]", "means[i]"),
        ),
        "the first means",
        "means-in-order",
    ),
    wrong(
        "tokens",
        edited(BASE, ("out[..., head, :] = means[head]", "out[..., head, :, :] = means")),
        "tokens for heads",
    ),
    wrong("added", edited(BASE, (" = means[head]", " += means[head]")), "added", "added"),
    wrong(
        "the last token",
        edited(BASE, ("out[..., head, :]", "out[..., -1, head, :]")),
        "one token",
        "last-token-only",
    ),
    wrong("no copy", edited(BASE, ("z.copy()", "z")), "the caller's array"),
    wrong("a view", edited(BASE, ("z.copy()", "z[:]")), "a view of the caller's array"),
    wrong(
        "one number a head",
        edited(BASE, ("means[head]", "means[head].mean()")),
        "the mean's own mean",
        "one-number",
    ),
    wrong(
        "subtracted",
        edited(BASE, (" = means[head]", " -= means[head]")),
        "centred, not replaced",
        "subtracted",
    ),
    wrong(
        "the last axis",
        edited(
            BASE, ("out[..., head, :]", "out[..., head]"), ("means[head]", "means[:, head]")
        ),
        "features for heads",
    ),
    wrong(
        "the first only",
        edited(BASE, ("    return out", "        return out\n    return out")),
        "returns inside of the loop",
        "first-head-only",
    ),
    wrong(
        "leading axes forgotten",
        edited(BASE, ("out[..., head, :]", "out[:, head, :]")),
        "a batch has more axes",
    ),
)
