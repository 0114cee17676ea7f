# %% mistake: heads-mixed-by-the-split
# Your heads are those of a reshape straight to (batch, heads, n, head_dim), which mixes
# tokens. Reshape to (batch, n, heads, head_dim), then tf.transpose(..., (0, 2, 1, 3)).
# n, self.num_heads, head_dim) => self.num_heads, n, head_dim)
# tf.transpose(tf.reshape(layer(x), cut), (0, 2, 1, 3)) => tf.reshape(layer(x), cut)
# %% mistake: heads-mixed-by-the-merge
# Your merge is that of a reshape alone, so that one token gets the contexts of several.
# Transpose with (0, 2, 1, 3) first, then reshape.
# tf.transpose(weights @ v, (0, 2, 1, 3)) => weights @ v
# %% mistake: unscaled
# Your weights are those of scores not divided by the square root of the width of a head,
# so they come out too sharp.
# ) / head_dim**0.5 => )
# %% mistake: scaled-by-embed-size
# Your scores are divided by the square root of embed_size. A head's queries have only
# embed_size // num_heads features, so the weights come out too even.
# / head_dim**0.5 => / embed_size**0.5
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. For each query the weights should sum to one over the
# keys: in scores of (batch, heads, queries, keys) that is the last axis.
# tf.nn.softmax(scores) => tf.nn.softmax(scores, axis=2)
# %% mistake: softmax-over-heads
# Your softmax runs over the heads, so that the heads compete for each pair of tokens. Take
# it over the keys, the last axis of (batch, heads, n, n): heads are free of each other.
# tf.nn.softmax(scores) => tf.nn.softmax(scores, axis=1)
# %% mistake: no-output-projection
# One of your four layers takes no part in the result, so its kernel and bias never learn.
# Queries, keys and values should have a layer each, and fc_out should come last.
# - self.fc_out(tf.reshape(context, (-1, n, embed_size)))
# + tf.reshape(context, (-1, n, embed_size))
# %% mistake: detached
# The output is right, and query and key have no gradient: something between them and the
# output cuts it off, such as .numpy(), a new tf.constant, or tf.stop_gradient. Training
# can never improve them.
# weights @ v => tf.stop_gradient(weights) @ v
# %% mistake: keys-from-query
# You compare the queries with one another. The key layer takes no part in the result and
# never learns.
# tf.matmul(q, k, => tf.matmul(q, q,
# %% mistake: key-made-first
# Your first layer makes the keys and your second one the queries. Keras lists weights in
# the order in which layers are made, which should be query, key, value, fc_out.
# self.query = => self.key = && self.key = => self.query =
# %% mistake: output-made-first
# Your first layer makes the output. Keras lists weights in the order in which layers are
# made, which should be query, key, value, fc_out.
# self.query = => self.fc_out =
# self.key = => self.query =
# self.value = => self.key =
# self.fc_out = => self.value =
# %% mistake: value-made-first
# Your second layer makes the values and your third one the keys. Keras lists weights in the
# order in which layers are made, which should be query, key, value, fc_out.
# self.key = => self.value = && self.value = => self.key =
# %% mistake: made-from-the-last
# Your first layer makes the values and your third one the queries. Keras lists weights in
# the order in which layers are made, which should be query, key, value, fc_out.
# self.query = => self.value = && self.value = => self.query =
# %% mistake: no-super
# super().__init__() is missing, or comes too late. Keras keeps its list of layers there,
# so it has to run before the first layer is assigned to self.
# -         super().__init__()
# -
# %% mistake: not-transposed
# The sizes that meet do not fit unless n and head_dim happen to be equal, as where the
# queries meet the keys as they are. Both are (..., n, head_dim): transpose the keys, as
# with transpose_b=True.
# , transpose_b=True =>
# %% mistake: softmax-twice
# You take the softmax twice; the second draws the weights together. One softmax turns
# scores into weights.
# tf.nn.softmax(scores) => tf.nn.softmax(tf.nn.softmax(scores))
# %% mistake: relu-in-the-projections
# Your queries, keys and values are those of a relu. A Dense layer here is a matrix and a
# bias and nothing more, so all three may be negative.
# tf.reshape(layer(x) => tf.reshape(tf.nn.relu(layer(x))
# %% mistake: residual
# You add the input to the output. That belongs to the block around attention (chapter 09);
# this layer returns what was gathered.
# return self.fc_out => return x + self.fc_out
# %% mistake: bias-at-the-end-alone
# Your query, key and value layers have no bias. The task asks for four Dense layers as they
# are: leave use_bias=False out.
# name="query" => name="query", use_bias=False
# name="key" => name="key", use_bias=False
# name="value" => name="value", use_bias=False
# %% mistake: no-bias
# The layer needs the weights of four Dense layers, each embed_size wide and each with its
# bias (Dense has one unless you say use_bias=False). Make them in __init__; the heads share
# them, and what is split is their results.
# name="query" => name="query", use_bias=False
# name="key" => name="key", use_bias=False
# name="value" => name="value", use_bias=False
# name="fc_out" => name="fc_out", use_bias=False
# %% mistake: two-results
# You return more than one result. This layer is asked for one tensor: return the output
# alone.
# (-1, n, embed_size))) => (-1, n, embed_size))), None
# %% mistake: relu-in-the-query
# Your queries are those of a relu. All four layers should be linear, without an activation.
# Dense(embed_size, name="query") => Dense(embed_size, activation="relu", name="query")
# %% mistake: no-layers
# Keras sees no weights in your layer, for instance because Dense layers are made in call,
# anew each time. Make the four in __init__, as self.query = ... and so on.
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()

    def call(self, x):
        return x
