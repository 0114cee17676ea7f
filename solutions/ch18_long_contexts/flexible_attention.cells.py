# %% mistake: tiles-not-skipped
# In yours, tiles count as visited in which no pair may attend. Where mask_mod opens no pair
# of a tile, compute nothing and leave `visited` False.
# -             if not np.any(mask):
# -                 continue
# +             mask = mask | False
# %% mistake: whole-tiles-alone
# You leave out tiles that the mask cuts. A tile should be computed where any of its pairs
# may attend, and masked inside.
# if not np.any(mask): => if not np.all(mask):
# %% mistake: no-mask-inside
# In the tiles that you visit every query sees every key. A tile that the mask cuts needs
# the mask inside, too.
# - np.where(mask, score_mod(scores, head, query, key), -np.inf)
# + score_mod(scores, head, query, key)
# %% mistake: scores-unchanged
# score_mod changes nothing in yours. Go on with what it returns.
# score_mod(scores, head, query, key), -np.inf => scores, -np.inf
# %% mistake: score-mod-before-scaling
# You change the scores before you divide them by sqrt(d). score_mod should get divided
# ones.
# ) / d**0.5 => )
# - score_mod(scores, head, query, key), -np.inf
# + score_mod(scores, head, query, key) / d**0.5, -np.inf
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d).
# ) / d**0.5 => )
# %% mistake: positions-in-the-tile
# You count queries and keys from 0 in each tile. mask_mod and score_mod should get
# positions in q and k.
# mask = mask_mod(query, key) => mask = mask_mod(query - i, key - j)
# (scores, head, query, key), -np => (scores, head, query - i, key - j), -np
# %% mistake: query-and-key-swapped
# Query and key are exchanged in your mask. Asked is mask_mod(query, key).
# mask = mask_mod(query, key) => mask = mask_mod(key, query)
# %% mistake: one-head-number
# All your heads are number 0 to score_mod. Each should have its own.
# np.arange(heads)[:, None, None] => np.zeros((heads, 1, 1), dtype=int)
# %% mistake: unseen-is-nan
# A query that may attend to nothing gets nan, and should get zeros. The nan comes from 0 /
# 0 where its total is 0, or from -inf - -inf where its largest score is -inf.
# np.where(total == 0, 1, total) => total
# - largest, total, mixture = -np.inf, 0.0, 0.0
# + largest, total, mixture = -np.inf, np.zeros(1), np.zeros(1)
# %% mistake: closed-is-a-number
# In yours, a query that may attend to nothing gets a mean of values where its tile is
# visited for other queries. It should get zeros.
# key), -np.inf) => key), -1e9)
# %% mistake: closed-is-a-number-for-all
# In yours, a query that may attend to nothing gets the mean of all values, and a nan in
# masked values spreads. Give such a query zeros, and leave out tiles in which no pair may
# attend.
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    n_q, n_k, head = q.shape[1], k.shape[1], np.arange(len(q))[:, None, None]
    query, key = np.arange(n_q)[:, None], np.arange(n_k)
    mask = np.broadcast_to(mask_mod(query, key), (n_q, n_k))
    scores = score_mod(q @ k.swapaxes(1, 2) / q.shape[2] ** 0.5, head, query, key)
    scores = np.where(mask, scores, -1e9)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    ends = [np.arange(0, n, block) for n in mask.shape]
    some = np.logical_or.reduceat(mask, ends[0], axis=0)
    visited = np.logical_or.reduceat(some, ends[1], axis=1)
    return powers / powers.sum(axis=-1, keepdims=True) @ v, visited
