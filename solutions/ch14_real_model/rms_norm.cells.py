# %% mistake: mean-subtracted
# You subtract the mean first, as LayerNorm does. RMSNorm subtracts nothing.
# -     mean_square = np.mean(x * x, axis=-1, keepdims=True)  # (..., 1)
# +     x = x - x.mean(axis=-1, keepdims=True)
# +     mean_square = np.mean(x * x, axis=-1, keepdims=True)  # (..., 1)
# %% mistake: divided-by-the-length
# You take the sum of the squares. Divide by the root of their mean.
# np.mean( => np.sum(
# %% mistake: no-root
# You take no root. Divide by the root of the mean of the squares.
# np.sqrt(mean_square + eps) => (mean_square + eps)
# %% mistake: eps-outside-the-root
# You add eps outside the root. Add it under the root, to the mean of the squares.
# np.sqrt(mean_square + eps) => (np.sqrt(mean_square) + eps)
# %% mistake: eps-left-out
# Your results are those without eps. Add eps under the root, to the mean of the squares.
# np.sqrt(mean_square + eps) => np.sqrt(mean_square)
# %% mistake: eps-ignored
# You add 1e-5 whatever eps is. Add the argument eps.
# np.sqrt(mean_square + eps) => np.sqrt(mean_square + 1e-5)
# %% mistake: variance
# You take the variance, which is about the mean. Take the mean of the squares of x itself.
# np.mean(x * x, => np.var(x,
# %% mistake: over-everything
# You take one mean over the whole array. Every vector needs its own: axis=-1,
# keepdims=True.
# np.mean(x * x, axis=-1, keepdims=True) => np.mean(x * x)
# %% mistake: mean-of-absolutes
# You take the mean of the absolute values. Square first, then the mean, then the root.
# x * x => np.abs(x) && keepdims=True) => keepdims=True) ** 2
# %% mistake: weight-left-out
# You do not multiply by `weight`: each feature has a learnt factor of its own.
# ) * weight => )
# %% mistake: weight-plus-one
# You multiply by 1 + weight, as some models (Gemma) do. Here `weight` is the factor itself.
# * weight => * (1 + weight)
# %% mistake: wrong-axis
# Your mean runs over the first axis. Every vector is normed by itself: take the mean over
# its features, the last axis, with keepdims=True.
# axis=-1 => axis=0
# %% mistake: weight-first
# Your squares are those of x times the weight. Square x alone, and multiply by the weight
# last.
# - mean_square =
# + x = x * weight
# +     mean_square =
# eps) * weight => eps)
# %% mistake: keepdims-lost
# Your mean of squares has lost its axis, so its numbers line up with features and not with
# vectors. keepdims=True keeps the axis.
# , axis=-1, keepdims=True) => , axis=-1)
# %% mistake: divided-by-the-number-of-vectors
# You divide the sum of squares by the length of the first axis. Divide it by d.
# np.mean(x * x, axis=-1, keepdims=True) => np.sum(x * x, axis=-1, keepdims=True) / len(x)
# %% mistake: divided-by-weight
# You divide by `weight`. Each feature is multiplied by its weight.
# / np.sqrt(mean_square + eps) * weight => / (np.sqrt(mean_square + eps) * weight)
# %% mistake: whole-number-array
# Your result has the dtype of x, as zeros_like and empty_like give it, so with whole
# numbers it loses what stands after the point.
# - x / np.sqrt(mean_square + eps) * weight
# + (x / np.sqrt(mean_square + eps) * weight).astype(x.dtype)

