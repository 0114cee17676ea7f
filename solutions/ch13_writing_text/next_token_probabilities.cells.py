# %% mistake: multiplied
# You multiply by the temperature. Dividing makes low temperatures sharp: at 0.5 every
# difference between logits counts twice.
# axis=-1) / temperature => axis=-1) * temperature
# %% mistake: temperature-unused
# A temperature above 0 changes nothing in yours. Divide the logits by it.
# axis=-1) / temperature => axis=-1)
# %% mistake: zero-divides
# At temperature 0 you divide by zero. It means greedy: probability 1 for the likeliest
# token, 0 for all others.
# -     if temperature == 0:
# -         temperature, top_k = 1.0, 1
# -
# %% mistake: top-k-unused
# top_k leaves nothing out in yours. Keep the k likeliest tokens of each row.
# -     if temperature == 0:
# +     top_k = None
# +     if temperature == 0:
# %% mistake: top-p-unused
# top_p leaves nothing out in yours. Add up the likeliest tokens' probabilities until
# their sum reaches it; the others become 0.
# -     if top_p is not None:
# +     top_p = None
# +     if top_p is not None:
# %% mistake: least-likely-kept
# You keep the top_k least likely tokens. Take the k largest logits.
# -         temperature, top_k = 1.0, 1
# +         temperature, top_k = 1.0, 1
# +     elif top_k is not None:
# +         limit = np.sort(logits, axis=-1)[..., :top_k][..., -1:]
# +         logits = np.where(logits > limit, -np.inf, logits)
# %% mistake: crossing-left-out
# You leave out the token that crosses top_p, unless it is the likeliest. Keep a token while
# the sum of all likelier ones is below top_p: then the kept ones reach it.
# -         before = np.cumsum(p, axis=-1) - p  # the sum of all likelier ones
# +         before = np.cumsum(p, axis=-1)
# +         before[..., 0] = 0  # the sum of all likelier ones
# %% mistake: all-that-cross
# You leave out the token that crosses top_p. Where the likeliest crosses it alone, nothing
# is left, and 0 / 0 is nan. Keep it: the fewest whose sum reaches top_p.
# np.cumsum(p, axis=-1) - p => np.cumsum(p, axis=-1)
# %% mistake: not-scaled-again
# What is left does not sum to one. Divide by its sum after leaving tokens out.
# -     np.put_along_axis(result, order, p, axis=-1)
# +     every = np.exp(scores - scores[..., :1])
# +     p = np.where(p > 0, every / every.sum(axis=-1, keepdims=True), 0)
# +     np.put_along_axis(result, order, p, axis=-1)
# %% mistake: not-scaled-after-top-p
# After top_p the rows sum to less than one. To divide by the sum after top_k is not
# enough: divide again once top_p has left tokens out.
# -         p /= p.sum(axis=-1, keepdims=True)
# -
# %% mistake: over-the-whole-batch
# In a batch your rows get mixed, for instance because all of them are ranked together.
# Each row is a distribution of its own: work along the last axis.
# - if temperature
# + shape, logits = logits.shape, logits.reshape(1, -1)
# +     if temperature
# return result => return result.reshape(shape)
# %% mistake: top-p-of-everything
# With both, your top_p counts probabilities as they are before top_k. Scale what top_k
# leaves to sum to one, and only then count up to top_p.
# -     if top_k is not None:
# -         p[..., top_k:] = 0
# -
# +
# - result =
# + if top_k is not None:
# +         p[..., top_k:] = 0
# +         p /= p.sum(axis=-1, keepdims=True)
# +     result =
# %% mistake: zero-for-a-logit
# You set the logits of what is left out to 0, and exp(0) is 1. Set them to -np.inf, or
# their probabilities to 0.
# -     np.put_along_axis(result, order, p, axis=-1)
# +     scores = np.where(p > 0, scores, 0)
# +     p = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     p /= p.sum(axis=-1, keepdims=True)
# +     np.put_along_axis(result, order, p, axis=-1)
# %% mistake: unstable
# exp() of a large logit overflows. Subtract each row's largest logit first.
# scores - scores[..., :1] => scores
# %% mistake: one-more-than-top-k
# You keep one token more than top_k.
# p[..., top_k:] => p[..., top_k + 1 :] && top_k = 1.0, 1 => top_k = 1.0, 0
# %% mistake: logarithms-returned
# You return logarithms of probabilities. The probabilities themselves are asked for.
# return result => return np.log(result)
# %% mistake: top-p-in-the-order-of-ids
# You add the probabilities up in the order of the ids. Add them up from the likeliest on.
# - before = np.cumsum(p, axis=-1) - p  # the sum of all likelier ones
# + by_id = np.take_along_axis(p, np.argsort(order, axis=-1), axis=-1)
# +         before = np.cumsum(by_id, axis=-1) - by_id
# +         before = np.take_along_axis(before, order, axis=-1)
# %% mistake: left-in-order
# Your probabilities stand in the order of their size. Each belongs to its token: put them
# back to where the logits stood.
# return result => return p
# %% mistake: nearly-zero
# At temperature 0, logits that are close together share the probability, as when divided by
# a tiny number. It means greedy: 1 for the likeliest token, 0 for all others.
# -     if temperature == 0:
# -         temperature, top_k = 1.0, 1
# +     temperature = max(temperature, 1e-3)
# %% mistake: one-token-for-all-rows
# At temperature 0 all your rows but one are empty, as with the largest logit of the whole
# array. Every row has a likeliest token: argmax along the last axis.
# - if temperature == 0:
# + if temperature == 0:
# +         greedy = np.zeros(logits.shape)
# +         greedy.flat[np.argmax(logits)] = 1.0
# +         return greedy
# +     if temperature == 0:
# %% mistake: top-k-beyond-the-vocabulary
# A top_k larger than the vocabulary gives an error in yours. All tokens should be kept
# then: min(top_k, logits.shape[-1]).
# p[..., top_k:] = 0 => p[..., top_k:] = 0 * p[..., -top_k][..., None]
# %% mistake: place-in-the-whole-array
# At temperature 0 a batch goes wrong in yours, as where one argmax of the whole array is
# used, or an argmax as the index of a row. Each row should have one 1, at its own argmax
# along the last axis.
# - if temperature == 0:
# + if temperature == 0:
# +         greedy = np.zeros(logits.shape)
# +         greedy[..., np.argmax(logits)] = 1.0
# +         return greedy
# +     if temperature == 0:

