"""Scaled dot-product attention in TensorFlow.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Beside the mistakes of chapter 03: a scale of another dtype, results that have left
TensorFlow, and weights rounded on the way.
"""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, normal, sizes
from solutions.sentences import (
    ACROSS_THE_BATCH,
    CAUSAL,
    DEALT_ANEW,
    DETACHED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    WEIGHTS_DETACHED,
)
from solutions.steady import STEADY


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


def _queries_keys_values(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float32")
        shapes = [(*batch, n_q, d_k), (*batch, n_k, d_k), (*batch, n_k, d_v)]
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


SCALES = {
    "sqrt d_k": lambda q, k: q.shape[-1] ** 0.5,
    "none": lambda q, k: 1.0,
    "d_k": lambda q, k: float(q.shape[-1]),
    "times": lambda q, k: q.shape[-1] ** -0.5,
    "half of d_k": lambda q, k: q.shape[-1] / 2,
    "sqrt n_k": lambda q, k: k.shape[-2] ** 0.5,
}


def _turned(k, how):
    """Keys in columns, or what people take for it."""
    if how == "all":
        return tf.transpose(k)
    if how == "reshape":
        return tf.reshape(k, (*k.shape[:-2], k.shape[-1], k.shape[-2]))
    return k if how == "none" else tf.linalg.matrix_transpose(k)


def _attention(
    q,
    k,
    v,
    *,
    scale="sqrt d_k",
    axis=-1,
    transpose="last two",
    shift="each row",
    rounded=False,
    returned="output, weights",
):
    scores = tf.matmul(q, _turned(k, transpose)) / SCALES[scale](q, k)
    if shift == "each row":
        weights = tf.nn.softmax(scores, axis=axis)
    else:
        powers = tf.exp(scores - (tf.reduce_max(scores) if shift == "everything" else 0))
        weights = powers / tf.reduce_sum(powers, axis=axis, keepdims=True)
    if rounded:
        weights = tf.round(weights * 10) / 10
    output = tf.matmul(weights, v)
    return (output, weights) if returned == "output, weights" else (weights, output)


def _scaled_in_float32(q, k, v):
    d_k = tf.cast(tf.shape(k)[-1], tf.float32)
    weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / tf.sqrt(d_k))
    return tf.matmul(weights, v), weights


def _through_numpy(q, k, v):
    return tuple(result.numpy() for result in scaled_dot_product_attention(q, k, v))


def _scaled_afterwards(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True)
    weights = tf.nn.softmax(scores) / q.shape[-1] ** 0.5
    return tf.matmul(weights, v), weights


def _with(weigh):
    """Attention with another way from scaled scores, (..., n_q, n_k), to weights."""

    def attention(q, k, v):
        weights = weigh(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5)
        return tf.matmul(weights, v), weights

    return attention


def _causal(scores):
    seen = tf.linalg.band_part(tf.ones_like(scores), -1, 0) > 0
    return tf.nn.softmax(tf.where(seen, scores, scores.dtype.min))


def _scaled_by_d_v(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True) / v.shape[-1] ** 0.5
    weights = tf.nn.softmax(scores)
    return tf.matmul(weights, v), weights


def _starred(q, k, v):
    _, weights = scaled_dot_product_attention(q, k, v)
    return weights * v, weights


def _by_einsum(q, k, v):
    q = q / tf.sqrt(tf.cast(tf.shape(q)[-1], q.dtype))
    weights = tf.nn.softmax(tf.einsum("...id,...jd->...ij", q, k))
    return tf.einsum("...ij,...jd->...id", weights, v), weights


