# %% mistake: swapped-qk
# The matrix that you create first does the work of the keys in yours, and the second that
# of the queries. One of three things is turned round: the order in which they are created,
# which one makes the queries, or the scores, whose rows should be the queries.
# q, k, v = => k, q, v =
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k), as scaled_dot_product_attention
# should divide them.
# - class
# + def attention(q, k, v):
# +     scores = tf.matmul(q, k, transpose_b=True)
# +     weights = tf.nn.softmax(scores)
# +     return weights @ v, weights
# +
# +
# + class
# scaled_dot_product_attention => attention
# %% mistake: divided-by-d-k
# Your scores are divided by d_k in all, as where the root of d_k divides them twice, once
# in your code and once in scaled_dot_product_attention. Once is right; the weights come out
# too even.
# -         output, _ = scaled_dot_product_attention(q, k, v)
# +         scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1]
# +         output = tf.nn.softmax(scores) @ v
# %% mistake: scaled-by-d-model
# You divide by the square root of d_model. The scores are products of vectors with d_k
# entries, so the scale is sqrt(d_k).
# -         output, _ = scaled_dot_product_attention(q, k, v)
# +         scores = tf.matmul(q, k, transpose_b=True) / x.shape[-1] ** 0.5
# +         output = tf.nn.softmax(scores) @ v
# %% mistake: wrong-axis
# Your softmax runs over the queries. Each row should be one query's weights: take the
# softmax over the keys, the last axis.
# -         output, _ = scaled_dot_product_attention(q, k, v)
# +         scores = tf.matmul(q, k, transpose_b=True)
# +         output = tf.nn.softmax(scores / k.shape[-1] ** 0.5, axis=-2) @ v
# %% mistake: across-the-batch
# Your softmax runs along axis 0, which is the batch: the sequences share their attention
# out among one another. Count from the end, axis=-1, and the batch is left alone.
# - class
# + def attention(q, k, v):
# +     scores = tf.matmul(q, k, transpose_b=True)
# +     weights = tf.nn.softmax(scores / k.shape[-1] ** 0.5, axis=0)
# +     return weights @ v, weights
# +
# +
# + class
# scaled_dot_product_attention => attention
# %% mistake: raw-values
# You mix the tokens themselves, so the result has d_model features and W_v takes no part
# in it. Mix the values, x @ W_v.
# scaled_dot_product_attention(q, k, v) => scaled_dot_product_attention(q, k, x)
# %% mistake: detached
# W_q and W_k have no gradient: something between them and the output cuts the gradient off,
# such as .numpy(), a new tf.constant or tf.Variable, or tf.stop_gradient. Training cannot
# change these two.
# output, _ = => _, weights = && return output => return tf.stop_gradient(weights) @ v
# %% mistake: rounded
# You round the weights inside the layer. The outputs are a little off, and W_q and W_k have
# no gradient, because rounding passes none on. Round when you print.
# output, _ = => _, weights = && return output => return tf.round(weights * 10) / 10 @ v
# %% mistake: other-parameters
# The layer needs just three trainable weights: W_q, W_k, W_v. Yours has more: a Dense layer
# brings a bias unless you say use_bias=False.
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.project = [keras.layers.Dense(size) for size in (d_k, d_k, d_v)]

    def call(self, x):
        q, k, v = (project(x) for project in self.project)
        return scaled_dot_product_attention(q, k, v)[0]
