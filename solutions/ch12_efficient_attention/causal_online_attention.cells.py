# %% mistake: nothing-masked
# Every query sees all keys. Block the scores of keys that come after it, in each block,
# before its largest score is looked for.
# np.where(may, scores, -np.inf) => scores
# %% mistake: columns-of-the-block
# Your mask counts the columns of each block from 0. Column j of a block is key start + j of
# the text.
# start + np.arange(len(k_block)) => np.arange(len(k_block))
# %% mistake: rows-from-zero
# Your mask counts the queries from 0. They are the last of the text: query i stands at
# n_k - n_q + i.
# np.arange(n_k - n_q, n_k) => np.arange(n_q)
# %% mistake: not-itself
# Your tokens do not see themselves, and the first of a text sees nothing. A key is open up
# to the query's own place: <=.
# columns <= places => columns < places
# %% mistake: the-future-only
# Your mask is turned round: each query sees itself and what comes after.
# columns <= places => columns >= places
# %% mistake: only-what-comes-after
# Your mask is turned round: each query sees what comes after it, and not itself.
# columns <= places => columns > places
# %% mistake: masked-after-the-powers
# Your mixture leaves blocked keys out, and your total has them in, so that weights sum to
# less than one. Put -inf in place of their scores.
# np.where(may, scores, -np.inf) => scores && powers @ v_block => (powers * may) @ v_block
# %% mistake: zero-for-blocked
# You set blocked scores to 0, and a score of 0 still gets a weight. Set them to -inf.
# np.where(may, scores, -np.inf) => np.where(may, scores, 0.0)
# %% mistake: largest-of-blocked
# Your largest score may be one of a blocked key. Where a blocked one is far above the rest,
# all open exponentials vanish, and 0 / 0 is nan. Mask first.
# seen.max( => scores.max(
# %% mistake: stops-after-the-first-query
# Your blocks end where the first query may see no more. Later queries see keys of the next
# ones, too: go on to the last block.
# -         k_block, v_block
# +         if start > n_k - n_q:
# +             break
# +         k_block, v_block
# %% mistake: newest-block-first
# Queries that may attend to no key of some block get nan in yours, by -inf - -inf, as from
# the last block backwards or with each block's own largest. Begin with block 0 and keep the
# largest score *so far*.
# range(0, n_k, block_size) => reversed(range(0, n_k, block_size))
# %% mistake: not-rescaled
# In yours a larger score leaves what was summed before as it was, as with a factor of 1.
# Multiply total and mixture by exp(old - new), old being the largest before the block.
# np.exp(largest - new_largest) => 1.0
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k).
# T / q.shape[1] ** 0.5 => T
# %% mistake: never-divided
# You return the mixture. Divide it by the total.
# return mixture / total => return mixture
# %% mistake: divided-by-d-k
# Your scores are divided by d_k. Divide by its root, once.
# T / q.shape[1] ** 0.5 => T / q.shape[1]
# %% mistake: total-not-rescaled
# A larger score makes your mixture shrink and leaves the total as it was. Multiply both by
# exp(old - new), old being the largest before the block.
# rescale * total => total
# %% mistake: mixture-not-rescaled
# A larger score makes your total shrink and leaves the mixture as it was. Multiply both by
# exp(old - new), old being the largest before the block.
# rescale * mixture => mixture
# %% mistake: last-block-dropped
# The keys of the last block are missing where it is shorter than the others.
# range(0, n_k, block_size) => range(0, n_k - n_k % block_size or n_k, block_size)
# %% mistake: whole-table
# You hold more at once than a block needs, for instance all scores, all weights or the
# whole mask. Make one block's part of each, the mask too: (n_q, block_size), and forget it
# before the next.
# -     n_q, n_k = len(q), len(k)
# +     n_q, n_k = len(q), len(k)
# +     mask = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
# %% mistake: one-ahead
# Your queries see one key too many, where there is one. Query i should see the keys up to
# n_k - n_q + i.
# columns <= places => columns <= places + 1

# %% wrong: the largest begins at 0
# 0 / 0 where all scores lie far below zero
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    at = np.arange(n_k - n_q, n_k)[:, None]
    top, total, mixed = 0.0, 0.0, 0.0
    for s in range(0, n_k, block_size):
        cols = np.arange(s, min(s + block_size, n_k))
        scores = q @ k[cols].T / np.sqrt(q.shape[1])
        scores = np.where(cols <= at, scores, -np.inf)
        new = np.maximum(top, scores.max(1, keepdims=True))
        p = np.exp(scores - new)
        total = total * np.exp(top - new) + p.sum(1, keepdims=True)
        mixed = mixed * np.exp(top - new) + p @ v[cols]
        top = new
    return mixed / total

