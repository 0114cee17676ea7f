"""What the students of the sample class wrote in chapter 04."""

LAYER = """\
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k: int, d_v: int) -> None:
        super().__init__()
        self.d_k, self.d_v = d_k, d_v

    def build(self, input_shape: tuple) -> None:
        d_model = input_shape[-1]
        self.W_q = self.add_weight(shape=(d_model, self.d_k), name="W_q")
        self.W_k = self.add_weight(shape=(d_model, self.d_k), name="W_k")
        self.W_v = self.add_weight(shape=(d_model, self.d_v), name="W_v")

"""

RIGHT = {
    "scaled_dot_product_attention": """\
d_k = tf.cast(tf.shape(q)[-1], q.dtype)
scores = tf.einsum("...id,...jd->...ij", q, k) / tf.sqrt(d_k)
weights = tf.nn.softmax(scores, axis=-1)
return tf.einsum("...ij,...jd->...id", weights, v), weights
""",
    "self_attention_layer": """\
class SelfAttention(keras.layers.Layer):
    def __init__(self, d_k, d_v):
        super().__init__()
        self.query = keras.layers.Dense(d_k, use_bias=False)
        self.key = keras.layers.Dense(d_k, use_bias=False)
        self.value = keras.layers.Dense(d_v, use_bias=False)

    def call(self, x):
        context, _ = scaled_dot_product_attention(
            self.query(x), self.key(x), self.value(x)
        )
        return context
""",
    "attention_gradients": """\
variables = [tf.Variable(W) for W in (W_q, W_k, W_v)]
with tf.GradientTape() as tape:
    context = scaled_dot_product_attention(*(x @ W for W in variables))[0]
    loss = tf.reduce_sum(tf.square(context))
return tuple(tape.gradient(loss, variables))
""",
    "predict_trap": 'prediction = "(b)"',
    "pooled_loss": """\
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answers = tf.reshape(context @ w, tf.shape(target))
    return tf.reduce_mean(tf.math.squared_difference(answers, target))
""",
}

STUDENTS = {
    "tomas-herrera": {
        **RIGHT,
        "scaled_dot_product_attention": """\
scores = tf.matmul(q, k, transpose_b=True)
weights = tf.nn.softmax(scores, axis=-1)
return tf.matmul(weights, v), weights
""",
        # The weights become a constant on their way: nothing learns behind it.
        "self_attention_layer": LAYER
        + """\
    def call(self, x: tf.Tensor) -> tf.Tensor:
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        _, weights = scaled_dot_product_attention(q, k, v)
        weights = tf.constant(weights.numpy())
        return tf.matmul(weights, v)
""",
        "attention_gradients": """\
with tf.GradientTape() as tape:
    q, k, v = tf.matmul(x, W_q), tf.matmul(x, W_k), tf.matmul(x, W_v)
    output, weights = scaled_dot_product_attention(q, k, v)
    loss = tf.reduce_sum(output**2)
return tape.gradient(loss, [W_q, W_k, W_v])
""",
        "predict_trap": 'prediction = "a"',
    },
    "ingrid-solberg": {
        **RIGHT,
        "scaled_dot_product_attention": """\
scores = q @ tf.linalg.matrix_transpose(k) / k.shape[-1] ** 0.5
weights = tf.nn.softmax(scores)
return weights, weights @ v
""",
        "self_attention_layer": LAYER
        + """\
    def call(self, x: tf.Tensor) -> tf.Tensor:
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        scores = tf.matmul(q, k, transpose_b=True) / self.d_k
        return tf.nn.softmax(scores) @ v
""",
        "attention_gradients": """\
with tf.GradientTape() as tape:
    for W in (W_q, W_k, W_v):
        tape.watch(W)
    output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
    loss = tf.nn.l2_loss(output)
return tape.gradient(loss, (W_q, W_k, W_v))
""",
        "predict_trap": 'prediction = "d"',
        "pooled_loss": """\
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = (context @ w)[:, 0, 0]
    return tf.reduce_sum((answer - target) ** 2)
""",
    },
    "zoe-papadaki": {
        "scaled_dot_product_attention": RIGHT["scaled_dot_product_attention"],
        "self_attention_layer": RIGHT["self_attention_layer"].replace(
            ", use_bias=False", ""
        ),
    },
}