# %% mistake: last-tile-dropped
# The last keys are missing in yours where they do not fill a tile.
# range(0, n_k, block) => range(0, n_k - n_k % block, block)
# %% mistake: not-rescaled
# When a tile brings a larger score, your sums so far should be multiplied by exp(old
# largest - new largest).
# rescale * total => total && rescale * mixture => mixture
# %% mistake: unstable
# exp() of scores far from 0 is inf or 0. Subtract each query's largest score first.
# safe = np.where(np.isneginf(new), 0, new) => safe = 0.0
# np.exp(largest - safe) => np.ones_like(new)
# %% mistake: never-divided
# You return sums of powers times values. Divide by the sum of the powers.
# mixture / np.where(total == 0, 1, total) => mixture
# %% mistake: mask-turned-round
# Your mask is turned round. True should mean that a query may attend.
# mask = mask_mod(query, key) => mask = ~mask_mod(query, key)
# %% mistake: divided-by-d
# Your scores are divided by d, and should be by its root.
# ) / d**0.5 => ) / d
# %% mistake: score-mod-after-the-mask
# You change the scores after the mask, and a closed one need not stay closed. First
# score_mod, then the mask.
# - np.where(mask, score_mod(scores, head, query, key), -np.inf)
# + score_mod(np.where(mask, scores, -1e4), head, query, key)
# %% mistake: visited-whole
# You call a tile visited where all of its pairs may attend. A tile should be visited where
# any may.
# visited[i // block, j // block] = True => visited[i // block, j // block] = np.all(mask)
# %% mistake: visited-transposed
# Your `visited` is (tiles of keys, tiles of queries). Asked is (tiles of queries, tiles of
# keys).
# return context, visited => return context, visited.T
# %% mistake: visited-alone-first
# You return `visited` first. The context should come first.
# return context, visited => return visited, context
# %% mistake: query-and-key-swapped-in-scores
# You give score_mod the key where it expects the query.
# score_mod(scores, head, query, key), -np => score_mod(scores, head, key, query), -np
# %% mistake: minus-infinity-minus-itself
# Where a query may attend to nothing so far, its largest score is -inf, and -inf - -inf is
# nan. Subtract 0 instead.
# safe = np.where(np.isneginf(new), 0, new) => safe = new
# %% mistake: heads-from-one
# You count the heads from 1. score_mod should get them from 0 on.
# np.arange(heads)[:, None, None] => np.arange(1, heads + 1)[:, None, None]
# %% mistake: nothing-skipped
# You compute where no pair of a tile may attend, too, so a nan in the values there gets
# into the context. Keep such tiles out of every product.
# -             if not np.any(mask):
# -                 continue
# -             visited[i // block, j // block] = True
# +             visited[i // block, j // block] = np.any(mask)
# %% mistake: places-in-the-tile
# Of the positions that you give score_mod, some begin at 0 in each tile. Add the tile's
# start to those: score_mod should get positions in q and in k.
# head, query, key), -np.inf => head, query - i, key - j), -np.inf
# %% mistake: changed-after-the-mask
# Your score_mod changes what is masked, too, and what it bounds is open again. Mask what
# score_mod gives.
# - scores = np.where(mask, score_mod(scores, head, query, key), -np.inf)
# + scores = score_mod(np.where(mask, scores, -1e9), head, query, key)
# %% mistake: masked-before-the-change
# In yours the mask comes before score_mod, which makes an ordinary score of -inf where it
# bounds scores. First score_mod, then the mask.
# - scores = np.where(mask, score_mod(scores, head, query, key), -np.inf)
# + scores = score_mod(np.where(mask, scores, -np.inf), head, query, key)
# %% mistake: tiles-counted-down
# Queries and keys at the end that do not fill a tile are left out in yours, and `visited`
# has no row or column for them. The last tile may have fewer: there are -(-n // block)
# tiles.
# -(-n_q // block), -(-n_k // block) => n_q // block, n_k // block
# np.empty((heads, n_q, => np.zeros((heads, n_q,
# range(0, n_q, block) => range(0, n_q - n_q % block, block)
# range(0, n_k, block) => range(0, n_k - n_k % block, block)
# %% mistake: tiles-counted-down-to-one
# Behind the full tiles, queries and keys that do not fill another tile are left out in
# yours, and `visited` has no row or column for them. The last tile may have fewer: there
# are -(-n // block) tiles.
# -(-n_q // block), -(-n_k // block) => max(1, n_q // block), max(1, n_k // block)
# np.empty((heads, n_q, => np.zeros((heads, n_q,
# range(0, n_q, block) => range(0, block * len(visited), block)
# range(0, n_k, block) => range(0, block * visited.shape[1], block)

