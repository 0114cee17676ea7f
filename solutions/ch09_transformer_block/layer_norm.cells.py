# %% mistake: over-tokens
# You take mean and variance of each feature, over several tokens. LayerNorm looks at one
# token at a time, across its features: axis=-1. Then a token does not depend on its
# neighbours, nor on the padding.
# x.mean(axis=-1 => x.mean(axis=-2 && x.var(axis=-1 => x.var(axis=-2
# %% mistake: over-everything
# You take one mean and one variance for the whole sequence. Each token has its own:
# axis=-1.
# x.mean(axis=-1 => x.mean(axis=(-2, -1) && x.var(axis=-1 => x.var(axis=(-2, -1)
# %% mistake: over-the-batch
# You take one mean and one variance for the whole array, batch and all. Each token has its
# own: axis=-1, keepdims=True.
# x.mean(axis=-1, keepdims=True) => x.mean() && x.var(axis=-1, keepdims=True) => x.var()
# %% mistake: rms-norm
# This is RMSNorm: you divide by the root of the mean square and leave the mean in. Many
# later models do; LayerNorm subtracts each token's mean first.
# x - mean => x && x.var( => (x * x).mean(
# %% mistake: keepdims-lost
# Your means or variances stand in a row, one per token, and NumPy lines a row up with the
# *features*. keepdims=True keeps both in a column, each beside its own token.
# x.mean(axis=-1, keepdims=True) => x.mean(axis=-1)
# x.var(axis=-1, keepdims=True) => x.var(axis=-1)
# %% mistake: truncated
# Whole numbers came in, and your result has their dtype, so everything after the point is
# lost. Let the result have a dtype that holds decimals.
# return gamma => result = gamma
# - + beta
# + + beta
# +     return result.astype(x.dtype)
# %% mistake: not-centred
# You divide by the standard deviation and do not subtract the mean first. (Leaving the mean
# in is an idea of its own, RMSNorm, with another divisor.)
# x - mean => x
# %% mistake: by-variance
# You divide by the variance. Its square root is the standard deviation, and dividing by
# that makes the variance 1.
# np.sqrt(variance => (variance
# %% mistake: unbiased
# For the variance you divide by d_model - 1. LayerNorm describes the features it has and
# estimates nothing, so it divides by d_model. (torch.var, pandas and ddof=1 subtract 1.)
# x.var(axis => np.var(x, ddof=1, axis
# %% mistake: eps-outside
# You add eps to the standard deviation, outside the root. Add it to the variance, inside
# the root. The results differ most for tokens whose features hardly differ.
# np.sqrt(variance + eps) => (np.sqrt(variance) + eps)
# %% mistake: no-eps
# You leave the argument eps out. A token whose features are all equal has the variance 0,
# and without eps its 0 / 0 is nan.
# variance + eps => variance
# %% mistake: eps-fixed
# You always use 1e-5. Use the argument eps, which the caller may set.
# variance + eps => variance + 1e-5
# %% mistake: gamma-beta-swapped
# gamma and beta have changed places: gamma should multiply, and beta be added.
# gamma * => beta * && ) + beta => ) + gamma
# %% mistake: no-gamma-beta
# You return the normalised token and use neither gamma nor beta. They let the model choose
# another scale and shift for each feature.
# gamma * ( => ( && ) + beta => )
# %% mistake: shift-before-scale
# You add beta before you multiply by gamma, so the shift is scaled as well. Multiply by
# gamma first, then add beta.
# (x - mean) => ((x - mean) && ) + beta => ) + beta)
# %% mistake: difference-of-squares
# Your variance is the mean of the squares minus the square of the mean. On paper that is
# the same. For numbers far from zero that lie close together both are huge and nearly
# equal, so few digits of their difference are right. Subtract the mean first, or use x.var.
# x.var( => (x * x).mean( && )  # (..., 1), divided by d_model => ) - mean * mean
# %% mistake: beta-left-out
# You do not add beta, the shift of each feature. It comes last.
# ) + beta => )
# %% mistake: one-plus-gamma
# You multiply by 1 + gamma. Multiply by gamma.
# gamma * ( => (1 + gamma) * (
# %% mistake: centred-in-place
# You subtract the mean in place, as -= does, which changes x and cannot be done with whole
# numbers. Give the difference a name of its own.
# - return gamma * (x - mean) /
# + x -= mean
# +     return gamma * x /
# %% mistake: over-all-but-the-first-axis
# Mean and variance run over all axes but the first, so with a batch the tokens of a
# sequence share them. Each token has its own: axis=-1.
# - mean = x.mean(axis=-1, keepdims=True)
# + own = tuple(range(min(1, x.ndim - 1), x.ndim))
# +     mean = x.mean(axis=own, keepdims=True)
# x.var(axis=-1 => x.var(axis=own

