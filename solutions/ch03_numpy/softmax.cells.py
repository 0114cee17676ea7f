# %% mistake: unstable
# Exponentials of large scores overflow to infinity, and those of a very negative row
# underflow to 0/0. Subtract each row's largest score first, which changes no weight and
# keeps every exponent at or below zero.
# scores - largest => scores
# %% mistake: global-max
# You subtract the largest score of the whole array. A row far below it underflows to 0/0.
# Subtract the largest along axis, with keepdims=True.
# scores.max(axis=axis, keepdims=True) => scores.max()
# %% mistake: wrong-axis
# With no axis given, your weights do not sum to one along the last axis. Each row is one
# query's weights, so the default axis should be the last.
# -     largest = scores.max(axis=axis, keepdims=True)
# +     axis = 0
# +     largest = scores.max(axis=axis, keepdims=True)
# %% mistake: axis-ignored
# In a batch you work along the last axis, whatever axis is given. Pass axis on to both
# max() and sum().
# -     largest = scores.max(axis=axis, keepdims=True)
# +     axis = -1
# +     largest = scores.max(axis=axis, keepdims=True)
# %% mistake: global-sum
# You divide by the sum of the whole array, so all the weights together sum to one. Each row
# needs its own sum.
# exponentials.sum(axis=axis, keepdims=True) => exponentials.sum()
# %% mistake: no-keepdims
# Your sums have lost an axis, so they line up with the wrong entries, or with none. Pass
# keepdims=True to sum().
# exponentials.sum(axis=axis, keepdims=True) => exponentials.sum(axis=axis)
# %% mistake: no-keepdims-maximum
# Your maxima have lost an axis, so they line up with the wrong entries, or with none. Pass
# keepdims=True to max().
# scores.max(axis=axis, keepdims=True) => scores.max(axis=axis)
# %% mistake: axis-1
# In a batch you work along axis 1, whatever axis is given. One row has no axis 1: pass axis
# on to both max() and sum(), with -1 as its default.
# -     largest = scores.max(axis=axis, keepdims=True)
# +     axis = 1
# +     largest = scores.max(axis=axis, keepdims=True)
# %% mistake: no-keepdims-twice
# Your maxima and your sums have lost an axis, so they line up with the wrong entries, or
# with none. Pass keepdims=True to max() and to sum().
# scores.max(axis=axis, keepdims=True) => scores.max(axis=axis)
# exponentials.sum(axis=axis, keepdims=True) => exponentials.sum(axis=axis)
# %% mistake: no-exponential
# You divide the scores by their sum without exp(), so a weight can be negative.
# np.exp(scores - largest) => scores
# %% mistake: base-two
# Your weights are those of powers of 2. The softmax uses powers of e: np.exp.
# np.exp( => np.exp2(
# %% mistake: whole-number-array
# Where the scores are whole numbers, every weight is cut off to 0 or 1, as in an array of
# their dtype. Return floats.
# - return
# + weights = np.empty_like(scores)
# +     weights[...] =
# - sum(axis=axis, keepdims=True)
# + sum(axis=axis, keepdims=True)
# +     return weights
# %% mistake: shifted-by-minimum
# What you subtract is less than a row's largest score, as the smallest is, so in a wide row
# exp() of the largest overflows. Subtract the largest: no exponent is above zero then.
# scores.max( => scores.min(
# %% mistake: shifted-by-mean
# What you subtract is less than a row's largest score, as the mean is, so exp() of a score
# far above it overflows. Subtract the largest: no exponent is above zero then.
# scores.max( => scores.mean(
# %% mistake: maximum-from-zero
# What you subtract is never below 0, as the largest absolute value, or a largest that is
# searched from 0 on. A row of very negative scores then underflows to 0/0. Subtract the
# row's largest score, with its sign.
# scores.max(axis=axis, keepdims=True => scores.max(axis=axis, keepdims=True, initial=0
# %% mistake: log-softmax
# These are the logarithms of the weights, as a log-softmax gives them. The weights
# themselves are wanted.
def softmax(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
def softmax(scores, axis=-1):
    for _ in range(2):
        exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
        scores = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return scores
# %% mistake: not-divided
# These are the exponentials. Divided by their sum along the axis they are weights.
# exponentials / exponentials.sum(axis=axis, keepdims=True) => exponentials
# %% mistake: divided-by-scores
# You divide exp(scores) by the sum of the scores. Divide by the sum of the exponentials.
# scores - largest => scores && exponentials.sum => scores.sum
# %% mistake: sign-turned
# Your exponents have the sign turned, so the smallest score gets the largest weight.
# -     largest = scores.max(axis=axis, keepdims=True)
# +     scores = -scores
# +     largest = scores.max(axis=axis, keepdims=True)
# %% mistake: sigmoid
# This is the sigmoid, which looks at each score alone. The weights of a row should sum to
# one.
def softmax(scores, axis=-1):
    return 1 / (1 + np.exp(-scores))
# %% mistake: axis-left-at-the-end
# The weights are right, but the axis that was given is left at the end. Undo np.moveaxis
# with np.moveaxis(weights, -1, axis), and np.swapaxes with itself.
# - exponentials / exponentials.sum(axis=axis, keepdims=True)
# + np.moveaxis(exponentials / exponentials.sum(axis=axis, keepdims=True), axis, -1)
# %% mistake: summed-along-the-last
# You take the largest along the axis that is given, but divide by the sums along the last
# axis. Pass axis on to sum(), too.
# exponentials.sum(axis=axis => exponentials.sum(axis=-1

# %% right: row by row, in place
# a loop over the rows that changes a copy of them
def softmax(scores, axis=-1):
    scores = np.asarray(scores, dtype=float)
    moved = np.moveaxis(scores, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1]).copy()
    for row in rows:
        row -= row.max()
        np.exp(row, out=row)
        row /= row.sum()
    return np.moveaxis(rows.reshape(moved.shape), -1, axis)

