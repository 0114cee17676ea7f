# %% mistake: dealt-out
# Your head i gets the shared head i % h_kv, as when dealing cards (np.tile does it).
# Neighbours share: head i belongs to i // (h // h_kv), as np.repeat does it. With the
# wrong order a trained model gives nonsense, and no error.
# -     h_kv, d_v = k.shape[-3], v.shape[-1]
# +     copies = h // k.shape[-3]
# +     k = np.concatenate([k] * copies, axis=-3)
# +     v = np.concatenate([v] * copies, axis=-3)
# +     h_kv, d_v = k.shape[-3], v.shape[-1]
# %% mistake: first-head-for-all
# All your query heads use the first head of k and v. That is right when there is only one;
# with h_kv of them, each should serve h / h_kv query heads.
# -     h_kv, d_v = k.shape[-3], v.shape[-1]
# +     k, v = k[..., :1, :, :], v[..., :1, :, :]
# +     h_kv, d_v = k.shape[-3], v.shape[-1]
# %% mistake: shared-heads-averaged
# You average the heads of k and v and give the mean to all. Each of them should stay
# itself, and serve its own group of query heads.
# -     h_kv, d_v = k.shape[-3], v.shape[-1]
# +     k, v = k.mean(axis=-3, keepdims=True), v.mean(axis=-3, keepdims=True)
# +     h_kv, d_v = k.shape[-3], v.shape[-1]
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Sharing heads changes nothing
# about the formula inside a head.
# turned / d_k**0.5 => turned
# %% mistake: divided-by-d-k
# Your scores are divided by d_k; the formula divides by its square root, once.
# d_k**0.5 => d_k
# %% mistake: wrong-axis
# Your softmax runs over the queries. Each row is one query's weights: take it over the
# keys, the last axis.
# scores.max(axis=-1 => scores.max(axis=-2 && powers.sum(axis=-1 => powers.sum(axis=-2
# %% mistake: mask-ignored
# The mask has no effect in yours: every query still sees every key.
# -     scores = scores if mask is None else np.where(mask, scores, -np.inf)
# -
# %% mistake: mask-turned-round
# Your mask is turned round. True means that a query may attend.
# np.where(mask, scores, -np.inf) => np.where(mask, -np.inf, scores)
# %% mistake: blocked-scores-zero
# You set blocked scores to 0, and a score of 0 still gets a weight. Set them to minus
# infinity before the softmax.
# np.where(mask, scores, -np.inf) => scores * mask
# %% mistake: queries-averaged
# All query heads of a group get the same context in yours, that of their mean query. They
# share keys and values; each should keep its own queries and scores.
# -     turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
# +     mean = grouped.mean(axis=-3, keepdims=True)
# +     grouped = np.broadcast_to(mean, grouped.shape)
# +     turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
# %% mistake: group-queries-averaged
# You return one context per group, that of the mean of its query heads. They share keys and
# values; each should keep its own queries and scores, so that h contexts come out.
# -     turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
# +     grouped = grouped.mean(axis=-3, keepdims=True)
# +     h = h_kv
# +     turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
# %% mistake: values-dealt-out
# Your keys are shared by neighbours, and your values are dealt out like cards. A head's
# keys and values belong together: neighbours should share both.
# -     h_kv, d_v = k.shape[-3], v.shape[-1]
# +     copies = h // k.shape[-3]
# +     k = np.repeat(k, copies, axis=-3)
# +     v = np.concatenate([v] * copies, axis=-3)
# +     h_kv, d_v = k.shape[-3], v.shape[-1]
# %% mistake: keys-dealt-out
# Your values are shared by neighbours, and your keys are dealt out like cards. A head's
# keys and values belong together: neighbours should share both.
# -     h_kv, d_v = k.shape[-3], v.shape[-1]
# +     copies = h // k.shape[-3]
# +     k = np.concatenate([k] * copies, axis=-3)
# +     v = np.repeat(v, copies, axis=-3)
# +     h_kv, d_v = k.shape[-3], v.shape[-1]
# %% mistake: not-repeated
# Your code works only where h_kv is h or 1, as where h heads of queries are multiplied by
# h_kv heads of keys. Give every query head its keys and values first.
# q.reshape(*batch, h_kv, h // h_kv, n_q, d_k) => q
# np.swapaxes(k, -1, -2)[..., None, :, :] => np.swapaxes(k, -1, -2)
# weights @ v[..., None, :, :] => weights @ v
# %% mistake: repeated-tokens
# You repeat k and v along the tokens, so there are more keys and as few heads as before.
# The heads stand on axis -3.
def grouped_query_attention(q, k, v, mask=None):
    copies = q.shape[-3] // k.shape[-3]
    k, v = np.repeat(k, copies, axis=-2), np.repeat(v, copies, axis=-2)
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v
# %% mistake: repeated-on-the-first-axis
# Yours is right without a batch and not with one, as where axis 0 is taken for the heads.
# The heads stand on axis -3, however many axes come before.
def grouped_query_attention(q, k, v, mask=None):
    copies = q.shape[-3] // k.shape[-3]
    k, v = np.repeat(k, copies, axis=0), np.repeat(v, copies, axis=0)
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v
# %% mistake: root-of-d-v
# Your scores are divided by the root of the values' width. A score adds up d_k products, so
# take the root of d_k, q.shape[-1].
# d_k**0.5 => d_v**0.5
# %% mistake: one-maximum-for-all
# In a row whose scores lie far below the largest of the whole array, every exponential
# underflows to 0. Subtract each row's own largest: axis=-1, keepdims=True.
# scores.max(axis=-1, keepdims=True) => scores.max()
# %% mistake: unstable
# Where scores lie far from 0, exp() overflows or becomes 0. Subtract each row's largest
# score first: the weights do not change.
# scores - scores.max(axis=-1, keepdims=True) => scores
# %% mistake: softmax-twice
# You take the softmax twice; the second draws the weights together. One softmax turns
# scores into weights.
# -     context = weights @ v[..., None, :, :]  # (..., h_kv, h / h_kv, n_q, d_v)
# +     powers = np.exp(weights)
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# +     context = weights @ v[..., None, :, :]  # (..., h_kv, h / h_kv, n_q, d_v)
# %% mistake: causal
# Your queries never see the keys after their own place, whatever the mask. Which keys are
# open is for the caller to say: without a mask, all of them.
# -     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     past = np.tri(n_q, k.shape[-2])
# +     scores = np.where(past, scores, -np.inf)
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% mistake: minus-1e9
# You put a large negative number where -inf belongs. Where open scores are lower still, the
# blocked keys get the weight. Only -inf is below every score.
# np.where(mask, scores, -np.inf) => np.where(mask, scores, -1e9)
# %% mistake: minus-1e9-added
# You add a large negative number to blocked scores. A blocked score that is larger still
# stays the largest of its row, and its key gets the weight. Whatever the score, -inf in its
# place is lower.
# np.where(mask, scores, -np.inf) => scores + np.where(mask, 0, -1e9)
# %% mistake: mask-on-the-weights
# Your blocked weights are 0, and the others are not scaled anew, so rows do not sum to one.
# Mask the scores before the softmax.
# = scores if mask is None else np.where(mask, scores, -np.inf) => = scores
# context = weights @ v => context = (weights if mask is None else weights * mask) @ v
# %% mistake: as-wide-as-q
# Your result has the shape of q, and so works only where d_v equals d_k. Its last axis is
# that of v: (..., h, n_q, d_v).
def grouped_query_attention(q, k, v, mask=None):
    k, v = (np.repeat(t, q.shape[-3] // t.shape[-3], axis=-3) for t in (k, v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result = np.empty(q.shape, np.result_type(q, k, v, np.float32))
    result[:] = powers / powers.sum(axis=-1, keepdims=True) @ v
    return result

# %% right: np.repeat
# the short way
def grouped_query_attention(q, k, v, mask=None):
    groups = q.shape[-3] // k.shape[-3]
    k = np.repeat(k, groups, axis=-3)
    v = np.repeat(v, groups, axis=-3)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(True if mask is None else mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v
# wrong, unscaled: ) / np.sqrt(q.shape[-1]) => )
# wrong, root-of-d-v: np.sqrt(q.shape[-1]) => np.sqrt(v.shape[-1])
# wrong, one-maximum-for-all: scores.max(axis=-1, keepdims=True) => scores.max()
# wrong, unstable: scores - scores.max(axis=-1, keepdims=True) => scores
# %% wrong, dealt-out: tiled
# -     k = np.repeat(k, groups, axis=-3)
# -     v = np.repeat(v, groups, axis=-3)
# +     heads = np.arange(q.shape[-3]) % k.shape[-3]
# +     k, v = k[..., heads, :, :], v[..., heads, :, :]
# %% wrong, repeated-on-the-first-axis: repeated on the first axis
# k, groups, axis=-3) => k, groups, axis=0) && v, groups, axis=-3) => v, groups, axis=0)
# %% wrong, repeated-tokens: repeated along the tokens
# k, groups, axis=-3) => k, groups, axis=-2) && v, groups, axis=-3) => v, groups, axis=-2)
# %% wrong, not-repeated: not repeated
# -     k = np.repeat(k, groups, axis=-3)
# -     v = np.repeat(v, groups, axis=-3)
# -     scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
# +     scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
# %% wrong, values-dealt-out: values tiled, keys repeated
# -     v = np.repeat(v, groups, axis=-3)
# +     heads = np.arange(q.shape[-3]) % v.shape[-3]
# +     v = v[..., heads, :, :]
# %% wrong, first-head-for-all: all share the first head
# -     k = np.repeat(k, groups, axis=-3)
# -     v = np.repeat(v, groups, axis=-3)
# +     k, v = k[..., :1, :, :], v[..., :1, :, :]
# %% wrong, shared-heads-averaged: keys averaged
# -     k = np.repeat(k, groups, axis=-3)
# -     v = np.repeat(v, groups, axis=-3)
# +     k, v = k.mean(-3, keepdims=True), v.mean(-3, keepdims=True)
# %% wrong, group-queries-averaged: queries averaged
# -     k = np.repeat(k, groups, axis=-3)
# -     v = np.repeat(v, groups, axis=-3)
# +     grouped = q.reshape(*q.shape[:-3], k.shape[-3], groups, *q.shape[-2:])
# +     q = grouped.mean(axis=-3)
# %% wrong, wrong-axis: over the queries
# scores.max(axis=-1 => scores.max(axis=-2 && powers.sum(axis=-1 => powers.sum(axis=-2
# %% wrong, causal: causal
# -     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     scores = np.where(np.tri(*scores.shape[-2:]), scores, -np.inf)
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% wrong, softmax-twice: softmax twice
# -     return powers / powers.sum(axis=-1, keepdims=True) @ v
# +     powers = np.exp(powers / powers.sum(axis=-1, keepdims=True))
# +     return powers / powers.sum(axis=-1, keepdims=True) @ v
# %% wrong: heads merged
# (n, h * d_v): one step too far
# -     return powers / powers.sum(axis=-1, keepdims=True) @ v
# +     out = powers / powers.sum(axis=-1, keepdims=True) @ v
# +     out = np.swapaxes(out, -2, -3)
# +     return out.reshape(*out.shape[:-2], -1)

# %% right: query heads in groups
# an axis for the groups, nothing is repeated
def grouped_query_attention(q, k, v, mask=None):
    *batch, h, n, d = q.shape
    h_kv = k.shape[-3]
    grouped = q.reshape(*batch, h_kv, h // h_kv, n, d)
    scores = grouped @ np.swapaxes(k[..., None, :, :], -1, -2) / np.sqrt(d)
    if mask is not None:
        scores[..., ~mask] = -np.inf
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    out = powers / powers.sum(axis=-1, keepdims=True) @ v[..., None, :, :]
    return out.reshape(*batch, h, n, v.shape[-1])

# %% right: head by head
# filled in place
def grouped_query_attention(q, k, v, mask=None):
    h, h_kv = q.shape[-3], k.shape[-3]
    out = np.zeros((*q.shape[:-1], v.shape[-1]))
    for head in range(h):
        shared = head * h_kv // h
        scores = q[..., head, :, :] @ np.swapaxes(k[..., shared, :, :], -1, -2)
        scores = scores / np.sqrt(q.shape[-1])
        if mask is not None:
            scores = np.where(mask, scores, -np.inf)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        out[..., head, :, :] = weights @ v[..., shared, :, :]
    return out

# %% right: einsum
# groups as an index of their own
def grouped_query_attention(q, k, v, mask=None):
    parts = np.stack(np.split(q, k.shape[-3], axis=-3), axis=-4)
    scores = np.einsum("...hgid,...hjd->...hgij", parts, k) / np.sqrt(q.shape[-1])
    scores = np.where(True if mask is None else mask, scores, -np.inf)
    scores = scores - scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    weights = powers / powers.sum(axis=-1, keepdims=True)
    out = np.einsum("...hgij,...hjd->...hgid", weights, v)
    return out.reshape(*q.shape[:-1], v.shape[-1])

# %% right: an index of heads from a loop, helper called one
# a list filled by append; a name that the chapter binds again
def one(q, k, v, mask):
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    scores = np.where(True if mask is None else mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers @ v / powers.sum(-1, keepdims=True)


def grouped_query_attention(q, k, v, mask=None):
    heads = []
    for shared in range(k.shape[-3]):
        for _ in range(q.shape[-3] // k.shape[-3]):
            heads.append(shared)
    return one(q, k[..., heads, :, :], v[..., heads, :, :], mask)

# %% right: reshaped queries
def grouped_query_attention(q, k, v, mask=None):
    *lead, h, n_q, d = q.shape
    group = h // k.shape[-3]
    grouped = q.reshape(*lead, -1, group, n_q, d)
    scores = np.einsum("...gsid,...gjd->...gsij", grouped, k) / d ** 0.5
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    out = np.einsum("...gsij,...gjd->...gsid", weights, v)
    return out.reshape(*lead, h, n_q, -1)
# wrong: d * => h *
# wrong, mask-turned-round: scores, -np.inf => -np.inf, scores
# wrong, blocked-scores-zero: np.where(mask, scores, -np.inf) => scores * mask
# wrong, mask-ignored: np.where(mask, scores, -np.inf) => scores
# wrong: -1, group, n_q, d => group, -1, n_q, d).swapaxes(-3, -4
# wrong: (-1, keepdims=True => (
# wrong: (mask => (mask & (scores != 0)

# %% wrong: blocked by a product
# the largest score may be a blocked one
def grouped_query_attention(q, k, v, mask=None):
    g = q.shape[-3] // k.shape[-3]
    k, v = np.repeat(k, g, -3), np.repeat(v, g, -3)
    s = np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    p = np.exp(s - s.max(-1, keepdims=True))
    if mask is not None:
        p = p * mask
    return np.einsum("...ij,...jd->...id", p / (p.sum(-1, keepdims=True) + 1e-9), v)

# %% same
# Keys and values have the same heads.
# k.shape[-3] => v.shape[-3]

# %% hint: six heads share two; four heads share two
# Once every query head has its keys and values, it is the attention you know. Which of the
# shared heads does query head `i` use?
# %% hint: six heads share two; four heads share two
# Two ways. Repeat each head of `k` and `v` along the axis of the heads, `axis=-3`. Or
# reshape `q` to (..., h_kv, h // h_kv, n_q, d_k), and give `k` and `v` a new axis of length
# 1, so that they broadcast.
# %% hint
# `np.repeat(k, h // h_kv, axis=-3)` puts the copies of a head side by side; `np.tile` deals
# them out like cards, which is something else. Then scores, scale, softmax over the last
# axis, times the repeated `v`.
