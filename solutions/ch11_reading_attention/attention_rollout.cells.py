# %% mistake: no-residual
# You multiply the weights alone. In each layer, a token also keeps itself, along the
# residual connection: half of the mixing is the identity matrix.
# 0.5 * weights[ => weights[ && ] + 0.5 * itself => ]
# %% mistake: not-halved
# You add the identity and do not halve. Each row then sums to 2, and after L layers to 2 to
# the power L. Take 0.5 * weights + 0.5 * identity.
# 0.5 * weights[ => weights[ && 0.5 * itself => itself
# %% mistake: wrong-order
# Your result is that of a product with the first layer on the left. Row i of the result
# starts at output i: the last layer acts on it first, so later layers go on the left.
# mixing @ rollout => rollout @ mixing
# %% mistake: batch-as-layers
# Your layers are on the first axis, which is right for (layers, n, n). With a batch in
# front, the layers are the third axis from the end: weights[..., layer, :, :].
# weights.shape[-3:-1] => len(weights), weights.shape[-1]
# weights[..., layer, :, :] => weights[layer]
# %% mistake: mean-of-layers
# You average the layers. What a token holds passes through one layer and then through the
# next, so their mixings are multiplied.
def attention_rollout(weights):
    return 0.5 * weights.mean(axis=-3) + 0.5 * np.eye(weights.shape[-1])
# %% mistake: entry-by-entry
# You multiply entry by entry. A path from output i to input j may go through any token in
# between; a matrix product adds up all of them.
def attention_rollout(weights):
    mixing = 0.5 * weights + 0.5 * np.eye(weights.shape[-1])
    return mixing.prod(axis=-3)
# %% mistake: entry-by-entry-from-the-identity
# You multiply entry by entry, and from the identity on, so that only the diagonal is left.
# A path from output i to input j may go through any token in between; a matrix product, @,
# adds up all of them.
# np.eye(n, dtype=weights.dtype) => np.eye(n) && mixing @ rollout => mixing * rollout
# %% mistake: residual-once
# You multiply the weights of all layers and mix in the identity once, at the end. Every
# layer has a residual connection: half of each layer's mixing is the identity.
# 0.5 * weights[ => weights[
# ] + 0.5 * itself => ]
# return rollout => return 0.5 * rollout + 0.5 * itself
# %% mistake: transposed
# Your rows are input tokens. Row i should say where *output* i comes from, so that it sums
# to one, as the rows of the weights do.
# return rollout => return np.swapaxes(rollout, -1, -2)
# %% mistake: first-layer-without-itself
# Your first layer enters with its weights alone. It has a residual connection like every
# other: half of its mixing is the identity.
# rollout = itself => rollout = weights[..., 0, :, :]
# range(layers) => range(1, layers)
# %% mistake: first-layer-missing
# The first layer takes no part in yours. Start from the identity and go through all
# layers, from layer 0 on.
# range(layers) => range(1, layers)
# %% mistake: weights-of-the-last-layer
# You return the weights of the last layer. Its keys are not input tokens any more, and half
# of each token is itself: mix in the identity, and multiply in the layers below.
def attention_rollout(weights):
    return weights[..., -1, :, :]
# %% mistake: last-layer
# You return the mixing of the last layer. Its keys are not input tokens any more: they have
# gone through the layers below. Multiply those in.
# mixing @ rollout => mixing
# %% mistake: layers-turned
# Your result is as if each layer's weights were transposed. Row i of a layer says what
# token i attends to, and should be multiplied as it stands.
# rollout = mixing @ => rollout = np.swapaxes(mixing, -1, -2) @
# %% mistake: last-layer-missing
# You leave out the last layer. All layers count, from 0 to layers - 1.
# range(layers) => range(layers - 1)

# %% right: a loop over layers
# multiplied from the left
def attention_rollout(weights):
    n = weights.shape[-1]
    rolled = np.eye(n)
    for layer in range(weights.shape[-3]):
        mixed = 0.5 * weights[..., layer, :, :] + 0.5 * np.eye(n)
        rolled = mixed @ rolled
    return rolled
