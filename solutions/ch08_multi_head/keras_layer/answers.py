"""Answers to heads.keras_layer that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "reshape and transpose",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def split(self, x):
                batch, n, d = tf.shape(x)[0], x.shape[1], x.shape[2]
                x = tf.reshape(x, (batch, n, self.num_heads, d // self.num_heads))
                return tf.transpose(x, (0, 2, 1, 3))

            def call(self, x):
                q, k = self.split(self.query(x)), self.split(self.key(x))
                v = self.split(self.value(x))
                scores = tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5
                context = tf.matmul(tf.nn.softmax(scores), v)
                context = tf.transpose(context, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, tf.shape(x)))
        """,
        "the short way",
    ),
    right(
        "einsum",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.h, self.d = num_heads, embed_size // num_heads
                self.query, self.key, self.value, self.fc_out = (
                    keras.layers.Dense(embed_size) for _ in range(4)
                )

            def call(self, x):
                ops = keras.ops
                n = x.shape[1]
                q, k, v = (
                    ops.reshape(dense(x), (-1, n, self.h, self.d))
                    for dense in (self.query, self.key, self.value)
                )
                scores = ops.einsum("bihd,bjhd->bhij", q, k) / self.d**0.5
                weights = ops.softmax(scores, axis=-1)
                context = ops.einsum("bhij,bjhd->bihd", weights, v)
                return self.fc_out(ops.reshape(context, (-1, n, self.h * self.d)))
        """,
        "heads by einsum, keras.ops throughout",
    ),
    right(
        "a loop over heads",
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
                q, k, v = self.query(x), self.key(x), self.value(x)
                width = q.shape[-1] // self.num_heads
                contexts = []
                for h in range(self.num_heads):
                    a, b, c = (t[..., h * width:(h + 1) * width] for t in (q, k, v))
                    weights = tf.nn.softmax(a @ tf.linalg.matrix_transpose(b) / width**0.5)
                    contexts.append(weights @ c)
                return self.fc_out(tf.concat(contexts, axis=-1))
        """,
        "slices and append, tf.concat at the end",
    ),
    right(
        "a class that only inherits",
        """
        class _Base(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size)
                self.key = keras.layers.Dense(embed_size)
                self.value = keras.layers.Dense(embed_size)
                self.fc_out = keras.layers.Dense(embed_size)

            def call(self, x):
                parts = []
                for dense in (self.query, self.key, self.value):
                    split = tf.split(dense(x), self.num_heads, axis=-1)
                    parts.append(tf.stack(split, axis=1))
                q, k, v = parts
                scores = tf.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
                context = tf.unstack(tf.nn.softmax(scores) @ v, axis=1)
                return self.fc_out(tf.concat(context, axis=-1))


        class MultiHeadSelfAttention(_Base):
            pass
        """,
        "the layer stands in a base class",
    ),
    right(
        "keyword arguments and a dropout",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads, **kwargs):
                super().__init__(**kwargs)
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size, name="query")
                self.key = keras.layers.Dense(embed_size, name="key")
                self.value = keras.layers.Dense(embed_size, name="value")
                self.fc_out = keras.layers.Dense(embed_size, name="fc_out")
                self.dropout = keras.layers.Dropout(0.2)

            def call(self, x, training=False):
                n, d = x.shape[1:]
                shape = (-1, n, self.num_heads, d // self.num_heads)
                q, k, v = (
                    tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
                    for f in (self.query, self.key, self.value)
                )
                scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
                weights = self.dropout(tf.nn.softmax(scores, axis=-1), training=training)
                context = tf.transpose(weights @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "**kwargs as Keras' own layers take them, a Dropout that is off",
    ),
    right(
        "made and built in build",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.embed_size, self.num_heads = embed_size, num_heads

            def build(self, input_shape):
                self.layers = [keras.layers.Dense(self.embed_size) for _ in range(4)]
                for layer in self.layers:
                    layer.build(input_shape)

            def call(self, x):
                shape = (x.shape[0], x.shape[1], self.num_heads, -1)
                q, k, v = (tf.reshape(layer(x), shape) for layer in self.layers[:3])
                scores = tf.einsum("bihf,bjhf->bhij", q, k) / q.shape[-1] ** 0.5
                context = tf.einsum("bhij,bjhf->bihf", tf.nn.softmax(scores), v)
                return self.layers[3](tf.reshape(context, x.shape))
        """,
        "the layers stand in a list, and build makes them",
    ),
    wrong(
        "scaled by embed_size",
        change("q.shape[-1] ** 0.5", "x.shape[-1] ** 0.5"),
        "the root of the whole width",
        "scaled-by-embed-size",
        of="reshape and transpose",
    ),
    wrong(
        "made in another order",
        change("self.key =", "self.value =") + change("self.value =", "self.key ="),
        "value before key: the check goes by the order",
        "value-made-first",
        of="reshape and transpose",
    ),
    wrong(
        "split by reshape",
        change("(batch, n, self.num_heads, d", "(batch, self.num_heads, n, d")
        + change("return tf.transpose(x, (0, 2, 1, 3))", "return x")
        + change("        context = tf.transpose(context, (0, 2, 1, 3))\n", ""),
        "tokens are mixed, the shape is right",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
        of="reshape and transpose",
    ),
    wrong(
        "heads not transposed back",
        change("        context = tf.transpose(context, (0, 2, 1, 3))\n", ""),
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
        of="reshape and transpose",
    ),
    wrong(
        "super().__init__() forgotten",
        change("        super().__init__()\n", ""),
        "Keras cannot track layers before it",
        "no-super",
        of="reshape and transpose",
    ),
    wrong(
        "keys not transposed",
        change(", transpose_b=True", ""),
        "transpose_b is missing: an error of matmul",
        "not-transposed",
        of="reshape and transpose",
    ),
    wrong(
        "biases left out",
        change('name="query"', 'name="query", use_bias=False')
        + change('name="key"', 'name="key", use_bias=False')
        + change('name="value"', 'name="value", use_bias=False'),
        "use_bias=False",
        "bias-at-the-end-alone",
        of="keyword arguments and a dropout",
    ),
    wrong(
        "dropout on",
        change("training=training", "training=True"),
        "training=True written into the call",
        of="keyword arguments and a dropout",
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
        change("tf.nn.softmax(scores)", "tf.stop_gradient(tf.nn.softmax(scores))"),
        "tf.stop_gradient on the weights",
        "detached",
        of="reshape and transpose",
    ),
    wrong(
        "softmax twice",
        change("tf.nn.softmax(scores)", "tf.nn.softmax(tf.nn.softmax(scores))"),
        "weights go through softmax again",
        "softmax-twice",
        of="reshape and transpose",
    ),
    wrong(
        "relu in the projections",
        change('name="query"', 'name="query", activation="relu"')
        + change('name="key"', 'name="key", activation="relu"')
        + change('name="value"', 'name="value", activation="relu"'),
        "a relu in each Dense layer, copied from a classifier",
        "relu-in-the-projections",
        of="keyword arguments and a dropout",
    ),
)
