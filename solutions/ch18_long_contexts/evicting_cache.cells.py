# %% mistake: window-alone
# Your cache drops the first tokens too, and should keep them, however long the text gets.
# (places < self.first) | (places >= self.n - self.newest) => places >= self.n - self.newest
# %% mistake: first-count-as-newest
# In yours the first tokens take up room among the `newest`. Keep first + newest in all.
# self.n - self.newest) => self.n - self.newest + self.first)
# %% mistake: one-too-many
# Your cache keeps `newest` + 1 of the others, one too many.
# places >= self.n => places >= self.n - 1
# %% mistake: one-too-few
# Your cache keeps `newest` - 1 of the others, one too few.
# places >= self.n - self.newest => places > self.n - self.newest
# %% mistake: oldest-kept
# Your cache keeps the first + newest tokens that came first. Behind the first `first`, the
# oldest should go.
# - (places < self.first) | (places >= self.n - self.newest)
# + places < self.first + self.newest
# %% mistake: never-dropped
# Your cache keeps everything. Once the text has more than first + newest tokens, those
# between should go.
# (places < self.first) | (places >= self.n - self.newest) => places >= 0
# %% mistake: dropped-in-attend
# Your cache holds what attend() does not use, so its memory grows with the text. Drop in
# append() what kept() does not name; the number of the text's tokens has to be held beside
# what is stored.
# k[..., stay, :], v[..., stay, :], places[stay] => k, v, places
# return self.places => return self.places[self.stay]
# swapaxes(self.k, -1 => swapaxes(self.k[..., self.stay, :], -1
# @ self.v => @ self.v[..., self.stay, :]
# self.k, self.v, self.places = => self.stay, self.k, self.v, self.places = stay,
# %% mistake: dropped-before-joining
# Your cache drops as if the new tokens had not come yet, so too many stay. Join first, then
# drop.
# self.n += len(places) => before, self.n = self.n, self.n + len(places)
# places >= self.n - self.newest => places >= before - self.newest
# %% mistake: places-counted-anew
# `kept` counts the places in the cache. Asked is where the tokens stand in the text.
# return self.places => return np.arange(len(self.places))
# %% mistake: places-from-one
# You count places from 1. The first token should stand at 0.
# return self.places => return self.places + 1
# %% mistake: values-not-dropped
# You drop other values than keys, so weights meet other tokens' values.
# k[..., stay, :], v[..., stay, :] => k[..., stay, :], v[..., : sum(stay), :]
# %% mistake: newest-in-front
# `kept` gives your new tokens before the old ones. The places should rise.
# [self.places, places] => [places, self.places]
# [self.k, k] => [k, self.k]
# [self.v, v] => [v, self.v]
# %% mistake: unscaled
# The weights of attend() are those of scores not divided by sqrt(d_k).
# ) / q.shape[-1] ** 0.5 => )
# %% mistake: unstable
# exp() of scores far from 0 is inf or 0. Subtract each row's largest score first.
# scores - scores.max(axis=-1, keepdims=True) => scores
# %% mistake: plain-mean
# Every kept token gets the same weight, whatever the query is.
# np.exp(scores - scores.max(axis=-1, keepdims=True)) => np.ones_like(scores)
# %% mistake: first-dropped-one-short
# Your cache keeps one token too few at the text's start: `first` should stay.
# (places < self.first) => (places < self.first - 1)
# %% mistake: first-one-more
# Your cache keeps one token too many at the text's start: `first` should stay.
# (places < self.first) => (places <= self.first)
# %% mistake: divided-by-d-k
# attend() divides the scores by d_k, and should by its root.
# ) / q.shape[-1] ** 0.5 => ) / q.shape[-1]
# %% mistake: softmax-over-queries
# Your softmax runs over the queries. The weights of a query should sum to one over the kept
# tokens.
# scores.max(axis=-1, keepdims=True) => scores.max(axis=-2, keepdims=True)
# powers.sum(axis=-1, keepdims=True) => powers.sum(axis=-2, keepdims=True)
# %% mistake: not-divided-by-the-sum
# Your weights do not sum to one: divide the powers of each query by their sum.
# powers / powers.sum(axis=-1, keepdims=True) => powers
# %% mistake: one-token-leaves
# At most one token leaves in each append of yours. When several come at once, drop as many
# as are too many.
# - stay = (places < self.first) | (places >= self.n - self.newest)
# + full = len(places) > self.first + self.newest
# +         stay = np.arange(len(places)) != (self.first if full else -1)
# %% mistake: places-falling
# Your places fall, and should rise, as the tokens stand in the text.
# return self.places => return self.places[::-1]
# %% mistake: the-oldest-dropped
# Your cache keeps the last first + newest tokens. The text's first ones should stay, and
# the oldest of the others go.
# - (places < self.first) | (places >= self.n - self.newest)
# + places >= self.n - self.newest - self.first
# %% mistake: attends-to-the-newest
# Your queries attend to the newest tokens alone, and should attend to the kept first
# tokens, too.
# - scores = q @ np.swapaxes(self.k, -1, -2) / q.shape[-1] ** 0.5
# + k, v = self.k[..., -self.newest :, :], self.v[..., -self.newest :, :]
# +         scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
# keepdims=True) @ self.v => keepdims=True) @ v
# %% mistake: filled-by-the-first-append
# Only your first append fills the first places. Where it brings fewer than `first` tokens,
# those of the next one should fill the rest.
# - if self.k is not None:
# + if self.k is None:
# +             self.first = min(self.first, self.n)
# +         else:
# %% mistake: kept-twice
# While the text is short, your cache holds tokens twice: the first `first` and the newest
# then overlap.
# - stay = (places < self.first) | (places >= self.n - self.newest)
# + end = np.arange(len(places))
# +         stay = np.concatenate([end[: self.first], end[-self.newest :]])
# %% mistake: first-of-one-append
# You keep first tokens of the first append alone. Where it brings fewer than `first`, the
# next ones should still belong to them.
# - stay = (places < self.first) | (places >= self.n - self.newest)
# + if self.k is None:
# +             self.begun = min(self.first, len(places))
# +         stay = (places < self.begun) | (places >= self.n - self.newest)
# +         stay |= self.n <= self.first + self.newest

