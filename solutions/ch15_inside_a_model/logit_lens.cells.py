# %% mistake: weight-left-out
# You leave out `weight`, the norm's factors. They stretch some features and shrink others,
# so another logit can become the largest.
# hidden / size * weight => hidden / size
# %% mistake: one-plus-weight
# You multiply by 1 + weight, as some models do. Here `weight` is the factor itself.
# size * weight => size * (1 + weight)
# %% mistake: layer-norm
# You subtract the mean, as LayerNorm does. RMSNorm subtracts nothing.
# -     size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
# +     hidden = hidden - hidden.mean(axis=-1, keepdims=True)
# +     size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
# %% mistake: across-tokens
# You take the mean square over the tokens. Every token should be normalised over its own
# features: axis=-1.
# mean(axis=-1 => mean(axis=-2
# %% mistake: across-layers
# You take the mean square over the layers. Every layer should be normalised by itself:
# axis=-1.
# mean(axis=-1 => mean(axis=0
# %% mistake: least-likely
# You return the ids with the smallest logits. The most likely token has the largest logit.
# logits.argmax => logits.argmin
# %% mistake: nearest-row
# You look for the row of W_U at the smallest distance. A logit is a dot product: a long row
# can win from far away.
# normed @ W_U.T => -((normed[..., None, :] - W_U) ** 2).sum(axis=-1)
# %% mistake: cosines
# Your ids are those of W_U with its rows scaled to norm 1. A logit is the dot product with
# the row as it is.
# @ W_U.T => @ (W_U / np.sqrt((W_U**2).sum(axis=-1, keepdims=True))).T
# %% mistake: over-the-places
# Your argmax runs over the positions of the text. Take it over the vocabulary, the last
# axis of the logits.
# logits.argmax(axis=-1) => logits.argmax(axis=1)
# %% mistake: logits-returned
# You return the logits, one per token of the vocabulary. Return the id of the largest:
# argmax over the last axis.
# logits.argmax(axis=-1) => logits
# %% mistake: last-layer-only
# You return the ids of the last layer alone. Return those of every layer: (layers, n).
# logits.argmax(axis=-1) => logits.argmax(axis=-1)[-1]
# %% mistake: last-token-only
# You return the ids at the last token alone. Return those at every position: (layers, n).
# logits.argmax(axis=-1) => logits.argmax(axis=-1)[:, -1]
# %% mistake: largest-logits
# You return the largest logits. Return the ids that have them: argmax.
# logits.argmax( => logits.max(
# %% mistake: softmax-overflow
# For large logits your ids are wrong, as exp() overflows there and the largest is not
# found. The most likely id has the largest logit: no exp() is needed.
# -     logits = normed @ W_U.T
# +     with np.errstate(all="ignore"):
# +         powers = np.exp(normed @ W_U.T)
# +         logits = powers / powers.sum(axis=-1, keepdims=True)

# %% right: norm, table, argmax
# as chapter 14 ends
def logit_lens(hidden, weight, W_U, eps=1e-5):
    mean_square = np.mean(np.square(hidden), axis=-1, keepdims=True)
    normed = hidden / np.sqrt(mean_square + eps) * weight
    logits = normed @ W_U.T
    return np.argmax(logits, axis=-1)
# wrong, weight-left-out: ) * weight => )
# wrong, one-plus-weight: * weight => * (1 + weight)
# wrong, least-likely: np.argmax(logits => np.argmin(logits
# wrong, logits-returned: np.argmax(logits, axis=-1) => logits
# wrong, last-layer-only: np.argmax(logits, axis=-1) => np.argmax(logits, axis=-1)[-1]
# wrong, last-token-only: np.argmax(logits, axis=-1) => np.argmax(logits, axis=-1)[:, -1]
# wrong, over-the-places: np.argmax(logits, axis=-1) => np.argmax(logits, axis=1)
# wrong, nearest-row: normed @ W_U.T => -np.linalg.norm(normed[..., None, :] - W_U, axis=-1)
# %% right: int64
# ids of a fixed size
# np.argmax(logits, axis=-1) => np.argmax(logits, axis=-1).astype(np.int64)
# %% right: int32
# ids of half the size
# np.argmax(logits, axis=-1) => np.argmax(logits, axis=-1).astype(np.int32)
# %% right: no division
# a positive number over all logits of a token changes no order
# hidden / np.sqrt(mean_square + eps) * weight => hidden * weight
# %% wrong, layer-norm: LayerNorm
# -     mean_square = np.mean(np.square(hidden), axis=-1, keepdims=True)
# +     hidden = hidden - hidden.mean(axis=-1, keepdims=True)
# +     mean_square = np.mean(np.square(hidden), axis=-1, keepdims=True)
# %% wrong: argmax of everything
# one id for all
# np.argmax(logits, axis=-1) => np.argmax(logits)
# %% wrong, softmax-overflow: probabilities without a shift
# exp() of large logits overflows
# -     return np.argmax(logits, axis=-1)
# +     powers = np.exp(logits)
# +     return np.argmax(powers / powers.sum(axis=-1, keepdims=True), axis=-1)
# %% wrong, largest-logits: probabilities
# the largest logit, not its id
# np.argmax(logits => np.max(logits
# %% wrong: the table not transposed
# an error of shapes
# normed @ W_U.T => normed @ W_U
# %% wrong, cosines: cosines
# normed @ W_U.T => normed @ (W_U / np.linalg.norm(W_U, axis=-1, keepdims=True)).T
# %% wrong: floats
# ids as decimals
# np.argmax(logits, axis=-1) => np.argmax(logits, axis=-1).astype(float)

