# %% mistake: chunks-summed
# You add the chunks up. Each chunk's weights sum to one by themselves, so with three chunks
# a query hands out three units of attention. The fault comes before the sum, because each
# softmax sees only a part of the keys.
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        stop = start + size
        weights = attention_weights(q, k[start:stop])
        contexts.append(weights @ v[start:stop])
    return np.sum(contexts, axis=0)
# %% mistake: weighed-by-length
# You weigh each chunk by how many keys it has. How well the keys fit should count: a single
# key with a large score outweighs a whole chunk of others. All keys have to meet in one
# softmax.
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        part = k[start : start + size]
        weights = attention_weights(q, part)
        contexts.append(len(part) * weights @ v[start : start + size])
    return np.sum(contexts, axis=0) / len(k)
# %% mistake: each-its-own-largest
# You add up powers over all chunks, which is the right idea. But each chunk subtracts its
# own largest score, so the powers of two chunks have different factors and must not be
# added.
def attention_in_chunks(q, k, v, size):
    total, mixture = 0, 0
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / q.shape[1] ** 0.5
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        total = total + powers.sum(axis=1, keepdims=True)
        mixture = mixture + powers @ v[start : start + size]
    return mixture / total
# %% mistake: no-shift
# exp() of a large score overflows, and of very negative ones it gives 0/0. Subtract each
# query's largest score: where the chunks cut the queries, each softmax sees a whole row.
def attention_in_chunks(q, k, v, size):
    total, mixture = 0, 0
    for start in range(0, len(k), size):
        powers = np.exp(q @ k[start : start + size].T / q.shape[1] ** 0.5)
        total = total + powers.sum(axis=1, keepdims=True)
        mixture = mixture + powers @ v[start : start + size]
    return mixture / total
# %% mistake: both-cut
# You cut queries and keys alike, so the first queries meet only the first keys and never
# the others. Cut the queries alone.
# size], k) => size], k[start : start + size])
# weights @ v => weights @ v[start : start + size]
# %% mistake: last-chunk-alone
# Only the last chunk of keys is in your result. The softmax of a query needs all keys; it
# does not need the other queries.
def attention_in_chunks(q, k, v, size):
    for start in range(0, len(k), size):
        stop = start + size
        context = attention_weights(q, k[start:stop]) @ v[start:stop]
    return context
# %% mistake: short-chunk-lost
# The queries of a last chunk that is not full are missing. A slice that goes past the end
# just stops there: let range run up to len(q).
def attention_in_chunks(q, k, v, size):
    full = len(q) // size * size
    context = np.zeros((full, v.shape[1]))
    for start in range(0, full, size):
        stop = start + size
        context[start:stop] = attention_weights(q[start:stop], k) @ v
    return context
# %% mistake: short-chunk-left-empty
# The rows of a last chunk that is not full are 0 in yours. Fill them too: let range run up
# to len(q), as a slice that goes past the end just stops there.
def attention_in_chunks(q, k, v, size):
    context = np.zeros((len(q), v.shape[1]))
    for start in range(0, len(q) // size * size, size):
        stop = start + size
        context[start:stop] = attention_weights(q[start:stop], k) @ v
    return context
# %% mistake: best-chunk-alone
# You take, for each query, the chunk with its largest score. The others count as well, only
# less: all keys have to meet in one softmax.
def attention_in_chunks(q, k, v, size):
    contexts, largest = [], []
    for start in range(0, len(k), size):
        part = k[start : start + size]
        weights = attention_weights(q, part)
        contexts.append(weights @ v[start : start + size])
        largest.append((q @ part.T).max(axis=1))
    best = np.argmax(largest, axis=0)
    return np.array(contexts)[best, np.arange(len(q))]
# %% mistake: all-at-once
# You hold as much as all weights at once, which the chunks were to avoid. Make the weights
# inside the loop, for the queries of one chunk at a time.
def attention_in_chunks(q, k, v, size):
    return attention_weights(q, k) @ v
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). attention_weights divides
# them.
# size], k) => size] * q.shape[1] ** 0.5, k)
# %% mistake: one-largest-for-a-chunk
# What you subtract lies far above all scores of some queries, as the largest of a whole
# chunk does, so these underflow to 0/0. Subtract each row's own largest score.
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(q), size):
        scores = q[start : start + size] @ k.T / q.shape[1] ** 0.5
        powers = np.exp(scores - scores.max())
        contexts.append(powers / powers.sum(axis=1, keepdims=True) @ v)
    return np.concatenate(contexts)
# %% mistake: counted-by-keys
# You cut the queries, but count them by the keys, so queries after number len(k) can be
# missing. Go up to len(q).
# range(0, len(q) => range(0, len(k)
# %% mistake: chunks-averaged
# You take the mean of the chunks' contexts. Each chunk holds other queries, so put the
# contexts below one another.
# return np.concatenate(contexts) => return np.mean(contexts, axis=0)
# %% mistake: total-not-rescaled
# When a chunk brings a larger score, you rescale the weighted values and not the total
# that divides them. Multiply both by exp(old - new), or cut the queries and not the keys.
def attention_in_chunks(q, k, v, size):
    largest, total, mixture = np.full((len(q), 1), -np.inf), 0, 0
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / q.shape[1] ** 0.5
        new = np.maximum(largest, scores.max(axis=1, keepdims=True))
        powers = np.exp(scores - new)
        total = total + powers.sum(axis=1, keepdims=True)
        mixture = np.exp(largest - new) * mixture + powers @ v[start : start + size]
        largest = new
    return mixture / total

