# %% mistake: heads-mixed-by-the-split
# Your heads are those of a reshape straight to (batch, n_heads, n, head_dim), which mixes
# tokens. Use split_heads.
# split_heads(x @ W, n_heads) => (x @ W).reshape(len(x), n_heads, x.shape[1], -1)
# %% mistake: heads-mixed-by-the-merge
# Your merge is that of a reshape straight to (batch, n, d), so that one token gets the
# contexts of several. Use merge_heads, which should swap the axes back first.
# merge_heads(weights @ v) => (weights @ v).reshape(x.shape)
# %% mistake: unscaled
# Your weights are those of scores not divided by the square root of head_dim, so they come
# out too sharp.
# ) / q.shape[-1] ** 0.5 => )
# %% mistake: scaled-by-d-model
# Your scores are divided by the square root of d, the dimension of a whole token. What
# counts is the dimension of one head, d // n_heads.
# / q.shape[-1] => / x.shape[-1]
# %% mistake: scaled-by-heads
# Your scores are divided by the square root of the number of heads. What counts is the
# dimension of one head, d // n_heads.
# / q.shape[-1] => / n_heads
# %% mistake: wrong-axis
# Your softmax runs over the queries. For each query the weights should sum to one over the
# keys: in scores of (batch, heads, queries, keys) that is the last axis.
# - masked_softmax(scores, may_attend)
# + masked_softmax(scores.mT, np.broadcast_to(may_attend, scores.shape).mT).mT
# %% mistake: mask-inverted
# You block what the mask leaves open, and the other way round. True means may attend.
# else mask => else ~mask
# %% mistake: mask-ignored
# The mask changes nothing in your result. When there is a mask, give it to masked_softmax
# together with the scores, and use the weights that it returns.
# True if mask is None else mask => True
# %% mistake: mask-after
# Your blocked keys get no weight, but their scores still change the other weights: a row
# with something blocked sums to less than one. Mask the scores, before the softmax.
# masked_softmax(scores, may_attend) => masked_softmax(scores, True) * may_attend
# %% mistake: blocked-scores-zero
# Blocked scores count as 0 in your softmax, and e^0 is 1, so a blocked key keeps weight.
# A blocked score should be -inf, as masked_softmax makes it.
# - masked_softmax(scores, may_attend)
# + masked_softmax(np.where(may_attend, scores, 0), True)
# %% mistake: minus-1e9
# A query with nothing open spreads its attention over the very keys that are blocked, as
# where a large negative number stands for -inf. Such a query should get zeros, as
# masked_softmax gives.
# - masked_softmax(scores, may_attend)
# + masked_softmax(np.where(may_attend, scores, -1e9), True)
# %% mistake: minus-1e9-added
# For a query with nothing open your mask has no effect, as where a large negative number is
# added to every score: a softmax depends on differences only. Such a query should get
# zeros, as masked_softmax gives.
# - masked_softmax(scores, may_attend)
# + masked_softmax(np.where(may_attend, scores, scores - 1e9), True)
# %% mistake: minus-1e9-too-high
# Where the open scores of a row are very low, your open keys get no weight, as where a
# number like -1e9 stands for -inf. Only -inf is below every score.
# - masked_softmax(scores, may_attend)
# + masked_softmax(np.where(may_attend, scores, -1e9), True) * may_attend
# %% mistake: minus-1e9-too-little
# You add a large negative number to blocked scores. A blocked score that is larger still
# stays the largest of its row, and its key gets the weight. Whatever the score, -inf in its
# place is lower.
# -     weights = masked_softmax(scores, may_attend)
# +     somewhere = np.any(may_attend, axis=-1, keepdims=True)
# +     low = np.where(may_attend, scores, scores - 1e9)
# +     weights = masked_softmax(low, True) * somewhere
# %% mistake: nan-rows
# A query with nothing open gives nan: its largest score is -inf, and -inf - -inf is nan; or
# its sum is 0, and 0 / 0 is nan. Such a query should get zeros, as masked_softmax gives.
# -     weights = masked_softmax(scores, may_attend)
# +     scores = np.where(may_attend, scores, -np.inf)
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: none-unhandled
# Without a mask your output is all zeros, as where mask=None is passed on to
# masked_softmax: NumPy takes None for False there. None should mean that every token may
# attend to every token.
# True if mask is None else mask => mask
# %% mistake: causal
# Your tokens never see what comes after them, whatever mask is given. Which keys are open
# is for the caller to say: without a mask, all of them.
# -     weights = masked_softmax(scores, may_attend)
# +     may_attend = may_attend & np.tri(x.shape[1], dtype=bool)
# +     weights = masked_softmax(scores, may_attend)
# %% mistake: softmax-twice
# You take the softmax of weights: once of the scores and again of what came out. The second
# draws the weights together. One softmax is enough.
# masked_softmax(scores, => masked_softmax(masked_softmax(scores, may_attend),
# %% mistake: one-maximum-for-all
# In a row far below the largest score of another, all your exponentials underflow to 0.
# Subtract from each row its own largest, axis=-1, keepdims=True, or use masked_softmax.
# -     weights = masked_softmax(scores, may_attend)
# +     low = np.where(may_attend, scores, -np.inf)
# +     powers = np.exp(low - low.max())
# +     total = powers.sum(axis=-1, keepdims=True)
# +     weights = powers / np.where(total == 0, 1, total)
# %% mistake: unstable
# exp() of a large score overflows, and of a very negative row underflows to 0. Subtract
# each row's largest open score first, as masked_softmax should.
# -     weights = masked_softmax(scores, may_attend)
# +     powers = np.exp(np.where(may_attend, scores, -np.inf))
# +     total = powers.sum(axis=-1, keepdims=True)
# +     weights = powers / np.where(total == 0, 1, total)
# %% mistake: not-transposed
# The sizes that meet do not fit, as where the queries meet the keys as they are. Both are
# (..., n, head_dim), so the keys have to be transposed: q @ np.swapaxes(k, -1, -2).
# np.swapaxes(k, -1, -2) => k
# %% mistake: residual
# You add the tokens to the result. That belongs to the block around attention (chapter 09);
# attention itself returns what was gathered.
# return merge_heads => return x + merge_heads
# %% mistake: two-results
# You return the weights as well. One array is asked for: the contexts, merged, times W_o.
# @ W_o => @ W_o, weights
# %% mistake: no-output-projection
# These are the merged heads. Multiply them by W_o, which combines what the heads return.
# ) @ W_o => )
# %% mistake: output-projection-transposed
# You multiply by the transposed W_o. Its rows meet the merged features: merged @ W_o.
# @ W_o => @ W_o.T
# %% mistake: swapped-qk
# Your scores have queries and keys exchanged. Queries should be made with W_q and keys with
# W_k, and row i of the scores belongs to query i.
# (W_q, W_k, W_v) => (W_k, W_q, W_v)
# %% mistake: one-head
# Your output is that of one head. Split queries, keys and values after their projections,
# so that each head gets weights of its own.
# split_heads(x @ W, n_heads) => split_heads(x @ W, 1)
# - may_attend =
# + if np.ndim(mask) == 4:  # one head takes one mask
# +         mask = mask[:, :1]
# +     may_attend =
# %% mistake: weights-averaged
# You average the heads' weights before the values are mixed. Then all heads look at the
# same places, and none can look elsewhere than the others.
# weights @ v => weights.mean(axis=1, keepdims=True) @ v
# %% mistake: split-before-projecting
# You split the tokens and use the parts as queries, keys and values as they are. Project
# first: a head's queries are made from all features of a token.
# split_heads(x @ W, n_heads) => split_heads(x, n_heads)
# %% mistake: values-not-projected
# Your values are the tokens themselves, cut into heads. Multiply them by W_v first.
# -     scores = q
# +     v = split_heads(x, n_heads)
# +     scores = q
# %% mistake: mask-by-the-head
# You take part h of the mask for head h. A mask may have one part for all heads, so let
# it broadcast: give it to masked_softmax with the scores of all heads.
# -     weights =
# +     if np.ndim(may_attend) == 4:
# +         may_attend = np.stack([mask[:, h] for h in range(n_heads)], axis=1)
# +     weights =
# %% mistake: merged-into-whole-numbers
# When x has whole numbers, your contexts are cut off to whole numbers, for instance in an
# array made like x. Merge the contexts as they are.
# merge_heads(weights @ v) => merge_heads(weights @ v).astype(x.dtype)
# %% mistake: features-alternate
# The features of your heads alternate where they meet the rows of W_o. A head's features
# should stand side by side, as merge_heads puts them.
# merge_heads(weights @ v) => np.moveaxis(weights @ v, 1, -1).reshape(x.shape)
# %% mistake: every-other-feature
# Your heads get every n_heads-th feature: 0, n_heads, and so on. Each should have
# neighbouring ones: reshape to (..., n_heads, head_dim).
# - q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
# + shape = (*x.shape[:2], -1, n_heads)
# +     q, k, v = (np.moveaxis((x @ W).reshape(shape), -1, 1) for W in (W_q, W_k, W_v))
# %% mistake: every-other-feature-both-ways
# Your heads get every n_heads-th feature, and give them back so. Each should have
# neighbouring ones: reshape to (..., n_heads, head_dim).
# - q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
# + shape = (*x.shape[:2], -1, n_heads)
# +     q, k, v = (np.moveaxis((x @ W).reshape(shape), -1, 1) for W in (W_q, W_k, W_v))
# merge_heads(weights @ v) => np.moveaxis(weights @ v, 1, -1).reshape(x.shape)
# %% mistake: reshaped-straight-into-heads
# Your result is that of a reshape straight to (batch, n_heads, n, head_dim), and of one
# back, which mix tokens and features. Reshape to (batch, n, n_heads, head_dim) and swap
# axes 1 and 2, and on the way back swap first.
# - q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
# + shape = (len(x), n_heads, x.shape[1], -1)
# +     q, k, v = ((x @ W).reshape(shape) for W in (W_q, W_k, W_v))
# merge_heads(weights @ v) => (weights @ v).reshape(x.shape)