# %% mistake: untracked
# Keras sees no weights in your layer that training may change. It does not know a
# tf.Variable, an array of your own or a layer made in call: make the weights with
# self.add_weight, in build, as trainable ones.
# -         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# -         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# -         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_q = tf.Variable(tf.ones((d_model, self.d_k)))
# +         self.W_k = tf.Variable(tf.ones((d_model, self.d_k)))
# +         self.W_v = tf.Variable(tf.ones((d_model, self.d_v)))
# %% mistake: no-super
# Your __init__ has to call super().__init__() first, before anything is stored: that sets
# the class up to keep layers and weights. In yours it is missing, or comes too late.
# -         super().__init__()
# -
# %% mistake: weights-in-another-order
# You create the weights in the order W_v, W_k, W_q. Keras tells weights apart by their
# order alone, so create W_q first, then W_k, then W_v.
# -         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# -         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# -         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# +         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# %% mistake: values-first
# You create the weights in the order W_v, W_q, W_k. Keras tells weights apart by their
# order alone, so create W_q first, then W_k, then W_v.
# -         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# -         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# -         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# +         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# %% mistake: values-second
# You create the weights in the order W_q, W_v, W_k. Keras tells weights apart by their
# order alone, so create W_q first, then W_k, then W_v.
# -         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# -         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# %% mistake: values-second-keys-first
# You create the weights in the order W_k, W_v, W_q. Keras tells weights apart by their
# order alone, so create W_q first, then W_k, then W_v.
# -         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# -         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# -         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
# +         self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")
# +         self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
# %% mistake: scaled-by-d-v
# You divide by the square root of d_v. The scores are products of queries and keys, so the
# scale is the root of d_k, their dimension.
# -         output, _ = scaled_dot_product_attention(q, k, v)
# +         scores = tf.matmul(q, k, transpose_b=True)
# +         output = tf.nn.softmax(scores / v.shape[-1] ** 0.5) @ v
# %% mistake: one-matrix
# You compare the queries with one another. W_k takes no part in the result, so it has no
# gradient and never learns.
# x @ self.W_k => x @ self.W_q
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# output, _ = => _, weights = && return output => return tf.nn.softmax(weights) @ v
# %% mistake: weights-alone
# You return the weights. Multiply them by the values: the output is what each token
# gathers.
# output, _ = => _, weights = && return output => return weights
# %% mistake: weights-as-well
# You return the output and the weights. Return the output alone.
# output, _ = => output, weights = && return output => return output, weights
# %% mistake: values-detached
# No gradient flows through your values, so W_v never learns, and the gradient of x lacks
# a part. Pass x @ W_v on as it is.
# x @ self.W_v => tf.stop_gradient(x @ self.W_v)
# %% mistake: rows-by-the-tokens
# Your matrices have a row per token, as input_shape[1] counts them, and n changes from text
# to text. Make one row per feature: d_model is input_shape[-1].
# d_model = input_shape[-1] => d_model = input_shape[1]
# %% mistake: batch-run-together
# Your tokens attend to those of other sequences, as if the batch were one long sequence.
# Leave the batch an axis of its own: x @ W takes (batch, n, d_model) as it is.
# -         output, _ = scaled_dot_product_attention(q, k, v)
# -         return output
# +         flat = [tf.reshape(part, (-1, part.shape[-1])) for part in (q, k, v)]
# +         output, _ = scaled_dot_product_attention(*flat)
# +         return tf.reshape(output, (-1, x.shape[1], self.d_v))
# %% mistake: values-of-d-k
# W_v has d_k columns in yours. A value should have d_v entries, so make it (d_model, d_v).
# (d_model, self.d_v) => (d_model, self.d_k)

# %% right: by the function of the chapter
# as the task suggests
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape):
        d = input_shape[-1]
        self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
        self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
        self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

    def call(self, x):
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        return scaled_dot_product_attention(q, k, v)[0]
# wrong, weights-as-well: attention(q, k, v)[0] => attention(q, k, v)
# wrong, one-matrix: x @ self.W_k => x @ self.W_q
# %% wrong, swapped-qk: keys before queries
# -         self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
# -
# +
# - W_v =
# + W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
# +         self.W_v =
# %% wrong, unscaled: not scaled
# - scaled_dot_product_attention(q, k, v)[0]
# + tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v
# %% wrong, no-super: super().__init__() forgotten
# -         super().__init__()
# -         self.d_k, self.d_v = d_k, d_v
# +         self.d_k, self.d_v = d_k, d_v
# %% wrong, untracked: weights untracked
# - self.add_weight(shape=(d, self.d_k), name="W_q"
# + tf.Variable(tf.random.normal((d, self.d_k))
# - self.add_weight(shape=(d, self.d_k), name="W_k"
# + tf.Variable(tf.random.normal((d, self.d_k))
# - self.add_weight(shape=(d, self.d_v), name="W_v"
# + tf.Variable(tf.random.normal((d, self.d_v))
# %% wrong, rounded: rounded
# -         return scaled_dot_product_attention(q, k, v)[0]
# +         _, weights = scaled_dot_product_attention(q, k, v)
# +         return tf.round(10 * weights) / 10 @ v
# %% wrong, scaled-by-d-v: scaled by d_v
# -         return scaled_dot_product_attention(q, k, v)[0]
# +         scores = tf.matmul(q, k, transpose_b=True) / self.d_v**0.5
# +         return tf.nn.softmax(scores) @ v
# %% wrong, values-second: values created second
# -         self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")
# -
# +
# - W_k =
# + W_v = self.add_weight(shape=(d, self.d_v), name="W_v")
# +         self.W_k =

