"""Multi-head self-attention as a layer of Keras.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

Checked by its output and its gradients.
"""

import keras
import tensorflow as tf

from autograder import Case, Exercise, cells_beside
from solutions.ch08_multi_head._shared import EXACT, tokens_for_heads
from solutions.draws import output_alone


class MultiHeadSelfAttention(keras.layers.Layer):
    """Self-attention with several heads.

    Its weights are those of four Dense layers, made in the order query, key,
    value, fc_out, each embed_size wide, with a bias.
    Asked in evaluation mode; changes no input.
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
        cut = (-1, n, self.num_heads, head_dim)
        q, k, v = (
            tf.transpose(tf.reshape(layer(x), cut), (0, 2, 1, 3))
            for layer in (self.query, self.key, self.value)
        )  # (batch, heads, n, head_dim)
        scores = tf.matmul(q, k, transpose_b=True) / head_dim**0.5
        weights = tf.nn.softmax(scores)
        context = tf.transpose(weights @ v, (0, 2, 1, 3))  # tokens before heads again
        return self.fc_out(tf.reshape(context, (-1, n, embed_size)))


EXERCISE = Exercise(
    id="heads.keras_layer",
    title="Multi-head attention as a Keras layer",
    reference=MultiHeadSelfAttention,
    kind="layer",
    framework="tensorflow",
    name="MultiHeadSelfAttention",
    points=4,
    minutes=10,
    difficulty=3,
    section="08-multi-head#a-layer-in-keras",
    order=60,
    cases=(
        Case("a small batch", tokens_for_heads(2, 3, 2, 2), calls=1),
        Case("one head", tokens_for_heads(2, 3, 1, 4), calls=1),
        Case("one sequence", tokens_for_heads(1, 4, 2, 3), calls=1),
        Case("one token", tokens_for_heads(3, 1, 2, 2), calls=1),
        Case("one feature a head", tokens_for_heads(2, 3, 4, 1), calls=1),
        Case("any sizes", tokens_for_heads(), calls=1),
        Case(
            "large numbers", output_alone(tokens_for_heads(2, 3, 2, 4, scale=12.0)), calls=3
        ),
    ),
    properties=(EXACT,),
    **cells_beside(__file__),
)
