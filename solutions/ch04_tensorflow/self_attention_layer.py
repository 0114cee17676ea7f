"""Self-attention as a Keras layer with trainable projections.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Checked by its output and by all its gradients, which show what an output cannot: cut
paths, unused matrices, weights in another order.
"""

from __future__ import annotations

import keras
import numpy as np
import tensorflow as tf

from autograder import Case, Exercise, Misconception, Same
from solutions.ch04_tensorflow.scaled_dot_product_attention import (
    scaled_dot_product_attention,
)
from solutions.draws import Draw, normal, sizes
from solutions.sentences import NO_SUPER, SCALED_BY_D_V, SOFTMAX_TWICE
from solutions.steady import STEADY


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


def _sizes_and_tokens(*shape: int, scale: float = 1.0) -> Draw:
    """shape: (batch, n, d_model, d_k, d_v); drawn when not given."""

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, d_model, d_k, d_v = shape or sizes(rng, 5)
        x = normal(rng, batch, n, d_model, scale=scale, dtype="float32")
        return (d_k, d_v), (x,)

    return draw


class _Projections(keras.layers.Layer):
    """The right parameters; what is done with them is left to subclasses."""

    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape):
        d_model = input_shape[-1]
        self.W_q = self.add_weight(shape=(d_model, self.d_k))
        self.W_k = self.add_weight(shape=(d_model, self.d_k))
        self.W_v = self.add_weight(shape=(d_model, self.d_v))


def _decided(
    *, roles="qkv", scale="sqrt d_k", axis=-1, mixed="values", path="open", again=False
) -> type[keras.layers.Layer]:
    """The layer, with these decisions taken."""

    class Decided(_Projections):
        def call(self, x):
            q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
            made = {"q": q, "k": k}
            q, k = made[roles[0]], made[roles[1]]
            squares = {"sqrt d_k": self.d_k, "none": 1, "sqrt d_model": x.shape[-1]}
            squares |= {"d_k": self.d_k**2, "sqrt d_v": self.d_v}
            scores = tf.matmul(q, k, transpose_b=True) / squares[scale] ** 0.5
            weights = tf.nn.softmax(scores, axis=axis)
            if again:
                weights = tf.nn.softmax(weights)
            if path == "cut":
                weights = tf.stop_gradient(weights)
            elif path == "rounded":
                weights = tf.round(weights * 10) / 10
            return tf.matmul(weights, v if mixed == "values" else x)

    return Decided


class _WithBias(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.project = [keras.layers.Dense(size) for size in (d_k, d_k, d_v)]

    def call(self, x):
        q, k, v = (project(x) for project in self.project)
        return tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5) @ v


class _OutputAndWeights(_Projections):
    def call(self, x):
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / self.d_k**0.5)
        return tf.matmul(weights, v), weights


class _WeightsAlone(_Projections):
    def call(self, x):
        scores = tf.matmul(x @ self.W_q, x @ self.W_k, transpose_b=True)
        return tf.nn.softmax(scores / self.d_k**0.5)


class _Untracked(SelfAttention):
    def build(self, input_shape):
        self.W_q = tf.Variable(tf.ones((input_shape[-1], self.d_k)))
        self.W_k = tf.Variable(tf.ones((input_shape[-1], self.d_k)))
        self.W_v = tf.Variable(tf.ones((input_shape[-1], self.d_v)))


def _not_set_up():
    """A class of the same name, which Keras speaks of in its error."""
    own = SelfAttention.__name__

    def init(self, d_k, d_v):
        self.d_k, self.d_v = d_k, d_v

    return type(own, (keras.layers.Layer,), {"__init__": init, "__qualname__": own})


def _created(order):
    """The right layer, with its weights created in another order."""

    class Reordered(SelfAttention):
        def build(self, input_shape):
            for name in order:
                size = self.d_v if name == "W_v" else self.d_k
                setattr(self, name, self.add_weight(shape=(input_shape[-1], size)))

    return Reordered


