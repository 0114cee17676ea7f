# %% mistake: mean-not-subtracted
# Your gradient by the scores is weights times the gradient by the weights. A larger score
# also takes weight from all others of its row: subtract (by_context * context).sum(axis=-1)
# from the gradient by the weights first.
# by_scores = weights * (by_weights - means[rows, None]) => by_scores = weights * by_weights
# %% mistake: mean-outside
# You subtract the row's mean after the multiplication by the weights. Subtract that mean
# from the gradient by the weights, before you multiply.
# - by_scores = weights * (by_weights - means[rows, None])
# + by_scores = weights * by_weights - means[rows, None]
# %% mistake: mean-of-the-tile
# What you subtract is summed over one tile of keys only. The softmax ran over all keys:
# (by_context * context).sum(axis=-1) is the sum over all of them.
# -             by_scores = weights * (by_weights - means[rows, None])
# +             means_here = (weights * by_weights).sum(axis=-1, keepdims=True)
# +             by_scores = weights * (by_weights - means_here)
# %% mistake: softmax-of-the-tile
# Your weights sum to one in each tile of keys, and should over all keys: subtract each
# query's log_totals from its scores, and take exp.
# -             weights = np.exp(scores - log_totals[rows, None])
# +             weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +             weights = weights / weights.sum(axis=-1, keepdims=True)
# %% mistake: scores-unscaled
# Your weights are those of scores not divided by sqrt(d_k), and not those of the forward
# pass.
# k[columns].T * scale => k[columns].T
# %% mistake: gradients-unscaled
# Your gradients by q and k lack the factor 1 / sqrt(d_k): a score is q . k / sqrt(d_k).
# k[columns] * scale => k[columns] && q[rows] * scale => q[rows]
# %% mistake: queries-from-the-start
# In yours the first query attends as if it were token 0. The first query is token n_k -
# n_q, and the others follow it.
# tokens = first + np => tokens = np
# %% mistake: tiles-skipped-from-the-start
# You skip tiles as if query r were token r. Query r is token n_k - n_q + r, so with more
# keys than queries it sees keys of some of these tiles, too.
# -             columns = slice(
# +             if causal and column > row:
# +                 continue
# +             columns = slice(
# %% mistake: causal-ignored
# Where causal is True, gradients still flow in yours to keys that the query never saw.
# if causal: => if False:
# %% mistake: keys-overwritten
# Your gradient by the keys holds the share of the last tile of queries alone. Every tile
# of queries has one: add, with +=.
# by_k[columns] += => by_k[columns] =
# %% mistake: values-overwritten
# Your gradient by the values holds the share of the last tile of queries alone. Every
# tile of queries has one: add, with +=.
# by_v[columns] += => by_v[columns] =
# %% mistake: queries-overwritten
# Your gradient by the queries holds the share of the last tile of keys alone. Every tile
# of keys has one: add, with +=.
# by_q[rows] += => by_q[rows] =
# %% mistake: last-tile-dropped
# You leave out the last tile of keys where it is shorter than `size`: its keys and values
# get no gradient, and the queries lack its share. Visit it too, with the keys that are
# left.
# range(0, n_k, size) => range(0, n_k // size * size, size)
# %% mistake: scaled-once-more
# Your gradients by q and k are divided by d_k. Divide them by sqrt(d_k).
# (by_weights - means[rows, None]) => (by_weights - means[rows, None]) * scale
# %% mistake: queries-gradient-unscaled
# Your gradient by q lacks the factor 1 / sqrt(d_k): a score is q . k / sqrt(d_k).
# k[columns] * scale => k[columns]
# %% mistake: keys-gradient-unscaled
# Your gradient by k lacks the factor 1 / sqrt(d_k): a score is q . k / sqrt(d_k).
# q[rows] * scale => q[rows]
# %% mistake: logarithm-for-the-total
# You divide by log_totals as if they were the totals. Subtract these logarithms from the
# scores before exp.
# np.exp(scores - log_totals[rows, None]) => np.exp(scores) / log_totals[rows, None]
# %% mistake: values-by-scores
# Your gradient by v is made of the scores' gradient. Take the weights instead: the context
# is weights @ v.
# weights.T @ by_context[rows] => by_scores.T @ by_context[rows]
# %% mistake: queries-by-weights
# Your gradient by q is made of the weights. Take the gradient of the scores instead.
# by_scores @ k[columns] => weights @ k[columns]
# %% mistake: keys-by-weights
# Your gradient by k is made of the weights. Take the gradient of the scores instead.
# by_scores.T @ q[rows] => weights.T @ q[rows]
# %% mistake: values-from-the-context
# Your gradient by v is made of the context. Take by_context instead.
# weights.T @ by_context[rows] => weights.T @ context[rows]
# %% mistake: mean-of-features
# You take a mean of by_context * context over the d_v features. Take the sum: (by_context *
# context).sum(axis=-1).
# (by_context * context).sum(axis=-1) => (by_context * context).mean(axis=-1)
# %% mistake: its-own-key-left-out
# Your causal mask leaves out the token itself. A query attends to its own key, too.
# > tokens[:, None] => >= tokens[:, None]
# %% mistake: last-queries-dropped
# You leave out the last tile of queries where it is shorter than `size`. Visit it, too,
# with the queries that are left: they need a gradient, and give keys and values theirs.
# range(0, n_q, size) => range(0, n_q // size * size, size)
# %% mistake: other-order
# You return the gradients by v, k and q. The order should be q, k, v.
# return by_q, by_k, by_v => return by_v, by_k, by_q
# %% mistake: divided-by-d-k
# You divide by d_k where sqrt(d_k) belongs.
# d_k**-0.5 => d_k**-1.0
# %% mistake: context-for-its-gradient
# You take the context where its gradient belongs, by_context.
# by_context[rows] @ v[columns].T => context[rows] @ v[columns].T
# weights.T @ by_context[rows] => weights.T @ context[rows]
# %% mistake: whole-table
# You hold more at once than `size` rows need, for instance the table of all weights. Make
# the weights of one tile at a time, and forget them before the next.
# -     scale, first = d_k**-0.5, n_k - n_q
# +     scale, first = d_k**-0.5, n_k - n_q
# +     table = q @ k.T * scale
# %% mistake: seen-tiles-skipped
# You skip tiles of keys that some queries of the tile still see. A tile may be skipped only
# where its first key lies behind the last of these queries.
# -             scores = q[rows] @ k[columns].T * scale  # (rows, columns)
# +             if causal and min(column + size, n_k) - 1 > tokens[0]:
# +                 break
# +             scores = q[rows] @ k[columns].T * scale  # (rows, columns)