# %% right: through the chapter's helpers
# split, attend, merge
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    weights = masked_softmax(scores, np.True_ if mask is None else mask)
    return merge_heads(weights @ v) @ W_o
# wrong, scaled-by-d-model: np.sqrt(q.shape[-1]) => np.sqrt(x.shape[-1])
# wrong, unscaled: ) / np.sqrt(q.shape[-1]) => )
# wrong, no-output-projection: v) @ W_o => v)
# wrong, none-unhandled: np.True_ if mask is None else mask => mask
# wrong, mask-inverted: else mask => else ~mask
# wrong, swapped-qk: q @ np.swapaxes(k => k @ np.swapaxes(q
# wrong, not-transposed: np.swapaxes(k, -1, -2) => k
# wrong, output-projection-transposed: v) @ W_o => v) @ W_o.T
# wrong, residual: return merge_heads => return x + merge_heads
# wrong, two-results: v) @ W_o => v) @ W_o, weights
# %% wrong, heads-mixed-by-the-merge: heads not transposed back
# merge_heads(weights @ v) => (weights @ v).reshape(x.shape)
# %% wrong, reshaped-straight-into-heads: split by reshape
# split_heads(x @ W, n_heads) => (x @ W).reshape(len(x), n_heads, x.shape[1], -1)
# merge_heads(weights @ v) => (weights @ v).reshape(x.shape)
# %% wrong, minus-1e9: -1e9
# -     weights = masked_softmax(scores, np.True_ if mask is None else mask)
# +     if mask is not None:
# +         scores = np.where(mask, scores, -1e9)
# +     weights = softmax(scores)
# %% wrong, mask-ignored: the mask is never used
# masked_softmax(scores, np.True_ if mask is None else mask => softmax(scores
# %% wrong, softmax-twice: softmax twice
# -     return merge_heads(weights @ v) @ W_o
# +     weights = masked_softmax(weights, np.True_ if mask is None else mask)
# +     return merge_heads(weights @ v) @ W_o
# %% wrong: split before projecting
# x is cut and the whole matrices do not fit: an error
# -     q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
# +     parts = split_heads(x, n_heads)
# +     q, k, v = parts @ W_q, parts @ W_k, parts @ W_v
# %% wrong, unscaled: no scale, and in float16
# ) / np.sqrt(q.shape[-1]) => )
# merge_heads(weights @ v) @ W_o => np.float16(merge_heads(weights @ v) @ W_o)
# %% wrong, minus-1e9-too-little: -1e9 added
# - weights = masked_softmax(scores, np.True_ if mask is None else mask)
# + may = np.True_ if mask is None else mask
# +     weights = softmax(scores + np.where(may, 0.0, -1e9))
# +     weights = weights * np.any(may, axis=-1, keepdims=True)
# %% wrong, causal: a causal mask left in
# - np.True_ if mask is None else mask
# + np.tri(x.shape[1]).astype(bool) & (mask is None or mask)
# %% wrong, one-head: one head
# - q, k, v = (
# + n_heads, mask = 1, mask[..., :1, :, :] if np.ndim(mask) > 2 else mask
# +     q, k, v = (
# %% wrong, one-maximum-for-all: one maximum for all
# - weights = masked_softmax(scores, np.True_ if mask is None else mask)
# + scores = np.where(np.True_ if mask is None else mask, scores, -np.inf)
# +     powers = np.exp(scores - (scores.max() if np.isfinite(scores.max()) else 0))
# +     total = powers.sum(axis=-1, keepdims=True)
# +     weights = powers / np.where(total == 0, 1, total)
# %% wrong: mask multiplied after softmax, the model's width
# np.sqrt(q.shape[-1]) => np.sqrt(x.shape[-1])
# - masked_softmax(scores, np.True_ if mask is None else mask)
# + softmax(scores) * (np.True_ if mask is None else mask)

