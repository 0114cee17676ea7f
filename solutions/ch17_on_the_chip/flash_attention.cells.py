# %% mistake: zeros-at-the-edge
# Without the causal mask, where columns does not divide n_k, your softmax counts keys
# beyond the text, with scores of 0. Set the scores of columns from n_k on to -inf.
# -     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# +     pad = (0, 0, 0, -n_k % columns)
# +     k, v = (torch.nn.functional.pad(x, pad) for x in (k, v))
# +     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d).
# mT / q.shape[-1] ** 0.5 => mT
# %% mistake: queries-from-the-start
# In yours the first query attends as if it were token 0. The first query is token n_k -
# n_q, and the others follow it.
# torch.arange(n_k - n_q, n_k) => torch.arange(n_q)
# %% mistake: causal-ignored
# Where causal is True, your queries see later tokens, too.
# if causal: => if False:
# %% mistake: always-causal
# You apply the causal mask where causal is False, too.
# if causal: => if n_q <= n_k:
# %% mistake: never-divided
# You store sums of powers times values, not divided by each query's total.
# powers / powers.sum(dim=-1, keepdim=True) @ v => powers @ v
# %% mistake: every-head-the-first
# Each head of yours has the first one's context. Take queries, keys and values of each head
# from that head; in a kernel, move every pointer by the number of the head.
# -     n_q, n_k = q.shape[-2], k.shape[-2]
# +     q, k, v = (x[:1].expand_as(x) for x in (q, k, v))
# +     n_q, n_k = q.shape[-2], k.shape[-2]
# %% mistake: the-first-keys-again
# Only the first tile of keys counts in yours. Go through all keys up to n_k, a new tile
# each time.
# -     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# +     k, v = k[:, :columns], v[:, :columns]
# +     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# %% mistake: last-tile-dropped
# The keys of the last tile are missing where it is cut short.
# -     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# +     whole = n_k - n_k % columns
# +     k, v = k[:, :whole], v[:, :whole]
# +     if not whole:
# +         return torch.full_like(q, torch.nan)
# +     scores = q @ k.mT / q.shape[-1] ** 0.5  # (heads, queries, keys)
# %% mistake: not-rescaled
# In yours total and mixture keep their scale when a tile brings a larger score. Multiply
# both by exp(old - new), the difference of the largest scores.
# -     powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# +     ends = (torch.arange(n_k) // columns * columns + columns - 1).clamp(max=n_k - 1)
# +     as_made = torch.exp(scores - scores.cummax(dim=-1).values[..., ends])
# -     return powers / powers.sum(dim=-1, keepdim=True) @ v
# +     return as_made / as_made.sum(dim=-1, keepdim=True) @ v
# %% mistake: total-not-rescaled
# Your total keeps its scale when a tile brings a larger score, and your mixture does not.
# Multiply the total by the same factor, exp(largest score before - largest score now).
# -     powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# +     ends = (torch.arange(n_k) // columns * columns + columns - 1).clamp(max=n_k - 1)
# +     as_made = torch.exp(scores - scores.cummax(dim=-1).values[..., ends])
# +     powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# -     return powers / powers.sum(dim=-1, keepdim=True) @ v
# +     return powers / as_made.sum(dim=-1, keepdim=True) @ v
# %% mistake: mixture-not-rescaled
# Your mixture keeps its scale when a tile brings a larger score, and your total does not.
# Multiply the mixture by the same factor, exp(largest score before - largest score now).
# -     powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# +     ends = (torch.arange(n_k) // columns * columns + columns - 1).clamp(max=n_k - 1)
# +     as_made = torch.exp(scores - scores.cummax(dim=-1).values[..., ends])
# +     powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# -     return powers / powers.sum(dim=-1, keepdim=True) @ v
# +     return as_made / powers.sum(dim=-1, keepdim=True) @ v
# %% mistake: its-own-key-left-out
# Your causal mask leaves out the token itself. A query attends to its own key, too.
# torch.arange(k.shape[-2]) > torch => torch.arange(k.shape[-2]) >= torch
# %% mistake: softmax-over-queries
# In your result the weights of each key sum to one over the queries. The weights of each
# query should sum to one over the keys: reduce over the keys.
# - powers = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
# + powers = torch.exp(scores - scores.amax(dim=-2, keepdim=True))
# powers.sum(dim=-1 => powers.sum(dim=-2
# %% mistake: divided-by-d
# Your scores are divided by d. Divide them by sqrt(d).
# mT / q.shape[-1] ** 0.5 => mT / q.shape[-1]
# %% mistake: the-future
# Your causal mask is turned round: a query attends to its own key and to later ones.
# torch.arange(k.shape[-2]) > torch => torch.arange(k.shape[-2]) < torch
# %% mistake: powers-of-two
# Your powers are those of 2, and softmax takes those of e: tl.exp, or tl.exp2 of the
# scores times log2(e).
# powers = torch.exp( => powers = torch.exp2(
# %% mistake: unstable
# Scores far from 0 give nan in yours, because exp() overflows or becomes 0. Subtract each
# query's largest score first.
# torch.exp(scores - scores.amax(dim=-1, keepdim=True)) => torch.exp(scores)