# %% right: the given code, queries cut
# the smallest repair
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(q), size):
        stop = start + size
        weights = attention_weights(q[start:stop], k)
        contexts.append(weights @ v)
    return np.concatenate(contexts, axis=0)
# %% wrong, both-cut: everything cut
# stop], k) => stop], k[start:stop]) && weights @ v) => weights @ v[start:stop])

# %% right: filled in place
# an array made before
def attention_in_chunks(q, k, v, size):
    context = np.empty((len(q), v.shape[1]))
    for start in range(0, len(q), size):
        rows = slice(start, start + size)
        context[rows] = attention_weights(q[rows], k) @ v
    return context

# %% right: np.array_split
# chunks of nearly equal length, none longer than size
def attention_in_chunks(q, k, v, size):
    parts = np.array_split(q, -(-len(q) // size))
    return np.vstack([attention_weights(part, k) @ v for part in parts])

# %% right: an online softmax over the keys
# the keys stay cut, as in chapter 12
def attention_in_chunks(q, k, v, size):
    top = np.full((len(q), 1), -np.inf)
    total, mixture = 0, 0
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
        new = np.maximum(top, scores.max(axis=1, keepdims=True))
        powers = np.exp(scores - new)
        old = np.exp(top - new)
        total = old * total + powers.sum(axis=1, keepdims=True)
        mixture = old * mixture + powers @ v[start : start + size]
        top = new
    return mixture / total

# %% right: recursion
# one chunk, and the rest by the function itself
def attention_in_chunks(q, k, v, size):
    first = attention_weights(q[:size], k) @ v
    if len(q) <= size:
        return first
    return np.append(first, attention_in_chunks(q[size:], k, v, size), axis=0)

# %% right: query by query
# one row at a time, whatever the size
def attention_in_chunks(q, k, v, size):
    rows = [attention_weights(row[None], k) @ v for row in q]
    return np.concatenate(rows)

# %% right: the keys cut, each chunk by its share
# a softmax over the chunks' own sums of powers
def attention_in_chunks(q, k, v, size):
    logs, contexts = [], []
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
        largest = scores.max(axis=1, keepdims=True)
        powers = np.exp(scores - largest)
        total = powers.sum(axis=1, keepdims=True)
        logs.append(largest + np.log(total))
        contexts.append(powers / total @ v[start : start + size])
    shares = np.exp(logs - np.max(logs, axis=0))
    return (shares * contexts).sum(axis=0) / shares.sum(axis=0)

# %% wrong, not_attempted: untouched
# as it was handed out
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        stop = start + size
        weights = attention_weights(q, k[start:stop])
        contexts.append(weights @ v[start:stop])
    return np.mean(contexts, axis=0)
# %% wrong, as-given: renamed
# other words for the same thing
# contexts = => parts =
# contexts. => parts.
# np.mean(contexts, axis=0 => sum(parts) / len(parts

# %% wrong, weighed-by-length: a mean that knows the lengths
def attention_in_chunks(q, k, v, size):
    contexts, lengths = [], []
    for start in range(0, len(k), size):
        part = k[start : start + size]
        weights = attention_weights(q, part)
        contexts.append(weights @ v[start : start + size])
        lengths.append(len(part))
    return np.average(contexts, axis=0, weights=lengths)

# %% wrong, each-its-own-largest: powers, each chunk shifted by itself
def attention_in_chunks(q, k, v, size):
    total, mixture = 0, 0
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        total = total + powers.sum(axis=1, keepdims=True)
        mixture = mixture + powers @ v[start : start + size]
    return mixture / total

# %% wrong: return in the loop
# the first chunk of queries alone
def attention_in_chunks(q, k, v, size):
    for start in range(0, len(q), size):
        weights = attention_weights(q[start : start + size], k)
        return weights @ v

# %% wrong, all-at-once: all at once
def attention_in_chunks(q, k, v, size):
    return attention_weights(q, k) @ v

# %% wrong, short-chunk-lost: full chunks only
def attention_in_chunks(q, k, v, size):
    contexts = []
    for i in range(len(q) // size):
        rows = q[i * size : (i + 1) * size]
        contexts.append(attention_weights(rows, k) @ v)
    return np.concatenate(contexts)

# %% wrong, short-chunk-left-empty: print left in
# written from the text alone
def attention_in_chunks(q, k, v, size):
    out = np.zeros((q.shape[0], v.shape[1]))
    for c in range(len(q) // size):
        print("chunk", c)
        part = q[c * size:(c + 1) * size]
        out[c * size:(c + 1) * size] = attention_weights(part, k) @ v
    return out

# %% hint: chunks that fit; chunks of one row
# Put each of two keys in a chunk of its own. What does a softmax within each chunk give,
# whatever the scores?
# %% hint: chunks that fit; chunks of one row
# The keys of one row share a softmax, and the queries share nothing. Along which of the two
# may you cut?
# %% hint
# Go through q in steps of size and give each chunk of queries all of k. The context of such
# a chunk is complete, and the chunks only have to be stacked.