# %% right: a row of tiles, then one softmax
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    n = n_k
    tiles = [np.arange(n)[j : j + block] for j in range(0, n, block)]
    context, visited = np.zeros((heads, n_q, v.shape[2])), []
    for i in range(0, n_q, block):
        rows = np.arange(i, min(i + block, n_q))[:, None]
        seen = [bool(np.any(mask_mod(rows, tile))) for tile in tiles]
        visited.append(seen)
        if not any(seen):
            continue
        cols = np.concatenate([t for t, here in zip(tiles, seen) if here])
        s = np.einsum("hid,hjd->hij", q[:, rows[:, 0]], k[:, cols]) / np.sqrt(d)
        s = score_mod(s, np.arange(heads)[:, None, None], rows, cols)
        s = np.where(mask_mod(rows, cols), s, -np.inf)
        top = s.max(axis=-1, keepdims=True)
        p = np.exp(s - np.where(np.isfinite(top), top, 0))
        total = p.sum(axis=-1, keepdims=True)
        context[:, rows[:, 0]] = p @ v[:, cols] / np.where(total > 0, total, 1)
    return context, np.array(visited)
# wrong, no-mask-inside: s = np.where(mask_mod(rows, cols), s, -np.inf) => pass
# wrong, unscaled: / np.sqrt(d) =>
# wrong, tiles-not-skipped: bool(np.any(mask_mod(rows, tile))) => True
# wrong: np.where(total > 0, total, 1) => total
# wrong: for j in range(0, n, block) => for j in range(0, n - n % block, block)
# wrong, unstable: np.exp(s - np.where(np.isfinite(top), top, 0)) => np.exp(s)
# %% wrong, scores-unchanged: scores-unchanged, in a row of tiles, then one softmax
# s = score_mod(s, np.arange(heads)[:, None, None], rows, cols) => pass
# %% wrong, one-head-number: one-head-number, in a row of tiles, then one softmax
# np.arange(heads)[:, None, None] => 0 * np.arange(heads)[:, None, None]
# %% wrong, whole-tiles-alone: whole-tiles-alone, in a row of tiles, then one softmax
# bool(np.any(mask_mod(rows, tile))) => bool(np.all(mask_mod(rows, tile)))

