"""What the claims of chapter 04 stand on."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.linalg import norm

from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
    code_of,
)

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


def whole_against_rounded() -> Control:
    """Rival: with this seed the rounded layer was unlucky."""
    return Control(trainings().whole, trainings().rounded, "below", by=0.5)


def rounded_against_the_mean() -> Control:
    """Rival: values alone, with the weights of the start, do better than the mean."""
    of_mean = [trainings().mean] * len(SEEDS)
    return Control(trainings().rounded, of_mean, "above", by=0)


def straight_through_against_rounded() -> Control:
    """Rival: with rounded weights forwards, no gradient finds the way."""
    assert max(trainings().straight_through) < 0.02
    return Control(trainings().straight_through, trainings().rounded, "below", by=0.5)


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


def query_from_wanted() -> Control:
    """Rival: a small loss says nothing of which features the query and the key read."""
    return Control(trainings().of_wanted, trainings().of_name, "above", by=3)


CUT = 'assert "W_q" in str(caught[0].message) and "W_k" in str(caught[0].message)'
CLAIMS = [
    Claim("but a part of it can never learn anything", Measured(CUT)),
    Claim(
        "A constant cannot be changed",
        Measured("except TypeError as error:", prints="does not support item assignment"),
    ),
    Claim(
        "Beside whole numbers it cannot, and you get an error",
        Measured("tf.constant([1, 2]) * 0.5"),
    ),
    Claim(
        "because it does not know yet how wide the tokens are.",
        Measured(
            'print("constructed:", len(layer.trainable_weights), "weights")',
            prints="constructed: 0 weights",
        ),
    ),
    Claim(
        "and on other tensors only if you tell it to watch them",
        Measured(
            'print("not watched:", tape.gradient(loss, c))', prints="not watched: None"
        ),
    ),
    Claim(
        "features 1 and 3 are always the same number, and so are features 2 and 4",
        Measured("assert np.array_equal(X[:, :2], X[:, 2:])"),
    ),
    Claim(
        "A Variable starts from numbers, and numbers carry no record of how they were "
        "computed.",
        Measured(
            '"a Variable, not rounded": tf.Variable,',
            prints="a Variable, not rounded None None yes",
        ),
    ),
    Claim(
        "Rounding breaks it too",
        Measured(
            '"tf.round, no Variable": lambda t: tf.round(10 * t) / 10,',
            prints="tf.round, no Variable None None yes",
        ),
    ),
    Claim(
        "The two are the same float32, because PyTorch shows only four decimals.",
        Measured('assert str(by_tenths.numpy()[0, 1]) == "7.7999997"'),
    ),
    Claim(
        "and ends no better than always answering the mean",
        Controlled(rounded_against_the_mean, slow=True),
    ),
    Claim(
        "it learnt to make the query from *wanted*",
        Controlled(query_from_wanted, slow=True),
    ),
    Claim(
        "three rounded layers that were trained with it found their tokens too",
        Controlled(straight_through_against_rounded, slow=True),
    ),
    Claim(
        "as TensorFlow does for `tf.sign` and PyTorch for rounding, or says None",
        Controlled(zeros_or_none),
    ),
    Claim(
        "happens while tracing and never again",
        Measured("assert scale.experimental_get_tracing_count() == len(traced) == 3"),
    ),
    Claim(
        "Only the first line belongs to attention.",
        Measured("assert np.allclose(sums[0], 1)"),
    ),
    Claim(
        "No, unless the tape was asked for zeros in place of None",
        Measured("assert (found is None) == expected and (expected or not np.any(found))"),
    ),
    Claim(
        "when a step on the way has no slope anywhere, such as `tf.sign`",
        Controlled(zeros_or_none),
    ),
    Claim(
        "when the softmax is saturated so far that all other weights are 0.",
        Measured("assert weights[0] == 1 and none == is_zero"),
    ),
    Claim(
        "There is an error only if the shapes do not fit.",
        Measured("assert np.allclose(swapped, mixed_up)"),
    ),
    Claim("a layer whose `W_q` and `W_k` get None still trains, but badly", Measured(CUT)),
    Claim(
        "The layer that is called Attention is therefore not the scaled attention",
        Measured("assert np.allclose(built_in([q, v, k])[0], by_hand, atol=6e-5)"),
    ),
    Claim(
        "With all gradients, the loss goes to almost nothing.",
        Controlled(whole_against_rounded, slow=True),
    ),
    Claim(
        "is a matrix product once more, so one line does both",
        Measured("assert np.allclose(output, tf.matmul(weights, values), atol=1e-5)"),
    ),
    Claim(
        "Dtypes do not mix, and a softmax wants floats.",
        Measured("tf.nn.softmax(whole_scores)", prints="Value for attr 'T' of int32"),
    ),
    Claim(
        "gives the scores, for a batch as well",
        Measured("assert np.allclose(together[1, 2], alone)"),
    ),
    Claim(
        "If a number is copied out and in again, rounded, or computed outside the block",
        Measured(
            '"a constant, typed in": lambda t: tf.constant(t.numpy()),',
            prints="a constant, typed in None None yes",
        ),
    ),
    Claim(
        "`tf.function` runs your Python once for each kind of input",
        Measured("assert attend.experimental_get_tracing_count() == 2"),
    ),
    Claim(
        "takes query, *value*, key, and does not scale unless told",
        Measured("assert np.allclose(built_in([q, v, k])[0], by_hand, atol=6e-5)"),
    ),
    Claim(
        "NumPy, TensorFlow and PyTorch give one output and one set of gradients.",
        Measured("assert np.allclose(three[0], other, rtol=1e-9, atol=1e-9)"),
    ),
]
