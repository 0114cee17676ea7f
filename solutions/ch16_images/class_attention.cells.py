# %% mistake: column-for-row
# You read column 0: how much each patch attends to the class token. What the class token
# attends to is its own row, row 0.
# mean[..., 0, :] => mean[..., :, 0]
# %% mistake: itself-counted
# In yours the patches' shares sum to less than one, because what the class token keeps for
# itself still counts. Divide by the sum of the patches alone.
# to_patches.sum( => from_class.sum(
# %% mistake: down-the-columns
# You lay the patches out down the columns. Lay them out along the rows.
# [:-1], rows, columns) => [:-1], columns, rows).swapaxes(-1, -2)
# %% mistake: largest-head
# You take the largest weight of any head. Take the mean over the heads.
# weights.mean( => weights.max(
# %% mistake: first-head-only
# You look at head 0 alone. Take the mean over all heads, axis -3.
# weights.mean(axis=-3) => weights[..., 0, :, :]
# %% mistake: one-off
# You drop the last token instead of the first. Token 0 is the class token, so the patches
# begin at column 1.
# from_class[..., 1:] => from_class[..., :-1]
# %% mistake: divided-before-the-mean
# Each head is divided by its own sum in yours, before the mean. A head in which the class
# token keeps nearly all then counts like the others: first the mean, then divide.
# weights.mean(axis=-3) => weights
# - return
# + shares = shares.mean(axis=-2)
# +     return
# %% mistake: softmax-again
# You take a softmax of weights, which draws them together. Divide the weights by their sum
# instead.
# to_patches / to_patches.sum(axis=-1, keepdims=True) => softmax(to_patches)
# %% mistake: divided-by-the-largest
# You divide by the largest. Shares sum to one: divide by the sum.
# to_patches.sum( => to_patches.max(
# %% mistake: all-queries
# You take the mean over all tokens that ask. Take the class token's row alone, row 0.
# mean[..., 0, :] => mean.mean(axis=-2)
# %% mistake: one-sum-for-all
# You divide by one sum for all images. Each image has its own, over its patches alone.
# to_patches.sum(axis=-1, keepdims=True) => to_patches.sum()
# %% mistake: grid-turned-round
# Rows and columns of your grid have changed places: the result should be (..., rows,
# columns).
# [:-1], rows, columns) => [:-1], columns, rows)
# %% mistake: heads-kept
# There is one map per head in what you return. Take the mean over the heads: one map per
# image.
# weights.mean(axis=-3) => weights
# %% mistake: class-token-last
# You read the last row. Read that of the class token, row 0.
# mean[..., 0, :] => mean[..., -1, :]
# %% mistake: mean-over-the-first-axis
# Your mean runs over the first axis, and in a batch that is not the heads. The heads are
# the third axis from the end: axis=-3.
# weights.mean(axis=-3) => weights.mean(axis=0)
# %% mistake: mean-over-axis-1
# Your mean runs over axis 1, which holds the heads only with one axis in front. Count from
# the end: the heads are axis=-3.
# weights.mean(axis=-3) => weights.mean(axis=1)

# %% right: mean, row, shares
# as the task says it
def class_attention(weights, rows, columns):
    mean = weights.mean(axis=-3)
    to_patches = mean[..., 0, 1:]
    shares = to_patches / to_patches.sum(axis=-1, keepdims=True)
    return shares.reshape(*shares.shape[:-1], rows, columns)
# wrong, column-for-row: mean[..., 0, 1:] => mean[..., 1:, 0]
# wrong, itself-counted: to_patches / to_patches.sum(axis=-1, keepdims=True) => to_patches
# wrong, itself-counted: to_patches.sum( => mean[..., 0, :].sum(
# wrong, one-off: mean[..., 0, 1:] => mean[..., 0, :-1]
# wrong, down-the-columns: [:-1], rows, columns) => [:-1], columns, rows).swapaxes(-1, -2)
# wrong, largest-head: weights.mean( => weights.max(
# wrong, first-head-only: weights.mean(axis=-3) => weights[..., 0, :, :]
# wrong, heads-kept: weights.mean(axis=-3) => weights
# wrong, softmax-again: to_patches / to_patches => np.exp(to_patches) / np.exp(to_patches)
# wrong, divided-by-the-largest: to_patches.sum( => to_patches.max(
# wrong, grid-turned-round: [:-1], rows, columns) => [:-1], columns, rows)
# wrong, all-queries: mean[..., 0, 1:] => mean[..., 1:].mean(axis=-2)
# wrong, one-sum-for-all: to_patches.sum(axis=-1, keepdims=True) => to_patches.sum()
# %% right: sum for mean
# what is divided by the sum anyway
# weights.mean( => weights.sum(
# %% wrong, mean-over-the-first-axis: mean over the images
# the first axis, not the heads'
# weights.mean(axis=-3) => weights.mean(axis=0)

# %% right: by what it keeps
# laid out first, divided then
def class_attention(weights, rows, columns):
    row = np.mean(weights[..., 0, :], axis=-2)
    grid = row[..., 1:].reshape(*row.shape[:-1], rows, columns)
    return grid / grid.sum(axis=(-2, -1), keepdims=True)

# %% right: filled in place
# float64, place by place
def class_attention(weights, rows, columns):
    shares = np.zeros((*weights.shape[:-3], rows, columns))
    for r in range(rows):
        for c in range(columns):
            for head in range(weights.shape[-3]):
                shares[..., r, c] += weights[..., head, 0, 1 + r * columns + c]
    total = shares.sum(axis=-1).sum(axis=-1)
    shares /= total[..., None, None]
    return shares

# %% right: recursion, helper shown
# axis by axis; the helper's name is bound by the chapter
def shown(heads):
    return sum(head[0, 1:] for head in heads) / len(heads)


def class_attention(weights, rows, columns):
    if weights.ndim > 3:
        return np.stack([class_attention(w, rows, columns) for w in weights])
    given = shown(weights)
    return np.reshape(given / given.sum(), (rows, columns))

# %% wrong, divided-before-the-mean: heads after dividing
def class_attention(weights, rows, columns):
    given = weights[..., 0, 1:]
    shares = given / given.sum(axis=-1, keepdims=True)
    return shares.mean(axis=-2).reshape(*weights.shape[:-3], rows, columns)

# %% right: sums first
def class_attention(weights, rows, columns):
    row = weights.sum(axis=-3)[..., 0, 1:]
    row = row / row.sum(axis=-1, keepdims=True)
    return row.reshape(*row.shape[:-1], rows, columns)
# wrong, column-for-row: 0, 1: => 1:, 0
# wrong, itself-counted: row.sum(axis=-1, keepdims=True) => weights.shape[-3]
# wrong: row / row.sum(axis=-1, keepdims=True) => row
# wrong, down-the-columns: ], rows, columns => ], columns, rows).swapaxes(-1, -2
# wrong, largest-head: weights.sum => weights.max
# wrong, one-sum-for-all: axis=-1, keepdims=True =>

# %% wrong: column of the class token, sum over heads
# written from the text alone
def class_attention(weights, rows, columns):
    w = weights.sum(axis=-3)[..., 1:, 0]
    return w.reshape(*w.shape[:-1], rows, columns)

# %% same
# The number of heads is divided away with the sum.
# weights.mean => weights.sum

# %% hint: one image
# Which row of the table belongs to the class token as a query, and which columns are
# patches?
# %% hint: one image; several images
# The heads are on axis -3. After the mean over them, one row and all columns but one are
# left.
# %% hint
# Divide by the sum along the last axis with keepdims=True, then reshape that axis to rows
# and columns.
