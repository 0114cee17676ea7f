"""Answers to contexts.evicting_cache that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    *route(
        "two parts",
        """
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
        ---
        head + tail[-self.newest :] => self.rows[-self.newest :] | window-alone
        head + tail[-self.newest :] => tail[-self.newest :]
        head + tail[-self.newest :] => head + tail[-self.newest - 1 :] | one-too-many
        head + tail[-self.newest :] => self.rows[: self.first + self.newest] | oldest-kept
        head + tail[-self.newest :] => self.rows | never-dropped
        np.array([row[0] for => np.array([row[0] + 1 for | places-from-one
        / np.sqrt(q.shape[-1]) => | unscaled
        scores - scores.max(-1, keepdims=True) => scores | unstable
        k[..., i, :].copy() => k[..., 0, :].copy()
        """,
    ),
    wrong(
        "places-counted-anew, in two parts",
        change("row[0] for row in self.rows", "i for i in range(len(self.rows))"),
        "a slip in one place",
        "places-counted-anew",
        of="two parts",
    ),
    wrong(
        "plain-mean, in two parts",
        change(
            "weights = np.exp(scores - scores.max(-1, keepdims=True))",
            "weights = scores * 0 + 1",
        ),
        "a slip in one place",
        "plain-mean",
        of="two parts",
    ),
    *route(
        "a ring",
        """
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
        ---
        scores -= scores.max(axis=-1, keepdims=True) => pass | unstable
        / self.d**0.5 => | unscaled
        """,
    ),
    wrong(
        "a slip, in a ring",
        change(
            "self.first + (place - self.first) % self.newest",
            "place % (self.first + self.newest)",
        ),
        "a slip in one place",
        of="a ring",
    ),
    right(
        "sinks and a window",
        """
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
        """,
        "two caches, glued when asked",
    ),
    right(
        "dropped one by one",
        """
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
        """,
        "the oldest behind the first goes",
    ),
    wrong(
        "the window alone",
        change("if place < self.first:", "if False:")
        + change("self.first + (place - self.first) % self.newest", "place % self.newest"),
        "nothing is special about the first tokens",
        "window-alone",
        of="a ring",
    ),
    wrong(
        "room for newest in all",
        change(
            "len(self.where) > self.first + self.newest",
            "len(self.where) > max(self.newest, self.first)",
        ),
        "first counted in",
        "first-count-as-newest",
        of="dropped one by one",
    ),
    wrong(
        "one short",
        change("self.first + self.newest:", "self.first + self.newest - 1:"),
        "off by one",
        "one-too-few",
        of="dropped one by one",
    ),
    wrong(
        "the values of the oldest",
        change("v = np.delete(v, self.first, axis=-2)", "v = v[..., :-1, :]"),
        "another place in values than in keys",
        "values-not-dropped",
        of="dropped one by one",
    ),
    wrong(
        "prepended",
        """
        class EvictingCache:
            def __init__(self, first, newest):
                self.first, self.newest, self.n, self.k = first, newest, 0, None

            def append(self, k, v):
                where = np.arange(self.n, self.n + k.shape[-2])
                self.n += k.shape[-2]
                if self.k is not None:
                    k = np.concatenate([k, self.k], -2)
                    v = np.concatenate([v, self.v], -2)
                    where = np.concatenate([where, self.where])
                ok = (where < self.first) | (where >= self.n - self.newest)
                self.k, self.v, self.where = k[..., ok, :], v[..., ok, :], where[ok]

            def kept(self):
                return self.where

            def attend(self, q):
                s = q @ self.k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
                p = np.exp(s - s.max(axis=-1, keepdims=True))
                return (p / p.sum(axis=-1, keepdims=True)) @ self.v
        """,
        "the context is right, the places come in another order",
        "newest-in-front",
    ),
    right(
        "lists of columns",
        """
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
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "newest counts the first ones too",
        """
        class EvictingCache:
            def __init__(self, first, newest):
                self.first, self.newest = first, newest
                self.k = self.v = None
                self.at = np.arange(0)

            def append(self, k, v):
                old = len(self.at)
                self.k = k if self.k is None else np.concatenate([self.k, k], axis=-2)
                self.v = v if self.v is None else np.concatenate([self.v, v], axis=-2)
                start = self.at[-1] + 1 if old else 0
                self.at = np.concatenate([self.at, start + np.arange(k.shape[-2])])
                if len(self.at) > self.newest:
                    n = len(self.at)
                    keep = list(range(self.first)) + list(range(n
                        - self.newest + self.first, n))
                    self.k, self.v, self.at = self.k[..., keep, :], self.v[..., keep,
                        :], self.at[keep]

            def kept(self):
                return self.at

            def attend(self, q):
                s = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
                return softmax(s) @ self.v
        """,
        "written from the text alone",
        "first-count-as-newest",
    ),
    wrong(
        "kept places turned round",
        """
        class EvictingCache:
            def __init__(self, first, newest):
                self.a, self.b, self.k, self.at, self.n = first, newest, None, None, 0
            def append(self, k, v):
                at = np.arange(self.n, self.n + k.shape[-2])
                self.n += k.shape[-2]
                if self.k is not None:
                    k, v = np.concatenate([self.k, k], -2), np.concatenate([self.v, v], -2)
                    at = np.concatenate([self.at, at])
                if len(at) > self.a + self.b:
                    keep = np.r_[0:self.a, len(at) - self.b:len(at)]
                    k, v, at = k[..., keep, :], v[..., keep, :], at[keep]
                self.k, self.v, self.at = k, v, at
            def kept(self):
                return self.at[::-1]
            def attend(self, q):
                s = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
                p = np.exp(s - s.max(-1, keepdims=True))
                return p / p.sum(-1, keepdims=True) @ self.v
        """,
        "places from the newest on",
    ),
    wrong(
        "a window of all that fits",
        """
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
        """,
        "the first tokens go like the others",
    ),
)
