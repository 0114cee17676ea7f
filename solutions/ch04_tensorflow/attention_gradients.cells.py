# %% mistake: nothing-recorded
# All your gradients are None: the tape recorded no path to the loss from what you ask
# about. There are three usual reasons, and one is enough: a plain tensor without
# tape.watch; a Variable that the projections do not use; something computed outside the
# with block.
# -         tape.watch(matrices)
# -
# %% mistake: cut
# W_v has a gradient; W_q and W_k have none. Watch W_q and W_k before q and k are made, and
# pass the softmax on as it is: a tf.Variable or tf.constant made from it, .numpy(),
# tf.round and tf.stop_gradient pass no gradient back.
# output, _ = => _, weights =
# - loss =
# + output = tf.stop_gradient(weights) @ v
# +         loss =
# %% mistake: half
# All your gradients are halved, as by tf.nn.l2_loss, which is sum(t**2) / 2. Here the sum
# is wanted without the half.
# tf.reduce_sum(output**2) => tf.nn.l2_loss(output)
# %% mistake: mean
# You take the mean of the squares, so every gradient is divided by the number of entries.
# The sum is asked for: tf.reduce_sum.
# tf.reduce_sum => tf.reduce_mean
# %% mistake: not-squared
# Your loss is the plain sum of the output. Square the entries first:
# tf.reduce_sum(output**2).
# tf.reduce_sum(output**2) => tf.reduce_sum(output)
# %% mistake: squared-last
# You add first and square the total. Square every entry, then add:
# tf.reduce_sum(output**2).
# tf.reduce_sum(output**2) => tf.reduce_sum(output) ** 2
# %% mistake: unscaled
# These are the gradients of attention without the division by sqrt(d_k), which belongs to
# scaled_dot_product_attention.
# - attention_gradients
# + attention(q, k, v):
# +     weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True))
# +     return weights @ v, weights
# +
# +
# + def attention_gradients
# scaled_dot_product_attention => attention
# %% mistake: divided-by-root-of-d-model
# Your scores are divided by the square root of d_model, the width of x. Divide them by
# sqrt(d_k), as scaled_dot_product_attention does.
# - attention_gradients
# + attention(q, k, v, d_model):
# +     scores = tf.matmul(q, k, transpose_b=True) / d_model**0.5
# +     weights = tf.nn.softmax(scores)
# +     return weights @ v, weights
# +
# +
# + def attention_gradients
# scaled_dot_product_attention(q, k, v) => attention(q, k, v, x.shape[-1])
# %% mistake: wrong-axis
# Your softmax runs over the queries, so these are the gradients of another function. Take
# the softmax over the keys, the last axis.
# - def attention_gradients
# + def attention(q, k, v):
# +     scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
# +     weights = tf.nn.softmax(scores, axis=-2)
# +     return weights @ v, weights
# +
# +
# + def attention_gradients
# scaled_dot_product_attention => attention
# %% mistake: order
# The gradients for W_q and W_k have changed places. Both have the same shape, so only the
# numbers give it away: return those for W_q, W_k and W_v, in this order.
# return tape.gradient(loss, matrices) => return tape.gradient(loss, (W_k, W_q, W_v))
# %% mistake: step-taken
# You return the matrices after a step, W minus its gradient. The gradients themselves are
# asked for; what to do with them is the optimiser's business.
# -     return tape.gradient(loss, matrices)
# +     found = tape.gradient(loss, matrices)
# +     return [W - gradient for W, gradient in zip(matrices, found)]
# %% mistake: of-q-k-v
# These are the gradients for the queries, keys and values, which are only computed on the
# way. What training can change are the matrices W_q, W_k and W_v: watch those, and project
# inside the with block.
# return tape.gradient(loss, matrices) => return tape.gradient(loss, (q, k, v))
# %% mistake: input-as-well
# You return four gradients, the first of them for x. The tokens are data and stay as they
# are; only the three matrices are wanted.
# matrices = (W_q => matrices = (x, W_q
# %% mistake: tape-asked-twice
# A tape answers once and then drops its record. Ask for all three gradients in one call,
# with the matrices in a tuple, or make the tape persistent.
# return tape.gradient(loss, matrices) => return [tape.gradient(loss, W) for W in matrices]
# %% mistake: loss
# You return the loss. What is wanted is how it changes with each of the three matrices.
# return tape.gradient(loss, matrices) => return loss
# %% mistake: sign
# Your gradients have the sign turned. They say in which direction the loss grows; to step
# the other way is the optimiser's business.
# loss = tf.reduce_sum => loss = -tf.reduce_sum
# %% mistake: of-the-tokens
# This is the gradient for the tokens. They are data and stay as they are; the three
# matrices are what training changes.
# tape.watch(matrices) => tape.watch(x)
# return tape.gradient(loss, matrices) => return tape.gradient(loss, x)
# %% mistake: order-reversed
# You return the gradients in the order W_v, W_k, W_q. The order is W_q, W_k, W_v.
# return tape.gradient(loss, matrices) => return tape.gradient(loss, matrices)[::-1]
# %% mistake: batch-not-summed
# Your gradients have one matrix for each sequence of a batch. All sequences share the
# weights, so add the matrices up over the batch.
def attention_gradients(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    root = k.shape[-1] ** 0.5
    weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / root)
    above = 2 * (weights @ v)
    moved = weights * tf.matmul(above, v, transpose_b=True)
    scores = (moved - weights * tf.reduce_sum(moved, -1, keepdims=True)) / root
    parts = scores @ k, tf.matmul(scores, q, transpose_a=True)
    parts += (tf.matmul(weights, above, transpose_a=True),)
    return tuple(tf.matmul(x, part, transpose_a=True) for part in parts)