def _step_by_step(q, k, v):
    """Every step spelt out: broadcasting, exponentials, reduce_sum."""
    scores = tf.reduce_sum(q[..., :, None, :] * k[..., None, :, :], axis=-1)
    scores = scores * k.shape[-1] ** -0.5
    powers = tf.exp(scores - tf.reduce_max(scores, axis=-1, keepdims=True))
    weights = powers / tf.reduce_sum(powers, axis=-1, keepdims=True)
    weighted = weights[..., None] * v[..., None, :, :]  # (..., n_q, n_k, d_v)
    return tf.reduce_sum(weighted, axis=-2), weights


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
    decisions=_attention,
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
        Case("large numbers", _queries_keys_values(scale=40.0), calls=1),
        Case("gradients flow", _queries_keys_values(7), calls=1, gradients=True),
    ),
    properties=(
        Property(
            "each row of weights sums to one",
            "The second result should be the weights, and each row of them belongs to "
            "one query and sums to one; yours do not.",
            lambda answer, output, q, k, v: np.allclose(output[1].sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the output stays within the values",
            "An output is a weighted mean of the values, so no entry of it can be above "
            "the largest or below the smallest value of that feature; yours is.",
            _stays_within_the_values,
        ),
        Property(
            "the order of the keys does not matter",
            "When keys and values are put in reverse order together, every query should "
            "still gather the same output.",
            _ignores_the_order_of_keys,
        ),
        STEADY,
    ),
    misconceptions=(
        Misconception(
            "unscaled",
            "You do not divide the scores by sqrt(d_k). Longer vectors have larger dot "
            "products, so your softmax gets sharper as d_k grows. Divide the scores "
            "before tf.nn.softmax.",
            choices={"scale": "none"},
        ),
        Misconception(
            "divided-by-d-k",
            "You divide by d_k where the formula has its square root, so your weights "
            "come out too even. k.shape[-1] ** 0.5 is the number you want.",
            choices={"scale": "d_k"},
        ),
        Misconception(
            "multiplied",
            "You multiply the scores by sqrt(d_k). That makes a sharp softmax sharper "
            "still; dividing is what calms it.",
            choices={"scale": "times"},
        ),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of keys. What makes scores "
            "large is the length of the vectors, d_k: the last axis of q and k.",
            choices={"scale": "sqrt n_k"},
        ),
        Misconception(
            "wrong-axis",
            "Your weights sum to one down each column, so every key shares itself out "
            "among the queries. A row belongs to one query. Take the softmax over the "
            "keys, the last axis: tf.nn.softmax does so when you name no axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "batch-transposed",
            "tf.transpose(k) reverses all axes, so a batch in front goes last and the "
            "product no longer fits. tf.matmul(q, k, transpose_b=True) turns the last "
            "two axes and no others.",
            choices={"transpose": "all"},
        ),
        Misconception(
            "unstable",
            "Your own softmax takes exp() of the scores as they are, and a large score "
            "overflows to infinity. tf.nn.softmax subtracts each row's largest score "
            "first: use it.",
            choices={"shift": "none"},
        ),
        Misconception(
            "rounded",
            "You round the weights to one decimal. Rows then need not sum to one, every "
            "output is a little off, and no gradient passes through tf.round. Round when "
            "you print.",
            choices={"rounded": True},
        ),
        Misconception(
            "results-swapped",
            "Both results are right but in the other order. The output comes first, the "
            "weights second.",
            choices={"returned": "weights, output"},
        ),
        Misconception(
            "output-alone",
            "You return the output alone. Return a pair: the output, then the weights, "
            "which the caller wants to look at.",
            lambda q, k, v: scaled_dot_product_attention(q, k, v)[0],
        ),
        Misconception(
            "float32-scale",
            "Your scale is a float32 tensor, so float64 scores cannot be divided by it: "
            "TensorFlow does not mix dtypes. A plain Python number, k.shape[-1] ** 0.5, "
            "goes with both; or cast d_k to q.dtype.",
            _scaled_in_float32,
        ),
        Misconception(
            "numpy-results",
            "The numbers are right, but .numpy() has taken them out of TensorFlow, and a "
            "GradientTape cannot follow them there. Return the tensors themselves.",
            _through_numpy,
        ),
        Misconception(
            "scaled-after",
            "You divide after the softmax, so your weights sum to less than one. Divide "
            "the scores, then take the softmax.",
            _scaled_afterwards,
        ),
        Misconception(
            "element-by-element",
            "The * between two tensors multiplies entry by entry. The output is a matrix "
            "product: tf.matmul(weights, v), or weights @ v.",
            _starred,
        ),
        Misconception("scaled-by-d-v", SCALED_BY_D_V, _scaled_by_d_v),
        Misconception("half-of-d-k", HALF_OF_D_K, choices={"scale": "half of d_k"}),
        Misconception("axis-1", FROM_THE_FRONT, choices={"axis": 1}),
        Misconception("axis-0", ACROSS_THE_BATCH, choices={"axis": 0}),
        Misconception("no-transpose", NOT_TURNED, choices={"transpose": "none"}),
        Misconception(
            "reshape-for-transpose", DEALT_ANEW, choices={"transpose": "reshape"}
        ),
        Misconception("global-max", GLOBAL_MAX, choices={"shift": "everything"}),
        Misconception(
            "softmax-twice",
            SOFTMAX_TWICE,
            _with(lambda scores: tf.nn.softmax(tf.nn.softmax(scores))),
        ),
        Misconception("log-softmax", LOG_SOFTMAX, _with(tf.nn.log_softmax)),
        Misconception("no-softmax", NO_SOFTMAX, _with(tf.identity)),
        Misconception("causal", CAUSAL, _with(_causal)),
        Misconception(
            "weights-detached",
            WEIGHTS_DETACHED,
            _with(lambda scores: tf.stop_gradient(tf.nn.softmax(scores))),
        ),
        Misconception(
            "detached",
            DETACHED,
            lambda *given: tuple(
                map(tf.stop_gradient, scaled_dot_product_attention(*given))
            ),
        ),
    ),
    alternatives=(_by_einsum, _step_by_step),
    dtype="input",
    same=(
        Same(
            "transpose_b=True) / q.shape[-1] ** 0.5",
            "Queries and keys have the same number of features.",
        ),
    ),
    hints=(
        "Scores, scaling, softmax, weighted sum. All but the scaling you have run in "
        "the cells above.",
        "For the scores, tf.matmul(q, k, transpose_b=True) turns only the last two "
        "axes of k. d_k is k.shape[-1], a Python number that goes with any float "
        "dtype.",
        "Divide before the softmax, not after it. `tf.nn.softmax` works along the last "
        "axis, the keys. You return two tensors: which one comes first?",
    ),
)
