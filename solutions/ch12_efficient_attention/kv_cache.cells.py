# %% mistake: only-the-last
# Only what was appended last is kept. A new token attends to all tokens before it as well:
# put the new keys and values behind the old ones.
# np.concatenate([self.k, k], axis=-2) => k && np.concatenate([self.v, v], axis=-2) => v
# %% mistake: single-vectors-start-anew
# With single vectors your cache holds the last token alone: it starts anew each time one
# comes. Give each its axis of tokens first, with np.atleast_2d, and then join as always.
# -         k, v = np.atleast_2d(k), np.atleast_2d(v)
# -         if self.k is None:
# +         is_one = np.ndim(k) == 1
# +         k, v = np.atleast_2d(k), np.atleast_2d(v)
# +         if self.k is None or is_one:
# %% mistake: only-the-first
# Only what was appended first is kept; later tokens are lost. Put the new keys and values
# behind the old ones each time.
# -         else:
# -             self.k = np.concatenate([self.k, k], axis=-2)
# -             self.v = np.concatenate([self.v, v], axis=-2)
# -
# %% mistake: unscaled
# attend() does not divide the scores by sqrt(d_k). A cache changes where keys and values
# come from, and nothing about the formula.
# ) / q.shape[-1] ** 0.5 => )
# %% mistake: divided-by-d-k
# Your scores are divided by d_k in all; the formula divides by its square root, once.
# q.shape[-1] ** 0.5 => q.shape[-1]
# %% mistake: mean-of-parts
# You attend to what each append() brought on its own, and average the results. One softmax
# has to run over all kept keys: join them along the token axis first.
class KVCache:
    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        self.keys.append(np.atleast_2d(k))
        self.values.append(np.atleast_2d(v))

    def attend(self, q):
        found = []
        for k, v in zip(self.keys, self.values):
            scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            found.append(powers / powers.sum(axis=-1, keepdims=True) @ v)
        return np.mean(found, axis=0)
# %% mistake: emptied-by-attending
# After attend() your cache is empty. Looking should take nothing away: the next token needs
# the same keys and values again.
class KVCache:
    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        self.keys.append(np.atleast_2d(k))
        self.values.append(np.atleast_2d(v))

    def attend(self, q):
        k = np.concatenate(self.keys, axis=-2)
        v = np.concatenate(self.values, axis=-2)
        self.keys, self.values = [], []
        scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ v
