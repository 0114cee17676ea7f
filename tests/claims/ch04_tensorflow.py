"""What the claims of chapter 04 stand on."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.linalg import norm

from tests.claims.register import Control, code_of, control

PAGE = "chapters/04-tensorflow.md"

SEEDS = (1, 2, 3)  # the chapter's own is 0


@dataclass
class Trained:
    """The chapter's training from other seeds: losses at the end, and who reads what."""

    whole: list[float]
    rounded: list[float]
    straight_through: list[float]
    mean: float  # of always answering the mean
    of_wanted: list[float]  # size of W_q's and W_k's rows, as they should read
    of_name: list[float]  # the same, the other way round


@cache
def trainings() -> Trained:
    """With gradients whole, with weights rounded, with a way past the rounding."""
    import keras
    import tensorflow as tf

    from solutions.ch04_tensorflow.scaled_dot_product_attention import (
        scaled_dot_product_attention,
    )
    from solutions.ch04_tensorflow.self_attention_layer import SelfAttention

    space = code_of(
        PAGE,
        "count",
        "RoundedAttention",
        keras=keras,
        tf=tf,
        scaled_dot_product_attention=scaled_dot_product_attention,
    )
    x, target, n = space["x"], space["target"], space["n"]

    class StraightThrough(space["RoundedAttention"]):
        """Rounded weights, and the gradients of those that are not."""

        def call(self, x: tf.Tensor) -> tf.Tensor:
            q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
            _, weights = scaled_dot_product_attention(q, k, v)
            return (weights + tf.stop_gradient(tf.round(10 * weights) / 10 - weights)) @ v

    def trained(layer: keras.layers.Layer, seed: int) -> float:
        """As the chapter trains it, from another seed."""
        keras.utils.set_random_seed(seed)
        model = keras.Sequential([layer])
        model.compile(keras.optimizers.Adam(0.03), "mse")
        told = model.fit(x, target, batch_size=64, epochs=8, verbose=0)
        return told.history["loss"][-1]

    layers = [SelfAttention(n, 2) for _ in SEEDS]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no gradients for W_q and W_k: that is the point
        whole = [trained(*one) for one in zip(layers, SEEDS, strict=True)]
        rounded = [trained(space["RoundedAttention"](), seed) for seed in SEEDS]
        through = [trained(StraightThrough(), seed) for seed in SEEDS]
    mean = space["content"].mean(axis=1, keepdims=True)
    matrices = [layer.get_weights() for layer in layers]
    name, wanted = slice(0, n), slice(n, 2 * n)
    return Trained(
        whole,
        rounded,
        through,
        float(np.square(target - mean).mean()),
        [min(norm(W_q[wanted]), norm(W_k[name])) for W_q, W_k, _ in matrices],
        [max(norm(W_q[name]), norm(W_k[wanted])) for W_q, W_k, _ in matrices],
    )


@control("With all gradients, the loss goes to almost nothing.", slow=True)
def whole_against_rounded() -> Control:
    """Rival: with this seed the rounded layer was unlucky."""
    return Control(trainings().whole, trainings().rounded, "below", by=0.5)


@control("and ends no better than always answering the mean", slow=True)
def rounded_against_the_mean() -> Control:
    """Rival: values alone, with the weights of the start, do better than the mean."""
    of_mean = [trainings().mean] * len(SEEDS)
    return Control(trainings().rounded, of_mean, "above", by=0)


@control("three rounded layers that were trained with it found their tokens too", slow=True)
def straight_through_against_rounded() -> Control:
    """Rival: with rounded weights forwards, no gradient finds the way."""
    assert max(trainings().straight_through) < 0.02
    return Control(trainings().straight_through, trainings().rounded, "below", by=0.5)


@control(
    "as TensorFlow does for `tf.sign` and PyTorch for rounding, or says None",
    "when a step on the way has no slope anywhere, such as `tf.sign`",
    slow=True,
)
def zeros_or_none() -> Control:
    """Rival: where the slope is zero, TensorFlow says None. Paths found, sign and round."""
    import tensorflow as tf
    import torch

    sign, rounding = [], []
    for start in (0.3, 1.4, -2.2):
        for found, step in ((sign, tf.sign), (rounding, tf.round)):
            variable = tf.Variable(start)
            with tf.GradientTape() as tape:
                stepped = step(variable)
            slope = tape.gradient(stepped, variable)
            found.append(float(slope is not None and slope == 0))
        number = torch.tensor(start, requires_grad=True)
        torch.round(number).backward()
        assert number.grad == 0
    return Control(sign, rounding, "above", by=1)


@control("it learnt to make the query from *wanted*", slow=True)
def query_from_wanted() -> Control:
    """Rival: a small loss says nothing of which features the query and the key read."""
    return Control(trainings().of_wanted, trainings().of_name, "above", by=3)