# %% right: a class that only inherits
# all of it is in the base class
class Base(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape):
        d = input_shape[-1]
        self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
        self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
        self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

    def call(self, x):
        q, k, v = (tf.matmul(x, W) for W in (self.W_q, self.W_k, self.W_v))
        scores = tf.einsum("bid,bjd->bij", q, k) / self.d_k**0.5
        return tf.nn.softmax(scores) @ v

class SelfAttention(Base):
    pass

# %% right: weights in a list
# Keras keeps track of lists
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

        self.W = []

    def build(self, input_shape):
        for size in (self.d_k, self.d_k, self.d_v):
            self.W.append(self.add_weight(shape=(input_shape[-1], size)))

    def call(self, x):
        q, k, v = (x @ W for W in self.W)
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / self.d_k**0.5)
        return weights @ v

# %% right: Keras's own attention inside
# query, value, key, and the scale by hand
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape):
        d = input_shape[-1]
        self.W_q = self.add_weight(shape=(d, self.d_k), name="W_q")
        self.W_k = self.add_weight(shape=(d, self.d_k), name="W_k")
        self.W_v = self.add_weight(shape=(d, self.d_v), name="W_v")

    def call(self, x):
        q = x @ self.W_q / self.d_k**0.5
        return keras.layers.Attention()([q, x @ self.W_v, x @ self.W_k])

# %% right: keyword arguments and an initializer
# other starting weights, another way to the same sums
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v, **kwargs):
        super().__init__(**kwargs)
        self.sizes = {"W_q": d_k, "W_k": d_k, "W_v": d_v}

    def build(self, input_shape):
        for name, size in self.sizes.items():
            weight = self.add_weight(
                name=name,
                shape=(int(input_shape[-1]), size),
                initializer="random_normal",
                trainable=True,
            )
            setattr(self, name, weight)
        super().build(input_shape)

    def call(self, inputs):
        q = tf.tensordot(inputs, self.W_q, axes=1)
        k = tf.tensordot(inputs, self.W_k, axes=1)
        v = tf.tensordot(inputs, self.W_v, axes=1)
        scores = tf.matmul(q, tf.transpose(k, [0, 2, 1]))
        return tf.matmul(tf.nn.softmax(scores * self.sizes["W_q"] ** -0.5), v)

# %% right: three Dense layers without a bias
# the layers keep the weights, in this order
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.query = keras.layers.Dense(d_k, use_bias=False)
        self.key = keras.layers.Dense(d_k, use_bias=False)
        self.value = keras.layers.Dense(d_v, use_bias=False)

    def call(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = q @ keras.ops.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
        return keras.ops.softmax(scores) @ v

# %% wrong, other-parameters: Dense layers with a bias
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

        self.q = keras.layers.Dense(d_k)
        self.k = keras.layers.Dense(d_k)
        self.v = keras.layers.Dense(d_v)

    def call(self, x):
        return scaled_dot_product_attention(self.q(x), self.k(x), self.v(x))[0]

# %% same
# A weight's name is for people; the order in which they are made is compared.
# , name="W_q" =>
# , name="W_k" =>
# , name="W_v" =>

# %% hint: a batch of three; sizes drawn afresh
# `__init__` should keep the two sizes, `build` make the matrices, `call` use them. From
# what does `build` get to know `d_model`?
# %% hint: a batch of three; sizes drawn afresh
# `d_model` is `input_shape[-1]`. Each matrix is one line: `self.W_q =
# self.add_weight(shape=(d_model, self.d_k), name="W_q")`.
# %% hint
# In `call`, project `x` with `@` three times, give the results to your
# `scaled_dot_product_attention`, and return the first of its two results.
