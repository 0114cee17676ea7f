"""The gradients of attention for its three matrices, with GradientTape."""

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch04_tensorflow.scaled_dot_product_attention import (
    scaled_dot_product_attention,
)
from solutions.draws import Draw, normal, sizes


def attention_gradients(
    x: tf.Tensor, W_q: tf.Tensor, W_k: tf.Tensor, W_v: tf.Tensor
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    """How sum(output**2) changes with each weight of a self-attention.

    x: (..., n, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    All are plain tensors, not Variables.  The output is that of scaled
    dot-product attention; the sum runs over all its entries, batch included.
    Returns the gradients for W_q, W_k and W_v, each of its matrix's shape.
    Changes no argument.
    """
    matrices = (W_q, W_k, W_v)
    with tf.GradientTape() as tape:
        tape.watch(matrices)
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        output, _ = scaled_dot_product_attention(q, k, v)
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, matrices)


def _tokens_and_weights(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        x = normal(rng, *batch, n, d_model, dtype=dtype)
        # Larger ones saturate the softmax, and its gradient is lost in rounding.
        W_q = normal(rng, d_model, d_k, scale=0.7, dtype=dtype)
        W_k = normal(rng, d_model, d_k, scale=0.7, dtype=dtype)
        W_v = normal(rng, d_model, d_v, scale=options.get("values", 1.0), dtype=dtype)
        if "shift" in options:  # the same is added to every score
            x[..., 0], W_q[:, 0], W_k[:, 0] = 1, 0, 0
            W_q[0, 0] = W_k[0, 0] = options["shift"]
        if options.get("apart"):  # each query's scores at a height of their own
            x[..., 0], x[..., 1], W_q[:, 0], W_k[:, 0] = -np.arange(n), 1, 0, 0
            W_q[0, 0] = W_k[1, 0] = 40
        return x, W_q, W_k, W_v

    return draw


def _loss(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return ((powers / powers.sum(-1, keepdims=True) @ v) ** 2).sum()


def _foretells_the_loss(_answer, output, *arguments):
    """A small step along the gradients changes the loss by what they say."""
    x, *matrices = (np.float64(array) for array in arguments)
    gradients = [np.float64(gradient) for gradient in output]
    slope = sum((gradient**2).sum() for gradient in gradients)
    step = 1e-4 / (1 + np.sqrt(slope))
    moved = list(zip(matrices, gradients, strict=True))
    after = _loss(x, *(W + step * gradient for W, gradient in moved))
    before = _loss(x, *(W - step * gradient for W, gradient in moved))
    return np.isclose(after - before, 2 * step * slope, rtol=1e-2)


EXERCISE = Exercise(
    id="tensorflow.attention_gradients",
    title="Gradients of attention",
    reference=attention_gradients,
    framework="tensorflow",
    points=2,
    minutes=10,
    difficulty=2,
    section="04-tensorflow#gradienttape-which-way-is-down",
    order=30,
    cases=(
        Case("a few tokens", _tokens_and_weights(), calls=1),
        Case("wide values", _tokens_and_weights(shape=(3, 4, 2, 6)), calls=1),
        Case("one feature a query", _tokens_and_weights(shape=(4, 3, 1, 2)), calls=1),
        Case("one token", _tokens_and_weights(shape=(1, 4, 3, 2)), calls=1),
        Case("a batch", _tokens_and_weights(3), calls=1),
        Case(
            "a batch of batches, float32",
            _tokens_and_weights(2, 3, dtype="float32"),
            calls=1,
        ),
        Case("large values", _tokens_and_weights(values=1e3), calls=1),
        Case("large scores", _tokens_and_weights(shape=(4, 5, 3, 2), shift=60.0), calls=1),
        Case("queries far apart", _tokens_and_weights(shape=(4, 5, 3, 2), apart=True)),
        Case("three axes in front", _tokens_and_weights(2, 1, 3), calls=1),
    ),
    properties=(
        Property(
            "a step along them changes the loss by what they say",
            "Move all three matrices a tiny step along your gradients. With the right "
            "output, sum(output**2) does not change by as much as they say.",
            _foretells_the_loss,
        ),
    ),
    **cells_beside(__file__),
)