# %% right: mean and var
# the short way
def layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
# wrong, unbiased: var(axis=-1, keepdims=True) => var(axis=-1, keepdims=True, ddof=1)
# %% wrong, over-tokens: batch norm
# mean(axis=-1, keepdims=True) => mean(axis=0, keepdims=True)
# var(axis=-1, keepdims=True) => var(axis=0, keepdims=True)
# %% wrong, difference-of-squares: mean of squares less square of mean
# x.var(axis=-1, keepdims=True) => (x**2).mean(axis=-1, keepdims=True) - mean**2
# %% wrong: ddof=1 and eps beside the deviation
# variance = x.var(axis=- => std = x.std(axis=-1, ddof= && np.sqrt(variance => (std

# %% right: token by token
# a loop that fills an array
def layer_norm(x, gamma, beta, eps=1e-5):
    x = np.asarray(x)
    out = np.zeros(x.shape)
    for place in np.ndindex(*x.shape[:-1]):
        token = x[place]
        centred = token - token.sum() / token.size
        power = (centred * centred).sum() / token.size
        out[place] = centred / (power + eps) ** 0.5
        out[place] *= gamma
        out[place] += beta
    return out

# %% right: einsum and out=
# the variance by einsum, the rest in place on an array of its own
def layer_norm(x, gamma, beta, eps=1e-5):
    d = x.shape[-1]
    centred = x - np.einsum("...d->...", x)[..., None] / d
    variance = np.einsum("...d,...d->...", centred, centred)[..., None] / d
    np.divide(centred, np.sqrt(variance + eps), out=centred)
    np.multiply(centred, gamma, out=centred)
    np.add(centred, beta, out=centred)
    return centred

# %% right: a class
# an object keeps gamma and beta
class Norm:
    def __init__(self, gamma, beta, eps):
        self.gamma, self.beta, self.eps = gamma, beta, eps

    def __call__(self, x):
        x = np.array(x, dtype=np.float64)
        x -= x.mean(-1, keepdims=True)
        x /= np.sqrt((x**2).mean(-1, keepdims=True) + self.eps)
        return self.gamma * x + self.beta


def layer_norm(x, gamma, beta, eps=1e-5):
    return Norm(gamma, beta, eps)(x)

# %% right: by torch in float64
# F.layer_norm inside of a NumPy answer
def layer_norm(x, gamma, beta, eps=1e-5):
    arrays = [np.array(a, dtype=float) for a in (x, gamma, beta)]
    x, gamma, beta = map(torch.from_numpy, arrays)
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps).numpy()

# %% right: helpers called loud and alike
# names that the chapter binds again further down
def loud(centred, eps):
    return np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)


def alike(x):
    return np.mean(x, axis=-1, keepdims=True)


def layer_norm(x, gamma, beta, eps=1e-5):
    centred = x - alike(x)
    return centred / loud(centred, eps) * gamma + beta

# %% wrong, centred-in-place: in the caller's array
# x -= mean changes the argument
def layer_norm(x, gamma, beta, eps=1e-5):
    x -= x.mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + beta

# %% wrong, rms-norm: RMSNorm in float16
def layer_norm(x, gamma, beta, eps=1e-5):
    power = (np.asarray(x) ** 2).mean(axis=-1, keepdims=True)
    return (gamma * x / np.sqrt(power + eps) + beta).astype(np.float16)

# %% wrong, truncated: whole numbers stay whole
def layer_norm(x, gamma, beta, eps=1e-5):
    out = np.empty_like(x)
    mean = x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    out[...] = gamma * (x - mean) / spread + beta
    return out

# %% right: by std
def layer_norm(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    std = centred.std(axis=-1, keepdims=True)
    return centred * gamma / np.sqrt(std**2 + eps) + beta
# wrong, unbiased: std(axis=-1, keepdims=True => std(axis=-1, keepdims=True, ddof=1
# wrong: mean(axis=-1 => mean(axis=-2
# wrong: centred * => centred /
# wrong, not-centred: centred * => x *
# wrong, by-variance: np.sqrt =>
# wrong: std**2 => (x**2).mean(axis=-1, keepdims=True)
# wrong, eps-outside: np.sqrt(std**2 + eps) => (std + eps)
# %% wrong, beta-left-out: by std: nothing for + beta
# - + beta

# %% right: features first
# written from the text alone: another route
def layer_norm(x, gamma, beta, eps=1e-5):
    y = np.moveaxis(np.asarray(x, float), -1, 0)
    y = y - y.mean(0)
    y = y / np.sqrt((y * y).mean(0) + eps)
    return np.moveaxis(y, 0, -1) * gamma + beta

# %% hint: a few tokens; a batch
# Every token has its own mean and its own variance. Which axis do you take them over, and
# what keeps that axis in place for the subtraction?
# %% hint: a few tokens; a batch
# `x.mean(axis=-1, keepdims=True)` and `x.var(axis=-1, keepdims=True)` are (..., 1) and line
# up with `x`.
# %% hint
# eps belongs under the root, beside the variance. `gamma` and `beta` have one number per
# feature, so they line up with the last axis by themselves.
