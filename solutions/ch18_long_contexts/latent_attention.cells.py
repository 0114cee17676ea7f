# %% mistake: no-mask
# Your tokens see those that come after them. Mask before the softmax: query i should only
# see keys j <= i.
# np.where(np.tri(n) == 1, scores, -np.inf) => scores
# %% mistake: mask-transposed
# Your mask lies the other way: tokens see what comes after them and not what came before.
# np.tri(n) == 1 => np.tri(n).T == 1
# %% mistake: itself-masked
# Your tokens do not see themselves, all but the first. The mask should leave the diagonal
# open.
# - np.where(np.tri(n) == 1, scores, -np.inf)
# + np.where((np.tri(n, n, -1) == 1) | (places == 0), scores, -np.inf)
# %% mistake: divided-by-one-part
# Your scores are divided by the root of d_k alone, and should be by that of d_k + d_r.
# (q.shape[-1] + turned.shape[-1]) => q.shape[-1]
# %% mistake: unscaled
# Your weights are those of undivided scores. Divide by the root of d_k + d_r.
# scores / (q.shape[-1] + turned.shape[-1]) ** 0.5 => scores * 1.0
# %% mistake: rotary-part-missing
# Your scores have no rotary part. Add the dot products of rotary queries and keys.
# scores + apply_rope(x @ W_qr, places) @ turned.T => scores + 0.0
# %% mistake: query-not-turned
# In your scores the rotary keys are turned and their queries are not. Both should be, so
# that the score depends on the distance.
# apply_rope(x @ W_qr, places) @ => (x @ W_qr) @
# %% mistake: kept-unturned
# The rotary keys that you return are not turned. Asked are the turned ones, which a cache
# keeps.
# return weights @ v, latents, turned => return weights @ v, latents, x @ W_kr
# %% mistake: all-turned
# You turn the queries of W_q and the keys of W_k, too. Only the rotary part should be
# turned.
# -     scores = q @ np.swapaxes(k, -1, -2)  # (heads, n, n)
# +     even = q.shape[-1] // 2 * 2
# +     q = np.concatenate(
# +         [apply_rope(q[..., :even], places), q[..., even:]], axis=-1)
# +     k = np.concatenate(
# +         [apply_rope(k[..., :even], places), k[..., even:]], axis=-1)
# +     scores = q @ np.swapaxes(k, -1, -2)
# %% mistake: latents-returned
# Your context mixes latents, and should mix the values that each head's W_v makes of them.
# return weights @ v, => return weights @ latents,
# %% mistake: weights-returned
# The first of what you return are the weights. Return the weights times the values.
# return weights @ v, => return weights,
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. Each query's weights should sum to one, over the keys.
# scores, -np.inf)) => scores, -np.inf), axis=-2)
# %% mistake: positions-from-one
# The keys that you keep are turned one place too far: the first token should stand at 0.
# places = len(x), np.arange(len(x)) => places = len(x), np.arange(1, len(x) + 1)
# %% mistake: key-not-turned
# You turn the rotary queries and not their key in the scores. Turn both, so that the score
# depends on the distance.
# places) @ turned.T => places) @ (x @ W_kr).T
# %% mistake: root-left-out
# Your scores are divided by d_k + d_r, and should be by its root.
# turned.shape[-1]) ** 0.5 => turned.shape[-1])
# %% mistake: divided-by-latents
# Your scores are divided by the root of r + d_r, and should be by that of d_k + d_r.
# (q.shape[-1] + turned => (latents.shape[-1] + turned
# %% mistake: two-roots
# You divide each of the two parts by a root of its own. Add them first, then divide the
# sum by sqrt(d_k + d_r).
# scores = q @ np.swapaxes(k, -1, -2) => scores = q / q.shape[-1] ** 0.5 @ k.swapaxes(1, 2)
# @ turned.T => @ turned.T / turned.shape[-1] ** 0.5
# scores = scores / (q.shape[-1] + turned.shape[-1]) ** 0.5 => pass
# %% mistake: masked-after-the-softmax
# Your blocked keys have the weight 0, but still count in the total, so rows need not sum to
# one. Set the blocked scores to -inf before the softmax.
# softmax(np.where(np.tri(n) == 1, scores, -np.inf)) => softmax(scores) * np.tri(n)
# %% mistake: zero-for-blocked
# You set blocked scores to 0, and a score of 0 still gets a weight. Set blocked ones to
# -inf.
# scores, -np.inf => scores, 0.0
# %% mistake: heads-side-by-side
# You put the heads' contexts side by side, one row per token. Asked is (heads, n, d_v).
# return weights @ v, => return np.swapaxes(weights @ v, 0, 1).reshape(n, -1),
# %% mistake: heads-second
# Your heads stand on the second axis. Asked is (heads, n, d_v).
# return weights @ v, => return np.swapaxes(weights @ v, 0, 1),
# %% mistake: keys-kept
# You return keys for the cache, which should keep the latents: all heads make keys and
# values from them.
# @ v, latents, turned => @ v, k, turned
# %% mistake: latents-scored
# Your scores have the rotary part alone. Add the dot products with the keys that are made
# from the latents.
# scores = q @ np.swapaxes(k, -1, -2) => scores = 0 * q @ np.swapaxes(k, -1, -2)
# %% mistake: one-ahead
# Your tokens see one token too many. The causal mask should end with the token itself.
# np.tri(n) == 1 => np.tri(n, n, 1) == 1
# %% mistake: keys-one-ahead
# Your rotary keys are turned one place further than the queries. Turn both by their token's
# position.
# turned = apply_rope(x @ W_kr, places) => turned = apply_rope(x @ W_kr, places + 1)
# %% mistake: rotary-query-of-one-head
# All your heads have the rotary queries of the first. Each has its own W_qr.
# x @ W_qr, places => x @ W_qr[:1], places
# %% mistake: unturned-in-the-scores
# Neither the rotary queries nor their keys are turned in your scores. Turn both by
# apply_rope.
# apply_rope(x @ W_qr, places) @ turned.T => (x @ W_qr) @ (x @ W_kr).T
# %% mistake: joined-and-turned
# You turn the queries and keys of the latents, too. Only the parts made with W_qr and W_kr
# are turned; add their scores to those of the unturned parts.
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    places, latents, keys = np.arange(len(x)), x @ W_down, x @ W_kr
    shared = np.broadcast_to(keys, (len(W_k), *keys.shape))
    q = apply_rope(np.concatenate([x @ W_q, x @ W_qr], axis=-1), places)
    k = apply_rope(np.concatenate([latents @ W_k, shared], axis=-1), places)
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    weights = softmax(np.where(np.tri(len(x)) == 1, scores, -np.inf))
    return weights @ (latents @ W_v), latents, apply_rope(keys, places)