# %% right: keys in the outer loop
def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
    n, m, d = len(q), len(k), q.shape[1]
    D = np.einsum("ij,ij->i", by_context, context)
    dq, dk, dv = np.zeros(q.shape), np.zeros(k.shape), np.zeros(v.shape)
    for b in range(0, m, size):
        key, value = k[b : b + size] / np.sqrt(d), v[b : b + size]
        for a in range(0, n, size):
            query, dO = q[a : a + size], by_context[a : a + size]
            S = query @ key.T
            if causal:
                i = np.arange(a, a + len(query))[:, None] + m - n
                S[np.arange(b, b + len(key)) > i] = -np.inf
            P = np.exp(S - log_totals[a : a + size, None])
            dP = dO @ value.T
            dS = P * (dP - D[a : a + size, None])
            dv[b : b + size] += P.T @ dO
            dk[b : b + size] += dS.T @ query / np.sqrt(d)
            dq[a : a + size] += dS @ key
    return tuple(x.astype(q.dtype) for x in (dq, dk, dv))
# wrong, mean-not-subtracted: P * (dP - D[a : a + size, None]) => P * dP
# wrong, mean-outside: P * (dP - D[a : a + size, None]) => P * dP - D[a : a + size, None]
# wrong, mean-of-the-tile: dP - D[a : a + size, None] => dP - (P * dP).sum(1)[:, None]
# wrong, queries-from-the-start: [:, None] + m - n => [:, None]
# wrong, causal-ignored: if causal: => if causal and n > m:
# wrong, queries-overwritten: dq[a : a + size] += => dq[a : a + size] =
# wrong, last-tile-dropped: range(0, m, size) => range(0, m - m % size, size)
# wrong, context-for-its-gradient: q[a : a + size], by_context[ => q[a : a + size], context[
# wrong, values-by-scores: P.T @ dO => dS.T @ dO
# wrong, keys-by-weights: dS.T @ query => P.T @ query
# %% wrong, scaled-once-more: scaled once more
# dP - D[a : a + size, None] => (dP - D[a : a + size, None]) / np.sqrt(d)

