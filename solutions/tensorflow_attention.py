"""Scaled dot-product attention in TensorFlow and Keras (chapter 04): the reference.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.  How each
answer is checked is in ``solutions.tensorflow_checks`` and its neighbours.
"""

from __future__ import annotations

import keras
import tensorflow as tf


def scaled_dot_product_attention(
    q: tf.Tensor, k: tf.Tensor, v: tf.Tensor
) -> tuple[tf.Tensor, tf.Tensor]:
    """Let every query gather from the values of all keys.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    All three have one dtype, float32 or float64, and so have the results.
    Returns (output, weights): (..., n_q, d_v) and (..., n_q, n_k), where
    weights is softmax(q k^T / sqrt(d_k)) and output is weights times v.
    """
    # A Python number takes the dtype of the tensor it divides.
    scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
    weights = tf.nn.softmax(scores)  # (..., n_q, n_k)
    return tf.matmul(weights, v), weights


class SelfAttention(keras.layers.Layer):
    """Scaled self-attention with trainable projections and no bias.

    d_k: entries of a query and of a key.  d_v: entries of a value.
    """

    def __init__(self, d_k: int, d_v: int) -> None:
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape: tuple) -> None:
        """Create W_q and W_k, (d_model, d_k), then W_v, (d_model, d_v).

        input_shape: (batch, n, d_model).
        """
        d_model = input_shape[-1]
        self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
        self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
        self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")

    def call(self, x: tf.Tensor) -> tf.Tensor:
        """Return the output, (batch, n, d_v), for x, (batch, n, d_model)."""
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        output, _ = scaled_dot_product_attention(q, k, v)
        return output


def attention_gradients(
    x: tf.Tensor, W_q: tf.Tensor, W_k: tf.Tensor, W_v: tf.Tensor
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    """How sum(output**2) changes with each weight of a self-attention.

    x: (..., n, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    All are plain tensors, not Variables.  The output is that of scaled
    dot-product attention; the sum runs over all its entries, batch included.
    Returns the gradients for W_q, W_k and W_v, each of its matrix's shape.
    """
    matrices = (W_q, W_k, W_v)
    with tf.GradientTape() as tape:
        tape.watch(matrices)
        output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, matrices)
