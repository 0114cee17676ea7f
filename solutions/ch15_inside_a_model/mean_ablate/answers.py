"""Answers to inside.mean_ablate that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "a loop",
        """
        def mean_ablate(z, heads, means):
            out = z.copy()
            for head in heads:
                out[..., head, :] = means[head]
            return out
        """,
        "head by head",
    ),
    right("np.array", change("z.copy()", "np.array(z)"), "np.array copies", of="a loop"),
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
    right(
        "kept times z",
        """
        def mean_ablate(z, heads, means):
            kept = np.ones((z.shape[-2], 1))
            kept[list(heads)] = 0
            return z * kept + means * (1 - kept)
        """,
        "ones and zeros for a mask",
    ),
    wrong("zeros", change("means[head]", "0"), "zeros", "zeros", of="a loop"),
    wrong(
        "this text",
        change("means[head]", "z[..., head, :].mean(axis=-2, keepdims=True)"),
        "the mean of this text",
        "mean-of-this-text",
        of="a loop",
    ),
    wrong(
        "the others",
        change("for head in heads:", "for head in set(range(len(means))) - set(heads):"),
        "all but these",
        "the-others",
        of="a loop",
    ),
    wrong(
        "means in order",
        change("for head in heads", "for i, head in enumerate(heads)")
        + change("means[head]", "means[i]"),
        "the first means",
        "means-in-order",
        of="a loop",
    ),
    wrong(
        "tokens",
        change("out[..., head, :] = means[head]", "out[..., head, :, :] = means"),
        "tokens for heads",
        of="a loop",
    ),
    wrong(
        "added",
        change("out[..., head, :] =", "out[..., head, :] +="),
        "added",
        "added",
        of="a loop",
    ),
    wrong(
        "the last token",
        change("out[..., head, :]", "out[..., -1, head, :]"),
        "one token",
        "last-token-only",
        of="a loop",
    ),
    wrong("no copy", change("z.copy()", "z"), "the caller's array", of="a loop"),
    wrong(
        "a view", change("z.copy()", "z[:]"), "a view of the caller's array", of="a loop"
    ),
    wrong(
        "one number a head",
        change("means[head]", "means[head].mean()"),
        "the mean's own mean",
        "one-number",
        of="a loop",
    ),
    wrong(
        "subtracted",
        change("out[..., head, :] =", "out[..., head, :] -="),
        "centred, not replaced",
        "subtracted",
        of="a loop",
    ),
    wrong(
        "the last axis",
        change("out[..., head, :] = means[head]", "out[..., head] = means[:, head]"),
        "features for heads",
        of="a loop",
    ),
    wrong(
        "the first only",
        change("    return out", "        return out\n    return out"),
        "returns inside of the loop",
        "first-head-only",
        of="a loop",
    ),
    wrong(
        "leading axes forgotten",
        change("out[..., head, :]", "out[:, head, :]"),
        "a batch has more axes",
        of="a loop",
    ),
    *route(
        "by where",
        """
        def mean_ablate(z, heads, means):
            off = np.isin(np.arange(z.shape[-2]), heads)[:, None]
            return np.where(off, means, z).astype(z.dtype)
        ---
        means, z => z, means | the-others
        off, means => off, 0 | zeros
        off, means => off, means.mean()
        off, => off, z - | subtracted
        off, means => off, z.mean(axis=-3, keepdims=True) | mean-of-this-text
        """,
    ),
    wrong(
        "in place, means of the wrong heads",
        """
        def mean_ablate(z, heads, means):
            for place, head in enumerate(heads):
                z[..., head, :] = means[place]
            return z
        """,
        "written from the text alone",
        "means-in-order",
    ),
    wrong(
        "heads looked for on the last axis",
        """
        def mean_ablate(z, heads, means):
            out = z.copy()
            out[..., heads] = means[heads]
            return out
        """,
        "the last axis holds features",
    ),
)
