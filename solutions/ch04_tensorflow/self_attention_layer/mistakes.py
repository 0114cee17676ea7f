"""What goes wrong in a layer of self-attention.

Its gradients show what an output cannot: cut paths, unused matrices, weights in another
order.  No misconception is named for weights made in call: Keras says what to do.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change
from solutions.sentences import NO_SUPER, SCALED_BY_D_V, SOFTMAX_TWICE

# The lines of the reference that create the weights.
W_Q = '        self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")\n'
W_K = '        self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")\n'
W_V = '        self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")\n'


def _own_attention(weights: str) -> Change:
    """An attention written anew, above, in the place of the one of an exercise before."""
    attention = f"""def attention(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True)
    weights = {weights}
    return weights @ v, weights


"""
    start = "class SelfAttention"
    anew = change("scaled_dot_product_attention", "attention")
    return change(start, attention + start) + anew


MISTAKES = (
    Misconception(
        "swapped-qk",
        "Your queries are made with the second matrix and your keys with the first. "
        "Create W_q first, W_k second, and make the queries with W_q. Both have the "
        "same shape, so no error tells you.",
        change("q, k, v =", "k, q, v ="),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d_k). Call your "
        "scaled_dot_product_attention, which does.",
        _own_attention("tf.nn.softmax(scores)"),
    ),
    Misconception(
        "divided-by-d-k",
        "You divide the scores by d_k; the formula has its square root. The weights "
        "come out too even.",
        _own_attention("tf.nn.softmax(scores / k.shape[-1])"),
    ),
    Misconception(
        "scaled-by-d-model",
        "You divide by the square root of d_model, the width of the tokens. The "
        "scores are dot products of queries and keys, whose length is d_k.",
        change(
            "output, _ = scaled_dot_product_attention(q, k, v)",
            "scores = tf.matmul(q, k, transpose_b=True) / x.shape[-1] ** 0.5\n"
            "        output = tf.nn.softmax(scores) @ v",
        ),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the queries. Each row of the weights is one query's: "
        "take it over the keys, the last axis.",
        _own_attention("tf.nn.softmax(scores / k.shape[-1] ** 0.5, axis=-2)"),
    ),
    Misconception(
        "across-the-batch",
        "Your softmax runs along axis 0, and here axis 0 is the batch: the sequences "
        "share their attention out among one another. Count from the end, axis=-1, "
        "and the batch is left alone.",
        _own_attention("tf.nn.softmax(scores / k.shape[-1] ** 0.5, axis=0)"),
    ),
    Misconception(
        "raw-values",
        "You mix the tokens themselves, so the result has d_model features and W_v "
        "is never used. Mix the values, x @ W_v.",
        change(
            "scaled_dot_product_attention(q, k, v)", "scaled_dot_product_attention(q, k, x)"
        ),
    ),
    Misconception(
        "detached",
        "W_q and W_k have no gradient: the weights leave TensorFlow on their way to "
        "the output, by .numpy(), a new tf.constant or tf.Variable, or "
        "tf.stop_gradient. Training cannot change these two. Pass the softmax on as it is.",
        change("output, _ =", "_, weights =")
        + change("return output", "return tf.stop_gradient(weights) @ v"),
    ),
    Misconception(
        "rounded",
        "You round the weights inside the layer. The outputs are a little off, and "
        "W_q and W_k have no gradient, because rounding passes none on. Round when "
        "you print.",
        change("output, _ =", "_, weights =")
        + change("return output", "return tf.round(weights * 10) / 10 @ v"),
    ),
    Misconception(
        "other-parameters",
        "The layer needs just three trainable weights: W_q, W_k, W_v. Yours has "
        "more: a Dense layer brings a bias unless you say use_bias=False.",
        """
        class SelfAttention(keras.layers.Layer):
            def __init__(self, d_k, d_v):
                super().__init__()
                self.project = [keras.layers.Dense(size) for size in (d_k, d_k, d_v)]

            def call(self, x):
                q, k, v = (project(x) for project in self.project)
                return scaled_dot_product_attention(q, k, v)[0]
        """,
    ),
    Misconception(
        "untracked",
        "Keras sees no weights in your layer, and would never train them. It does not "
        "know a tf.Variable, an array of your own or a layer made in call: make the "
        "weights with self.add_weight, in build.",
        change(
            W_Q + W_K + W_V,
            "        self.W_q = tf.Variable(tf.ones((d_model, self.d_k)))\n"
            "        self.W_k = tf.Variable(tf.ones((d_model, self.d_k)))\n"
            "        self.W_v = tf.Variable(tf.ones((d_model, self.d_v)))\n",
        ),
    ),
    Misconception("no-super", NO_SUPER, change("        super().__init__()\n", "")),
    Misconception(
        "weights-in-another-order",
        "You create the weights in the order W_v, W_k, W_q. Keras knows "
        "weights by their order alone: create W_q first, then W_k, then W_v.",
        change(W_Q + W_K + W_V, W_V + W_K + W_Q),
    ),
    Misconception(
        "values-first",
        "You create the weights in the order W_v, W_q, W_k. Keras knows "
        "weights by their order alone: create W_q first, then W_k, then W_v.",
        change(W_Q + W_K + W_V, W_V + W_Q + W_K),
    ),
    Misconception(
        "values-second",
        "You create the weights in the order W_q, W_v, W_k. Keras knows "
        "weights by their order alone: create W_q first, then W_k, then W_v.",
        change(W_Q + W_K + W_V, W_Q + W_V + W_K),
    ),
    Misconception(
        "values-second-keys-first",
        "You create the weights in the order W_k, W_v, W_q. Keras knows "
        "weights by their order alone: create W_q first, then W_k, then W_v.",
        change(W_Q + W_K + W_V, W_K + W_V + W_Q),
    ),
    Misconception(
        "scaled-by-d-v",
        SCALED_BY_D_V,
        _own_attention("tf.nn.softmax(scores / v.shape[-1] ** 0.5)"),
    ),
    Misconception(
        "one-matrix",
        "Queries and keys are both made with W_q. Then W_k takes no part in the "
        "result: it has no gradient and never learns.",
        change("x @ self.W_k", "x @ self.W_q"),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change("output, _ =", "_, weights =")
        + change("return output", "return tf.nn.softmax(weights) @ v"),
    ),
    Misconception(
        "weights-alone",
        "You return the weights. Multiply them by the values: the output is what each "
        "token gathers.",
        change("output, _ =", "_, weights =") + change("return output", "return weights"),
    ),
    Misconception(
        "weights-as-well",
        "You return the output and the weights. A layer hands one tensor on to the "
        "next layer: return the output alone.",
        change("output, _ =", "output, weights =")
        + change("return output", "return output, weights"),
    ),
)
