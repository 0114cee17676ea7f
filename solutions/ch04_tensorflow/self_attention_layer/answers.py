"""Answers to tensorflow.self_attention_layer that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "by the function of the chapter",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
                self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
                self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "as the task suggests",
    ),
    right(
        "a class that only inherits",
        """
        class Base(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
                self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
                self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

            def call(self, x):
                q, k, v = (tf.matmul(x, W) for W in (self.W_q, self.W_k, self.W_v))
                scores = tf.einsum("bid,bjd->bij", q, k) / self.d_k**0.5
                return tf.nn.softmax(scores) @ v

        class SelfAttention(Base):
            pass
        """,
        "all of it is in the base class",
    ),
    right(
        "weights in a list",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

                self.W = []

            def build(self, input_shape):
                for size in (self.d_k, self.d_k, self.d_v):
                    self.W.append(self.add_weight(shape=(input_shape[-1], size)))

            def call(self, x):
                q, k, v = (x @ W for W in self.W)
                weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / self.d_k**0.5)
                return weights @ v
        """,
        "Keras keeps track of lists",
    ),
    right(
        "Keras's own attention inside",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
                self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
                self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

            def call(self, x):
                q = x @ self.W_q / self.d_k**0.5
                return keras.layers.Attention()([q, x @ self.W_v, x @ self.W_k])
        """,
        "query, value, key, and the scale by hand",
    ),
    right(
        "keyword arguments and an initializer",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v, **kwargs):
                super().__init__(**kwargs)
                self.sizes = {"W_q": d_k, "W_k": d_k, "W_v": d_v}

            def build(self, input_shape):
                for name, size in self.sizes.items():
                    weight = self.add_weight(
                        name=name,
                        shape=(int(input_shape[-1]), size),
                        initializer="random_normal",
                        trainable=True,
                    )
                    setattr(self, name, weight)
                super().build(input_shape)

            def call(self, inputs):
                q = tf.tensordot(inputs, self.W_q, axes=1)
                k = tf.tensordot(inputs, self.W_k, axes=1)
                v = tf.tensordot(inputs, self.W_v, axes=1)
                scores = tf.matmul(q, tf.transpose(k, [0, 2, 1]))
                return tf.matmul(tf.nn.softmax(scores * self.sizes["W_q"] ** -0.5), v)
        """,
        "other starting weights, another way to the same sums",
    ),
    right(
        "three Dense layers without a bias",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.query = keras.layers.Dense(d_k, use_bias=False)
                self.key = keras.layers.Dense(d_k, use_bias=False)
                self.value = keras.layers.Dense(d_v, use_bias=False)

            def call(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                scores = q @ keras.ops.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
                return keras.ops.softmax(scores) @ v
        """,
        "the layers keep the weights, in this order",
    ),
    wrong(
        "weights in another order",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

            def build(self, input_shape):
                d = input_shape[-1]
                self.W_v = self.add_weight(shape=(d, self.d_v))
                self.W_k = self.add_weight(shape=(d, self.d_k))
                self.W_q = self.add_weight(shape=(d, self.d_k))

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "the order W_q, W_k, W_v is asked for",
        "weights-in-another-order",
    ),
    wrong(
        "keys before queries",
        change('        self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")\n', "")
        + change(
            "        self.W_v =",
            '        self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")\n'
            "        self.W_v =",
        ),
        "chapter 02 makes the keys first",
        "swapped-qk",
        of="by the function of the chapter",
    ),
    wrong(
        "not scaled",
        change(
            "scaled_dot_product_attention(q, k, v)[0]",
            "tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v",
        ),
        "no division",
        "unscaled",
        of="by the function of the chapter",
    ),
    wrong(
        "Dense layers with a bias",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

                self.q = keras.layers.Dense(d_k)
                self.k = keras.layers.Dense(d_k)
                self.v = keras.layers.Dense(d_v)

            def call(self, x):
                return scaled_dot_product_attention(self.q(x), self.k(x), self.v(x))[0]
        """,
        "no bias is asked for",
        "other-parameters",
    ),
    wrong(
        "super().__init__() forgotten",
        change("        super().__init__()\n", ""),
        "the layer was never set up",
        "no-super",
        of="by the function of the chapter",
    ),
    wrong(
        "weights untracked",
        change(
            'self.add_weight(shape=(d, self.d_k), name="W_q"',
            "tf.Variable(tf.random.normal((d, self.d_k))",
        )
        + change(
            'self.add_weight(shape=(d, self.d_k), name="W_k"',
            "tf.Variable(tf.random.normal((d, self.d_k))",
        )
        + change(
            'self.add_weight(shape=(d, self.d_v), name="W_v"',
            "tf.Variable(tf.random.normal((d, self.d_v))",
        ),
        "Keras 3 does not see a tf.Variable",
        "untracked",
        of="by the function of the chapter",
    ),
    wrong(
        "rounded",
        change(
            "return scaled_dot_product_attention(q, k, v)[0]",
            "_, weights = scaled_dot_product_attention(q, k, v)\n"
            "        return tf.round(10 * weights) / 10 @ v",
        ),
        "the chapter's trap",
        "rounded",
        of="by the function of the chapter",
    ),
    wrong(
        "gradient stopped",
        change("tf.round(10 * weights) / 10", "tf.stop_gradient(weights)"),
        "W_q and W_k get no gradient",
        "detached",
        of="rounded",
    ),
    wrong(
        "weights returned",
        change("attention(q, k, v)[0]", "attention(q, k, v)"),
        "the pair, not the output",
        "weights-as-well",
        of="by the function of the chapter",
    ),
    wrong(
        "scaled by d_v",
        change(
            "return scaled_dot_product_attention(q, k, v)[0]",
            "scores = tf.matmul(q, k, transpose_b=True) / self.d_v**0.5\n"
            "        return tf.nn.softmax(scores) @ v",
        ),
        "the width of the values",
        "scaled-by-d-v",
        of="by the function of the chapter",
    ),
    wrong(
        "one matrix for queries and keys",
        change("x @ self.W_k", "x @ self.W_q"),
        "W_k is never used",
        "one-matrix",
        of="by the function of the chapter",
    ),
    wrong(
        "softmax twice",
        change("tf.stop_gradient(", "tf.nn.softmax("),
        "made nearly equal",
        "softmax-twice",
        of="gradient stopped",
    ),
    wrong(
        "layers made in call",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v

            def call(self, x):
                q = keras.layers.Dense(self.d_k, use_bias=False)(x)
                k = keras.layers.Dense(self.d_k, use_bias=False)(x)
                v = keras.layers.Dense(self.d_v, use_bias=False)(x)
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "every call makes new ones, which Keras does not see",
        "untracked",
    ),
    wrong(
        "values created second",
        change('        self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")\n', "")
        + change(
            "        self.W_k =",
            '        self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")\n'
            "        self.W_k =",
        ),
        "the order W_q, W_k, W_v is asked for",
        "values-second",
        of="by the function of the chapter",
    ),
)