# %% mistake: cut-to-zeros
# W_v has a gradient and the others are zeros: the tape saw no path to them, for instance
# because they were watched after q and k were made. Watch all three first.
# - output, _ = scaled_dot_product_attention(q, k, v)
# + output, _ = scaled_dot_product_attention(tf.stop_gradient(q), tf.stop_gradient(k), v)
# - return tape.gradient(loss, matrices)
# + zero = tf.UnconnectedGradients.ZERO
# +     return tape.gradient(loss, matrices, unconnected_gradients=zero)

# %% right: watched tensors
# watched, for they are no Variables
def attention_gradients(x, W_q, W_k, W_v):
    with tf.GradientTape() as tape:
        tape.watch([W_q, W_k, W_v])
        q, k, v = x @ W_q, x @ W_k, x @ W_v
        output, _ = scaled_dot_product_attention(q, k, v)
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, (W_q, W_k, W_v))
# wrong, not-squared: tf.reduce_sum(output**2) => tf.reduce_sum(output)
# wrong, mean: tf.reduce_sum => tf.reduce_mean
# wrong, order: tape.gradient(loss, (W_q, W_k, W_v)) => tape.gradient(loss, (W_k, W_q, W_v))
# wrong, sign: tf.reduce_sum => -tf.reduce_sum
# %% wrong, unscaled: not scaled
# - output, _ = scaled_dot_product_attention(q, k, v)
# + output = tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v
# %% wrong, of-q-k-v: gradients of q, k and v
# -         tape.watch([W_q, W_k, W_v])
# -
# +
# - output,
# + tape.watch([q, k, v])
# +         output,
# gradient(loss, (W_q, W_k, W_v)) => gradient(loss, (q, k, v))
# %% wrong, tape-asked-twice, error: tape asked twice
# tape.gradient(loss, (W_q, W_k, W_v)) => [tape.gradient(loss, W) for W in (W_q, W_k, W_v)]
# %% wrong, step-taken: a step taken
# -     return tape.gradient(loss, (W_q, W_k, W_v))
# +     found = tape.gradient(loss, (W_q, W_k, W_v))
# +     return [W - g for W, g in zip((W_q, W_k, W_v), found)]

