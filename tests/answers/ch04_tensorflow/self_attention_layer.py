"""Answers to tensorflow.self_attention_layer."""

from answers.corpus import right, wrong

EXERCISE = "tensorflow.self_attention_layer"
INIT = """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.d_k, self.d_v = d_k, d_v
"""
BUILT = (
    INIT
    + """
            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
                self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
                self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")
"""
)

ANSWERS = (
    right(
        "by the function of the chapter",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "as the task suggests",
    ),
    right(
        "a class that only inherits",
        BUILT.replace("SelfAttention", "Base")
        + """
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
        INIT
        + """
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
        BUILT
        + """
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
    wrong(
        "weights in another order",
        INIT
        + """
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
        INIT
        + """
            def build(self, input_shape):
                d = input_shape[-1]
                self.W_k = self.add_weight(shape=(d, self.d_k))
                self.W_q = self.add_weight(shape=(d, self.d_k))
                self.W_v = self.add_weight(shape=(d, self.d_v))

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "chapter 02 makes the keys first",
        "swapped-qk",
    ),
    wrong(
        "not scaled",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v
        """,
        "no division",
        "unscaled",
    ),
    wrong(
        "Dense layers with a bias",
        INIT
        + """
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
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                self.d_k, self.d_v = d_k, d_v

            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k))
                self.W_k = self.add_weight(shape=(d, self.d_k))
                self.W_v = self.add_weight(shape=(d, self.d_v))

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "the layer was never set up",
        "no-super",
    ),
    wrong(
        "weights untracked",
        INIT
        + """
            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = tf.Variable(tf.random.normal((d, self.d_k)))
                self.W_k = tf.Variable(tf.random.normal((d, self.d_k)))
                self.W_v = tf.Variable(tf.random.normal((d, self.d_v)))

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "Keras 3 does not see a tf.Variable",
        "untracked",
    ),
    wrong(
        "rounded",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                _, weights = scaled_dot_product_attention(q, k, v)
                return tf.round(10 * weights) / 10 @ v
        """,
        "the chapter's trap",
        "rounded",
    ),
    wrong(
        "gradient stopped",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                _, weights = scaled_dot_product_attention(q, k, v)
                return tf.stop_gradient(weights) @ v
        """,
        "W_q and W_k get no gradient",
        "detached",
    ),
    wrong(
        "weights returned",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)
        """,
        "the pair, not the output",
        "weights-as-well",
    ),
    wrong(
        "scaled by d_v",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                scores = tf.matmul(q, k, transpose_b=True) / self.d_v**0.5
                return tf.nn.softmax(scores) @ v
        """,
        "the width of the values",
        "scaled-by-d-v",
    ),
    wrong(
        "one matrix for queries and keys",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_q, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "W_k is never used",
        "one-matrix",
    ),
    wrong(
        "softmax twice",
        BUILT
        + """
            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                _, weights = scaled_dot_product_attention(q, k, v)
                return tf.nn.softmax(weights) @ v
        """,
        "made nearly equal",
        "softmax-twice",
    ),
    wrong(
        "layers made in call",
        INIT
        + """
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
        INIT
        + """
            def build(self, input_shape):
                d = input_shape[-1]
                self.W_q = self.add_weight(shape=(d, self.d_k), name="queries")
                self.W_v = self.add_weight(shape=(d, self.d_v), name="values")
                self.W_k = self.add_weight(shape=(d, self.d_k), name="keys")

            def call(self, x):
                q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "the order W_q, W_k, W_v is asked for",
        "values-second",
    ),
)