# %% right: log-sum-exp
# a helper above the function, in the same cell
def log_sum_exp(x, axis):
    top = np.max(x, axis=axis, keepdims=True)
    return top + np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True))

def softmax(scores, axis=-1):
    return np.exp(scores - log_sum_exp(scores, axis))

# %% right: in float64 and back
# in place on a copy, in more precision than it was given
def softmax(scores, axis=-1):
    scores = np.asarray(scores)
    wide = scores.astype(np.float64)
    wide -= wide.max(axis, keepdims=True)
    np.exp(wide, out=wide)
    wide /= wide.sum(axis, keepdims=True)
    kind = scores.dtype if scores.dtype.kind == "f" else np.float64
    return wide.astype(kind)

# %% right: a class with __call__
# something that can be called is a function
class Softmax:
    def __call__(self, scores, axis=-1):
        powers = np.exp(scores - np.amax(scores, axis=axis, keepdims=True))
        return powers / np.sum(powers, axis=axis, keepdims=True)

softmax = Softmax()

# %% right: a list of functions filled by a loop
# the list that it needs is filled by .append in a loop
steps = []
for name in ("exp", "sum"):
    steps.append(getattr(np, name))

def softmax(scores, axis=-1):
    exp, total = steps
    powers = exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / total(powers, axis=axis, keepdims=True)

# %% right: a helper called row
# the chapter binds the name row to an array further down
def row(x):
    e = np.exp(x - x.max())
    return e / e.sum()

def softmax(scores, axis=-1):
    return np.apply_along_axis(row, axis, scores)

# %% right: import torch inside
# what the course installs is there in every chapter
def softmax(scores, axis=-1):
    import torch
    wide = torch.from_numpy(np.asarray(scores, dtype=np.float64))
    return torch.softmax(wide, dim=axis).numpy().astype(
        np.result_type(scores, np.float32)
    )

