# %% mistake: mean-answer
# You compare the mean of all answers with each target. Then no sequence has an answer of
# its own, and the best that can be learnt is one number for all.
# (context @ w)[:, 0, 0] => tf.reduce_mean(context @ w)
# %% mistake: mean-then-square
# You take the mean of the differences and square it, so errors of both signs would cancel.
# Square first, then take the mean.
# tf.reduce_mean((answer - target) ** 2) => tf.reduce_mean(answer - target) ** 2
# %% mistake: sum-not-mean
# You add the squares up. The mean is asked for, because a sum grows with the batch.
# tf.reduce_mean => tf.reduce_sum
# %% mistake: root
# You take the root of the mean at the end; asked for is the mean of the squares itself.
# tf.reduce_mean((answer - target) ** 2) => tf.sqrt(tf.reduce_mean((answer - target) ** 2))
# %% mistake: absolute
# You take the size of each difference, not its square.
# tf.reduce_mean((answer - target) ** 2) => tf.reduce_mean(abs(answer - target))
# %% mistake: first-sequence
# You use the first sequence's answer for all targets. Each sequence has an answer of its
# own: index no single place on the axis of the batch.
# (context @ w)[:, 0, 0] => (context @ w)[0, 0, 0]
# %% mistake: no-mean
# You return a square for each sequence. A loss is one number: take their mean.
# tf.reduce_mean((answer - target) ** 2) => (answer - target) ** 2
# %% mistake: through-numpy
# The number is right, and no gradient finds its way back, for instance because .numpy() has
# taken the answers out of TensorFlow. Stay with tensors.
# (context @ w)[:, 0, 0] => (context @ w).numpy()[:, 0, 0]
# %% mistake: half
# Your loss is halved, as by tf.nn.l2_loss. No half is asked for.
# tf.reduce_mean((answer - target) ** 2) => tf.reduce_mean((answer - target) ** 2) / 2

# %% right: indexed
# both axes taken off
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = (context @ w)[:, 0, 0]
    return tf.reduce_mean((answer - target) ** 2)
# wrong, absolute: ((answer - target) ** 2) => (tf.abs(answer - target))
# wrong, first-sequence: [:, 0, 0] => [0, 0]
# wrong, through-numpy: [:, 0, 0] => .numpy().ravel()
# %% wrong, as-given: one axis off the answers
# (batch, 1) less (batch,) is (batch, batch): the same mean as before
# [:, 0, 0] => [:, 0]

# %% right: squeezed
# also with one sequence
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = tf.squeeze(context @ w)
    return tf.reduce_mean((answer - target) ** 2)

# %% right: reshaped
# a row of answers
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = tf.reshape(context @ w, [-1])
    return tf.reduce_mean((answer - target) ** 2)

# %% right: the targets stood up
# the other side brought to the shape
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = context @ w
    return tf.reduce_mean((answer - target[:, None, None]) ** 2)
# %% wrong, not_attempted: untouched
# as given
# target[:, None, None] => target
# %% wrong, as-given: one axis put on
# still broadcasts, along other axes, to the same mean
# target[:, None, None] => target[:, None]

# %% right: summed over features
# the product written out
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = tf.reduce_sum(context[:, 0] * w[:, 0], axis=-1)
    return tf.reduce_mean((answer - target) ** 2)

# %% right: the diagonal
# of every answer less every target, what belongs together
def pooled_loss(query, tokens, w, target):
    context, _ = scaled_dot_product_attention(query, tokens, tokens)
    answer = tf.linalg.diag_part((context @ w)[:, 0] - target) + target
    return tf.reduce_mean((answer - target) ** 2)

# %% right: sequence by sequence
# a list filled in a loop, and no batch
def pooled_loss(query, tokens, w, target):
    losses = []
    for own, wanted in zip(tokens, tf.unstack(target)):
        context, _ = scaled_dot_product_attention(query, own, own)
        losses.append(tf.squeeze(context @ w - wanted) ** 2)
    return tf.add_n(losses) / len(losses)

# %% same
# There is one query.
# [:, 0, 0] => [:, -1, 0]
# %% same
# There is one answer.
# [:, 0, 0] => [:, 0, -1]
# %% same
# A square has no sign.
# ((answer - target) => ((target - answer)

# %% hint: a few sequences
# Give it two sequences whose answers are right to the last digit. What should the loss be,
# and what is it?
# %% hint: a few sequences
# Print three shapes: of the answers, of the targets, and of their difference. How many
# numbers should the difference have?
# %% hint
# Broadcasting lines axes up from the right. Bring both to one shape before you subtract:
# context @ w is (batch, 1, 1), and two of these axes can go.
