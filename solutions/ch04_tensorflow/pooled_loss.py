"""A repair: a loss whose two shapes do not fit, and broadcast.

The answers are (batch, 1, 1), the targets (batch,): their difference holds every answer
less every target.  That pulls each answer towards the mean of the targets.
"""

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, cells_beside, change
from solutions.ch04_tensorflow.scaled_dot_product_attention import (
    scaled_dot_product_attention,
)
from solutions.draws import Draw, normal
from solutions.repairs import given


def pooled_loss(
    query: tf.Tensor, tokens: tf.Tensor, w: tf.Tensor, target: tf.Tensor
) -> tf.Tensor:
    """How far the numbers read off some sequences are from the targets.

    query: (1, d), the same for all.  tokens: (batch, n, d), keys and values.
    w: (d, 1).  Its product with a sequence's context is that one's answer.
    target: (batch,), a number for each sequence.
    Returns the mean over the sequences of (answer - target)**2, a scalar.
    Its floats are of the inputs' dtype. Gradients flow through it. Changes no
    argument.
    """
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = (context @ w)[:, 0, 0]  # (batch, 1, 1) to (batch,)
    return tf.reduce_mean((answer - target) ** 2)


def _sequences(
    batch: int, n: int, d: int, *, scale: float = 1.0, dtype: str = "float64"
) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        arrays = (
            normal(rng, 1, d),
            normal(rng, batch, n, d, scale=scale),
            normal(rng, d, 1),
            3.0 + normal(rng, batch),
        )
        return tuple(array.astype(dtype) for array in arrays)

    return draw


EXERCISE = Exercise(
    id="tensorflow.pooled_loss",
    title="Repair: a loss that settles for the mean",
    framework="tensorflow",
    reference=pooled_loss,
    broken=given(
        change("(context @ w)[:, 0, 0]  # (batch, 1, 1) to (batch,)", "context @ w")
    ),
    dtype="input",
    points=2,
    minutes=8,
    difficulty=2,
    section="04-tensorflow#gradienttape-which-way-is-down",
    order=50,
    cases=(
        Case("one sequence", _sequences(1, 3, 2), weight=0.25),
        Case("a few sequences", _sequences(4, 3, 2)),
        Case("as many sequences as tokens", _sequences(3, 3, 2)),
        Case("as many sequences as features", _sequences(4, 2, 4)),
        Case("one token, one feature", _sequences(3, 1, 1)),
        Case("float32", _sequences(5, 2, 3, dtype="float32")),
        Case("large numbers", _sequences(3, 4, 2, scale=40.0), calls=1),
        Case("the gradients", _sequences(3, 4, 2), calls=1, gradients=True),
    ),
    **cells_beside(__file__),
)
