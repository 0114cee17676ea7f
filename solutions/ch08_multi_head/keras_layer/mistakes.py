"""What goes wrong in multi-head attention as a layer of Keras.

Beside the mistakes of the NumPy version: layers that are made in another order.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "heads-mixed-by-the-split",
        "You split with tf.reshape straight to (batch, heads, n, head_dim), so each "
        "head attends among pieces of different tokens. Reshape to (batch, n, heads, "
        "head_dim), then tf.transpose(..., (0, 2, 1, 3)).",
        change("n, self.num_heads, head_dim)", "self.num_heads, n, head_dim)")
        + change(
            "tf.transpose(tf.reshape(layer(x), cut), (0, 2, 1, 3))",
            "tf.reshape(layer(x), cut)",
        ),
    ),
    Misconception(
        "heads-mixed-by-the-merge",
        "You merge with tf.reshape alone, so that one token gets the contexts of "
        "several. Transpose with (0, 2, 1, 3) first, then reshape.",
        change("tf.transpose(weights @ v, (0, 2, 1, 3))", "weights @ v"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by the square root of the width of a head, so "
        "the weights come out too sharp.",
        change(" / head_dim**0.5", ""),
    ),
    Misconception(
        "scaled-by-embed-size",
        "You divide by the square root of embed_size. A head's queries have only "
        "embed_size // num_heads features, so the weights come out too even.",
        change("/ head_dim**0.5", "/ embed_size**0.5"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs over the queries. Scores are (batch, heads, queries, keys): "
        "take it over the keys, the last axis.",
        change("tf.nn.softmax(scores)", "tf.nn.softmax(scores, axis=2)"),
    ),
    Misconception(
        "softmax-over-heads",
        "Your softmax runs over the heads, axis 1, so that the heads compete for each "
        "pair of tokens. Take it over the keys: heads are free of each other.",
        change("tf.nn.softmax(scores)", "tf.nn.softmax(scores, axis=1)"),
    ),
    Misconception(
        "no-output-projection",
        "You return the merged heads. The last step is fc_out: without it the heads "
        "do not meet in this layer, and its kernel and bias never learn.",
        change(
            "self.fc_out(tf.reshape(context, (-1, n, embed_size)))",
            "tf.reshape(context, (-1, n, embed_size))",
        ),
    ),
    Misconception(
        "detached",
        "The weights leave TensorFlow on their way to the output, by .numpy(), a new "
        "tf.constant, or tf.stop_gradient. The output is right today, and query and "
        "key have no gradient: training can never improve them.",
        change("weights @ v", "tf.stop_gradient(weights) @ v"),
        alone=True,
    ),
    Misconception(
        "keys-from-query",
        "Your keys are made by the query layer. Then the key layer takes no part in "
        "the result and never learns.",
        change("tf.matmul(q, k,", "tf.matmul(q, q,"),
    ),
    Misconception(
        "key-made-first",
        "Your key layer is made before your query layer. Keras lists weights in the "
        "order in which their layers are made: query, key, value, fc_out.",
        change("self.query =", "self.key =") + change("self.key =", "self.query ="),
    ),
    Misconception(
        "output-made-first",
        "Your output layer is made before the others. Keras lists weights in the order "
        "in which their layers are made: query, key, value, fc_out.",
        change("self.query =", "self.fc_out =")
        + change("self.key =", "self.query =")
        + change("self.value =", "self.key =")
        + change("self.fc_out =", "self.value ="),
    ),
    Misconception(
        "value-made-first",
        "Your value layer is made before your key layer. Keras lists weights in the "
        "order in which their layers are made: query, key, value, fc_out.",
        change("self.key =", "self.value =") + change("self.value =", "self.key ="),
    ),
    Misconception(
        "no-super",
        "super().__init__() is missing. Keras keeps its list of layers there, so it "
        "has to run before the first layer is assigned to self.",
        change("        super().__init__()\n", ""),
    ),
    Misconception(
        "not-transposed",
        "You multiply q by k as it is. Both are (..., n, head_dim), so the keys have "
        "to be transposed: tf.matmul(q, k, transpose_b=True). Where it gives no error, "
        "n and head_dim happen to be equal.",
        change(", transpose_b=True", ""),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax twice; the second draws the weights together. One "
        "softmax turns scores into weights.",
        change("tf.nn.softmax(scores)", "tf.nn.softmax(tf.nn.softmax(scores))"),
    ),
    Misconception(
        "relu-in-the-projections",
        "Your projections have a relu. A Dense layer here is a matrix and a bias and "
        "nothing more: queries, keys and values may be negative.",
        change("tf.reshape(layer(x)", "tf.reshape(tf.nn.relu(layer(x))"),
    ),
    Misconception(
        "residual",
        "You add the input to the output. That belongs to the block around attention "
        "(chapter 09); this layer returns what was gathered.",
        change("return self.fc_out", "return x + self.fc_out"),
    ),
    Misconception(
        "bias-at-the-end-alone",
        "Your query, key and value layers have no bias. The task asks for four Dense "
        "layers as they are: leave use_bias=False out.",
        change('name="query"', 'name="query", use_bias=False')
        + change('name="key"', 'name="key", use_bias=False')
        + change('name="value"', 'name="value", use_bias=False'),
    ),
    Misconception(
        "no-bias",
        "The layer needs the weights of four Dense layers, each embed_size wide and "
        "each with its bias (Dense has one unless you say use_bias=False). Make them "
        "in __init__; the heads share them, and what is split is their results.",
        change('name="query"', 'name="query", use_bias=False')
        + change('name="key"', 'name="key", use_bias=False')
        + change('name="value"', 'name="value", use_bias=False')
        + change('name="fc_out"', 'name="fc_out", use_bias=False'),
    ),
    Misconception(
        "two-results",
        "You return more than one result. A layer passes one tensor on to the next "
        "layer: return the output alone.",
        change("(-1, n, embed_size)))", "(-1, n, embed_size))), None"),
    ),
)