# %% right: Variables of one's own
# a Variable is watched by itself; a list is as good as a tuple
def attention_gradients(x, W_q, W_k, W_v):
    learnt = [tf.Variable(W) for W in (W_q, W_k, W_v)]
    with tf.GradientTape() as tape:
        q, k, v = (tf.matmul(x, W) for W in learnt)
        output = scaled_dot_product_attention(q, k, v)[0]
        loss = tf.reduce_sum(tf.square(output))
    return tape.gradient(loss, learnt)

# %% right: one after the other
# three tapes, a list filled in a loop
def loss_of(x, *matrices):
    q, k, v = (x @ W for W in matrices)
    weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / q.shape[-1] ** 0.5)
    return tf.reduce_sum((weights @ v) ** 2)

def attention_gradients(x, W_q, W_k, W_v):
    found = []
    for W in (W_q, W_k, W_v):
        with tf.GradientTape() as tape:
            tape.watch(W)
            loss = loss_of(x, W_q, W_k, W_v)
        found.append(tape.gradient(loss, W))
    return tuple(found)

# %% right: by hand
# the backward pass, and no tape
def attention_gradients(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    root = k.shape[-1] ** 0.5
    w = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / root)
    above = 2 * (w @ v)
    to_w = tf.matmul(above, v, transpose_b=True)
    mean = tf.reduce_sum(w * to_w, -1, keepdims=True)
    to_s = w * (to_w - mean) / root
    parts = to_s @ k, tf.matmul(to_s, q, transpose_a=True)
    parts += (tf.matmul(w, above, transpose_a=True),)
    flat = tf.reshape(x, (-1, x.shape[-1]))
    return [
        tf.matmul(flat, tf.reshape(part, (-1, part.shape[-1])), transpose_a=True)
        for part in parts
    ]

# %% right: a persistent tape
# asked three times, then deleted
def attention_gradients(x, W_q, W_k, W_v):
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        for W in (W_q, W_k, W_v):
            tape.watch(W)
        weights = tf.nn.softmax(
            tf.einsum("...id,...jd->...ij", x @ W_q, x @ W_k) * W_k.shape[1] ** -0.5
        )
        loss = tf.reduce_sum(tf.matmul(weights, x @ W_v) ** 2)
    found = [tape.gradient(loss, W) for W in (W_q, W_k, W_v)]
    del tape
    return found

# %% right: linear algebra in a function with a decorator
# a loss of its own inside, a list filled in a loop
def attention_gradients(x, W_q, W_k, W_v):
    def loss(q_matrix, k_matrix, v_matrix):
        q, k, v = x @ q_matrix, x @ k_matrix, x @ v_matrix
        output, _ = scaled_dot_product_attention(q, k, v)
        return tf.reduce_sum(tf.math.square(output))

    matrices = [W_q, W_k, W_v]
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        for matrix in matrices:
            tape.watch(matrix)
        total = loss(*matrices)
    gradients = []
    for gradient in tape.gradient(total, matrices):
        gradients.append(gradient)
    return gradients

# %% wrong, nothing-recorded: forward outside of the tape
def attention_gradients(x, W_q, W_k, W_v):
    output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
    with tf.GradientTape() as tape:
        tape.watch([W_q, W_k, W_v])
        loss = tf.reduce_sum(output**2)
    return tape.gradient(loss, (W_q, W_k, W_v))

# %% wrong, loss, failed: loss returned
def attention_gradients(x, W_q, W_k, W_v):
    output, _ = scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v)
    return tf.reduce_sum(output**2)

# %% same
# A tape that is asked for the gradient of several numbers takes that of their sum.
# tf.reduce_sum(output**2) => output ** 2

# %% hint: a few tokens; wide values
# Everything from the projections to the loss goes inside `with tf.GradientTape() as tape:`.
# The matrices are not Variables. What must you tell the tape?
# %% hint: a few tokens; wide values
# `tape.watch((W_q, W_k, W_v))` is the first line of the block. Then project, call your
# `scaled_dot_product_attention`, and make the loss.
# %% hint
# The gradients are asked of the tape, after its block. They come in the order in which you
# name the matrices.