# %% mistake: heads-not-moved
# Each token of yours attends among its own heads, as where the heads are not moved before
# the tokens. Transpose with (0, 2, 1, 3) after the first reshape and before the last one.
# tf.transpose(tf.reshape(layer(x), cut), (0, 2, 1, 3)) => tf.reshape(layer(x), cut)
# tf.transpose(weights @ v, (0, 2, 1, 3)) => weights @ v
# %% mistake: features-alternate
# The features of your heads alternate after the merge. A head's features should stand side
# by side, so transpose with (0, 2, 1, 3) before the last reshape.
# - tf.transpose(weights @ v, (0, 2, 1, 3))
# + tf.transpose(weights @ v, (0, 2, 3, 1))
# %% mistake: scaled-by-heads
# Your scores are divided by the square root of the number of heads. What counts is the
# width of one head, embed_size // num_heads.
# / head_dim**0.5 => / self.num_heads**0.5
# %% mistake: reshaped-both-ways
# Your heads are split and merged by a reshape alone, which mixes tokens and features.
# Reshape to (batch, n, heads, head_dim), then tf.transpose(..., (0, 2, 1, 3)); transpose
# again before you merge.
# n, self.num_heads, head_dim) => self.num_heads, n, head_dim)
# tf.transpose(tf.reshape(layer(x), cut), (0, 2, 1, 3)) => tf.reshape(layer(x), cut)
# tf.transpose(weights @ v, (0, 2, 1, 3)) => weights @ v

