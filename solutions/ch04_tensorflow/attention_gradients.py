"""The gradients of attention for its three matrices, with GradientTape.

The tape does not watch plain tensors by itself; the loss is halved, averaged or not
squared; and the weights are copied, which cuts two of the three paths.
"""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Misconception, Property, Same
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
    """
    matrices = (W_q, W_k, W_v)
    with tf.GradientTape() as tape:
        tape.watch(matrices)
        output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, matrices)


def _tokens_and_weights(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        return (
            normal(rng, *batch, n, d_model, dtype=dtype),
            # Larger ones saturate the softmax, and its gradient is lost in rounding.
            normal(rng, d_model, d_k, scale=0.7, dtype=dtype),
            normal(rng, d_model, d_k, scale=0.7, dtype=dtype),
            normal(rng, d_model, d_v, scale=options.get("values", 1.0), dtype=dtype),
        )

    return draw


LOSSES = {
    "sum of squares": lambda output: tf.reduce_sum(output**2),
    "half": tf.nn.l2_loss,
    "mean": lambda output: tf.reduce_mean(output**2),
    "sum": tf.reduce_sum,
    "square of the sum": lambda output: tf.reduce_sum(output) ** 2,
}


def _gradients(
    x,
    W_q,
    W_k,
    W_v,
    *,
    loss="sum of squares",
    scale="sqrt d_k",
    axis=-1,
    path="open",
    order="qkv",
):
    matrices = {"q": W_q, "k": W_k, "v": W_v}
    with tf.GradientTape() as tape:
        tape.watch(matrices)
        scores = tf.matmul(x @ W_q, x @ W_k, transpose_b=True)
        if scale == "sqrt d_k":
            scores = scores / W_k.shape[-1] ** 0.5
        weights = tf.nn.softmax(scores, axis=axis)
        if path == "cut":
            weights = tf.stop_gradient(weights)
        total = LOSSES[loss](weights @ (x @ W_v))
    found = tape.gradient(total, matrices)
    return tuple(found[name] for name in order)


def _step_taken(x, *matrices):
    gradients = attention_gradients(x, *matrices)
    return tuple(W - gradient for W, gradient in zip(matrices, gradients, strict=True))


def _of_q_k_v(x, W_q, W_k, W_v):
    projected = (x @ W_q, x @ W_k, x @ W_v)
    with tf.GradientTape() as tape:
        tape.watch(projected)
        loss = tf.reduce_sum(scaled_dot_product_attention(*projected)[0] ** 2)
    return tape.gradient(loss, projected)


def _of_everything(x, W_q, W_k, W_v):
    with tf.GradientTape() as tape:
        tape.watch((x, W_q, W_k, W_v))
        output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, (x, W_q, W_k, W_v))


def _total(x, W_q, W_k, W_v):
    output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
    return tf.reduce_sum(output**2)


def _asking_twice(x, *matrices):
    with tf.GradientTape() as tape:
        tape.watch(matrices)
        loss = _total(x, *matrices)
    return [tape.gradient(loss, W) for W in matrices]


def _with_variables(x, W_q, W_k, W_v):
    variables = [tf.Variable(W) for W in (W_q, W_k, W_v)]
    with tf.GradientTape() as tape:
        q, k, v = (tf.matmul(x, W) for W in variables)
        weights = tf.nn.softmax(tf.einsum("...id,...jd->...ij", q, k) * k.shape[-1] ** -0.5)
        loss = tf.reduce_sum(tf.square(tf.matmul(weights, v)))
    return tape.gradient(loss, variables)


def _backwards_by_hand(x, W_q, W_k, W_v):
    """The chain rule written out, as chapter 05 derives it."""
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    output, weights = scaled_dot_product_attention(q, k, v)
    above = 2 * output
    d_weights = tf.matmul(above, v, transpose_b=True)
    mean = tf.reduce_sum(d_weights * weights, axis=-1, keepdims=True)
    d_scores = weights * (d_weights - mean) / k.shape[-1] ** 0.5
    d_q, d_k = d_scores @ k, tf.matmul(d_scores, q, transpose_a=True)
    d_v = tf.matmul(weights, above, transpose_a=True)
    tokens = tf.reshape(x, (-1, x.shape[-1]))
    return tuple(
        tf.matmul(tokens, tf.reshape(d, (-1, d.shape[-1])), transpose_a=True)
        for d in (d_q, d_k, d_v)
    )


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
    decisions=_gradients,
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
        Case("a batch, float32", _tokens_and_weights(2, dtype="float32"), calls=1),
        Case("large values", _tokens_and_weights(values=1e3), calls=1),
    ),
    properties=(
        Property(
            "a step along them changes the loss by what they say",
            "Move all three matrices a tiny step along your gradients: sum(output**2) "
            "does not change by what they foretell, so they are not its gradients.",
            _foretells_the_loss,
        ),
    ),
    misconceptions=(
        Misconception(
            "nothing-recorded",
            "All your gradients are None: the tape recorded no path from the matrices to "
            "the loss. It watches Variables by itself, but these are plain tensors, so "
            "call tape.watch on them first. And compute everything, the loss included, "
            "inside the with block.",
            lambda x, W_q, W_k, W_v: (None, None, None),
        ),
        Misconception(
            "cut",
            "W_v has a gradient; W_q and W_k have none. Something on the way through the "
            "softmax starts afresh for the tape: a tf.Variable or tf.constant made from "
            "the weights, .numpy(), tf.round or tf.stop_gradient. Pass the softmax on as "
            "it is.",
            choices={"path": "cut"},
        ),
        Misconception(
            "half",
            "All your gradients are half of what they should be. tf.nn.l2_loss is "
            "sum(t**2) / 2; here the sum is wanted without the half.",
            choices={"loss": "half"},
        ),
        Misconception(
            "mean",
            "You take the mean of the squares, so every gradient is divided by the "
            "number of entries. The sum is asked for: tf.reduce_sum.",
            choices={"loss": "mean"},
        ),
        Misconception(
            "not-squared",
            "Your loss is the plain sum of the output. Square the entries first: "
            "tf.reduce_sum(output**2).",
            choices={"loss": "sum"},
        ),
        Misconception(
            "squared-last",
            "You add first and square the total. Square every entry, then add: "
            "tf.reduce_sum(output**2).",
            choices={"loss": "square of the sum"},
        ),
        Misconception(
            "unscaled",
            "These are the gradients of attention without the division by sqrt(d_k). Use "
            "your scaled_dot_product_attention, which has it.",
            choices={"scale": "none"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries, so these are the gradients of another "
            "function. Take it over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "order",
            "The gradients for W_q and W_k have changed places. Both have the same "
            "shape, so only the numbers give it away: return q, k, v.",
            choices={"order": "kqv"},
        ),
        Misconception(
            "step-taken",
            "You return the matrices after a step, W minus its gradient. The gradients "
            "themselves are asked for; what to do with them is the optimiser's business.",
            _step_taken,
        ),
        Misconception(
            "of-q-k-v",
            "These are the gradients for the queries, keys and values, which are only "
            "computed on the way. What training can change are the matrices W_q, W_k and "
            "W_v: watch those, and project inside the with block.",
            _of_q_k_v,
        ),
        Misconception(
            "input-as-well",
            "You return four gradients, the first of them for x. The tokens are data and "
            "stay as they are; only the three matrices are wanted.",
            _of_everything,
        ),
        Misconception(
            "tape-asked-twice",
            "A tape answers once and then forgets. Ask for all three gradients in one "
            "call, with the matrices in a tuple, or make the tape persistent.",
            _asking_twice,
        ),
        Misconception(
            "loss",
            "You return the loss. What is wanted is how it changes with each of the "
            "three matrices.",
            lambda x, *W: tf.convert_to_tensor(_total(x, *W)),
        ),
        Misconception(
            "sign",
            "Your gradients have the sign turned. They say in which direction the "
            "loss grows; to step the other way is the optimiser's business.",
            lambda *given: tuple(-gradient for gradient in attention_gradients(*given)),
        ),
        Misconception(
            "of-the-tokens",
            "This is the gradient for the tokens. They are data and stay as they are; "
            "the three matrices are what training changes.",
            lambda *given: _of_everything(*given)[0],
        ),
    ),
    alternatives=(_with_variables, _backwards_by_hand),
    same=(
        Same(
            "=> loss = output ** 2",
            "A tape that is asked for the gradient of several numbers takes that of "
            "their sum.",
        ),
    ),
    hints=(
        "Everything from the projections to the loss goes inside `with "
        "tf.GradientTape() as tape:`. The matrices are not Variables. What must you "
        "tell the tape?",
        "`tape.watch((W_q, W_k, W_v))` is the first line of the block. Then project, "
        "call your `scaled_dot_product_attention`, and make the loss.",
        "The gradients are asked of the tape, after its block. They come in the order "
        "in which you name the matrices.",
    ),
)