class _ThreeDense(keras.layers.Layer):
    """Right: three Dense layers without a bias, in this order."""

    def __init__(self, d_k, d_v):
        super().__init__()
        self.query = keras.layers.Dense(d_k, use_bias=False)
        self.key = keras.layers.Dense(d_k, use_bias=False)
        self.value = keras.layers.Dense(d_v, use_bias=False)

    def call(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ keras.ops.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
        return keras.ops.softmax(scores) @ v


class _ByEinsum(_Projections):
    def call(self, x):
        matrices = (self.W_q, self.W_k, self.W_v)
        q, k, v = (tf.einsum("bnd,de->bne", x, W) for W in matrices)
        scores = tf.einsum("bid,bjd->bij", q * self.d_k**-0.5, k)
        return tf.einsum("bij,bjd->bid", tf.nn.softmax(scores), v)


class _KerasAttention(_Projections):
    def call(self, x):
        q = x @ self.W_q / self.d_k**0.5
        return keras.layers.Attention()([q, x @ self.W_v, x @ self.W_k])


EXERCISE = Exercise(
    id="tensorflow.self_attention_layer",
    name="SelfAttention",
    title="Self-attention as a Keras layer",
    reference=SelfAttention,
    kind="layer",
    framework="tensorflow",
    decisions=_decided,
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
        Case("large numbers", _sizes_and_tokens(2, 3, 5, 4, 2, scale=4.0), calls=1),
    ),
    properties=(STEADY,),
    misconceptions=(
        Misconception(
            "swapped-qk",
            "Your queries are made with the second matrix and your keys with the first. "
            "Create W_q first, W_k second, and make the queries with W_q. Both have the "
            "same shape, so no error tells you.",
            choices={"roles": "kqv"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by sqrt(d_k). Call your "
            "scaled_dot_product_attention, which does.",
            choices={"scale": "none"},
        ),
        Misconception(
            "divided-by-d-k",
            "You divide the scores by d_k; the formula has its square root. The weights "
            "come out too even.",
            choices={"scale": "d_k"},
        ),
        Misconception(
            "scaled-by-d-model",
            "You divide by the square root of d_model, the width of the tokens. The "
            "scores are dot products of queries and keys, whose length is d_k.",
            _decided(scale="sqrt d_model"),
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries. Each row of the weights is one query's: "
            "take it over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "across-the-batch",
            "Your softmax runs along axis 0, and here axis 0 is the batch: the sequences "
            "share their attention out among one another. Count from the end, axis=-1, "
            "and the batch is left alone.",
            _decided(axis=0),
        ),
        Misconception(
            "raw-values",
            "You mix the tokens themselves, so the result has d_model features and W_v "
            "is never used. Mix the values, x @ W_v.",
            _decided(mixed="tokens"),
        ),
        Misconception(
            "detached",
            "W_q and W_k have no gradient: the weights leave TensorFlow on their way to "
            "the output, by .numpy(), a new tf.constant or tf.Variable, or "
            "tf.stop_gradient. The output is right today, and training can never improve "
            "it. Pass the softmax on as it is.",
            choices={"path": "cut"},
        ),
        Misconception(
            "rounded",
            "You round the weights inside the layer. The outputs are a little off, and "
            "W_q and W_k have no gradient, because rounding passes none on. Round when "
            "you print.",
            _decided(path="rounded"),
        ),
        # No misconception is named for weights made in call: Keras says what to do.
        Misconception(
            "other-parameters",
            "The layer needs just three trainable weights: W_q, W_k, W_v. Yours has "
            "more: a Dense layer brings a bias unless you say use_bias=False.",
            _WithBias,
        ),
        Misconception(
            "untracked",
            "Keras sees no weights in your layer, and would never train them. It does not "
            "know a tf.Variable, an array of your own or a layer made in call: make the "
            "weights with self.add_weight, in build.",
            _Untracked,
        ),
        Misconception("no-super", NO_SUPER, _not_set_up()),
        *(
            Misconception(
                id,
                f"You create the weights in the order {', '.join(order)}. Keras knows "
                "weights by their order alone: create W_q first, then W_k, then W_v.",
                _created(order),
            )
            for id, order in (
                ("weights-in-another-order", ("W_v", "W_k", "W_q")),
                ("values-first", ("W_v", "W_q", "W_k")),
                ("values-second", ("W_q", "W_v", "W_k")),
                ("values-second-keys-first", ("W_k", "W_v", "W_q")),
            )
        ),
        Misconception("scaled-by-d-v", SCALED_BY_D_V, _decided(scale="sqrt d_v")),
        Misconception(
            "one-matrix",
            "Queries and keys are both made with W_q. Then W_k takes no part in the "
            "result: it has no gradient and never learns.",
            _decided(roles="qqv"),
        ),
        Misconception("softmax-twice", SOFTMAX_TWICE, _decided(again=True)),
        Misconception(
            "weights-alone",
            "You return the weights. Multiply them by the values: the output is what each "
            "token gathers.",
            _WeightsAlone,
        ),
        Misconception(
            "weights-as-well",
            "You return the output and the weights. A layer hands one tensor on to the "
            "next layer: return the output alone.",
            _OutputAndWeights,
        ),
    ),
    alternatives=(_ThreeDense, _ByEinsum, _KerasAttention),
    same=(
        Same(
            "add_weight(shape=(d_model, self.d_k))",
            "A weight's name is for people; the order in which they are made is compared.",
        ),
        Same(
            "add_weight(shape=(d_model, self.d_v))",
            "A weight's name is for people; the order in which they are made is compared.",
        ),
    ),
    hints=(
        "`__init__` keeps the two sizes for later. `build` makes the matrices. `call` "
        "uses them. Only `build` gets to know `d_model`: from what?",
        "`d_model` is `input_shape[-1]`. Each matrix is one line: `self.W_q = "
        'self.add_weight(shape=(d_model, self.d_k), name="W_q")`.',
        "In `call`, project `x` with `@` three times, give the results to your "
        "`scaled_dot_product_attention`, and return the first of its two results.",
    ),
)
