"""What goes wrong in an RMSNorm, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "mean-subtracted",
        "You subtract the mean first. That is LayerNorm; RMSNorm leaves the mean where "
        "it is and divides only.",
        change(
            "    mean_square =",
            "    x = x - x.mean(axis=-1, keepdims=True)\n    mean_square =",
        ),
    ),
    Misconception(
        "divided-by-the-length",
        "You divide by the root of the sum of the squares, the vector's length. It is "
        "the root of their mean: sqrt(d) times smaller.",
        change("np.mean(", "np.sum("),
    ),
    Misconception(
        "no-root",
        "You divide by the mean of the squares. RMS is its root: root, mean, square.",
        change("np.sqrt(mean_square + eps)", "(mean_square + eps)"),
    ),
    Misconception(
        "eps-outside-the-root",
        "You add eps to the vectors' size. It belongs under the root, to the mean of the "
        "squares; for tiny vectors that is another number.",
        change("np.sqrt(mean_square + eps)", "(np.sqrt(mean_square) + eps)"),
    ),
    Misconception(
        "eps-left-out",
        "You leave the argument eps out. With tiny vectors the result is another one, "
        "and without any eps a vector of zeros gives 0 / 0.",
        change("np.sqrt(mean_square + eps)", "np.sqrt(mean_square)"),
    ),
    Misconception(
        "eps-ignored",
        "You add 1e-5 whatever eps is. It is an argument: models differ in it.",
        change("np.sqrt(mean_square + eps)", "np.sqrt(mean_square + 1e-5)"),
    ),
    Misconception(
        "variance",
        "You divide by the root of the variance, which is about the mean. Here the "
        "mean stays in: the mean of the squares themselves.",
        change("np.mean(x * x,", "np.var(x,"),
    ),
    Misconception(
        "over-everything",
        "You take one mean over the whole array. Every vector is divided by its own: "
        "axis=-1, keepdims=True.",
        change("np.mean(x * x, axis=-1, keepdims=True)", "np.mean(x * x)"),
    ),
    Misconception(
        "mean-of-absolutes",
        "You take the mean of the absolute values. Square first, then the mean, then "
        "the root.",
        change("x * x", "np.abs(x)") + change("keepdims=True)", "keepdims=True) ** 2"),
    ),
    Misconception(
        "weight-left-out",
        "You do not multiply by `weight`: each feature has a learnt factor of its own.",
        change(" * weight", ""),
    ),
    Misconception(
        "weight-plus-one",
        "You multiply by 1 + weight. Some models (Gemma) store it that way; this file "
        "stores the factor itself.",
        change("* weight", "* (1 + weight)"),
    ),
    Misconception(
        "wrong-axis",
        "Your mean runs over the tokens. Every vector is normed by itself: take the "
        "mean over its features, the last axis, with keepdims=True.",
        change("axis=-1", "axis=0"),
    ),
    Misconception(
        "weight-first",
        "You multiply by the weight before you divide, so the root is that of other "
        "numbers. It is taken of x alone, and the weight comes last.",
        change("    mean_square =", "    x = x * weight\n    mean_square =")
        + change("eps) * weight", "eps)"),
    ),
)