# %% right: head by head
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    n = x.shape[0]
    where = np.arange(n)
    c = x @ W_down
    kr = apply_rope(x @ W_kr, where)
    out = []
    for h in range(len(W_q)):
        q, k, v = x @ W_q[h], c @ W_k[h], c @ W_v[h]
        qr = apply_rope(x @ W_qr[h], where)
        s = (q @ k.T + qr @ kr.T) / np.sqrt(q.shape[1] + qr.shape[1])
        s[where[:, None] < where] = -np.inf
        out.append(softmax(s) @ v)
    return np.stack(out), c, kr
# wrong, no-mask: s[where[:, None] < where] = -np.inf => pass
# wrong, mask-transposed: where[:, None] < where => where[:, None] > where
# wrong, divided-by-one-part: np.sqrt(q.shape[1] + qr.shape[1]) => np.sqrt(q.shape[1])
# wrong, unscaled: / np.sqrt(q.shape[1] + qr.shape[1]) =>
# wrong, rotary-part-missing: (q @ k.T + qr @ kr.T) => (q @ k.T)
# wrong, query-not-turned: qr = apply_rope(x @ W_qr[h], where) => qr = x @ W_qr[h]
# wrong, kept-unturned: return np.stack(out), c, kr => return np.stack(out), c, x @ W_kr
# wrong, latents-returned: softmax(s) @ v => softmax(s) @ c
# wrong, weights-returned: softmax(s) @ v => softmax(s)
# wrong, softmax-over-queries: softmax(s) @ v => softmax(s, axis=0) @ v
# wrong, keys-one-ahead: W_kr, where) => W_kr, where + 1)

# %% right: long queries and keys
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    n, h = len(x), len(W_q)
    latents = x @ W_down
    turned = apply_rope(x @ W_kr, np.arange(n))
    rotary = np.broadcast_to(turned, (h, *turned.shape))
    q = np.concatenate([x @ W_q, apply_rope(x @ W_qr, np.arange(n))], axis=-1)
    k = np.concatenate([latents @ W_k, rotary], axis=-1)
    context = np.empty((h, n, W_v.shape[-1]), dtype=x.dtype)
    for i in range(n):
        s = np.einsum("hd,hjd->hj", q[:, i], k[:, : i + 1]) / q.shape[-1] ** 0.5
        p = np.exp(s - s.max(axis=-1, keepdims=True))
        p /= p.sum(axis=-1, keepdims=True)
        context[:, i] = np.einsum("hj,hjv->hv", p, (latents @ W_v)[:, : i + 1])
    return context, latents, turned
