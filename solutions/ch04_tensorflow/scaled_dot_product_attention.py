"""Scaled dot-product attention in TensorFlow.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
"""

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal, sizes
from solutions.steady import STEADY


def scaled_dot_product_attention(
    q: tf.Tensor, k: tf.Tensor, v: tf.Tensor
) -> tuple[tf.Tensor, tf.Tensor]:
    """Let every query gather from the values of all keys.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    All three have one dtype, float32 or float64.
    Returns (output, weights): (..., n_q, d_v) and (..., n_q, n_k), where
    weights is softmax(q k^T / sqrt(d_k)) and output is weights times v.
    Its floats are of the inputs' dtype. Gradients flow through it. Changes no
    argument.
    """
    # A Python number takes the dtype of the tensor it divides.
    scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
    weights = tf.nn.softmax(scores)  # (..., n_q, n_k)
    output = tf.matmul(weights, v)
    return output, weights


def _queries_keys_values(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float32")
        shapes = [(*batch, n_q, d_k), (*batch, n_k, d_k), (*batch, n_k, d_v)]
        q, k, v = (normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)
        if "level" in options:  # all scores about there
            q[..., 0], k[..., 0] = np.sign(options["level"]), abs(options["level"])
        return q, k, v

    return draw


def _stays_within_the_values(_answer, output, _q, _k, v):
    context, room = output[0], 1e-3 * (1 + np.abs(v).max())
    low, high = v.min(-2, keepdims=True) - room, v.max(-2, keepdims=True) + room
    return ((context >= low) & (context <= high)).all()


def _ignores_the_order_of_keys(answer, output, q, k, v):
    turned = answer(q, k[..., ::-1, :], v[..., ::-1, :])[0]
    return np.allclose(turned, output[0], rtol=1e-2, atol=1e-3 * (1 + np.abs(v).max()))


EXERCISE = Exercise(
    id="tensorflow.scaled_dot_product_attention",
    title="Scaled dot-product attention",
    reference=scaled_dot_product_attention,
    framework="tensorflow",
    points=2,
    minutes=10,
    difficulty=2,
    section="04-tensorflow#the-eight-steps-in-tensorflow",
    order=10,
    cases=(
        Case("more keys than queries", _queries_keys_values(shape=(2, 5, 3, 4)), calls=1),
        Case("more queries than keys", _queries_keys_values(shape=(5, 2, 4, 3)), calls=1),
        Case("one query, one feature", _queries_keys_values(shape=(1, 4, 1, 2)), calls=1),
        Case("one key", _queries_keys_values(shape=(4, 1, 3, 2)), calls=1),
        Case("float64", _queries_keys_values(dtype="float64"), calls=1),
        Case("a batch", _queries_keys_values(7), calls=1),
        Case("a batch of heads", _queries_keys_values(8, 3), calls=1),
        Case("three axes in front", _queries_keys_values(2, 1, 3), calls=1),
        Case("scores far below zero", _queries_keys_values(dtype="float64", level=-1e4)),
        Case("scores far above zero", _queries_keys_values(dtype="float64", level=1e4)),
        Case("large numbers", _queries_keys_values(scale=40.0), calls=1),
        Case("the gradients", _queries_keys_values(7), calls=1, gradients=True),
    ),
    properties=(
        Property(
            "each finite row of weights sums to one",
            "The second result should be the weights, and each row of them belongs to "
            "one query and should sum to one; not all of yours do.",
            lambda answer, output, q, k, v: np.allclose(output[1].sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the output stays within the values",
            "An output is a weighted mean of the values, so no entry of it can be above "
            "the largest or below the smallest value of that feature; one of yours is.",
            _stays_within_the_values,
        ),
        Property(
            "keys and values in reverse order change no output",
            "When keys and values are put in reverse order together, every query should "
            "still gather the same output.",
            _ignores_the_order_of_keys,
        ),
        STEADY,
    ),
    dtype="input",
    **cells_beside(__file__),
)
