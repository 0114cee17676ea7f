"""Answers to heads.keras_layer: wrong ones."""

from answers.corpus import wrong

EXERCISE = "heads.keras_layer"

ANSWERS = (
    wrong(
        "scaled by embed_size",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads, self.embed_size = num_heads, embed_size
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / d**0.5)
                context = tf.transpose(weights @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "the root of the whole width",
        "scaled-by-embed-size",
    ),
    wrong(
        "made in another order",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "value before key: the check goes by the order",
        "value-made-first",
    ),
    wrong(
        "split by reshape",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, self.num_heads, n, d // self.num_heads)
                layers = self.query, self.key, self.value
                q, k, v = (tf.reshape(f(x), shape) for f in layers)
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                context = tf.nn.softmax(scores) @ v
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "tokens are mixed, the shape is right",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
    ),
    wrong(
        "heads not transposed back",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                context = tf.nn.softmax(scores) @ v
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
    ),
    wrong(
        "super().__init__() forgotten",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "Keras cannot track layers before it",
        "no-super",
    ),
    wrong(
        "keys not transposed",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k) / (d // self.num_heads) ** 0.5
                context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "transpose_b is missing: an error of matmul",
        "not-transposed",
    ),
    wrong(
        "biases left out",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size, use_bias=False)
                self.key = keras.layers.Dense(embed_size, use_bias=False)
                self.value = keras.layers.Dense(embed_size, use_bias=False)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "use_bias=False",
        "bias-at-the-end-alone",
    ),
    wrong(
        "dropout on",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)
                self.dropout = keras.layers.Dropout(0.1)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                weights = self.dropout(tf.nn.softmax(scores), training=True)
                context = tf.transpose(weights @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "training=True written into the call",
    ),
    wrong(
        "Keras' own layer",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                width = embed_size // num_heads
                self.attention = keras.layers.MultiHeadAttention(num_heads, width)

            def call(self, x):
                return self.attention(x, x)
        """,
        "keras.layers.MultiHeadAttention inside: kernels of three axes",
    ),
    wrong(
        "weights stopped",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                weights = tf.stop_gradient(tf.nn.softmax(scores))
                context = tf.transpose(weights @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "tf.stop_gradient on the weights",
        "detached",
    ),
)
