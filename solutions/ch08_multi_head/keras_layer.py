"""Multi-head self-attention as a layer of Keras.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2.

Checked by its output and its gradients; layers made in another order go wrong too.
"""

from __future__ import annotations

import keras
import tensorflow as tf

from autograder import Case, Exercise, Misconception, Same
from solutions.ch08_multi_head._shared import EXACT, tokens_for_heads


class MultiHeadSelfAttention(keras.layers.Layer):
    """Self-attention with several heads.

    Its weights are those of four Dense layers, made in the order query, key,
    value, fc_out, each embed_size wide, with a bias.
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
        q, k, v = (
            tf.transpose(
                tf.reshape(layer(x), (-1, n, self.num_heads, head_dim)), (0, 2, 1, 3)
            )
            for layer in (self.query, self.key, self.value)
        )  # (batch, heads, n, head_dim)
        scores = tf.matmul(q, k, transpose_b=True) / head_dim**0.5
        context = tf.matmul(tf.nn.softmax(scores), v)
        tokens_first = tf.transpose(context, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(tokens_first, (-1, n, embed_size)))


class _FourDense(keras.layers.Layer):
    """The right weights; what is done with them is left to subclasses."""

    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.num_heads = num_heads
        dense = keras.layers.Dense
        self.query, self.key = dense(embed_size), dense(embed_size)
        self.value, self.fc_out = dense(embed_size), dense(embed_size)

    def build(self, _input_shape):
        """Dense layers build themselves; this keeps Keras from warning of unused ones."""

    def project(self, x):
        return self.query(x), self.key(x), self.value(x)

    def apart(self, t):
        shape = (t.shape[0], t.shape[1], self.num_heads, t.shape[2] // self.num_heads)
        return tf.transpose(tf.reshape(t, shape), (0, 2, 1, 3))


def _decided(
    *,
    split="heads",
    merge="heads",
    scale="head_dim",
    axis=-1,
    output="fc_out",
    path="open",
    keys="key",
    times=1,
    turned=True,
) -> type[keras.layers.Layer]:
    """The layer, with these decisions taken."""

    class Decided(_FourDense):
        def call(self, x):
            batch, n, embed_size = x.shape
            heads, width = self.num_heads, embed_size // self.num_heads
            made = self.query(x), self.key(x), self.value(x)
            if keys == "query":
                made = made[0], made[0], made[2]
            if split == "mixed":
                q, k, v = (tf.reshape(t, (batch, heads, n, width)) for t in made)
            else:
                q, k, v = map(self.apart, made)
            square = {"head_dim": width, "embed_size": embed_size, "none": 1}[scale]
            weights = tf.matmul(q, k, transpose_b=turned) / square**0.5
            for _ in range(times):
                weights = tf.nn.softmax(weights, axis=axis)
            if path == "cut":
                weights = tf.stop_gradient(weights)
            context = weights @ v
            if merge == "heads":
                context = tf.transpose(context, (0, 2, 1, 3))
            merged = tf.reshape(context, (batch, n, embed_size))
            return self.fc_out(merged) if output == "fc_out" else merged

    return Decided


class _HeadByHead(_FourDense):
    def call(self, x):
        parts = []
        made = [tf.split(t, self.num_heads, axis=-1) for t in self.project(x)]
        for q, k, v in zip(*made, strict=True):
            scores = tf.einsum("bid,bjd->bij", q, k) / q.shape[-1] ** 0.5
            parts.append(tf.nn.softmax(scores) @ v)
        return self.fc_out(tf.concat(parts, axis=-1))


class _WithKerasOperations(_FourDense):
    def call(self, x):
        ops, (batch, n, embed_size) = keras.ops, x.shape
        shape = (batch, n, self.num_heads, -1)
        q, k, v = (ops.swapaxes(ops.reshape(t, shape), 1, 2) for t in self.project(x))
        scores = q @ ops.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
        context = ops.swapaxes(ops.softmax(scores) @ v, 1, 2)
        return self.fc_out(ops.reshape(context, (batch, n, embed_size)))


class _BuiltInBuild(keras.layers.Layer):
    """The Dense layers made and built in build, as some write it."""

    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.embed_size, self.num_heads = embed_size, num_heads

    def build(self, input_shape):
        self.layers = [keras.layers.Dense(self.embed_size) for _ in range(4)]
        for layer in self.layers:
            layer.build(input_shape)

    def call(self, x):
        shape = (x.shape[0], x.shape[1], self.num_heads, -1)
        q, k, v = (tf.reshape(layer(x), shape) for layer in self.layers[:3])
        scores = tf.einsum("bihf,bjhf->bhij", q, k) / q.shape[-1] ** 0.5
        context = tf.einsum("bhij,bjhf->bihf", tf.nn.softmax(scores), v)
        return self.layers[3](tf.reshape(context, x.shape))


class _WithoutBias(_FourDense):
    last = False  # whether fc_out has one

    def __init__(self, embed_size, num_heads):
        super().__init__(embed_size, num_heads)
        dense = keras.layers.Dense
        self.query, self.key, self.value, self.fc_out = (
            dense(embed_size, use_bias=bias) for bias in (False, False, False, self.last)
        )

    call = _HeadByHead.call


class _BiasAtTheEndAlone(_WithoutBias):
    last = True


class _NoSuper(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        self.num_heads = num_heads
        self.query = keras.layers.Dense(embed_size)


class _ValueFirst(_FourDense):
    def project(self, x):
        return self.query(x), self.value(x), self.key(x)

    call = _HeadByHead.call


class _Rectified(_FourDense):
    def project(self, x):
        return tuple(tf.nn.relu(t) for t in super().project(x))

    call = _HeadByHead.call


class _Residual(_FourDense):
    def call(self, x):
        return x + _HeadByHead.call(self, x)


class _OutputFirst(_FourDense):
    """The four layers in another order: fc_out was made first."""

    def call(self, x):
        q, k, v = map(self.apart, (self.key(x), self.value(x), self.fc_out(x)))
        scores = tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5
        context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
        return self.query(tf.reshape(context, x.shape))


class _KeyFirst(_FourDense):
    def call(self, x):
        k, q, v = map(self.apart, self.project(x))
        scores = tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5
        context = tf.transpose(tf.nn.softmax(scores) @ v, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(context, x.shape))


class _WeightsToo(_FourDense):
    def call(self, x):
        return _HeadByHead.call(self, x), None


EXERCISE = Exercise(
    id="heads.keras_layer",
    title="Multi-head attention as a Keras layer",
    reference=MultiHeadSelfAttention,
    decisions=_decided,
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
        Case("large numbers", tokens_for_heads(2, 3, 2, 4, scale=4.0), calls=1),
    ),
    properties=(EXACT,),
    misconceptions=(
        Misconception(
            "heads-mixed-by-the-split",
            "You split with tf.reshape straight to (batch, heads, n, head_dim), so each "
            "head attends among pieces of different tokens. Reshape to (batch, n, heads, "
            "head_dim), then tf.transpose(..., (0, 2, 1, 3)).",
            choices={"split": "mixed"},
        ),
        Misconception(
            "heads-mixed-by-the-merge",
            "You merge with tf.reshape alone, so that one token gets the contexts of "
            "several. Transpose with (0, 2, 1, 3) first, then reshape.",
            choices={"merge": "mixed"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by the square root of the width of a head, so "
            "the weights come out too sharp.",
            choices={"scale": "none"},
        ),
        Misconception(
            "scaled-by-embed-size",
            "You divide by the square root of embed_size. A head's queries are only "
            "embed_size // num_heads long, so the weights come out too even.",
            choices={"scale": "embed_size"},
        ),
        Misconception(
            "softmax-over-queries",
            "Your softmax runs over the queries. Scores are (batch, heads, queries, keys): "
            "take it over the keys, the last axis.",
            _decided(axis=2),
        ),
        Misconception(
            "softmax-over-heads",
            "Your softmax runs over the heads, axis 1, so that the heads compete for each "
            "pair of tokens. Take it over the keys: heads are free of each other.",
            _decided(axis=1),
        ),
        Misconception(
            "no-output-projection",
            "You return the merged heads. The last step is fc_out: without it the heads "
            "never meet, and its kernel and bias never learn.",
            _decided(output="none"),
        ),
        Misconception(
            "detached",
            "The weights leave TensorFlow on their way to the output, by .numpy(), a new "
            "tf.constant, or tf.stop_gradient. The output is right today, and query and "
            "key have no gradient: training can never improve them.",
            _decided(path="cut"),
        ),
        Misconception(
            "keys-from-query",
            "Your keys are made by the query layer. Then the key layer takes no part in "
            "the result and never learns.",
            _decided(keys="query"),
        ),
        Misconception(
            "key-made-first",
            "Your key layer is made before your query layer. Keras lists weights in the "
            "order in which their layers are made: query, key, value, fc_out.",
            _KeyFirst,
        ),
        Misconception(
            "output-made-first",
            "Your output layer is made before the others. Keras lists weights in the order "
            "in which their layers are made: query, key, value, fc_out.",
            _OutputFirst,
        ),
        Misconception(
            "value-made-first",
            "Your value layer is made before your key layer. Keras lists weights in the "
            "order in which their layers are made: query, key, value, fc_out.",
            _ValueFirst,
        ),
        Misconception(
            "no-super",
            "super().__init__() is missing. Keras keeps its list of layers there, so it "
            "has to run before the first layer is assigned to self.",
            _NoSuper,
        ),
        Misconception(
            "not-transposed",
            "You multiply q by k as it is. Both are (..., n, head_dim), so the keys have "
            "to be transposed: tf.matmul(q, k, transpose_b=True). Where it gives no error, "
            "n and head_dim happen to be equal.",
            _decided(turned=False),
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax twice; the second makes the weights nearly even. One "
            "softmax turns scores into weights.",
            _decided(times=2),
        ),
        Misconception(
            "relu-in-the-projections",
            "Your projections have a relu. A Dense layer here is a matrix and a bias and "
            "nothing more: queries, keys and values may be negative.",
            _Rectified,
        ),
        Misconception(
            "residual",
            "You add the input to the output. That belongs to the block around attention "
            "(chapter 09); this layer returns what was gathered.",
            _Residual,
        ),
        Misconception(
            "bias-at-the-end-alone",
            "Your query, key and value layers have no bias. The task asks for four Dense "
            "layers as they are: leave use_bias=False out.",
            _BiasAtTheEndAlone,
        ),
        Misconception(
            "no-bias",
            "The layer needs the weights of four Dense layers, each embed_size wide and "
            "each with its bias (Dense has one unless you say use_bias=False). Make them "
            "in __init__; the heads share them, and what is split is their results.",
            _WithoutBias,
        ),
        Misconception(
            "two-results",
            "You return more than one result. A layer hands one tensor on to the next "
            "layer: return the output alone.",
            _WeightsToo,
        ),
    ),
    alternatives=(_HeadByHead, _WithKerasOperations, _BuiltInBuild),
    same=(Same("Dense(embed_size, name=", "A layer's name computes nothing."),),
    hints=(
        "The same five moves as in your PyTorch module; only the names of the "
        "functions change. Make the layers in `__init__`, use them in `call`.",
        "To split: `tf.reshape(self.query(x), (-1, n, self.num_heads, head_dim))`, "
        "then `tf.transpose(..., (0, 2, 1, 3))`. -1 stands for the batch.",
        "`tf.matmul(q, k, transpose_b=True)` multiplies head by head. To merge, undo "
        "the two moves in the opposite order; the transpose with (0, 2, 1, 3) is its "
        "own inverse.",
    ),
)