# wrong, unscaled: / q.shape[-1] ** 0.5 =>
# wrong, root-left-out: / q.shape[-1] ** 0.5 => / q.shape[-1]

# %% right: absorbed
# the way of the next exercise
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    places = np.arange(len(x))
    c = x @ W_down
    kr = apply_rope(x @ W_kr, places)
    folded = x @ (W_q @ W_k.transpose(0, 2, 1))
    scores = folded @ c.T + apply_rope(x @ W_qr, places) @ kr.T
    scores /= np.sqrt(W_k.shape[2] + W_kr.shape[1])
    scores = np.where(places <= places[:, None], scores, -np.inf)
    return softmax(scores) @ c @ W_v, c, kr

# %% right: einsum
# a sum for each product
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    places = np.arange(len(x))
    c = np.einsum("nd,dr->nr", x, W_down)
    kr = apply_rope(np.einsum("nd,dr->nr", x, W_kr), places)
    qr = apply_rope(np.einsum("nd,hdr->hnr", x, W_qr), places)
    q = np.einsum("nd,hdk->hnk", x, W_q)
    k = np.einsum("nr,hrk->hnk", c, W_k)
    v = np.einsum("nr,hrv->hnv", c, W_v)
    s = np.einsum("hik,hjk->hij", q, k) + np.einsum("hir,jr->hij", qr, kr)
    s = s * (W_k.shape[-1] + W_kr.shape[-1]) ** -0.5
    s = s + np.triu(np.full((len(x), len(x)), -np.inf), 1)
    p = np.exp(s - s.max(axis=-1)[..., None])
    return np.einsum("hij,hjv->hiv", p / p.sum(-1)[..., None], v), c, kr

# %% wrong, all-turned: everything turned
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    places = np.arange(len(x))
    c = x @ W_down
    q, k, v = x @ W_q, c @ W_k, c @ W_v
    d = q.shape[-1] - q.shape[-1] % 2
    q[..., :d] = apply_rope(q[..., :d], places)
    k[..., :d] = apply_rope(k[..., :d], places)
    kr = apply_rope(x @ W_kr, places)
    s = q @ k.swapaxes(1, 2) + apply_rope(x @ W_qr, places) @ kr.T
    s = s / np.sqrt(q.shape[-1] + kr.shape[-1])
    return softmax(np.where(np.tri(len(x)) > 0, s, -np.inf)) @ v, c, kr

# %% wrong, itself-masked: strictly before
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    t = np.arange(len(x))
    c = x @ W_down
    kr = apply_rope(x @ W_kr, t)
    s = (x @ W_q) @ (c @ W_k).swapaxes(1, 2) + apply_rope(x @ W_qr, t) @ kr.T
    s = s / np.sqrt(W_q.shape[-1] + kr.shape[-1])
    seen = t < t[:, None]
    seen[:, 0] = True
    return softmax(np.where(seen, s, -np.inf)) @ (c @ W_v), c, kr

# %% wrong: not causal, sqrt of d_k alone
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    n = len(x)
    latents = x @ W_down
    k, v, q = latents @ W_k, latents @ W_v, x @ W_q
    turned = apply_rope(x @ W_kr, np.arange(n))
    qr = apply_rope(x @ W_qr, np.arange(n))
    s = (q @ k.swapaxes(-1, -2) + qr @ turned.T) / np.sqrt(q.shape[-1])
    return softmax(s) @ v, latents, turned

# %% wrong, rotary-query-of-one-head: rotary parts of one head
# each head has its own
def latent_attention(x, W_q, W_down, W_k, W_v, W_qr, W_kr):
    n, at = len(x), np.arange(len(x))
    c = x @ W_down
    kr = apply_rope(x @ W_kr, at)
    qr = apply_rope(x @ W_qr[0], at)
    s = (x @ W_q) @ np.swapaxes(c @ W_k, 1, 2) + qr @ kr.T
    s = s / np.sqrt(W_q.shape[2] + W_kr.shape[1])
    return softmax(np.where(np.tri(n) > 0, s, -np.inf)) @ (c @ W_v), c, kr

# %% same
# It has two axes.
# turned.shape[-1]) => turned.shape[1])

# %% hint: a text
# Write it down as ordinary attention first: `latents = x @ W_down`, and from there keys and
# values of all heads, `latents @ W_k` is (heads, n, d_k).
# %% hint
# The rotary part is a second, smaller attention's scores: its queries are `apply_rope(x @
# W_qr, places)`, (heads, n, d_r), its keys (n, d_r) serve all heads. Add both tables before
# the softmax.
# %% hint
# Divide the sum by the root of d_k + d_r: query and key have that many features in all.
# After it come the causal mask, softmax, and `weights @ v`.
