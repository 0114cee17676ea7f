"""What goes wrong in a class token's attention, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "column-for-row",
        "You read column 0: how much each patch attends to the class token. What the "
        "class token attends to is its own row, row 0.",
        change("mean[..., 0, :]", "mean[..., :, 0]"),
    ),
    Misconception(
        "itself-counted",
        "You divide by the whole row, with what the class token keeps for itself. "
        "Leave that out first, so that the patches' shares sum to one.",
        change("to_patches.sum(", "from_class.sum("),
    ),
    Misconception(
        "down-the-columns",
        "You lay the patches out down the columns. They were cut along the rows.",
        change("[:-1], rows, columns)", "[:-1], columns, rows).swapaxes(-1, -2)"),
    ),
    Misconception(
        "largest-head",
        "You take the largest weight of any head. Take the mean over the heads.",
        change("weights.mean(", "weights.max("),
    ),
    Misconception(
        "first-head-only",
        "You look at one head. Take the mean over all of them, axis -3.",
        change("weights.mean(axis=-3)", "weights[..., 0, :, :]"),
    ),
    Misconception(
        "one-off",
        "You drop the last token instead of the first. Token 0 is the class token, so "
        "patch 1 is column 1.",
        change("from_class[..., 1:]", "from_class[..., :-1]"),
    ),
    Misconception(
        "divided-before-the-mean",
        "You divide each head by its own sum and take the mean then. A head that "
        "keeps nearly all for itself would count like the others: first the mean over "
        "the heads, then divide.",
        change("weights.mean(axis=-3)", "weights")
        + change("    return", "    shares = shares.mean(axis=-2)\n    return"),
    ),
    Misconception(
        "softmax-again",
        "You take a softmax of weights, which draws them together. They are shares "
        "already: divide by their sum.",
        change(
            "to_patches / to_patches.sum(axis=-1, keepdims=True)", "softmax(to_patches)"
        ),
    ),
    Misconception(
        "divided-by-the-largest",
        "You divide by the largest. Shares sum to one: divide by the sum.",
        change("to_patches.sum(", "to_patches.max("),
    ),
    Misconception(
        "all-queries",
        "You take the mean over all tokens that ask. The class token alone is asked "
        "for: row 0.",
        change("mean[..., 0, :]", "mean.mean(axis=-2)"),
    ),
    Misconception(
        "one-sum-for-all",
        "You divide by one sum for all images. Each image has its own: axis=-1, "
        "keepdims=True.",
        change("to_patches.sum(axis=-1, keepdims=True)", "to_patches.sum()"),
    ),
    Misconception(
        "grid-turned-round",
        "Rows and columns of your grid have changed places: the result is (..., rows, "
        "columns).",
        change("[:-1], rows, columns)", "[:-1], columns, rows)"),
    ),
    Misconception(
        "heads-kept",
        "There is one map a head in what you return. Take the mean over the heads: "
        "one map an image.",
        change("weights.mean(axis=-3)", "weights"),
    ),
)