# %% right: rms_norm of chapter 14
# the function that the notebook imports
def logit_lens(hidden, weight, W_U, eps=1e-5):
    return (rms_norm(hidden, weight, eps) @ W_U.T).argmax(axis=-1)

# %% right: filled in a loop
# vector by vector
def logit_lens(hidden, weight, W_U, eps=1e-5):
    ids = np.zeros(hidden.shape[:2], dtype=int)
    for layer in range(hidden.shape[0]):
        for place in range(hidden.shape[1]):
            x = hidden[layer, place].astype(float)
            x = x / (np.dot(x, x) / x.size + eps) ** 0.5 * weight
            ids[layer, place] = int(np.argsort(W_U @ x)[-1])
    return ids

# %% right: helper size
# the weight moved to the table; the helper is a variable below
def size(x, eps):
    return np.sqrt((x * x).sum(-1, keepdims=True) / x.shape[-1] + eps)


def logit_lens(hidden, weight, W_U, eps=1e-5):
    x = hidden / size(hidden, eps)
    return np.einsum("lnd,vd->lnv", x, W_U * weight).argmax(2)

# %% right: a lens
# calls itself, axis by axis
class Lens:
    def __init__(self, weight, table, eps):
        self.weight, self.table, self.eps = weight, table, eps

    def __call__(self, x):
        if x.ndim > 1:
            return np.array([self(row) for row in x])
        x = x * self.weight / np.sqrt(np.mean(x * x) + self.eps)
        return max(range(len(self.table)), key=lambda i: self.table[i] @ x)


def logit_lens(hidden, weight, W_U, eps=1e-5):
    return Lens(weight, W_U, eps)(hidden)

# %% right: without the scale
def logit_lens(hidden, weight, W_U, eps=1e-5):
    squares = np.square(hidden * 1.0)
    length = np.sqrt(np.mean(squares, axis=-1, keepdims=True) + eps)
    return np.einsum("lnd,vd->lnv", hidden / length * weight, W_U).argmax(axis=2)
# wrong, least-likely: argmax => argmin
# wrong, weight-left-out: * weight =>
# wrong, largest-logits: argmax => max
# wrong, over-the-places: 2 => 1
# wrong: length * => length /

# %% wrong: weight of the norm twice
# the weight is inside the norm as well
def logit_lens(hidden, weight, W_U, eps=1e-5):
    h = hidden * weight
    h = h / np.sqrt((h ** 2).mean(-1, keepdims=True) + eps) * weight
    return (h @ W_U.T).argmax(-1)

# %% same
# A vector divided by any positive number has the same largest logit.
# eps: float = 1e-5 => eps: float = 2e-5
# eps: float = 1e-5 => eps: float = 0.0
# np.sqrt((hidden**2) => ((hidden**2)
# keepdims=True) + eps => keepdims=True)
# keepdims=True) + eps => keepdims=True) - eps
# (hidden**2).mean(axis=-1, keepdims=True) + eps => eps
# mean(axis=-1, keepdims=True) => mean(keepdims=True)
# (hidden**2).mean( => (hidden**2).sum(
# (hidden**2) => (weight**2)
# hidden / size => hidden
# hidden / size => hidden * size
# - (hidden**2).mean(axis=-1, keepdims=True)
# + ((hidden**2).sum(axis=-1, keepdims=True)
# +     / ((hidden**2) != 0).sum(axis=-1, keepdims=True))
# %% same
# Which of equals counts is not said: no two logits drawn are equal.
# - logits.argmax(axis=-1)
# + np.argmax((logits)[..., ::-1], axis=-1) * -1 + ((logits).shape[-1] - 1)

# %% hint: a few layers
# It is the end of the model, on other inputs. What does the model do with the last layer's
# vectors before it has logits?
# %% hint: a few layers; eps given
# RMSNorm: divide by the root of the mean square over the last axis (plus eps), multiply by
# `weight`. Then one dot product with each row of W_U.
# %% hint
# The logits are (normed) @ W_U.T, (layers, n, vocab). Return their argmax over the last
# axis.
