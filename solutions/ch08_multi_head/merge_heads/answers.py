"""Answers to heads.merge_heads that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "swapaxes and reshape",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            return x.swapaxes(1, 2).reshape(batch, n, n_heads * width)
        """,
        "the short way",
    ),
    right(
        "filled in place",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            merged = np.zeros((batch, n, n_heads * width), dtype=x.dtype)
            for h in range(n_heads):
                merged[..., h * width:(h + 1) * width] = x[:, h]
            return merged
        """,
        "head by head into its columns",
    ),
    right(
        "concatenate",
        """
        def merge_heads(x):
            return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1)
        """,
        "the heads side by side",
    ),
    right(
        "folded by recursion",
        """
        def merge_heads(x):
            if x.shape[1] == 1:
                return x[:, 0]
            return np.concatenate((x[:, 0], merge_heads(x[:, 1:])), axis=-1)
        """,
        "the first head, and behind it the rest merged",
    ),
    right(
        "concatenate with out",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            merged = np.empty((batch, n, n_heads * width), x.dtype)
            np.concatenate(list(np.moveaxis(x, 1, 0)), axis=-1, out=merged)
            return merged
        """,
        "NumPy's out=",
    ),
    right(
        "np.add.at into zeros",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            merged = np.zeros((batch, n, n_heads * width), dtype=x.dtype)
            b, h, t, i = np.indices(x.shape)
            np.add.at(merged, (b, t, h * width + i), x)
            return merged
        """,
        "every number added at its column",
    ),
    wrong(
        "reshape alone",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            return x.reshape(batch, n, n_heads * width)
        """,
        "the heads are not transposed back",
        "heads-mixed",
    ),
    wrong(
        "interleaved",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            return x.transpose(0, 2, 3, 1).reshape(batch, n, n_heads * width)
        """,
        "the heads go to every h-th column",
        "features-interleaved",
    ),
    wrong(
        "still four axes",
        """
        def merge_heads(x):
            return np.swapaxes(x, 1, 2)
        """,
        "swapped, and the last two axes never joined",
        "still-split",
    ),
    wrong(
        "heads added",
        """
        def merge_heads(x):
            return x.sum(axis=1)
        """,
        "the sum over heads",
        "summed",
    ),
    wrong(
        "heads averaged",
        """
        def merge_heads(x):
            return x.mean(axis=1)
        """,
        "the mean over heads",
        "averaged",
    ),
    wrong(
        "averaged and repeated",
        """
        def merge_heads(x):
            return np.tile(x.mean(axis=1), (1, 1, x.shape[1]))
        """,
        "the right shape, from the mean of the heads",
    ),
    wrong(
        "the wrong axes swapped",
        """
        def merge_heads(x):
            batch, n_heads, n, width = x.shape
            return np.swapaxes(x, -1, -2).reshape(batch, n, n_heads * width)
        """,
        "-1 and -2 swapped before the reshape",
        "features-before-tokens",
    ),
    wrong(
        "one behind the other",
        """
        def merge_heads(x):
            return np.concatenate(list(x.swapaxes(0, 1)), axis=1)
        """,
        "concatenated along the tokens",
        "one-below-the-other",
    ),
    wrong(
        "flattened whole",
        """
        def merge_heads(x):
            return x.reshape(x.shape[0], -1)
        """,
        "tokens and heads in one row",
    ),
    wrong(
        "the first head",
        """
        def merge_heads(x):
            return x[:, 0]
        """,
        "only head 0",
    ),
    *route(
        "concatenated",
        """
        def merge_heads(x):
            return np.concatenate([x[:, i] for i in range(x.shape[1])], axis=-1)
        ---
        ]) => ])[::-1]
        -1 => -2 | one-below-the-other
        """,
    ),
)
