"""What goes wrong with the loss: it fits, and is another measure, or one number for all."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "mean-answer",
        "You compare the mean of all answers with each target. Then no sequence has an "
        "answer of its own, and the best that can be learnt is one number for all.",
        change("(context @ w)[:, 0, 0]", "tf.reduce_mean(context @ w)"),
    ),
    Misconception(
        "mean-then-square",
        "You take the mean of the differences and square it. Errors of both signs "
        "cancel before they are squared, and a loss of zero says little: square first.",
        change(
            "tf.reduce_mean((answer - target) ** 2)", "tf.reduce_mean(answer - target) ** 2"
        ),
    ),
    Misconception(
        "sum-not-mean",
        "The shapes fit. You add the squares up, and asked for is the mean: a sum grows "
        "with the batch.",
        change("tf.reduce_mean", "tf.reduce_sum"),
    ),
    Misconception(
        "root",
        "The shapes fit. You take the root of the mean at the end; asked for is the mean "
        "of the squares itself.",
        change(
            "tf.reduce_mean((answer - target) ** 2)",
            "tf.sqrt(tf.reduce_mean((answer - target) ** 2))",
        ),
    ),
    Misconception(
        "absolute",
        "The shapes fit. You take the size of each difference, not its square.",
        change(
            "tf.reduce_mean((answer - target) ** 2)", "tf.reduce_mean(abs(answer - target))"
        ),
    ),
    Misconception(
        "first-sequence",
        "You use the first sequence's answer for all targets. An index too many is on "
        "the axis of the batch: each sequence has an answer.",
        change("(context @ w)[:, 0, 0]", "(context @ w)[0, 0, 0]"),
    ),
    Misconception(
        "no-mean",
        "You return a square for each sequence. A loss is one number: take their mean.",
        change("tf.reduce_mean((answer - target) ** 2)", "(answer - target) ** 2"),
    ),
    Misconception(
        "through-numpy",
        "The number is right, and .numpy() has taken the answers out of TensorFlow: no "
        "gradient finds its way back. Index the tensor itself.",
        change("(context @ w)[:, 0, 0]", "(context @ w).numpy()[:, 0, 0]"),
        alone=True,
    ),
)
