"""Answers to tensorflow.pooled_loss."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "tensorflow.pooled_loss"

GIVEN = """
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = context @ w
    return tf.reduce_mean((answer - target) ** 2)
"""
ANSWER = "answer = context @ w"
GAP = "(answer - target) ** 2"


def answered(new):
    return edited(GIVEN, (ANSWER, f"answer = {new}"))


def compared(new, answer="(context @ w)[:, 0, 0]"):
    return edited(GIVEN, (ANSWER, f"answer = {answer}"), (f"tf.reduce_mean({GAP})", new))


ANSWERS = (
    right("indexed", answered("(context @ w)[:, 0, 0]"), "both axes taken off"),
    right("squeezed", answered("tf.squeeze(context @ w)"), "also with one sequence"),
    right("reshaped", answered("tf.reshape(context @ w, [-1])"), "a row of answers"),
    right(
        "the targets stood up",
        edited(GIVEN, (GAP, "(answer - target[:, None, None]) ** 2")),
        "the other side brought to the shape",
    ),
    right(
        "summed over features",
        answered("tf.reduce_sum(context[:, 0] * w[:, 0], axis=-1)"),
        "the product written out",
    ),
    right(
        "the diagonal",
        answered("tf.linalg.diag_part((context @ w)[:, 0] - target) + target"),
        "of every answer less every target, what belongs together",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "one axis off the answers",
        answered("(context @ w)[:, 0]"),
        "(batch, 1) less (batch,) is (batch, batch): the same mean as before",
        verdict="not_attempted",
    ),
    wrong(
        "one axis put on",
        edited(GIVEN, ("- target)", "- target[:, None])")),
        "still broadcasts, along other axes, to the same mean",
        verdict="not_attempted",
    ),
    wrong(
        "the mean of the answers",
        answered("tf.reduce_mean(context @ w)"),
        "a scalar goes with everything",
        "mean-answer",
    ),
    wrong(
        "squared afterwards",
        compared("tf.reduce_mean(answer - target) ** 2"),
        "errors cancel",
        "mean-then-square",
    ),
    wrong(
        "a sum", compared(f"tf.reduce_sum({GAP})"), "grows with the batch", "sum-not-mean"
    ),
    wrong(
        "a root",
        compared(f"tf.sqrt(tf.reduce_mean({GAP}))"),
        "another measure",
        "root",
    ),
    wrong(
        "absolute",
        compared("tf.reduce_mean(tf.abs(answer - target))"),
        "another measure",
        "absolute",
    ),
    wrong(
        "the first alone", answered("(context @ w)[0, 0]"), "one for all", "first-sequence"
    ),
    wrong("one for each", compared(GAP), "no scalar", "no-mean"),
    wrong(
        "out of TensorFlow",
        answered("(context @ w).numpy().ravel()"),
        "right number, no gradient",
        "through-numpy",
    ),
)
