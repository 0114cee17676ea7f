# %% mistake: divided-by-latents
# Your scores are divided by the root of r + d_r, and should be by that of d_k + d_r:
# absorbing a matrix changes no score.
# (q.shape[-1] + q_turned => (latents.shape[-1] + q_turned
# %% mistake: divided-by-one-part
# Your scores are divided by the root of d_k alone, and should be by that of d_k + d_r.
# (q.shape[-1] + q_turned.shape[-1]) => q.shape[-1]
# %% mistake: unscaled
# Your weights are those of undivided scores. Divide by the root of d_k + d_r.
# scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5 => scores
# %% mistake: rotary-part-missing
# Your scores have no rotary part. Add the dot products of q_turned and turned before you
# divide.
# T + q_turned @ turned.T => T
# %% mistake: latents-returned
# You return the mixed latents. Each head's W_v should make the context from them.
# return np.einsum("hr,hrv->hv", mixed, W_v) => return mixed
# %% mistake: one-head-for-all
# All your heads use the matrices of the first. Each has its own W_k and W_v.
# "hk,hrk->hr", q, W_k) => "hk,rk->hr", q, W_k[0])
# "hr,hrv->hv", mixed, W_v) => "hr,rv->hv", mixed, W_v[0])
# %% mistake: heads-summed
# Your context is summed over the heads. Each head should have a row of its own.
# "hr,hrv->hv", mixed, W_v) => "hr,hrv->v", mixed, W_v)
# %% mistake: softmax-over-heads
# Your softmax runs over the heads. The weights of a head should sum to one over the tokens.
# ** 0.5) => ** 0.5, axis=0)
# %% mistake: plain-mean
# Every token has the same weight in your context. The weights should be the softmax of the
# scores.
# weights @ latents => np.ones_like(weights) / len(latents) @ latents
# %% mistake: root-left-out
# Your scores are divided by d_k + d_r, and should be by its root.
# q_turned.shape[-1]) ** 0.5) => q_turned.shape[-1]))
# %% mistake: rotary-part-alone
# Your scores have the rotary part alone. Add the dot products of latents and queries, which
# absorb W_k.
# folded @ latents.T + q_turned => q_turned
# %% mistake: two-roots
# In yours each of the two parts is divided by a root of its own. Add first, then divide the
# sum by sqrt(d_k + d_r).
# - folded @ latents.T + q_turned @ turned.T
# + (folded @ latents.T / q.shape[-1] ** 0.5
# +               + q_turned @ turned.T / q_turned.shape[-1] ** 0.5)
# softmax(scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5) => softmax(scores)
# %% mistake: not-divided-by-the-sum
# Your weights do not sum to one: divide the powers of a head by their sum.
# - weights = softmax(scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5)
# + weights = scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5
# mixed = weights => mixed = np.exp(weights - weights.max(axis=-1, keepdims=True))
# %% mistake: unstable
# exp() of scores far from 0 is inf or 0. Subtract each head's largest score first.
# - softmax(scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5)
# + np.exp(scores / (q.shape[-1] + q_turned.shape[-1]) ** 0.5)
# - mixed = weights @ latents
# + mixed = weights / weights.sum(axis=-1, keepdims=True) @ latents
# %% mistake: one-token-score-missing
# Your softmax leaves out the newest token, which the cache holds, too.
# mixed = weights @ latents => mixed = softmax(np.log(weights[:, :-1])) @ latents[:-1]
# %% mistake: heads-in-one-row
# You put the heads' contexts into one row. Asked is (heads, d_v).
# mixed, W_v) => mixed, W_v).ravel()
# %% mistake: two-softmaxes
# Your weights are the mean of two softmaxes, one of each part. Add both dot products first,
# and take one softmax of their scaled sum.
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    root = (q.shape[-1] + q_turned.shape[-1]) ** 0.5
    by_latents = softmax(np.einsum("hk,hrk->hr", q, W_k) @ latents.T / root)
    by_positions = softmax(q_turned @ turned.T / root)
    mixed = (by_latents + by_positions) / 2 @ latents
    return np.einsum("hr,hrv->hv", mixed, W_v)
# %% mistake: all-keys-or-values
# You hold more than latents and weights need: the keys of all tokens for each head, or
# their values, or both. See which of them your code makes. Keys are spared where the query
# absorbs W_k, and values where W_v works on the mixed latents.
# -     folded = np.einsum("hk,hrk->hr", q, W_k)
# +     keys = latents @ W_k
# +     folded = np.einsum("hk,hrk->hr", q, W_k)

# %% right: head by head
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    rows = []
    for h in range(len(q)):
        for_latents = W_k[h] @ q[h]
        s = latents @ for_latents + turned @ q_turned[h]
        s = s / np.sqrt(q.shape[1] + q_turned.shape[1])
        p = np.exp(s - s.max())
        rows.append(p / p.sum() @ latents @ W_v[h])
    return np.array(rows)