# %% mistake: none-after-attending
# After attend() your keys and values are None again. Looking should take nothing away: the
# next token needs the same keys and values.
# -         return weights @ self.v
# +         context = weights @ self.v
# +         self.k = self.v = None
# +         return context
# %% mistake: newest-token-alone
# Your queries attend to the newest token alone. Each should attend to all tokens appended
# so far: that is what the cache is for.
# np.swapaxes(self.k, -1, -2) => np.swapaxes(self.k[..., -1:, :], -1, -2)
# weights @ self.v => weights @ self.v[..., -1:, :]
# %% mistake: values-prepended
# Your new keys go behind the old ones, and your new values in front. A weight that one
# token's key has earned is then spent on another's value.
# [self.v, v] => [v, self.v]
# %% mistake: values-overwritten
# Your keys are joined, and your values are those of the last append() alone. Each kept key
# needs its value.
# np.concatenate([self.v, v], axis=-2) => v
# %% mistake: squeezed
# Where there is one query, its axis goes out of the context even if q came with it, so (1,
# d_v) becomes (d_v,). Take it out only when q was one vector and you added the axis
# yourself.
# return weights @ self.v => return (weights @ self.v).squeeze()
# %% mistake: joined-on-the-first-axis
# You join along axis 0. With a batch or heads in front, that is not the axis of the tokens:
# axis=-2 is, however many axes come before.
# [self.k, k], axis=-2 => [self.k, k], axis=0 && [self.v, v], axis=-2 => [self.v, v], axis=0
# %% mistake: joined-on-the-features
# You join along the last axis, so that a token gets more features. New tokens are new rows:
# axis=-2.
# [self.k, k], axis=-2 => [self.k, k], axis=-1
# [self.v, v], axis=-2 => [self.v, v], axis=-1
# %% mistake: first-dtype-kept
# What is appended later is turned into the dtype of what came first: decimals behind whole
# numbers lose everything after the point. np.concatenate finds a dtype that holds both.
# [self.k, k], axis=-2) => [self.k, k], axis=-2).astype(self.k.dtype)
# [self.v, v], axis=-2) => [self.v, v], axis=-2).astype(self.v.dtype)
# %% mistake: query-axis
# The context of one query (d_k,) comes back as a table of one row, (1, d_v). It should be a
# vector: if you give the query an axis to compute with, take that axis off the result
# again.
# -         scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
# +         q = np.atleast_2d(q)
# +         scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
# %% mistake: weights-returned
# attend() returns the weights. What a query gathers is the context: the weights times the
# kept values.
# return weights @ self.v => return weights
# %% mistake: scores-returned
# attend() returns the scores. A softmax turns them into weights, and the weights times the
# kept values are the context.
# return weights @ self.v => return scores
# %% mistake: softmax-twice
# You take the softmax twice; the second draws the weights together. One softmax turns
# scores into weights.
# -         return weights @ self.v
# +         powers = np.exp(weights)
# +         weights = powers / powers.sum(axis=-1, keepdims=True)
# +         return weights @ self.v
# %% mistake: causal
# Your queries see nothing after their own place. Asked is the context over everything kept:
# which keys are too new is for the caller to say.
# -         powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +         if q.ndim > 1:
# +             n_q, n_k = scores.shape[-2:]
# +             open_ = np.tri(n_q, n_k, n_k - n_q)
# +             scores = np.where(open_, scores, -np.inf)
# +         powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% mistake: unstable
# Where scores lie far from 0, exp() overflows or becomes 0. Subtract each row's largest
# score first: the weights do not change.
# scores - scores.max(axis=-1, keepdims=True) => scores
# %% mistake: one-sum-for-all
# The weights of all your queries together add up to 1. Those of each query should: sum
# along axis=-1, with keepdims=True.
# powers.sum(axis=-1, keepdims=True) => powers.sum()
# %% mistake: one-maximum-for-all
# In a row whose scores lie far below the largest of the whole array, every exponential
# underflows to 0. Subtract each row's own largest: axis=-1, keepdims=True.
# scores.max(axis=-1, keepdims=True) => scores.max()
# %% mistake: keys-and-values-swapped
# You compare the query with the values and mix the keys. Keys are what a query is compared
# with; values are what is mixed.
# np.swapaxes(self.k, -1, -2) => np.swapaxes(self.v, -1, -2)
# weights @ self.v => weights @ self.k
# %% mistake: query-as-a-key
# In yours the query takes part as one more key. Its own token was put into the cache by
# append(), with a key and a value of its own.
# - scores = q @ np.swapaxes(self.
# + rows = np.atleast_2d(q)
# +         k = np.concatenate([self.k, rows], axis=-2)
# +         scores = q @ np.swapaxes(
# - return weights @ self.v
# + mean = self.v.mean(axis=-2, keepdims=True)
# +         means = np.repeat(mean, rows.shape[-2], axis=-2)
# +         return weights @ np.concatenate([self.v, means], axis=-2)
# %% mistake: plain-mean
# Every kept token gets the same weight, whatever the query is. Score the query against all
# kept keys, and take a softmax of the scores.
# np.exp(scores - scores.max(axis=-1, keepdims=True)) => np.ones_like(scores)
# %% mistake: root-of-d-v
# Your scores are divided by the root of the values' width. A score adds up d_k products:
# take the root of d_k, q.shape[-1].
# q.shape[-1] ** 0.5 => self.v.shape[-1] ** 0.5

# %% right: concatenate
# the commonest way
class KVCache:
    def __init__(self):
        self.k = None
        self.v = None

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        if self.k is None:
            self.k, self.v = k.copy(), v.copy()
        else:
            self.k = np.concatenate([self.k, k], axis=-2)
            self.v = np.concatenate([self.v, v], axis=-2)

    def attend(self, q):
        scores = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ self.v
# wrong, values-prepended: [self.v, v] => [v, self.v]
# wrong, only-the-last: if self.k is None => if True
# wrong, values-overwritten: np.concatenate([self.v, v], axis=-2) => v
# wrong, unscaled: ) / np.sqrt(q.shape[-1]) => )
# wrong, unstable: scores - scores.max(axis=-1, keepdims=True) => scores
# wrong, one-maximum-for-all: scores.max(axis=-1, keepdims=True) => scores.max()
# wrong, weights-returned: ) @ self.v => )
# %% wrong, joined-on-the-first-axis: on the first axis
# [self.k, k], axis=-2 => [self.k, k], axis=0 && [self.v, v], axis=-2 => [self.v, v], axis=0
# %% wrong, joined-on-the-features: on the features
# [self.k, k], axis=-2 => [self.k, k], axis=-1
# [self.v, v], axis=-2 => [self.v, v], axis=-1
# %% wrong: scaled by the number of keys
# the root of how many there are
# np.sqrt(q.shape[-1]) => np.sqrt(len(self.k))
# %% wrong: one vector not taken
# a token as two vectors is an error
# -         k, v = np.atleast_2d(k), np.atleast_2d(v)
# -         if self.k is None:
# +         if self.k is None:
# %% wrong, query-axis: a query always gets an axis
# -         scores = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
# +         q = np.atleast_2d(q)
# +         scores = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
# %% wrong, newest-token-alone: the newest token alone
# np.swapaxes(self.k, -1, -2) => np.swapaxes(self.k[..., -1:, :], -1, -2)
# @ self.v => @ self.v[..., -1:, :]
# %% wrong, causal: causal among the new queries
# -         powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +         n_q, n_k = np.atleast_2d(scores).shape[-2:]
# +         scores = np.where(np.tri(n_q, n_k, n_k - n_q), scores, -np.inf)
# +         scores = scores if q.ndim > 1 else scores[0]
# +         powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% wrong, none-after-attending: emptied by attend
# - return
# + v, self.k, self.v = self.v, None, None
# +         return
# @ self.v => @ v
# %% wrong, first-dtype-kept: in whole numbers
# [self.k, k], axis=-2) => [self.k, k], axis=-2).astype(self.k.dtype)
# [self.v, v], axis=-2) => [self.v, v], axis=-2).astype(self.v.dtype)