# %% right: the mask of everything first
# query by query, over the keys of its tiles
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    Q, K = np.arange(n_q)[:, None], np.arange(n_k)
    mask = np.broadcast_to(mask_mod(Q, K), (n_q, n_k))
    visited = np.array([[mask[i:i + block, j:j + block].any()
                         for j in range(0, n_k, block)]
                        for i in range(0, n_q, block)])
    out = np.zeros((heads, n_q, v.shape[-1]), dtype=v.dtype)
    for i in range(n_q):
        js = K[np.repeat(visited[i // block], block)[:n_k]]
        if not mask[i, js].any():
            continue
        s = (k[:, js] @ q[:, i, :, None])[..., 0][:, None] / d**0.5
        s = score_mod(s, np.arange(heads)[:, None, None], Q[i:i + 1], js)
        s = np.where(mask[i, js], s, -np.inf)[:, 0]
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        w = w / w.sum(axis=-1, keepdims=True)
        out[:, i] = (w[:, None] @ v[:, js])[:, 0]
    return out, visited

# %% right: rubbish put to zero
# the whole table, which a kernel would not make
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    query, key = np.arange(n_q)[:, None], np.arange(n_k)[None, :]
    mask = mask_mod(query, key) & np.ones((n_q, n_k), dtype=bool)
    rows, cols = -(-n_q // block), -(-n_k // block)
    padded = np.zeros((rows * block, cols * block), dtype=bool)
    padded[:n_q, :n_k] = mask
    visited = padded.reshape(rows, block, cols, block).any(axis=(1, 3))
    unseen = ~mask.any(axis=0)
    k, v = (np.where(unseen[:, None], 0, x) for x in (k, v))
    s = q @ np.swapaxes(k, 1, 2) * d**-0.5
    s = score_mod(s, np.arange(heads)[:, None, None], query, key)
    s = np.where(mask, s, -np.inf)
    p = np.where(mask, np.exp(s - s.max(-1, keepdims=True, initial=-1e300)), 0)
    total = p.sum(axis=-1, keepdims=True)
    return np.divide(p @ v, total, out=np.zeros(q.shape[:2] + v.shape[2:]),
                     where=total > 0), visited
# %% wrong, score-mod-before-scaling: the root at the end
# ) * d**-0.5 => )
# - np.arange(heads)[:, None, None], query, key)
# + np.arange(heads)[:, None, None], query, key) / d**0.5
# %% wrong, unseen-is-nan: divided by nothing
# -     return np.divide(p @ v, total, out=np.zeros(q.shape[:2] + v.shape[2:]),
# -                      where=total > 0), visited
# +     return p @ v / total, visited

# %% right: recursive halves of nothing
# a dictionary of tiles
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k, h = k.shape[1], np.arange(len(q))[:, None, None]

    def tile(i, j):
        rows = np.arange(i, min(i + block, n_q))[:, None]
        cols = np.arange(j, min(j + block, n_k))
        mask = mask_mod(rows, cols)
        if not mask.any():
            return None
        s = q[:, i : i + block] @ k[:, j : j + block].transpose(0, 2, 1) / d**0.5
        return np.where(mask, score_mod(s, h, rows, cols), -np.inf)

    out = np.zeros((heads, n_q, v.shape[-1]))
    visited = np.zeros((len(range(0, n_q, block)), len(range(0, n_k, block))), bool)
    for a, i in enumerate(range(0, n_q, block)):
        found = {j: tile(i, j) for j in range(0, n_k, block)}
        found = {j: s for j, s in found.items() if s is not None}
        visited[a, [j // block for j in found]] = True
        if found:
            top = np.max([s.max(-1, keepdims=True) for s in found.values()], axis=0)
            top[np.isneginf(top)] = 0
            p = {j: np.exp(s - top) for j, s in found.items()}
            total = sum(x.sum(-1, keepdims=True) for x in p.values())
            mixed = sum(x @ v[:, j : j + block] for j, x in p.items())
            out[:, i : i + block] = mixed / np.maximum(total, 1e-300)
    return out, visited
# wrong, query-and-key-swapped: mask = mask_mod(rows, cols) => mask = mask_mod(cols, rows)
# %% wrong, last-tile-dropped: whole tiles of keys
# - {j: tile(i, j) for j in range(0, n_k, block)}
# + {j: tile(i, j) for j in range(0, n_k // block * block, block)}

# %% right: a running softmax with a floor
# the largest so far begins very low
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    (heads, n_q, d), n_k = q.shape, len(k[0])
    h = np.arange(heads).reshape(-1, 1, 1)
    visited = np.zeros((-(-n_q // block), -(-n_k // block)), dtype=bool)
    parts = []
    for a in range(len(visited)):
        rows = np.arange(n_q)[a * block : (a + 1) * block].reshape(-1, 1)
        m = np.full((heads, len(rows), 1), -1e300)
        z, o = 0 * m, np.zeros((heads, len(rows), v.shape[2]))
        for b in range(len(visited[0])):
            cols = np.arange(n_k)[b * block : (b + 1) * block]
            seen = mask_mod(rows, cols)
            if np.any(seen):
                visited[a, b] = True
                s = np.einsum("hid,hjd->hij", q[:, rows[:, 0]], k[:, cols])
                s = score_mod(s / np.sqrt(d), h, rows, cols)
                s = np.where(seen, s, -np.inf)
                best = np.maximum(m, s.max(axis=2)[..., None])
                p, shrink = np.exp(s - best), np.exp(m - best)
                z = z * shrink + p.sum(axis=2)[..., None]
                o = o * shrink + p @ v[:, cols]
                m = best
        parts.append(o / np.where(z > 0, z, 1))
    return np.concatenate(parts, axis=1), visited
# wrong, not-rescaled: z * shrink => z && o * shrink => o

# %% right: only open keys of each query
# written from the text alone: another route
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    rows, cols = np.arange(n_q), np.arange(n_k)
    may = np.broadcast_to(mask_mod(rows[:, None], cols), (n_q, n_k))
    out = np.zeros((heads, n_q, v.shape[-1]))
    head = np.arange(heads)[:, None, None]
    for i in rows:
        open_ = cols[may[i]]
        if open_.size:
            s = q[:, i:i + 1] @ np.swapaxes(k[:, open_], 1, 2) / d ** 0.5
            s = score_mod(s, head, rows[i:i + 1, None], open_)
            e = np.exp(s - s.max(-1, keepdims=True))
            out[:, i:i + 1] = e / e.sum(-1, keepdims=True) @ v[:, open_]
    edges = [np.arange(0, n, block) for n in (n_q, n_k)]
    visited = np.logical_or.reduceat(np.logical_or.reduceat(may, edges[0], 0),
        edges[1], 1)
    return out, visited

# %% wrong, closed-is-a-number-for-all: everything computed, large negative number
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    heads, n_q, d = q.shape
    n_k = k.shape[1]
    qi, ki = np.arange(n_q)[:, None], np.arange(n_k)
    s = score_mod(q @ k.swapaxes(1, 2) / np.sqrt(d), np.arange(heads)[:, None,
        None], qi, ki)
    may = mask_mod(qi, ki)
    w = softmax(np.where(may, s, -1e9))
    visited = np.array([[may[i:i + block, j:j + block].any() for j in range(0,
        n_k, block)]
                        for i in range(0, n_q, block)])
    return w @ v, visited

# %% wrong: mask before score_mod
# what is closed is scored, capped and weighed
def flexible_attention(q, k, v, score_mod, mask_mod, block):
    H, n, d = q.shape
    m = k.shape[1]
    head, qi, kj = np.arange(H)[:, None, None], np.arange(n)[:, None], np.arange(m)
    mask = np.broadcast_to(mask_mod(qi, kj), (n, m))
    rows, columns = range(0, n, block), range(0, m, block)
    tiles = [[mask[i:i + block, j:j + block].any() for j in columns] for i in rows]
    s = np.where(mask, q @ np.swapaxes(k, 1, 2) / d ** 0.5, -1e4)
    s = score_mod(s, head, qi, kj)
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True) @ v, np.array(tiles)

# %% same
# A slice ends where its array does.
# slice(i, min(i + block, n_q)) => slice(i, i + block)
# %% same
# A value for each key.
# q.shape, k.shape[1] => q.shape, v.shape[1]
# %% same
# Times exp(-inf), 0.
# -np.inf, 0.0, 0.0 => -np.inf, 1.0, 0.0
# %% same
# exp(-inf) is 0 against any number.
# np.where(np.isneginf(new), 0, new) => np.where(np.isneginf(new), 1, new)
# np.where(np.isneginf(new), 0, new) => np.where(np.isneginf(new), -1, new)
# %% same
# The mixture is 0.
# np.where(total == 0, 1, total) => np.where(total == 0, 2, total)

# %% hint: causal
# It is tiled attention again: a loop over tiles of queries, one over tiles of keys. What is
# new comes before the scores: ask mask_mod about the tile's positions.
# %% hint
# `query = np.arange(i, min(i + block, n_q))[:, None]`, `key = np.arange(j, min(j + block,
# n_k))`. If no entry of the mask is True, `continue`.
# %% hint
# Scores, then score_mod, then -inf where the mask is False, in this order. A row without
# any key so far has the largest score -inf: measure against 0 there.