# %% right: two parts
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest = first, newest
        self.rows = []

    def append(self, k, v):
        n = self.rows[-1][0] + 1 if self.rows else 0
        for i in range(k.shape[-2]):
            self.rows.append((n + i, k[..., i, :].copy(), v[..., i, :].copy()))
        head, tail = self.rows[: self.first], self.rows[self.first :]
        self.rows = head + tail[-self.newest :]

    def kept(self):
        return np.array([row[0] for row in self.rows])

    def attend(self, q):
        k = np.stack([row[1] for row in self.rows], axis=-2)
        v = np.stack([row[2] for row in self.rows], axis=-2)
        scores = q @ np.moveaxis(k, -1, -2) / np.sqrt(q.shape[-1])
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights = weights / weights.sum(-1, keepdims=True)
        return weights @ v
# wrong, window-alone: head + tail[-self.newest :] => self.rows[-self.newest :]
# wrong: head + tail[-self.newest :] => tail[-self.newest :]
# wrong, one-too-many: head + tail[-self.newest :] => head + tail[-self.newest - 1 :]
# wrong, oldest-kept: head + tail[-self.newest :] => self.rows[: self.first + self.newest]
# wrong, never-dropped: head + tail[-self.newest :] => self.rows
# wrong, places-from-one: np.array([row[0] for => np.array([row[0] + 1 for
# wrong, unscaled: / np.sqrt(q.shape[-1]) =>
# wrong, unstable: scores - scores.max(-1, keepdims=True) => scores
# wrong: k[..., i, :].copy() => k[..., 0, :].copy()
# %% wrong, dropped-in-attend: all held, some used
# head + tail[-self.newest :] => self.rows
# -         return np.array([row[0] for row in self.rows])
# +         places = np.arange(len(self.rows))
# +         return places[(places < self.first) | (places >= len(places) - self.newest)]
# row[1] for row in self.rows => self.rows[i][1] for i in self.kept()
# row[2] for row in self.rows => self.rows[i][2] for i in self.kept()
# %% wrong, dropped-before-joining: dropped before the new ones come in
# - if self.rows else 0
# + if self.rows else 0
# +         self.rows = self.rows[: self.first] + self.rows[self.first :][-self.newest :]
# head + tail[-self.newest :] => self.rows
# %% wrong, places-counted-anew: places-counted-anew, in two parts
# row[0] for row in self.rows => i for i in range(len(self.rows))
# %% wrong, plain-mean: plain-mean, in two parts
# weights = np.exp(scores - scores.max(-1, keepdims=True)) => weights = scores * 0 + 1

# %% right: a ring
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest, self.n = first, newest, 0
        self.room = None

    def slot(self, place):
        if place < self.first:
            return place
        return self.first + (place - self.first) % self.newest

    def append(self, k, v):
        both = np.concatenate([k, v], axis=-1)
        self.d = k.shape[-1]
        if self.room is None:
            shape = (*k.shape[:-2], self.first + self.newest, both.shape[-1])
            self.room = np.zeros(shape, both.dtype)
            self.owner = np.full(self.first + self.newest, -1)
        for i in range(k.shape[-2]):
            s = self.slot(self.n)
            self.room[..., s, :], self.owner[s] = both[..., i, :], self.n
            self.n += 1

    def kept(self):
        return np.sort(self.owner[self.owner >= 0])

    def attend(self, q):
        rows = self.room[..., self.owner >= 0, :]
        k, v = rows[..., : self.d], rows[..., self.d :]
        scores = np.einsum("...id,...jd->...ij", q, k) / self.d**0.5
        scores -= scores.max(axis=-1, keepdims=True)
        p = np.exp(scores)
        return np.einsum("...ij,...jd->...id", p, v) / p.sum(-1, keepdims=True)