# %% right: lists, glued when asked
# append to lists, one concatenate in attend
class KVCache:
    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        for kept, new in ((self.keys, k), (self.values, v)):
            new = np.array(new)
            kept.append(new[None] if new.ndim == 1 else new)

    def attend(self, q):
        k = np.concatenate(self.keys, axis=-2)
        v = np.concatenate(self.values, axis=-2)
        found = attention(np.atleast_2d(q), k, v)
        return found if np.ndim(q) > 1 else found[..., 0, :]

# %% right: room that is doubled
# arrays with room to grow, filled in place
class KVCache:
    def __init__(self):
        self.n, self.room = 0, {}

    def append(self, k, v):
        for name, new in (("k", np.atleast_2d(k)), ("v", np.atleast_2d(v))):
            n_new = new.shape[-2]
            if name not in self.room:
                shape = (*new.shape[:-2], n_new + 4, new.shape[-1])
                self.room[name] = np.zeros(shape, dtype=float)
            while self.room[name].shape[-2] < self.n + n_new:
                old = self.room[name]
                self.room[name] = np.concatenate([old, np.zeros_like(old)], axis=-2)
            self.room[name][..., self.n : self.n + n_new, :] = new
        self.n += n_new

    def attend(self, q):
        k, v = (self.room[name][..., : self.n, :] for name in "kv")
        scores = q @ np.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
        weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return weights @ v

# %% right: a class that only inherits
# all of it stands in a base class
class Cache:
    def __init__(self):
        self.pairs = []

    def append(self, k, v):
        self.pairs.append((np.atleast_2d(k).copy(), np.atleast_2d(v).copy()))

    def attend(self, q):
        k, v = (np.concatenate(rows, axis=-2) for rows in zip(*self.pairs))
        scores = q @ np.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return (powers @ v) / powers.sum(-1, keepdims=True)


class KVCache(Cache):
    pass
# %% right: lists joined when they are needed
# what was appended is kept as it came: the task does not ask for copies
# np.atleast_2d(k).copy(), np.atleast_2d(v).copy() => np.atleast_2d(k), np.atleast_2d(v)
# %% wrong: a cache of the class
# class attributes: all caches are one
# -     def __init__(self):
# -         self.pairs = []
# +     pairs = []

# %% right: a key and a value for each token
# tokens in lists, and a dot product for each
class KVCache:
    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        for j in range(k.shape[-2]):
            self.keys.append(k[..., j, :])
            self.values.append(v[..., j, :])

    def attend(self, q):
        keys = [k if q.ndim == 1 else k[..., None, :] for k in self.keys]
        scores = np.stack([(q * k).sum(-1) for k in keys], axis=-1)
        scores = scores / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        return weights @ np.stack(self.values, axis=-2)

# %% same
# The class has no base but object; the line is there for who gives it one.
# super().__init__() => pass
# super().__init__() => super()
# %% same
# Both are filled by the same line.
# self.k is None => self.v is None
# %% same
# Nobody changes an array after handing it over; the copy guards against who would.
# k.copy(), v.copy() => k, v.copy()
# k.copy(), v.copy() => k.copy(), v

# %% wrong: a vector out where a vector was kept last
class KVCache:
    def __init__(self):
        self.k = self.v = None
    def append(self, k, v):
        self.single = k.ndim == 1
        k, v = np.atleast_2d(k), np.atleast_2d(v)
        self.k = k if self.k is None else np.concatenate([self.k, k], axis=-2)
        self.v = v if self.v is None else np.concatenate([self.v, v], axis=-2)
    def attend(self, q):
        scores = np.atleast_2d(q) @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        context = powers / powers.sum(-1, keepdims=True) @ self.v
        return context[0] if self.single else context

# %% hint: one token at a time
# `append` only stores. `attend` is the attention of chapter 03, with the kept keys and
# values in the place of `k` and `v`.
# %% hint: one token at a time; a text, then one token at a time
# `np.concatenate([old, new], axis=-2)` puts new tokens behind old ones and leaves all axes
# in front alone. The first `append` has no old ones.
# %% hint
# `np.atleast_2d` turns a single vector (d_k,) into (1, d_k) and leaves everything else as
# it is. In `attend`: scores, divided by the root of `q.shape[-1]`, softmax over the last
# axis, times the kept values.
