"""Answers to heads.keras_layer: right ones."""

from answers.corpus import right

EXERCISE = "heads.keras_layer"

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
)
