"""Multi-head self-attention in Keras (chapter 08): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.  How it is
checked is in ``solutions.heads_keras_checks``.
"""

from __future__ import annotations

import keras
import tensorflow as tf


class MultiHeadSelfAttention(keras.layers.Layer):
    """Self-attention with several heads.

    Its weights are those of four Dense layers, made in the order query, key,
    value, fc_out, each embed_size wide, with a bias.
    """

    def __init__(self, embed_size: int, num_heads: int) -> None:
        """Make the four Dense layers.

        embed_size is a multiple of num_heads.
        """
        super().__init__()
        self.num_heads = num_heads
        self.query = keras.layers.Dense(embed_size, name="query")
        self.key = keras.layers.Dense(embed_size, name="key")
        self.value = keras.layers.Dense(embed_size, name="value")
        self.fc_out = keras.layers.Dense(embed_size, name="fc_out")

    def call(self, x: tf.Tensor) -> tf.Tensor:
        """Let every token gather from all tokens of its own sequence.

        x: (batch, n, embed_size).  Returns the same shape.
        Each head divides its scores by the square root of its own width.
        """
        _, n, embed_size = x.shape
        head_dim = embed_size // self.num_heads
        q, k, v = (
            tf.transpose(
                tf.reshape(layer(x), (-1, n, self.num_heads, head_dim)), (0, 2, 1, 3)
            )
            for layer in (self.query, self.key, self.value)
        )  # (batch, heads, n, head_dim)
        scores = tf.matmul(q, k, transpose_b=True) / head_dim**0.5
        context = tf.matmul(tf.nn.softmax(scores), v)
        tokens_first = tf.transpose(context, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(tokens_first, (-1, n, embed_size)))
