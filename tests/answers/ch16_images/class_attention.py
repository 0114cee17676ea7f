"""Answers to image.class_attention."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "image.class_attention"

BASE = """
def class_attention(weights, rows, columns):
    mean = weights.mean(axis=-3)
    to_patches = mean[..., 0, 1:]
    shares = to_patches / to_patches.sum(axis=-1, keepdims=True)
    return shares.reshape(*shares.shape[:-1], rows, columns)
"""

ANSWERS = (
    right("mean, row, shares", BASE, "as the task says it"),
    right(
        "sum for mean",
        edited(BASE, ("weights.mean(axis=-3)", "weights.sum(axis=-3)")),
        "what is divided by the sum anyway",
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
        edited(BASE, ("mean[..., 0, 1:]", "mean[..., 1:, 0]")),
        "what patches give to the class token",
        "column-for-row",
    ),
    wrong(
        "not divided",
        edited(BASE, ("to_patches / to_patches.sum(axis=-1, keepdims=True)", "to_patches")),
        "what it keeps is still missing",
        "itself-counted",
    ),
    wrong(
        "divided by everything",
        edited(
            BASE,
            (
                "to_patches.sum(axis=-1, keepdims=True)",
                "mean[..., 0, :].sum(axis=-1, keepdims=True)",
            ),
        ),
        "the whole row is the divisor",
        "itself-counted",
    ),
    wrong(
        "one off",
        edited(BASE, ("mean[..., 0, 1:]", "mean[..., 0, :-1]")),
        "the last patch is dropped",
        "one-off",
    ),
    wrong(
        "columns first",
        edited(
            BASE,
            (
                "return shares.reshape(*shares.shape[:-1], rows, columns)",
                "return shares.reshape(*shares.shape[:-1], columns, rows).swapaxes(-1, -2)",
            ),
        ),
        "down the columns",
        "down-the-columns",
    ),
    wrong(
        "largest head",
        edited(BASE, ("weights.mean(axis=-3)", "weights.max(axis=-3)")),
        "the maximum",
        "largest-head",
    ),
    wrong(
        "first head",
        edited(BASE, ("weights.mean(axis=-3)", "weights[..., 0, :, :]")),
        "one head",
        "first-head-only",
    ),
    wrong(
        "heads kept",
        edited(BASE, ("weights.mean(axis=-3)", "weights")),
        "a map a head",
        "heads-kept",
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
        edited(BASE, ("weights.mean(axis=-3)", "weights.mean(axis=0)")),
        "the first axis, not the heads'",
    ),
    wrong(
        "softmax again",
        edited(
            BASE,
            (
                "to_patches / to_patches.sum(axis=-1, keepdims=True)",
                "np.exp(to_patches) / np.exp(to_patches).sum(axis=-1, keepdims=True)",
            ),
        ),
        "a softmax of weights",
        "softmax-again",
    ),
    wrong(
        "divided by the largest",
        edited(
            BASE,
            (
                "to_patches.sum(axis=-1, keepdims=True)",
                "to_patches.max(axis=-1, keepdims=True)",
            ),
        ),
        "the largest is 1",
        "divided-by-the-largest",
    ),
    wrong(
        "rows for columns",
        edited(BASE, ("rows, columns)\n", "columns, rows)\n"))
        if False
        else BASE.replace(
            "shares.shape[:-1], rows, columns)", "shares.shape[:-1], columns, rows)"
        ),
        "the grid turned round",
        "grid-turned-round",
    ),
    wrong(
        "mean over all queries",
        edited(BASE, ("mean[..., 0, 1:]", "mean[..., 1:].mean(axis=-2)")),
        "what all tokens look at",
        "all-queries",
    ),
    wrong(
        "one sum for all images",
        edited(BASE, (".sum(axis=-1, keepdims=True)", ".sum()")),
        "images share one sum",
        "one-sum-for-all",
    ),
)
