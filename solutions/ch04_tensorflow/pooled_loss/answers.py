"""Answers to tensorflow.pooled_loss that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "indexed",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = (context @ w)[:, 0, 0]
            return tf.reduce_mean((answer - target) ** 2)
        """,
        "both axes taken off",
    ),
    right(
        "squeezed",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = tf.squeeze(context @ w)
            return tf.reduce_mean((answer - target) ** 2)
        """,
        "also with one sequence",
    ),
    right(
        "reshaped",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = tf.reshape(context @ w, [-1])
            return tf.reduce_mean((answer - target) ** 2)
        """,
        "a row of answers",
    ),
    right(
        "the targets stood up",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = context @ w
            return tf.reduce_mean((answer - target[:, None, None]) ** 2)
        """,
        "the other side brought to the shape",
    ),
    right(
        "summed over features",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = tf.reduce_sum(context[:, 0] * w[:, 0], axis=-1)
            return tf.reduce_mean((answer - target) ** 2)
        """,
        "the product written out",
    ),
    right(
        "the diagonal",
        """
        def pooled_loss(query, tokens, w, target):
            context, _ = scaled_dot_product_attention(query, tokens, tokens)
            answer = tf.linalg.diag_part((context @ w)[:, 0] - target) + target
            return tf.reduce_mean((answer - target) ** 2)
        """,
        "of every answer less every target, what belongs together",
    ),
    right(
        "sequence by sequence",
        """
        def pooled_loss(query, tokens, w, target):
            losses = []
            for own, wanted in zip(tokens, tf.unstack(target)):
                context, _ = scaled_dot_product_attention(query, own, own)
                losses.append(tf.squeeze(context @ w - wanted) ** 2)
            return tf.add_n(losses) / len(losses)
        """,
        "a list filled in a loop, and no batch",
    ),
    wrong(
        "untouched",
        change("target[:, None, None]", "target"),
        "as given",
        verdict="not_attempted",
        of="the targets stood up",
    ),
    wrong(
        "one axis off the answers",
        change("[:, 0, 0]", "[:, 0]"),
        "(batch, 1) less (batch,) is (batch, batch): the same mean as before",
        verdict="not_attempted",
        of="indexed",
    ),
    wrong(
        "one axis put on",
        change("target[:, None, None]", "target[:, None]"),
        "still broadcasts, along other axes, to the same mean",
        verdict="not_attempted",
        of="the targets stood up",
    ),
    wrong(
        "the mean of the answers",
        change("tf.squeeze(", "tf.reduce_mean("),
        "a scalar goes with everything",
        "mean-answer",
        of="squeezed",
    ),
    wrong(
        "squared afterwards",
        change("((answer - target) ** 2)", "(answer - target) ** 2"),
        "errors cancel",
        "mean-then-square",
        of="indexed",
    ),
    wrong(
        "a sum",
        change("tf.reduce_mean", "tf.reduce_sum"),
        "grows with the batch",
        "sum-not-mean",
        of="indexed",
    ),
    wrong(
        "a root",
        change(
            "tf.reduce_mean((answer - target) ** 2)",
            "tf.sqrt(tf.reduce_mean((answer - target) ** 2))",
        ),
        "another measure",
        "root",
        of="indexed",
    ),
    wrong(
        "absolute",
        change("((answer - target) ** 2)", "(tf.abs(answer - target))"),
        "another measure",
        "absolute",
        of="indexed",
    ),
    wrong(
        "the first alone",
        change("[:, 0, 0]", "[0, 0]"),
        "one for all",
        "first-sequence",
        of="indexed",
    ),
    wrong(
        "one for each",
        change("tf.reduce_mean((answer - target) ** 2)", "(answer - target) ** 2"),
        "no scalar",
        "no-mean",
        of="indexed",
    ),
    wrong(
        "out of TensorFlow",
        change("[:, 0, 0]", ".numpy().ravel()"),
        "right number, no gradient",
        "through-numpy",
        of="indexed",
    ),
)