# %% right: head by head, filled in place
# a loop over heads into an array of zeros
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    batch, n, d = x.shape
    width = d // n_heads
    if mask is None:
        mask = np.ones((n, n), dtype=bool)
    mask = np.broadcast_to(mask, (batch, n_heads, n, n))
    context = np.zeros((batch, n, d), dtype=np.result_type(x, np.float32))
    for b in range(batch):
        for h in range(n_heads):
            own = slice(h * width, (h + 1) * width)
            q, k, v = x[b] @ W_q[:, own], x[b] @ W_k[:, own], x[b] @ W_v[:, own]
            for i in range(n):
                ok = mask[b, h, i]
                if not ok.any():
                    continue
                scores = k[ok] @ q[i] / width**0.5
                powers = np.exp(scores - scores.max())
                context[b, i, own] = powers @ v[ok] / powers.sum()
    return context @ W_o

# %% right: a sum over heads
# each head through its own rows of W_o, added up
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    width = x.shape[-1] // n_heads
    output = 0
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        scores = x @ W_q[:, own] @ np.swapaxes(x @ W_k[:, own], 1, 2) / width**0.5
        open_here = np.True_
        if mask is not None:
            open_here = np.asarray(mask)
            if open_here.ndim > 2:
                heads = open_here.shape[-3]
                open_here = open_here[..., h if heads > 1 else 0, :, :]
        weights = masked_softmax(scores, open_here)
        output = output + weights @ (x @ W_v[:, own]) @ W_o[own]
    return output

