"""Answers to tensorflow.attention_gradients that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "watched tensors",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            with tf.GradientTape() as tape:
                tape.watch([W_q, W_k, W_v])
                q, k, v = x @ W_q, x @ W_k, x @ W_v
                output, _ = scaled_dot_product_attention(q, k, v)
                loss = tf.reduce_sum(output**2)
            return tape.gradient(loss, (W_q, W_k, W_v))
        """,
        "watched, for they are no Variables",
    ),
    right(
        "Variables of one's own",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            learnt = [tf.Variable(W) for W in (W_q, W_k, W_v)]
            with tf.GradientTape() as tape:
                q, k, v = (tf.matmul(x, W) for W in learnt)
                output = scaled_dot_product_attention(q, k, v)[0]
                loss = tf.reduce_sum(tf.square(output))
            return tape.gradient(loss, learnt)
        """,
        "a Variable is watched by itself; a list is as good as a tuple",
    ),
    right(
        "one after the other",
        """
        def loss_of(x, *matrices):
            q, k, v = (x @ W for W in matrices)
            weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5)
            return tf.reduce_sum((weights @ v) ** 2)

        def attention_gradients(x, W_q, W_k, W_v):
            found = []
            for W in (W_q, W_k, W_v):
                with tf.GradientTape() as tape:
                    tape.watch(W)
                    loss = loss_of(x, W_q, W_k, W_v)
                found.append(tape.gradient(loss, W))
            return tuple(found)
        """,
        "three tapes, a list filled in a loop",
    ),
    right(
        "by hand",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            root = k.shape[-1] ** 0.5
            w = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / root)
            above = 2 * (w @ v)
            to_w = tf.matmul(above, v, transpose_b=True)
            mean = tf.reduce_sum(w * to_w, -1, keepdims=True)
            to_s = w * (to_w - mean) / root
            parts = to_s @ k, tf.matmul(to_s, q, transpose_a=True)
            parts += (tf.matmul(w, above, transpose_a=True),)
            flat = tf.reshape(x, (-1, x.shape[-1]))
            return [
                tf.matmul(flat, tf.reshape(part, (-1, part.shape[-1])), transpose_a=True)
                for part in parts
            ]
        """,
        "the backward pass, and no tape",
    ),
    right(
        "a persistent tape",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
                for W in (W_q, W_k, W_v):
                    tape.watch(W)
                weights = tf.nn.softmax(
                    tf.einsum("...id,...jd->...ij", x @ W_q, x @ W_k) * W_k.shape[1] ** -0.5
                )
                loss = tf.reduce_sum(tf.matmul(weights, x @ W_v) ** 2)
            found = [tape.gradient(loss, W) for W in (W_q, W_k, W_v)]
            del tape
            return found
        """,
        "asked three times, then deleted",
    ),
    right(
        "linear algebra in a function with a decorator",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            def loss(q_matrix, k_matrix, v_matrix):
                q, k, v = x @ q_matrix, x @ k_matrix, x @ v_matrix
                output, _ = scaled_dot_product_attention(q, k, v)
                return tf.reduce_sum(tf.math.square(output))

            matrices = [W_q, W_k, W_v]
            with tf.GradientTape(watch_accessed_variables=False) as tape:
                for matrix in matrices:
                    tape.watch(matrix)
                total = loss(*matrices)
            gradients = []
            for gradient in tape.gradient(total, matrices):
                gradients.append(gradient)
            return gradients
        """,
        "a loss of its own inside, a list filled in a loop",
    ),
    wrong(
        "not watched",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            with tf.GradientTape() as tape:
                output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
                loss = tf.reduce_sum(output**2)
            return tape.gradient(loss, (W_q, W_k, W_v))
        """,
        "the commonest one: three times None",
        "nothing-recorded",
    ),
    wrong(
        "sum, not squared",
        change("tf.reduce_sum(output**2)", "tf.reduce_sum(output)"),
        "the squares are left out",
        "not-squared",
        of="watched tensors",
    ),
    wrong(
        "mean of the squares",
        change("tf.reduce_sum", "tf.reduce_mean"),
        "the mean in place of the sum",
        "mean",
        of="watched tensors",
    ),
    wrong(
        "not scaled",
        change(
            "output, _ = scaled_dot_product_attention(q, k, v)",
            "output = tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v",
        ),
        "the output is that of scaled attention",
        "unscaled",
        of="watched tensors",
    ),
    wrong(
        "gradients of q, k and v",
        change("        tape.watch([W_q, W_k, W_v])\n", "")
        + change("        output, _", "        tape.watch([q, k, v])\n        output, _")
        + change("gradient(loss, (W_q, W_k, W_v))", "gradient(loss, (q, k, v))"),
        "one step too early",
        "of-q-k-v",
        of="watched tensors",
    ),
    wrong(
        "keys before queries",
        change(
            "tape.gradient(loss, (W_q, W_k, W_v))", "tape.gradient(loss, (W_k, W_q, W_v))"
        ),
        "the order is W_q, W_k, W_v",
        "order",
        of="watched tensors",
    ),
    wrong(
        "forward outside of the tape",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
            with tf.GradientTape() as tape:
                tape.watch([W_q, W_k, W_v])
                loss = tf.reduce_sum(output**2)
            return tape.gradient(loss, (W_q, W_k, W_v))
        """,
        "the tape sees the loss alone",
        "nothing-recorded",
    ),
    wrong(
        "loss returned",
        """
        def attention_gradients(x, W_q, W_k, W_v):
            output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
            return tf.reduce_sum(output**2)
        """,
        "the loss in place of its gradients",
        "loss",
        "failed",
    ),
    wrong(
        "tape asked twice",
        change(
            "tape.gradient(loss, (W_q, W_k, W_v))",
            "[tape.gradient(loss, W) for W in (W_q, W_k, W_v)]",
        ),
        "a tape that is not persistent answers once",
        "tape-asked-twice",
        "error",
        of="watched tensors",
    ),
    wrong(
        "the sign turned",
        change("tf.reduce_sum", "-tf.reduce_sum"),
        "the way down, not up",
        "sign",
        of="watched tensors",
    ),
    wrong(
        "a step taken",
        change(
            "return tape.gradient(loss, (W_q, W_k, W_v))",
            "found = tape.gradient(loss, (W_q, W_k, W_v))\n"
            "    return [W - g for W, g in zip((W_q, W_k, W_v), found)]",
        ),
        "the matrices after a step",
        "step-taken",
        of="watched tensors",
    ),
)
