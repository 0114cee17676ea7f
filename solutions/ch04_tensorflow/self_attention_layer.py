"""Self-attention as a Keras layer with trainable projections.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Checked by its output and by all its gradients.
"""

import keras
import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, cells_beside
from solutions.ch04_tensorflow.scaled_dot_product_attention import (
    scaled_dot_product_attention,
)
from solutions.draws import Draw, normal, output_alone, sizes
from solutions.steady import STEADY


class SelfAttention(keras.layers.Layer):
    """Scaled self-attention with trainable projections and no bias.

    d_k: entries of a query and of a key.  d_v: entries of a value.
    Asked in evaluation mode; changes no input.
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


def _sizes_and_tokens(*shape: int, scale: float = 1.0) -> Draw:
    """shape: (batch, n, d_model, d_k, d_v); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, d_model, d_k, d_v = shape or sizes(rng, 5)
        x = normal(rng, batch, n, d_model, scale=scale, dtype="float32")
        return (d_k, d_v), (x,)

    return draw


EXERCISE = Exercise(
    id="tensorflow.self_attention_layer",
    name="SelfAttention",
    title="Self-attention as a Keras layer",
    reference=SelfAttention,
    kind="layer",
    framework="tensorflow",
    points=3,
    minutes=15,
    difficulty=2,
    section="04-tensorflow#a-keras-layer-with-trainable-projections",
    order=20,
    cases=(
        # A Keras layer takes 15 ms to build and run: few calls, on many sizes.
        Case("a batch of three", _sizes_and_tokens(3, 5, 4, 2, 6), calls=1),
        Case("one sequence", _sizes_and_tokens(1, 4, 5, 3, 2), calls=1),
        Case("one token", _sizes_and_tokens(2, 1, 4, 3, 5), calls=1),
        Case("one feature each", _sizes_and_tokens(2, 5, 3, 1, 1), calls=1),
        Case("sizes drawn afresh", _sizes_and_tokens(), calls=1),
        Case(
            "large numbers",
            output_alone(_sizes_and_tokens(2, 3, 5, 4, 2, scale=12.0)),
            calls=3,
        ),
    ),
    properties=(STEADY,),
    **cells_beside(__file__),
)