# %% right: a comparison for each block
# as the hints say
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    largest = np.full((n_q, 1), -np.inf)
    total = np.zeros((n_q, 1))
    mixture = np.zeros((n_q, v.shape[1]))
    rows = n_k - n_q + np.arange(n_q)[:, None]
    for start in range(0, n_k, block_size):
        stop = min(start + block_size, n_k)
        scores = q @ k[start:stop].T / np.sqrt(q.shape[1])
        scores = np.where(np.arange(start, stop) <= rows, scores, -np.inf)
        new = np.maximum(largest, scores.max(axis=1, keepdims=True))
        factor = np.exp(largest - new)
        powers = np.exp(scores - new)
        total = factor * total + powers.sum(axis=1, keepdims=True)
        mixture = factor * mixture + powers @ v[start:stop]
        largest = new
    return mixture / total
# wrong, nothing-masked: np.where(np.arange(start, stop) <= rows, scores, -np.inf) => scores
# wrong, columns-of-the-block: np.arange(start, stop) => np.arange(stop - start)
# wrong, rows-from-zero: n_k - n_q + np => np
# wrong, not-itself: <= rows => < rows
# wrong, the-future-only: <= rows => >= rows
# wrong, only-what-comes-after: <= rows => > rows
# %% right: np.tri for each block
# a shifted triangle
# np.arange(start, stop) <= rows => np.tri(n_q, stop - start, n_k - n_q - start) > 0
# %% right: a large negative number
# the first key is open to all, so that every row has a score
# scores, -np.inf) => scores, -1e30)
# %% wrong, zero-for-blocked: times the mask
# - np.where(np.arange(start, stop) <= rows, scores, -np.inf)
# + scores * (np.arange(start, stop) <= rows)
# %% wrong, masked-after-the-powers: masked powers, whole total
# np.where(np.arange(start, stop) <= rows, scores, -np.inf) => scores
# powers @ => (powers * (np.arange(start, stop) <= rows)) @
# %% wrong, largest-of-blocked: the largest of all
# - ])
# -         scores
# + ])
# +         top = scores.max(axis=1, keepdims=True)
# +         scores
# scores.max(axis=1, keepdims=True) => top

# %% right: a query at a time
# a row at a time holds no table either
def causal_online_attention(q, k, v, block_size):
    context = np.empty((len(q), v.shape[1]), dtype=v.dtype)
    for i, query in enumerate(q):
        end = len(k) - len(q) + i + 1
        scores = k[:end] @ query / len(query) ** 0.5
        powers = np.exp(scores - scores.max())
        context[i] = powers @ v[:end] / powers.sum()
    return context

# %% right: only the queries that may
# a block meets only the queries that have something open in it
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    largest, total = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1))
    mixture = np.zeros((n_q, v.shape[1]))
    for start in range(0, n_k, block_size):
        end = min(start + block_size, n_k)
        low = max(0, start - (n_k - n_q))
        scores = np.einsum("id,jd->ij", q[low:], k[start:end]) * q.shape[1] ** -0.5
        places = np.arange(low, n_q) + n_k - n_q
        scores[np.subtract.outer(places, np.arange(start, end)) < 0] = -np.inf
        new = np.maximum(largest[low:], scores.max(axis=1, keepdims=True))
        rescale, powers = np.exp(largest[low:] - new), np.exp(scores - new)
        total[low:] = rescale * total[low:] + powers.sum(axis=1, keepdims=True)
        mixture[low:] = rescale * mixture[low:] + powers @ v[start:end]
        largest[low:] = new
    return mixture / total

# %% wrong, whole-table: the whole table
# right numbers, and all of them held
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    scores = q @ k.T / q.shape[1] ** 0.5
    scores = np.where(np.tri(n_q, n_k, n_k - n_q) > 0, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers @ v / powers.sum(axis=1, keepdims=True)

# %% same
# As many values as keys.
# len(k) => len(v)
# %% same
# The first block's factor is 0.
# = -np.inf, 0.0, 0.0 => = -np.inf, 1.0, 0.0
# = -np.inf, 0.0, 0.0 => = -np.inf, 0.0, 1.0
# %% same
# Queries and keys are of one length.
# q.shape[1] => k.shape[1]

# %% wrong: a large negative number for what is blocked
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    rows = np.arange(n_k - n_q, n_k)[:, None]
    largest, total, mixture = np.full((n_q, 1), -1e9), 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block, v_block = k[start : start + block_size], v[start : start + block_size]
        scores = q @ k_block.T / q.shape[1] ** 0.5
        may = start + np.arange(len(k_block)) <= rows
        scores = np.where(may, scores, -1e9)
        new = np.maximum(largest, scores.max(axis=1, keepdims=True))
        rescale, powers = np.exp(largest - new), np.exp(scores - new)
        total = rescale * total + powers.sum(axis=1, keepdims=True)
        mixture = rescale * mixture + powers @ v_block
        largest = new
    return mixture / total

# %% hint: blocks that fit
# Begin with `online_softmax_attention`. One step is new, and it comes between the scores of
# a block and their largest.
# %% hint: blocks that fit; the newest tokens of a text
# For a block you need two rows of numbers: the places in the text of its keys, and those of
# the queries. The last query and the last key stand at the same place.
# %% hint
# Compare the places of queries, (n_q, 1), with the places of keys, (block_size,).
# Broadcasting gives the mask of the block.