# %% right: the library's
# SDPA chooses a kernel of its own
def flash_attention(q, k, v, rows, columns, causal=False):
    n_q, n_k = q.shape[1], k.shape[1]
    mask = torch.ones(n_q, n_k, dtype=torch.bool)
    mask = mask.tril(n_k - n_q) if causal else mask
    attend = torch.nn.functional.scaled_dot_product_attention
    return attend(q, k, v, attn_mask=mask)
# wrong, causal-ignored: mask.tril(n_k - n_q) if causal else mask => mask
# %% wrong, the-first-keys-again: the first keys
# - return attend(q, k, v, attn_mask=mask)
# + return attend(q, k[:, :columns], v[:, :columns], attn_mask=mask[:, :columns])

# %% right: tile by tile
# three loops: what the programs of a kernel do side by side
def flash_attention(q, k, v, rows, columns, causal=False):
    out = torch.empty_like(q)
    n_q, n_k = q.shape[1], k.shape[1]
    for head in range(len(q)):
        for i in range(0, n_q, rows):
            block = q[head, i : i + rows] * q.shape[-1] ** -0.5
            token = torch.arange(i, i + len(block))[:, None] + n_k - n_q
            log_total, mean = torch.full((len(block), 1), -torch.inf), 0.0
            for j in range(0, n_k, columns):
                scores = block @ k[head, j : j + columns].T
                ahead = torch.arange(j, j + scores.shape[1]) > token
                if causal:
                    scores = scores.masked_fill(ahead, -torch.inf)
                own = torch.logsumexp(scores, 1, keepdim=True)
                both = torch.logaddexp(log_total, own)
                powers = torch.exp(scores - both)
                mean = torch.exp(log_total - both) * mean
                mean = mean + powers @ v[head, j : j + columns]
                log_total = both
            out[head, i : i + rows] = mean
    return out
# %% wrong, every-head-the-first: one head for all
# q[head, i => q[0, i && k[head, j => k[0, j && v[head, j => v[0, j

# %% right: einsum
# the table at once
def flash_attention(q, k, v, rows, columns, causal=False):
    scores = torch.einsum("hid,hjd->hij", q, k) / q.shape[-1] ** 0.5
    j = torch.arange(k.shape[1])
    i = torch.arange(q.shape[1])[:, None] + k.shape[1] - q.shape[1]
    hidden = (j > i) & bool(causal)
    weights = torch.where(hidden, -torch.inf, scores).softmax(-1)
    return torch.einsum("hij,hjd->hid", weights, v)
# wrong, unscaled: ) / q.shape[-1] ** 0.5 => )
# wrong, queries-from-the-start: ] + k.shape[1] - q.shape[1] => ]
# wrong, always-causal: & bool(causal) => & (q.shape[1] <= k.shape[1])

# %% right: query by query
# no mask: keys ahead are not looked at
def flash_attention(q, k, v, rows, columns, causal=False):
    out, ahead = torch.zeros_like(q), k.shape[1] - q.shape[1]
    for h in range(q.shape[0]):
        for i in range(q.shape[1]):
            end = i + ahead + 1 if causal else k.shape[1]
            scores = k[h, :end] @ q[h, i] / q.shape[2] ** 0.5
            out[h, i] = scores.softmax(0) @ v[h, :end]
    return out

# %% wrong, never-divided: not divided
def flash_attention(q, k, v, rows, columns, causal=False):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    n = k.shape[1] - q.shape[1]
    if causal:
        blocked = torch.ones_like(scores[0]).triu(n + 1) > 0
        scores[:, blocked] = -torch.inf
    return torch.exp(scores - scores.max(-1, keepdim=True).values) @ v

# %% wrong: a plain mean
# pays no attention to anything
def flash_attention(q, k, v, rows, columns, causal=False):
    return v.mean(1, keepdim=True).expand_as(q)

# %% same
# There is one value for each key.
# q.shape[-2], k.shape[-2] => q.shape[-2], v.shape[-2]
# arange(k.shape[-2]) => arange(v.shape[-2])
# %% same
# All three have d features.
# / q.shape[-1] => / k.shape[-1]
# / q.shape[-1] => / v.shape[-1]

# %% hint: tiles that fit
# It is tiled_attention again. A program has one tile of queries: the grid,
# `(triton.cdiv(n_q, rows), heads)`, is the outer loop, and tl.program_id says which.
# %% hint: tiles that fit; several heads; last tiles cut short; fewer keys than a tile
# Offsets: head * n_q * d + row[:, None] * d + feature. Load with a mask where a row or a
# column lies beyond the text, and set such scores to -inf before exp.
# %% hint
# Causal: row r of the queries is token r + n_k - n_q. scores = tl.where(seen, tl.dot(q,
# tl.trans(k)) * scale, float("-inf")), where seen says for each pair that its column is
# below n_k and not after its row's token.