# %% right: thresholds, then a sum
# in the order that is asked for
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    scores = np.array(logits, dtype=np.float64)
    if temperature == 0:
        p = np.zeros(scores.shape)
        np.put_along_axis(p, scores.argmax(axis=-1)[..., None], 1.0, axis=-1)
        return p
    scores = scores / temperature
    if top_k is not None and top_k < scores.shape[-1]:
        least = np.sort(scores, axis=-1)[..., -top_k][..., None]
        scores[scores < least] = -np.inf
    p = np.exp(scores - scores.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    if top_p is not None:
        order = np.argsort(-p, axis=-1)
        ranked = np.take_along_axis(p, order, axis=-1)
        drop = np.cumsum(ranked, axis=-1) - ranked >= top_p
        ranked[drop] = 0.0
        np.put_along_axis(p, order, ranked, axis=-1)
        p = p / p.sum(axis=-1, keepdims=True)
    return p
# wrong, multiplied: / temperature => * temperature
# wrong, zero-divides: temperature == 0: => temperature is None:
# wrong, unstable: scores - scores.max(axis=-1, keepdims=True) => scores
# wrong, top-k-unused: top_k is not None and top_k < scores.shape[-1] => False
# wrong, top-p-unused: top_p is not None => False
# %% right: float32
# float is asked for; single precision is one
# - p
# -     scores
# + np.float32(p)
# +     scores
# - )
# -     return p
# + )
# +     return np.float32(p)
# %% wrong, temperature-unused: unused
# -     scores = scores / temperature
# -     if top_k is not None and top_k < scores.shape[-1]:
# +     if top_k is not None and top_k < scores.shape[-1]:
# %% wrong, all-that-cross: crossing one dropped
# np.cumsum(ranked, axis=-1) - ranked >= top_p => np.cumsum(ranked, axis=-1) > top_p
# %% wrong, crossing-left-out: crossing one dropped, the first kept
# -         drop = np.cumsum(ranked, axis=-1) - ranked >= top_p
# +         drop = np.cumsum(ranked, axis=-1) > top_p
# +         drop[..., 0] = False
# %% wrong, not-scaled-after-top-p: not scaled again
# -         p = p / p.sum(axis=-1, keepdims=True)
# -     return p
# +     return p
# %% wrong: zeros for logits
# for top-k alone, a logit of 0 has a probability; top-p meets ties then
# scores[scores < least] = -np.inf => scores[scores < least] = 0
# %% wrong, least-likely-kept: the k smallest
# [..., -top_k] => [..., top_k - 1] && scores < least => scores > least
# %% wrong, top-k-beyond-the-vocabulary: more than there are
# an index behind the end for top_k = 9 of 4
# None and top_k < scores.shape[-1] => None
# %% wrong: cutting the caller's logits
# the caller's array is divided, and whole numbers cannot be
# np.array(logits, dtype=np.float64) => np.asarray(logits)
# scores = scores / temperature => scores /= temperature
# %% wrong: temperature after the softmax
# probabilities are divided, not logits
# -     scores = scores / temperature
# -     if top_k is not None and top_k < scores.shape[-1]:
# +     if top_k is not None and top_k < scores.shape[-1]:
# - p = p / p.sum(axis=-1, keepdims=True)
# -     if top_p is not None:
# + p = p / p.sum(axis=-1, keepdims=True) / temperature
# +     if top_p is not None:
# %% wrong, place-in-the-whole-array: greedy for one row alone
# the place in all rows together
# - np.put_along_axis(p, scores.argmax(axis=-1)[..., None], 1.0, axis=-1)
# + p[..., scores.argmax()] = 1
# %% wrong, logarithms-returned: log-softmax
# logarithms of probabilities
# - p
# -     scores
# + np.log(p)
# +     scores
# - )
# -     return p
# + )
# +     return np.log(p)

# %% right: row by row
# searchsorted finds the one that crosses; the chapter binds one above
def one(row, temperature, top_k, top_p):
    if temperature == 0:
        temperature, top_k, top_p = 1.0, 1, None
    best = np.argsort(-row, kind="stable")[:top_k]
    p = np.exp((row[best] - row[best[0]]) / temperature)
    p /= p.sum()
    if top_p is not None:
        count = int(np.searchsorted(np.cumsum(p), top_p)) + 1
        p[count:] = 0
        p /= p.sum()
    full = np.zeros(len(row))
    full[best] = p
    return full


def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    rows = np.reshape(logits, (-1, np.shape(logits)[-1])).astype(float)
    found = [one(row, temperature, top_k, top_p) for row in rows]
    return np.array(found).reshape(np.shape(logits))

# %% right: recursion
# one row at a time, axis by axis, with a dict
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    if np.ndim(logits) > 1:
        return np.stack([
            next_token_probabilities(row, temperature, top_k, top_p)
            for row in logits])
    scores = [float(x) for x in logits]
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    kept = order[:1] if temperature == 0 else order[:top_k]
    warm = temperature or 1.0
    p = dict.fromkeys(order, 0.0)
    for i in kept:
        p[i] = float(np.exp((scores[i] - scores[order[0]]) / warm))
    total = sum(p.values())
    if top_p is not None:
        reached = 0.0
        for i in order:
            if reached >= top_p * total:
                p[i] = 0.0
            reached += p[i]
    total = sum(p.values())
    return np.array([p[i] / total for i in range(len(scores))])

# %% wrong: an id drawn
# an id for probabilities
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    return np.argmax(logits, axis=-1)

# %% right: sorted once
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    z = np.asarray(logits, dtype=float)
    order = np.argsort(-z, axis=-1, kind="stable")
    z = np.take_along_axis(z, order, -1)
    z = z - z[..., :1]
    first = (np.arange(z.shape[-1]) == 0) * np.ones(z.shape)
    p = np.exp(z / temperature) if temperature else first
    p[..., top_k or z.size :] = 0
    p /= p.sum(-1, keepdims=True)
    if top_p is not None:
        p[np.cumsum(p, -1) - p >= top_p] = 0
        p /= p.sum(-1, keepdims=True)
    out = np.empty(p.shape)
    np.put_along_axis(out, order, p, -1)
    return out
# wrong, multiplied: z / => z *
# wrong, all-that-cross: np.cumsum(p, -1) - p >= top_p => np.cumsum(p, -1) >= top_p
# wrong: np.cumsum(p, -1) - p >= => p < 1 -
# wrong: top_k or z.size : => : top_k or 0
# wrong, left-in-order: np.put_along_axis(out, order, p, -1) => out[:] = p
# wrong: np.put_along_axis(out, order, p => out = np.take_along_axis(p, order
# wrong, one-more-than-top-k: top_k or z.size => (top_k or z.size) + 1
# %% wrong: without the crossing one, before top_k
# -     p[..., top_k or z.size :] = 0
# -     p /= p.sum(-1, keepdims=True)
# -     if top_p is not None:
# -         p[np.cumsum(p, -1) - p >= top_p] = 0
# -         p /= p.sum(-1, keepdims=True)
# +     p /= p.sum(-1, keepdims=True)
# +     if top_p is not None:
# +         p[np.cumsum(p, -1) > top_p] = 0
# +     p[..., top_k or z.size :] = 0
# +     p /= p.sum(-1, keepdims=True)

# %% same
# One token is kept: it has all, however the logits are divided.
# 1.0, 1 => 2.0, 1
# %% same
# The last axis is the one that np.argsort sorts unless told.
# np.argsort(-logits, axis=-1, kind="stable") => np.argsort(-logits, kind='stable')
# %% same
# Which of two equal logits comes first is not asked for.
# np.argsort(-logits, axis=-1, kind="stable") => np.argsort(-logits, axis=-1)
# %% same
# The last axis is the one that np.take_along_axis goes along unless told.
# np.take_along_axis(logits, order, axis=-1) => np.take_along_axis(logits, order)
# %% same
# It differs where a sum is top_p to the last bit alone.
# before < top_p => before <= top_p
# %% same
# Every entry is written by the next line.
# np.zeros_like(p) => p

# %% hint: as it is; cooler; hotter; temperature 0
# Four steps in this order: temperature, top_k, top_p, and a sum of one. For temperature 0
# each row has a single 1.
# %% hint: the best three; the best one, a batch
# np.sort(p, axis=-1)[..., ::-1] has each row's largest first; its k-th entry is the least
# that top_k keeps. Set smaller logits to -np.inf before the softmax.
# %% hint
# For top_p, with the sorted probabilities s: keep those for which np.cumsum(s, axis=-1) -
# s, the sum of all likelier ones, is below top_p. The smallest s that is kept is a
# threshold for p.
