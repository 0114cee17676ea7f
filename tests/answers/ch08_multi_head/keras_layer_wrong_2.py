"""Answers to heads.keras_layer: wrong ones, continued."""

from answers.corpus import wrong

EXERCISE = "heads.keras_layer"

ANSWERS = (
    wrong(
        "softmax twice",
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
                weights = tf.nn.softmax(tf.nn.softmax(scores))
                context = tf.transpose(weights @ v, (0, 2, 1, 3))
                return self.fc_out(tf.reshape(context, (-1, n, d)))
        """,
        "weights go through softmax again",
        "softmax-twice",
    ),
    wrong(
        "relu in the projections",
        """
        class MultiHeadSelfAttention(keras.layers.Layer):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.query = keras.layers.Dense(embed_size, activation="relu")
                self.key = keras.layers.Dense(embed_size, activation="relu")
                self.value = keras.layers.Dense(embed_size, activation="relu")
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
        "a relu in each Dense layer, copied from a classifier",
        "relu-in-the-projections",
    ),
)
