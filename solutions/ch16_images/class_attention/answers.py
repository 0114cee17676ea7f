"""Answers to image.class_attention that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "mean, row, shares",
        """
        def class_attention(weights, rows, columns):
            mean = weights.mean(axis=-3)
            to_patches = mean[..., 0, 1:]
            shares = to_patches / to_patches.sum(axis=-1, keepdims=True)
            return shares.reshape(*shares.shape[:-1], rows, columns)
        """,
        "as the task says it",
    ),
    right(
        "sum for mean",
        change("weights.mean(", "weights.sum("),
        "what is divided by the sum anyway",
        of="mean, row, shares",
    ),
    right(
        "by what it keeps",
        """
        def class_attention(weights, rows, columns):
            row = np.mean(weights[..., 0, :], axis=-2)
            grid = row[..., 1:].reshape(*row.shape[:-1], rows, columns)
            return grid / grid.sum(axis=(-2, -1), keepdims=True)
        """,
        "laid out first, divided then",
    ),
    right(
        "filled in place",
        """
        def class_attention(weights, rows, columns):
            shares = np.zeros((*weights.shape[:-3], rows, columns))
            for r in range(rows):
                for c in range(columns):
                    for head in range(weights.shape[-3]):
                        shares[..., r, c] += weights[..., head, 0, 1 + r * columns + c]
            total = shares.sum(axis=-1).sum(axis=-1)
            shares /= total[..., None, None]
            return shares
        """,
        "float64, place by place",
    ),
    right(
        "recursion, helper shown",
        """
        def shown(heads):
            return sum(head[0, 1:] for head in heads) / len(heads)


        def class_attention(weights, rows, columns):
            if weights.ndim > 3:
                return np.stack([class_attention(w, rows, columns) for w in weights])
            given = shown(weights)
            return np.reshape(given / given.sum(), (rows, columns))
        """,
        "axis by axis; the helper's name is bound by the chapter",
    ),
    wrong(
        "the column",
        change("mean[..., 0, 1:]", "mean[..., 1:, 0]"),
        "what patches give to the class token",
        "column-for-row",
        of="mean, row, shares",
    ),
    wrong(
        "not divided",
        change("to_patches / to_patches.sum(axis=-1, keepdims=True)", "to_patches"),
        "what it keeps is still missing",
        "itself-counted",
        of="mean, row, shares",
    ),
    wrong(
        "divided by everything",
        change("to_patches.sum(", "mean[..., 0, :].sum("),
        "the whole row is the divisor",
        "itself-counted",
        of="mean, row, shares",
    ),
    wrong(
        "one off",
        change("mean[..., 0, 1:]", "mean[..., 0, :-1]"),
        "the last patch is dropped",
        "one-off",
        of="mean, row, shares",
    ),
    wrong(
        "columns first",
        change("[:-1], rows, columns)", "[:-1], columns, rows).swapaxes(-1, -2)"),
        "down the columns",
        "down-the-columns",
        of="mean, row, shares",
    ),
    wrong(
        "largest head",
        change("weights.mean(", "weights.max("),
        "the maximum",
        "largest-head",
        of="mean, row, shares",
    ),
    wrong(
        "first head",
        change("weights.mean(axis=-3)", "weights[..., 0, :, :]"),
        "one head",
        "first-head-only",
        of="mean, row, shares",
    ),
    wrong(
        "heads kept",
        change("weights.mean(axis=-3)", "weights"),
        "a map a head",
        "heads-kept",
        of="mean, row, shares",
    ),
    wrong(
        "heads after dividing",
        """
        def class_attention(weights, rows, columns):
            given = weights[..., 0, 1:]
            shares = given / given.sum(axis=-1, keepdims=True)
            return shares.mean(axis=-2).reshape(*weights.shape[:-3], rows, columns)
        """,
        "each head is divided by its own sum before the mean",
        "divided-before-the-mean",
    ),
    wrong(
        "mean over the images",
        change("weights.mean(axis=-3)", "weights.mean(axis=0)"),
        "the first axis, not the heads'",
        of="mean, row, shares",
    ),
    wrong(
        "softmax again",
        change("to_patches / to_patches", "np.exp(to_patches) / np.exp(to_patches)"),
        "a softmax of weights",
        "softmax-again",
        of="mean, row, shares",
    ),
    wrong(
        "divided by the largest",
        change("to_patches.sum(", "to_patches.max("),
        "the largest is 1",
        "divided-by-the-largest",
        of="mean, row, shares",
    ),
    wrong(
        "rows for columns",
        change("[:-1], rows, columns)", "[:-1], columns, rows)"),
        "the grid turned round",
        "grid-turned-round",
        of="mean, row, shares",
    ),
    wrong(
        "mean over all queries",
        change("mean[..., 0, 1:]", "mean[..., 1:].mean(axis=-2)"),
        "what all tokens look at",
        "all-queries",
        of="mean, row, shares",
    ),
    wrong(
        "one sum for all images",
        change("to_patches.sum(axis=-1, keepdims=True)", "to_patches.sum()"),
        "images share one sum",
        "one-sum-for-all",
        of="mean, row, shares",
    ),
    *route(
        "sums first",
        """
        def class_attention(weights, rows, columns):
            row = weights.sum(axis=-3)[..., 0, 1:]
            row = row / row.sum(axis=-1, keepdims=True)
            return row.reshape(*row.shape[:-1], rows, columns)
        ---
        0, 1: => 1:, 0 | column-for-row
        row.sum(axis=-1, keepdims=True) => weights.shape[-3] | itself-counted
        row / row.sum(axis=-1, keepdims=True) => row
        ], rows, columns => ], columns, rows).swapaxes(-1, -2 | down-the-columns
        weights.sum => weights.max | largest-head
        axis=-1, keepdims=True => | one-sum-for-all
        """,
    ),
    wrong(
        "column of the class token, sum over heads",
        """
        def class_attention(weights, rows, columns):
            w = weights.sum(axis=-3)[..., 1:, 0]
            return w.reshape(*w.shape[:-1], rows, columns)
        """,
        "written from the text alone",
    ),
)