# %% right: mean of squares
# as in LLaMA
def rms_norm(x, weight, eps=1e-5):
    variance = (x ** 2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(variance + eps) * weight
# wrong, variance: (x ** 2).mean( => x.var(
# wrong, divided-by-the-length: (x ** 2).mean( => (x ** 2).sum(
# wrong, no-root: np.sqrt(variance + eps) => (variance + eps)
# wrong, eps-outside-the-root: np.sqrt(variance + eps) => (np.sqrt(variance) + eps)
# wrong, eps-left-out: np.sqrt(variance + eps) => np.sqrt(variance)
# wrong, eps-ignored: np.sqrt(variance + eps) => np.sqrt(variance + 1e-5)
# wrong, weight-left-out: ) * weight => )
# wrong, weight-plus-one: * weight => * (1 + weight)
# wrong, wrong-axis: axis=-1 => axis=0
# wrong, over-everything: mean(axis=-1, keepdims=True) => mean()
# %% wrong, mean-subtracted: LayerNorm
# -     variance = (x ** 2).mean(axis=-1, keepdims=True)
# +     x = x - x.mean(axis=-1, keepdims=True)
# +     variance = (x ** 2).mean(axis=-1, keepdims=True)
# %% wrong, keepdims-lost: keepdims lost
# the sizes stand in a row
# mean(axis=-1, keepdims=True) => mean(axis=-1)
# %% wrong, weight-first: the weight in the norm
# - variance =
# + x = x * weight
# +     variance =
# ) * weight => )

# %% right: in place
# float64 throughout, row by row
def rms_norm(x, weight, eps=1e-5):
    out = np.array(x, dtype=np.float64)
    for place in np.ndindex(out.shape[:-1]):
        row = out[place]
        row /= np.sqrt(np.dot(row, row) / len(row) + eps)
        row *= weight
    return out

# %% right: helper t
# a helper that is a variable of the chapter below
def t(vector, eps):
    return 1 / np.sqrt(sum(float(v) ** 2 for v in vector) / len(vector) + eps)


def rms_norm(x, weight, eps=1e-5):
    return np.apply_along_axis(lambda v: v * t(v, eps), -1, x) * weight

# %% right: recursion
# axis by axis
def rms_norm(x, weight, eps=1e-5):
    if np.ndim(x) > 1:
        return np.stack([rms_norm(row, weight, eps) for row in x])
    return np.multiply(x, weight) / (np.vdot(x, x) / np.size(x) + eps) ** 0.5

# %% right: a layer
# by the length
class RMSNorm:
    def __init__(self, weight, eps):
        self.weight, self.eps = weight, eps

    def __call__(self, x):
        length = np.linalg.norm(x, axis=-1, keepdims=True)
        return x * self.weight / np.sqrt(length ** 2 / x.shape[-1] + self.eps)


def rms_norm(x, weight, eps=1e-5):
    return RMSNorm(weight, eps)(x)

# %% right: einsum
# squares and their sum in one step
def rms_norm(x, weight, eps=1e-5):
    mean_square = np.einsum("...d,...d->...", x, x) / x.shape[-1]
    return weight * x / np.sqrt(mean_square + eps)[..., None]

# %% wrong, whole-number-array: whole numbers
# the result has x's dtype: whole numbers are cut off
def rms_norm(x, weight, eps=1e-5):
    out = np.empty_like(x)
    out[...] = x / np.sqrt((x ** 2).mean(axis=-1, keepdims=True) + eps) * weight
    return out

# %% wrong: in the caller's array
# x is changed
def rms_norm(x, weight, eps=1e-5):
    x /= np.sqrt((x ** 2).mean(axis=-1, keepdims=True) + eps)
    x *= weight
    return x

# %% right: by hypot
def rms_norm(x, weight, eps=1e-5):
    scale = np.sqrt(np.einsum("...i,...i->...", x, x) / x.shape[-1] + eps)
    return (x * weight) / scale[..., None]
# wrong, weight-first: ...i->...", x, x) => ...i->...", x * weight, x * weight)
# wrong, divided-by-the-length: ) / x.shape[-1] + => ) +
# wrong, eps-outside-the-root: x.shape[-1] + eps) => x.shape[-1]) + eps
# wrong, divided-by-weight: * => /
# wrong, divided-by-the-number-of-vectors: x.shape[-1] => len(x)
# %% wrong: by hypot: + for *
# x * => x +

# %% wrong: norm without the mean
def rms_norm(x, weight, eps=1e-5):
    return x * weight / (np.linalg.norm(x, axis=-1, keepdims=True) + eps)

# %% wrong: mean of sizes
def rms_norm(x, weight, eps=1e-5):
    return x / (np.abs(x).mean(-1, keepdims=True) + eps) * weight

# %% wrong: as a standard deviation
# divided by d - 1, as a variance is
def rms_norm(x, weight, eps=1e-5):
    d = x.shape[-1]
    mean = (x ** 2).sum(-1, keepdims=True) / (d - 1 or 1)
    return x / np.sqrt(mean + eps) * weight

# %% hint: one vector
# Read the name backwards: square, mean, root. Then divide.
# %% hint: one vector; several vectors
# np.mean(..., axis=-1, keepdims=True) keeps an axis of length 1, so the result divides each
# vector by its own number.
# %% hint
# eps goes under the root, with the mean of the squares. The factor `weight` comes last.