# %% right: `size` queries at a time, all keys
# strips of the table are held, and never all of it
def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
    (n_q, d_k), n_k = q.shape, len(k)
    by_q, by_k, by_v = (np.zeros(a.shape) for a in (q, k, v))
    for top in range(0, n_q, size):
        rows = slice(top, min(top + size, n_q))
        scores = q[rows] @ k.T / d_k**0.5 - log_totals[rows, None]
        if causal:
            last = np.arange(rows.start, rows.stop)[:, None] + n_k - n_q
            scores = np.where(np.arange(n_k) > last, -np.inf, scores)
        weights = np.exp(scores)
        by_weights = by_context[rows] @ v.T
        mean = (weights * by_weights).sum(axis=1, keepdims=True)
        by_scores = weights * (by_weights - mean) / d_k**0.5
        by_q[rows] = by_scores @ k
        by_k += by_scores.T @ q[rows]
        by_v += weights.T @ by_context[rows]
    return by_q, by_k, by_v

# %% right: a query at a time
def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
    root = k.shape[1] ** 0.5
    gradients = [np.zeros_like(a) for a in (q, k, v)]
    for i in range(len(q)):
        seen = len(k) - len(q) + i + 1 if causal else len(k)
        keys, values = k[:seen], v[:seen]
        p = np.exp(keys @ q[i] / root - log_totals[i])
        back = values @ by_context[i]
        s = p * (back - context[i] @ by_context[i])
        gradients[0][i] = s @ keys / root
        gradients[1][:seen] += np.outer(s, q[i]) / root
        gradients[2][:seen] += np.outer(p, by_context[i])
    return tuple(gradients)
# wrong, scores-unscaled: keys @ q[i] / root - => keys @ q[i] -
# wrong: gradients[1][:seen] += => gradients[1][:seen] =

# %% right: products of transposed tiles
# keys down the side
def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
    dq, dk, dv = (0 * a for a in (q, k, v))
    for a in range(0, len(q), size):
        row = slice(a, min(a + size, len(q)))
        mean = (by_context[row] * context[row]).sum(1)
        for b in range(0, len(k), size):
            col = slice(b, min(b + size, len(k)))
            turned = k[col] @ q[row].T / np.sqrt(k.shape[-1])  # (keys, queries)
            weights = np.exp(turned - log_totals[row])
            if causal:
                weights = np.triu(weights, b - a - len(k) + len(q))
            scores = weights * (v[col] @ by_context[row].T - mean)
            scores = scores / np.sqrt(k.shape[-1])
            dv[col] += weights @ by_context[row]
            dk[col] += scores @ q[row]
            dq[row] += scores.T @ k[col]
    return dq, dk, dv
# wrong, values-overwritten: dv[col] += => dv[col] =
# wrong, keys-overwritten: dk[col] += => dk[col] =
# %% wrong, gradients-unscaled: no root on the way back
# -             scores = scores / np.sqrt(k.shape[-1])
# -             dv[col] += weights @ by_context[row]
# +             dv[col] += weights @ by_context[row]
# %% wrong: a softmax of its own, over what is blocked, too
# - weights = np.exp(turned - log_totals[row])
# + weights = np.exp(turned - turned.max(0))
# +             weights = weights / weights.sum(0)

# %% wrong, whole-table: the table after all
# right numbers, and it holds (n_q, n_k)
def flash_backward(q, k, v, context, log_totals, by_context, size, causal=False):
    scores = q @ k.T / np.sqrt(q.shape[1])
    if causal:
        later = np.triu(np.ones(scores.shape), len(k) - len(q) + 1) > 0
        scores = np.where(later, -np.inf, scores)
    p = np.exp(scores - log_totals[:, None])
    s = p * (by_context @ v.T - (by_context * context).sum(1)[:, None])
    s = s / np.sqrt(q.shape[1])
    return s @ k, s.T @ q, p.T @ by_context

# %% same
# There are two axes.
# (by_context * context).sum(axis=-1) => (by_context * context).sum(axis=1)
# %% same
# A value for each key.
# q.shape, len(k) => q.shape, len(v)

# %% hint: one tile
# Begin with one tile, so with the whole table: five lines for weights, by_weights,
# by_scores and the three gradients. Then cut it.
# %% hint
# The weights of a tile are `np.exp(scores - log_totals[rows, None])`: what the forward pass
# kept makes every total known before the first tile.
# %% hint
# The row's mean that the softmax subtracts is (by_context * context).sum(axis=-1): it is
# known before the loops. Each tile adds its share to three gradients, with +=; those by q
# and k carry the factor 1 / sqrt(d_k).
