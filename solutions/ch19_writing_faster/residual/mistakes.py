"""What goes wrong in what is left, each as a change of the reference."""

from autograder import Misconception, change

RETURNED = "return np.where(total > 0, left, p) / np.where(total > 0, total, 1)"

MISTAKES = (
    Misconception(
        "not-scaled",
        "Your rows sum to less than one. Divide each row by its own sum.",
        change(" / np.where(total > 0, total, 1)", ""),
    ),
    Misconception(
        "turned-round",
        "You keep what the draft offers too often. The residual is what the draft offers "
        "too seldom, p - q.",
        change("p - q", "q - p"),
    ),
    Misconception(
        "absolute-difference",
        "You take the absolute difference. Tokens that the draft offers too often have "
        "had more than their share, so they get 0.",
        change("np.maximum(p - q, 0)", "np.abs(p - q)"),
    ),
    Misconception(
        "the-model-again",
        "You return p. Tokens that the draft offers are then drawn twice: once as accepted "
        "drafts, and once more here.",
        change(RETURNED, "return p + 0 * left"),
    ),
    Misconception(
        "one-sum-for-all",
        "You divide by the sum of all rows. Divide each row by its own sum.",
        change("left.sum(axis=-1, keepdims=True)", "left.sum()"),
        alone=True,
    ),
    Misconception(
        "nothing-left-is-zeros",
        "Where p is nowhere above q your row is zeros. Nothing is ever rejected there, and "
        "the row is that of p.",
        change("np.where(total > 0, left, p)", "left"),
    ),
    Misconception(
        "zero-by-zero",
        "Where draft and model agree, nothing is left, and you divide 0 by 0. Return p "
        "there.",
        change(RETURNED, "return left / total"),
    ),
    Misconception(
        "softmax-of-the-difference",
        "You take a softmax of the difference, which gives every token a probability. A "
        "token of which nothing is left must get 0, and the others are only scaled.",
        change(RETURNED, "return np.exp(left) / np.exp(left).sum(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "the-overlap",
        "You keep what draft and model have in common, which is what was accepted. The "
        "residual is the rest of p.",
        change("np.maximum(p - q, 0)", "np.minimum(p, q)"),
    ),
)