# wrong, unstable: scores -= scores.max(axis=-1, keepdims=True) => pass
# wrong, unscaled: / self.d**0.5 =>
# wrong, places-falling: return np.sort(self.owner => return -np.sort(-self.owner
# %% wrong, the-oldest-dropped: a slip, in a ring
# self.first + (place - self.first) % self.newest => place % (self.first + self.newest)
# %% wrong, window-alone: the window alone
# if place < self.first: => if False:
# self.first + (place - self.first) % self.newest => place % self.newest

# %% right: sinks and a window
# two caches, glued when asked
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest = first, newest
        self.sinks, self.window, self.n = None, None, 0

    def append(self, k, v):
        new = k.shape[-2]
        for_sinks = min(max(self.first - self.n, 0), new)
        cut = lambda a, b: (k[..., a:b, :].copy(), v[..., a:b, :].copy())
        self.sinks = self.joined(self.sinks, cut(0, for_sinks))
        tail = self.joined(self.window, cut(for_sinks, new))
        n = tail[0].shape[-2]
        self.window = [x[..., max(n - self.newest, 0):, :].copy() for x in tail]
        self.n += new

    def joined(self, old, new):
        if old is None:
            return new
        return [np.concatenate(pair, axis=-2) for pair in zip(old, new)]

    def kept(self):
        m = self.sinks[0].shape[-2]
        return np.r_[0:m, self.n - self.window[0].shape[-2]:self.n]

    def attend(self, q):
        k, v = self.joined(self.sinks, self.window)
        s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
        p = np.exp(s - s.max(axis=-1, keepdims=True))
        return (p / p.sum(axis=-1, keepdims=True)) @ v

# %% right: dropped one by one
# the oldest behind the first goes
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest, self.seen = first, newest, 0
        self.k, self.v, self.where = None, None, []

    def append(self, k, v):
        k, v = k.copy(), v.copy()
        if self.k is not None:
            k, v = np.append(self.k, k, -2), np.append(self.v, v, -2)
        new = k.shape[-2] - len(self.where)
        self.where = self.where + list(range(self.seen, self.seen + new))
        self.seen += new
        while len(self.where) > self.first + self.newest:
            k = np.delete(k, self.first, axis=-2)
            v = np.delete(v, self.first, axis=-2)
            del self.where[self.first]
        self.k, self.v = k, v

    def kept(self):
        return np.array(self.where)

    def attend(self, q):
        scores = q @ self.k.swapaxes(-2, -1) * q.shape[-1] ** -0.5
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return powers @ self.v / powers.sum(-1, keepdims=True)
# wrong, one-too-few: self.first + self.newest: => self.first + self.newest - 1:
# wrong, values-not-dropped: v = np.delete(v, self.first, axis=-2) => v = v[..., :-1, :]
# %% wrong, first-count-as-newest: room for newest in all
# - len(self.where) > self.first + self.newest
# + len(self.where) > max(self.newest, self.first)

# %% right: lists of columns
# written from the text alone: another route
class EvictingCache:
    def __init__(self, first, newest):
        self.first, self.newest = first, newest
        self.items = []
        self.count = 0

    def append(self, k, v):
        for j in range(k.shape[-2]):
            self.items.append((self.count, k[..., j, :].copy(), v[..., j,
                :].copy()))
            self.count += 1
        del self.items[self.first:-self.newest]

    def kept(self):
        return np.array([at for at, _, _ in self.items], dtype=int)

    def attend(self, q):
        k = np.stack([k for _, k, _ in self.items], axis=-2)
        v = np.stack([v for _, _, v in self.items], axis=-2)
        s = np.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
        e = np.exp(s - s.max(-1, keepdims=True))
        return np.einsum("...ij,...jd->...id", e / e.sum(-1, keepdims=True), v)

# %% wrong, the-oldest-dropped: a window of all that fits
# the first tokens go like the others
class EvictingCache:
    def __init__(self, first, newest):
        self.room = first + newest
        self.k = self.v = None
        self.seen = 0

    def append(self, k, v):
        self.seen += k.shape[-2]
        if self.k is None:
            self.k, self.v = k, v
        else:
            self.k = np.concatenate([self.k, k], axis=-2)
            self.v = np.concatenate([self.v, v], axis=-2)
        self.k = self.k[..., -self.room :, :].copy()
        self.v = self.v[..., -self.room :, :].copy()

    def kept(self):
        return np.arange(max(0, self.seen - self.room), self.seen)

    def attend(self, q):
        s = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True) @ self.v

# %% same
# Keys and values come together.
# np.arange(k.shape[-2]) => np.arange(v.shape[-2])
# %% same
# The class has no base but object.
# super().__init__() => pass
# super().__init__() => super()
# %% same
# Filled together.
# self.k is not None => self.v is not None
# self.k is not None => self.places is not None

# %% hint: one token at a time
# Keep beside keys and values where each token stands in the text. Then dropping is one mask
# over the tokens.
# %% hint
# After new tokens are joined behind the old ones, a token stays where its place is below
# `first`, or at least n - newest, with n the tokens of the text so far.
# %% hint
# Write that condition for all places at once, as Booleans: `k[..., stay, :]` copies what
# stays. A slice would hold on to the whole old array.