# %% right: reshape and transpose
# the short way
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = keras.layers.Dense(embed_size)
        self.key = keras.layers.Dense(embed_size)
        self.value = keras.layers.Dense(embed_size)
        self.fc_out = keras.layers.Dense(embed_size)

    def split(self, x):
        batch, n, d = tf.shape(x)[0], x.shape[1], x.shape[2]
        x = tf.reshape(x, (batch, n, self.num_heads, d // self.num_heads))
        return tf.transpose(x, (0, 2, 1, 3))

    def call(self, x):
        q, k = self.split(self.query(x)), self.split(self.key(x))
        v = self.split(self.value(x))
        scores = tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5
        context = tf.matmul(tf.nn.softmax(scores), v)
        context = tf.transpose(context, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(context, tf.shape(x)))
# wrong, scaled-by-embed-size: q.shape[-1] ** 0.5 => x.shape[-1] ** 0.5
# wrong, value-made-first: self.key = => self.value = && self.value = => self.key =
# wrong, not-transposed: , transpose_b=True =>
# wrong, detached: tf.nn.softmax(scores) => tf.stop_gradient(tf.nn.softmax(scores))
# wrong, softmax-twice: tf.nn.softmax(scores) => tf.nn.softmax(tf.nn.softmax(scores))
# %% wrong, reshaped-both-ways: split by reshape
# (batch, n, self.num_heads, d => (batch, self.num_heads, n, d
# return tf.transpose(x, (0, 2, 1, 3)) => return x
# -         context = tf.transpose(context, (0, 2, 1, 3))
# -
# %% wrong, heads-mixed-by-the-merge: heads not transposed back
# -         context = tf.transpose(context, (0, 2, 1, 3))
# -         return self.fc_out(tf.reshape(context, tf.shape(x)))
# +         return self.fc_out(tf.reshape(context, tf.shape(x)))
# %% wrong, no-super: super().__init__() forgotten
# -         super().__init__()
# -         self.num_heads = num_heads
# +         self.num_heads = num_heads

# %% right: einsum
# heads by einsum, keras.ops throughout
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.h, self.d = num_heads, embed_size // num_heads
        self.query, self.key, self.value, self.fc_out = (
            keras.layers.Dense(embed_size) for _ in range(4)
        )

    def call(self, x):
        ops = keras.ops
        n = x.shape[1]
        q, k, v = (
            ops.reshape(dense(x), (-1, n, self.h, self.d))
            for dense in (self.query, self.key, self.value)
        )
        scores = ops.einsum("bihd,bjhd->bhij", q, k) / self.d**0.5
        weights = ops.softmax(scores, axis=-1)
        context = ops.einsum("bhij,bjhd->bihd", weights, v)
        return self.fc_out(ops.reshape(context, (-1, n, self.h * self.d)))

# %% right: a loop over heads
# slices and append, tf.concat at the end
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = keras.layers.Dense(embed_size)
        self.key = keras.layers.Dense(embed_size)
        self.value = keras.layers.Dense(embed_size)
        self.fc_out = keras.layers.Dense(embed_size)

    def call(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        width = q.shape[-1] // self.num_heads
        contexts = []
        for h in range(self.num_heads):
            a, b, c = (t[..., h * width:(h + 1) * width] for t in (q, k, v))
            weights = tf.nn.softmax(a @ tf.linalg.matrix_transpose(b) / width**0.5)
            contexts.append(weights @ c)
        return self.fc_out(tf.concat(contexts, axis=-1))

# %% right: keyword arguments and a dropout
# **kwargs as Keras' own layers take them, a Dropout that is off
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.query = keras.layers.Dense(embed_size, name="query")
        self.key = keras.layers.Dense(embed_size, name="key")
        self.value = keras.layers.Dense(embed_size, name="value")
        self.fc_out = keras.layers.Dense(embed_size, name="fc_out")
        self.dropout = keras.layers.Dropout(0.2)

    def call(self, x, training=False):
        n, d = x.shape[1:]
        shape = (-1, n, self.num_heads, d // self.num_heads)
        q, k, v = (
            tf.transpose(tf.reshape(f(x), shape), (0, 2, 1, 3))
            for f in (self.query, self.key, self.value)
        )
        scores = tf.matmul(q, k, transpose_b=True) / (d // self.num_heads) ** 0.5
        weights = self.dropout(tf.nn.softmax(scores, axis=-1), training=training)
        context = tf.transpose(weights @ v, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(context, (-1, n, d)))
# %% wrong, bias-at-the-end-alone: biases left out
# name="query" => name="query", use_bias=False
# name="key" => name="key", use_bias=False
# name="value" => name="value", use_bias=False
# %% wrong: dropout on
# training=True written into the call
# training=training => training=True
# %% wrong, relu-in-the-projections: relu in the projections
# name="query" => name="query", activation="relu"
# name="key" => name="key", activation="relu"
# name="value" => name="value", activation="relu"

# %% right: made and built in build
# the layers stand in a list, and build makes them
class MultiHeadSelfAttention(keras.layers.Layer):
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

# %% wrong: Keras' own layer
# keras.layers.MultiHeadAttention inside: kernels of three axes
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        width = embed_size // num_heads
        self.attention = keras.layers.MultiHeadAttention(num_heads, width)

    def call(self, x):
        return self.attention(x, x)

# %% same
# A layer's name computes nothing.
# , name="query" =>
# , name="key" =>
# , name="value" =>
# , name="fc_out" =>

# %% hint: a small batch; any sizes
# The same five moves as in the PyTorch module; only the names of the functions change.
# Make the layers in `__init__`, use them in `call`.
# %% hint: a small batch; any sizes
# To split: `tf.reshape(self.query(x), (-1, n, self.num_heads, head_dim))`, then
# `tf.transpose(..., (0, 2, 1, 3))`. -1 stands for the batch.
# %% hint
# `tf.matmul(q, k, transpose_b=True)` multiplies head by head. To merge, undo the two moves
# in the opposite order; the transpose with (0, 2, 1, 3) is its own inverse.
