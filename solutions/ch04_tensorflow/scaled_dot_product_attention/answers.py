"""Answers to tensorflow.scaled_dot_product_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "matmul and cast",
        """
        def scaled_dot_product_attention(q, k, v):
            d_k = tf.cast(tf.shape(k)[-1], q.dtype)
            scores = tf.matmul(q, k, transpose_b=True) / tf.math.sqrt(d_k)
            weights = tf.nn.softmax(scores, axis=-1)
            return tf.matmul(weights, v), weights
        """,
        "as in TensorFlow's own tutorial",
    ),
    right(
        "einsum",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.einsum("...id,...jd->...ij", q, k) * k.shape[-1] ** -0.5
            weights = tf.nn.softmax(scores)
            return tf.einsum("...ij,...jd->...id", weights, v), weights
        """,
        "products by their indices",
    ),
    right(
        "a softmax of one's own",
        """
        def softmax(scores):
            top = tf.reduce_max(scores, axis=-1, keepdims=True)
            powers = tf.exp(scores - top)
            return powers / tf.reduce_sum(powers, axis=-1, keepdims=True)

        def scaled_dot_product_attention(q, k, v):
            weights = softmax(q @ tf.linalg.matrix_transpose(k) / k.shape[-1] ** 0.5)
            return weights @ v, weights
        """,
        "stable by the row's maximum",
    ),
    right(
        "a list of rows, stacked",
        """
        def scaled_dot_product_attention(q, k, v):
            rows, shares = [], []
            for query in tf.unstack(q, axis=-2):
                scores = tf.reduce_sum(query[..., None, :] * k, axis=-1)
                shares.append(tf.nn.softmax(scores / k.shape[-1] ** 0.5))
                rows.append(tf.reduce_sum(shares[-1][..., None] * v, axis=-2))
            return tf.stack(rows, axis=-2), tf.stack(shares, axis=-2)
        """,
        "query by query",
    ),
    right(
        "all pairs at once, multiplied and added up",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.reduce_sum(q[..., :, None, :] * k[..., None, :, :], axis=-1)
            weights = tf.nn.softmax(scores * k.shape[-1] ** -0.5)
            weighted = weights[..., None] * v[..., None, :, :]
            return tf.reduce_sum(weighted, axis=-2), weights
        """,
        "broadcasting in the place of products",
    ),
    right(
        "a helper called scale",
        """
        def scale(q):
            return q / q.shape[-1] ** 0.5

        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(scale(q), k, transpose_b=True))
            return tf.matmul(weights, v), weights
        """,
        "the chapter defines another scale further down",
    ),
    right(
        "a named tuple",
        """
        from collections import namedtuple

        Attended = namedtuple("Attended", ["output", "weights"])

        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5)
            return Attended(weights @ v, weights)
        """,
        "a named tuple is a tuple",
    ),
    wrong(
        "not scaled",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True))
            return weights @ v, weights
        """,
        "as the eight steps: the task divides",
        "unscaled",
    ),
    wrong(
        "output alone",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
            return tf.nn.softmax(scores) @ v
        """,
        "one of two results",
        "output-alone",
        "failed",
    ),
    wrong(
        "over the queries",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
            weights = tf.nn.softmax(scores, axis=-2)
            return weights @ v, weights
        """,
        "columns sum to one",
        "wrong-axis",
    ),
    wrong(
        "axis 1",
        change("axis=-2)", "axis=1)"),
        "the last axis for one sequence, the queries for a batch",
        "axis-1",
        "partial",
        of="over the queries",
    ),
    wrong(
        "tf.transpose with a batch",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(q @ tf.transpose(k) / k.shape[-1] ** 0.5)
            return weights @ v, weights
        """,
        "tf.transpose turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "cast to float32",
        """
        def scaled_dot_product_attention(q, k, v):
            q, k, v = (tf.cast(t, tf.float32) for t in (q, k, v))
            scores = tf.matmul(q, k, transpose_b=True) / tf.sqrt(float(k.shape[-1]))
            weights = tf.nn.softmax(scores)
            return weights @ v, weights
        """,
        "float64 in, float32 out: the contract promises the dtype",
    ),
    wrong(
        "sqrt of a float32",
        """
        def scaled_dot_product_attention(q, k, v):
            d_k = tf.cast(tf.shape(k)[-1], tf.float32)
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / tf.math.sqrt(d_k))
            return tf.matmul(weights, v), weights
        """,
        "the tutorial's cast: float64 scores cannot be divided by a float32",
        "float32-scale",
    ),
    wrong(
        "numbers cut off from the gradient",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
            weights = tf.stop_gradient(tf.nn.softmax(scores))
            return weights @ v, weights
        """,
        "no gradient reaches q and k",
        "weights-detached",
    ),
    wrong(
        "a star",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
            weights = tf.nn.softmax(scores)
            return weights * v, weights
        """,
        "* in place of @",
        "element-by-element",
    ),
    wrong(
        "NumPy arrays",
        change("weights * v, weights", "(weights @ v).numpy(), weights.numpy()"),
        "arrays, where tensors are asked for",
        "numpy-results",
        "failed",
        of="a star",
    ),
    wrong(
        "softmax twice",
        change("tf.stop_gradient(", "tf.nn.softmax("),
        "made nearly equal",
        "softmax-twice",
        of="numbers cut off from the gradient",
    ),
    wrong(
        "no transpose",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(q, k) / k.shape[-1] ** 0.5)
            return weights @ v, weights
        """,
        "fits only by chance",
        "no-transpose",
    ),
    wrong(
        "a causal mask of -1e9",
        """
        def scaled_dot_product_attention(q, k, v):
            scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
            seen = tf.linalg.band_part(tf.ones_like(scores), -1, 0)
            weights = tf.nn.softmax(scores + (1 - seen) * -1e9)
            return weights @ v, weights
        """,
        "every query may attend to all keys",
        "causal",
    ),
    wrong(
        "the root of d_v",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / v.shape[-1] ** 0.5)
            return weights @ v, weights
        """,
        "the width of the values",
        "scaled-by-d-v",
    ),
    wrong(
        "dropout on",
        """
        def scaled_dot_product_attention(q, k, v):
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5)
            return tf.nn.dropout(weights, 0.1) @ v, weights
        """,
        "tf.nn.dropout is always on: what it gives is chance",
    ),
)