# wrong, wrong-order: mixed @ rolled => rolled @ mixed
# wrong, no-residual: 0.5 * weights[ => weights[ && ] + 0.5 * np.eye(n) => ]
# wrong, not-halved: 0.5 * weights[ => weights[ && 0.5 * np.eye(n) => np.eye(n)
# wrong, entry-by-entry-from-the-identity: mixed @ rolled => mixed * rolled
# wrong, transposed: return rolled => return np.swapaxes(rolled, -1, -2)
# wrong, first-layer-missing: range(weights.shape[-3]) => range(1, weights.shape[-3])
# %% wrong, batch-as-layers: layers on the first axis
# weights.shape[-3] => len(weights) && weights[..., layer, :, :] => weights[layer]
# %% wrong: half written as ones
# ones add to every token
# 0.5 * np.eye(n) => 0.5 * np.ones((n, n)) / n
# %% wrong: every layer's result
# a list of all steps
# rolled = np.eye(n) => rolled, steps = np.eye(n), []
# -     return rolled
# +         steps.append(rolled)
# +     return np.array(steps)

# %% right: from the last layer down
# multiplied from the right, starting at the end
def attention_rollout(weights):
    n = weights.shape[-1]
    mixed = (weights + np.identity(n)) / 2
    result = mixed[..., -1, :, :]
    for layer in reversed(range(weights.shape[-3] - 1)):
        result = result @ mixed[..., layer, :, :]
    return result

# %% right: recursion
# the last layer times the rollout of those before
def attention_rollout(weights):
    n = weights.shape[-1]
    if weights.shape[-3] == 0:
        return np.broadcast_to(np.eye(n), weights.shape[:-3] + (n, n)).copy()
    last = 0.5 * (weights[..., -1, :, :] + np.eye(n))
    before = attention_rollout(weights[..., :-1, :, :])
    return np.einsum("...ij,...jk->...ik", last, before)

# %% right: functools.reduce
# matrices turned round, axes moved to the front
from functools import reduce


def attention_rollout(weights):
    layers = np.moveaxis(weights, -3, 0)
    half = [0.5 * a + 0.5 * np.eye(a.shape[-1]) for a in layers]
    return reduce(lambda done, more: more @ done, half)

# %% right: in place, helpers rolled and then
# names that the chapter binds again further down
def then(table, weights):
    out = table.copy()
    out += weights @ table
    out *= 0.5
    return out


def rolled(weights, table):
    for layer in range(weights.shape[-3]):
        table = then(table, weights[..., layer, :, :])
    return table


def attention_rollout(weights):
    n = weights.shape[-1]
    start = np.zeros(weights.shape[:-3] + (n, n))
    for i in range(n):
        start[..., i, i] = 1
    return rolled(weights, start)

# %% wrong, residual-once: the residual once, at the end
def attention_rollout(weights):
    n = weights.shape[-1]
    rolled = np.eye(n)
    for layer in range(weights.shape[-3]):
        rolled = weights[..., layer, :, :] @ rolled
    return 0.5 * rolled + 0.5 * np.eye(n)

# %% wrong, last-layer: the last layer alone
def attention_rollout(weights):
    return 0.5 * weights[..., -1, :, :] + 0.5 * np.eye(weights.shape[-1])

# %% right: reduced
def attention_rollout(weights):
    out = np.eye(weights.shape[-1])
    for layer in np.moveaxis(weights, -3, 0):
        out = (layer @ out + out) / 2
    return out
# wrong, wrong-order: layer @ out => out @ layer
# wrong, no-residual: (layer @ out + out) / 2 => layer @ out
# wrong, not-halved: (layer @ out + out) / 2 => layer @ out + out
# wrong, wrong-order: 0) => 0)[::-1]
# wrong, layers-turned: (layer => (layer.swapaxes(-1, -2)
# %% wrong: reduced: + np.eye(len(out)) for + out
# out) => np.eye(len(out)))

# %% wrong: not halved, multiplied from the other side
def attention_rollout(weights):
    n = weights.shape[-1]
    out = np.eye(n)
    for layer in range(weights.shape[-3]):
        out = out @ (weights[..., layer, :, :] + np.eye(n))
    return out

# %% same
# The same numbers; the contract asks for no dtype.
# np.eye(n, dtype=weights.dtype) => np.eye(n)

# %% hint: one layer
# Start with one layer. Which matrix says that half of each token is itself and half is what
# it attends to?
# %% hint: two layers
# With such a matrix for each of two layers, output i reaches input j through every token m
# in between: second[i, m] * first[m, j], added up over m. Which product is that?
# %% hint
# Begin with the identity, and take the layers from the first to the last. On which side of
# the product so far does the next layer stand?