# %% right: einsum
# heads as an axis of the matrices
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    d = x.shape[-1]
    three = [W.reshape(d, n_heads, -1) for W in (W_q, W_k, W_v)]
    q, k, v = (np.einsum("bnd,dhw->bhnw", x, W) for W in three)
    scores = np.einsum("bhiw,bhjw->bhij", q, k) / (d // n_heads) ** 0.5
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(total == 0, 1, total)
    return np.einsum("bhij,bhjw,hwd->bid", weights, v, W_o.reshape(n_heads, -1, d))

# %% right: helpers head_alone and rows
# helper names that the chapter binds again below
def rows(h, width):
    return slice(h * width, (h + 1) * width)


def head_alone(x, W_q, W_k, W_v, own, mask):
    q, k, v = x @ W_q[:, own], x @ W_k[:, own], x @ W_v[:, own]
    scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    return masked_softmax(scores, mask) @ v


def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    batch, n, d = x.shape
    full = (batch, n_heads, n, n)
    mask = np.broadcast_to(True if mask is None else mask, full)
    contexts = []
    for h in range(n_heads):
        own = rows(h, d // n_heads)
        contexts.append(head_alone(x, W_q, W_k, W_v, own, mask[:, h]))
    return np.concatenate(contexts, axis=-1) @ W_o

# %% right: torch's own function
# scaled_dot_product_attention inside, in float64
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    arrays = [np.array(a, dtype=np.float64) for a in (x, W_q, W_k, W_v, W_o)]
    x, *projections, W_o = map(torch.from_numpy, arrays)
    q, k, v = (
        (x @ W).unflatten(-1, (n_heads, -1)).transpose(1, 2) for W in projections
    )
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~torch.from_numpy(np.array(mask)), -torch.inf)
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    return ((weights @ v).transpose(1, 2).flatten(2) @ W_o).numpy()

# %% same
# There are four axes: the last but one is number 2.
# -1, -2 => -1, 2

# %% wrong, partial: three axes taken for a mask of each sequence
def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
    q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    if mask is None:
        mask = np.ones(scores.shape, dtype=bool)
    elif mask.ndim == 3:
        mask = mask[:, None]
    return merge_heads(masked_softmax(scores, mask) @ v) @ W_o

# %% hint: two heads
# Project, split, attend, merge, project. The middle step is chapter 03's, and it needs no
# loop: `@` treats batch and heads alike as a stack.
# %% hint: two heads; any sizes, float32
# Queries, keys and values are split one by one. From there on they are (batch, n_heads, n,
# head_dim), and the scores are divided by the root of the last size.
# %% hint
# `masked_softmax` needs a mask: True alone leaves everything open. What comes first at the
# end, merging or W_o?