# %% wrong, no-exponential: no exponential
def softmax(scores, axis=-1):
    return scores / scores.sum(axis=axis, keepdims=True)

# %% wrong, softmax-twice: softmax twice
def once(scores, axis):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def softmax(scores, axis=-1):
    return once(once(scores, axis), axis)

# %% wrong: the argument changed
# the caller's array is overwritten, and whole numbers stop it
def softmax(scores, axis=-1):
    scores -= scores.max(axis=axis, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=axis, keepdims=True)
    return scores

# %% wrong, divided-by-scores: exp over the sum of the scores
def softmax(scores, axis=-1):
    return np.exp(scores) / np.sum(scores, axis=axis, keepdims=True)

# %% wrong, maximum-from-zero, partial: a loop that looks for the largest from 0
def softmax(scores, axis=-1):
    rows = np.moveaxis(scores, axis, -1)
    out = np.zeros(rows.shape)
    for place in np.ndindex(*rows.shape[:-1]):
        largest = 0
        for score in rows[place]:
            if score > largest:
                largest = score
        e = np.exp(rows[place] - largest)
        out[place] = e / e.sum()
    return np.moveaxis(out, -1, axis)

# %% wrong, whole-number-array, partial: kept like the scores
def softmax(scores, axis=-1):
    out = np.zeros_like(scores)
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    out[...] = e / e.sum(axis=axis, keepdims=True)
    return out

# %% right: by logaddexp
def softmax(scores, axis=-1):
    total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True)
    return np.exp(scores - total)
# wrong, axis-ignored: =axis => =-1
# wrong, log-softmax: np.exp(scores - total) => scores - total
# wrong: .exp => .exp2
# wrong: logaddexp => logaddexp2
# wrong: scores - total) => scores) / total
# wrong: axis, keepdims=True => None
# wrong: logaddexp => add
# %% wrong, unstable, partial: not stable
# total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True => e = np.exp(scores
# np.exp(scores - total => e / e.sum(axis=axis, keepdims=True
# %% wrong: over all entries
# - total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True
# + e = np.exp(scores - np.max(scores)
# np.exp(scores - total => e / np.sum(e
# %% wrong: half precision
# the answer's own dtype must not loosen what it is held to
# - total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True
# + e = np.exp(scores - scores.max(axis=axis, keepdims=True) + 1e-3
# np.exp(scores - total => (e / (e.sum(axis=axis, keepdims=True) + 1e-3)).astype(np.float16
# %% wrong, failed: printed, not returned
# it returns None
# - total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True
# + e = np.exp(scores - scores.max(axis=axis, keepdims=True)
# return np.exp(scores - total => print(e / e.sum(axis=axis, keepdims=True)
# %% wrong, partial: clipped
# large scores become alike
# - total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True
# + e = np.exp(np.clip(scores, -500, 500)
# np.exp(scores - total => e / e.sum(axis=axis, keepdims=True
# %% wrong: an epsilon under the sum
# rows sum to less than one
# - total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True
# + e = np.exp(scores - scores.max(axis=axis, keepdims=True)
# np.exp(scores - total => e / (e.sum(axis=axis, keepdims=True) + 1e-3

# %% wrong, partial: 0 is not taken for an axis
def softmax(scores, axis=-1):
    axis = axis or -1
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

# %% hint: a few rows; one row; a batch; another axis
# Get the formula right for moderate scores first. Everything that you compute along `axis`
# keeps its place with `keepdims=True`.
# %% hint: very large scores; very negative scores; one row of large scores
# Exponentials overflow for large *positive* exponents. Which number, subtracted from a
# whole row, makes sure that no exponent is above zero?
# %% hint
# Subtract each row's own largest score, `scores.max(...)` along `axis` with
# `keepdims=True`. Write `scores - ...` and not `scores -= ...`, because the second
# form would change the array that the caller gave you.