# wrong, divided-by-one-part: np.sqrt(q.shape[1] + q_turned.shape[1]) => np.sqrt(q.shape[1])
# wrong, unscaled: s = s / np.sqrt(q.shape[1] + q_turned.shape[1]) => pass
# wrong, latents-returned: @ latents @ W_v[h] => @ latents
# wrong, heads-summed: return np.array(rows) => return np.sum(rows, axis=0)
# wrong, plain-mean: p = np.exp(s - s.max()) => p = np.ones(len(s))
# wrong, not-divided-by-the-sum: p / p.sum() @ latents @ W_v[h] => p @ latents @ W_v[h]
# wrong, unstable: np.exp(s - s.max()) => np.exp(s)
# %% wrong, rotary-part-missing: head by head: nothing for + turned @ q_turned[h]
# - + turned @ q_turned[h]
# %% wrong, divided-by-latents: divided-by-latents, in head by head
# np.sqrt(q.shape[1] + q_turned.shape[1]) => np.sqrt(latents.shape[1] + q_turned.shape[1])

# %% right: batched products
# one long query for latent and rotary key
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    folded = (W_k @ q[:, :, None])[:, :, 0]
    s = np.concatenate([folded, q_turned], axis=1)
    s = s @ np.concatenate([latents, turned], axis=1).T
    w = softmax(s / np.sqrt(W_k.shape[2] + turned.shape[1]))
    return ((w @ latents)[:, None] @ W_v)[:, 0]

# %% right: token by token
# the online softmax
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    folded = np.einsum("hrk,hk->hr", W_k, q)
    d = q.shape[-1] + q_turned.shape[-1]
    top = np.full(len(q), -np.inf)
    total, mixed = np.zeros(len(q)), np.zeros_like(folded)
    for c, key in zip(latents, turned):
        s = (folded @ c + q_turned @ key) / d**0.5
        new = np.maximum(top, s)
        old, p = np.exp(top - new), np.exp(s - new)
        total, mixed = old * total + p, old[:, None] * mixed + p[:, None] * c
        top = new
    return np.einsum("hr,hrv->hv", mixed / total[:, None], W_v)

# %% right: einsum throughout
# divided at the end
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    a = np.einsum("hk,hrk->hr", q, W_k)
    s = np.einsum("hr,nr->hn", a, latents)
    s += np.einsum("hr,nr->hn", q_turned, turned)
    s /= (q.shape[1] + q_turned.shape[1]) ** 0.5
    s -= s.max(axis=1)[:, None]
    p = np.exp(s)
    z = np.einsum("hn,nr->hr", p, latents) / p.sum(axis=1)[:, None]
    return np.einsum("hr,hrv->hv", z, W_v)

# %% right: the keys of one head at a time
# which the task allows
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    out = []
    for h in range(len(q)):
        s = latents @ W_k[h] @ q[h] + turned @ q_turned[h]
        w = softmax(s / np.sqrt(q.shape[1] + q_turned.shape[1]))
        out.append(w @ (latents @ W_v[h]))
    return np.stack(out)

# %% wrong, all-keys-or-values: expanded, head by head
# keys and values of all tokens: right, and it does not fit
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    keys = np.stack([latents @ W for W in W_k])
    values = np.stack([latents @ W for W in W_v])
    rows = []
    for h in range(len(q)):
        s = keys[h] @ q[h] + turned @ q_turned[h]
        s = s / np.sqrt(q.shape[1] + q_turned.shape[1])
        p = np.exp(s - s.max())
        rows.append(p @ values[h] / p.sum())
    return np.array(rows)

# %% wrong, one-head-for-all: the first head's matrices
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    s = q @ W_k[0].T @ latents.T + q_turned @ turned.T
    w = softmax(s / np.sqrt(q.shape[1] + q_turned.shape[1]))
    return w @ latents @ W_v[0]

# %% wrong, divided-by-latents: scale of the latent width
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    ql = np.einsum("hd,hrd->hr", q, W_k)
    s = (ql @ latents.T + q_turned @ turned.T) / np.sqrt(latents.shape[1]
        + turned.shape[1])
    w = np.exp(s) / np.exp(s).sum(-1, keepdims=True)
    return np.einsum("hr,hrv->hv", w @ latents, W_v)

# %% wrong, two-roots: rotary part divided alone
# two roots for one of the sum
def absorbed_queries(latents, turned, q, q_turned, W_k, W_v):
    f = np.einsum("hk,hrk->hr", q, W_k)
    s = f @ latents.T / np.sqrt(q.shape[1])
    s = s + q_turned @ turned.T / np.sqrt(q_turned.shape[1])
    w = np.exp(s - s.max(1, keepdims=True))
    w = w / w.sum(1, keepdims=True)
    return np.einsum("hr,hrv->hv", w @ latents, W_v)

# %% same
# Queries are as wide as keys.
# (q.shape[-1] + q_turned => (W_k.shape[-1] + q_turned
# q_turned. => turned.
# %% same
# It has two axes.
# (q.shape[-1] + q_turned => (q.shape[1] + q_turned
# -1]) => 1])

# %% hint: a token
# A score is q . (W_k^T c) for a latent c. Which two of the three can be multiplied once,
# before the first latent is looked at?
# %% hint
# For each head: `W_k[h] @ q[h]` is (r,), a query for latents. And a weighted mean of values
# is the weighted mean of latents, times W_v.
# %% hint
# For all heads at once: `np.einsum("hk,hrk->hr", q, W_k)` in front, softmax over the
# tokens, and at the end a second einsum that takes each head's mixed latent, (heads, r),
# through its W_v.
