"""Answers to efficient.kv_cache that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "concatenate",
        """
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
        """,
        "the commonest way",
    ),
    right(
        "lists, glued when asked",
        """
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
        """,
        "append to lists, one concatenate in attend",
    ),
    right(
        "room that is doubled",
        """
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
        """,
        "arrays with room to grow, filled in place",
    ),
    right(
        "a class that only inherits",
        """
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
        """,
        "all of it stands in a base class",
    ),
    right(
        "an __init__ that only calls super, helpers here and last",
        """
        def here(kept, new):
            new = np.atleast_2d(new)
            return new + 0 if kept is None else np.concatenate((kept, new), axis=-2)


        def last(scores):
            return np.exp(scores - scores.max(axis=-1, keepdims=True))


        class Base:
            def __init__(self):
                self.kept = [None, None]

            def append(self, k, v):
                self.kept = [here(kept, new) for kept, new in zip(self.kept, (k, v))]

            def attend(self, q):
                k, v = self.kept
                powers = last(q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5)
                return powers / powers.sum(axis=-1, keepdims=True) @ v


        class KVCache(Base):
            def __init__(self):
                super().__init__()
        """,
        "names that the chapter binds again further down",
    ),
    right(
        "lists joined when they are needed",
        """
        class KVCache:
            def __init__(self):
                self.keys, self.values = [], []

            def append(self, k, v):
                self.keys.append(np.atleast_2d(k))
                self.values.append(np.atleast_2d(v))

            def attend(self, q):
                keys = np.concatenate(self.keys, axis=-2)
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
                weights = powers / powers.sum(axis=-1, keepdims=True)
                return weights @ np.concatenate(self.values, axis=-2)
        """,
        "what was appended is kept as it came: the task does not ask for copies",
    ),
    right(
        "a key and a value for each token",
        """
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
        """,
        "tokens in lists, and a dot product for each",
    ),
    wrong(
        "values prepended",
        change("[self.v, v]", "[v, self.v]"),
        "new values in front, new keys behind: they do not belong together any more",
        "values-prepended",
        of="concatenate",
    ),
    wrong(
        "overwritten",
        change("if self.k is None", "if True"),
        "only the newest are kept",
        "only-the-last",
        of="concatenate",
    ),
    wrong(
        "on the first axis",
        change("[self.k, k], axis=-2", "[self.k, k], axis=0")
        + change("[self.v, v], axis=-2", "[self.v, v], axis=0"),
        "axis 0: heads are stacked where there are heads",
        "joined-on-the-first-axis",
        of="concatenate",
    ),
    wrong(
        "on the features",
        change("[self.k, k], axis=-2", "[self.k, k], axis=-1")
        + change("[self.v, v], axis=-2", "[self.v, v], axis=-1"),
        "axis -1: keys get longer, not more",
        "joined-on-the-features",
        of="concatenate",
    ),
    wrong(
        "values overwritten",
        change("np.concatenate([self.v, v], axis=-2)", "v"),
        "keys are kept, values are not",
        "values-overwritten",
        of="concatenate",
    ),
    wrong(
        "a cache of the class",
        """
        class KVCache:
            keys, values = [], []

            def append(self, k, v):
                self.keys.append(np.atleast_2d(k).copy())
                self.values.append(np.atleast_2d(v).copy())

            def attend(self, q):
                k = np.concatenate(self.keys, axis=-2)
                v = np.concatenate(self.values, axis=-2)
                scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
                return powers / powers.sum(axis=-1, keepdims=True) @ v
        """,
        "class attributes: all caches are one",
    ),
    wrong(
        "not scaled",
        change(" / np.sqrt(q.shape[-1])", ""),
        "the division is forgotten",
        "unscaled",
        of="concatenate",
    ),
    wrong(
        "scaled by the number of keys",
        change("np.sqrt(q.shape[-1])", "np.sqrt(len(self.k))"),
        "the root of how many there are",
        of="concatenate",
    ),
    wrong(
        "one vector not taken",
        change("        k, v = np.atleast_2d(k), np.atleast_2d(v)\n", ""),
        "a token as two vectors is an error",
        of="concatenate",
    ),
    wrong(
        "a query always gets an axis",
        change("        scores =", "        q = np.atleast_2d(q)\n        scores ="),
        "one query (d_k,) gives (1, d_v)",
        "query-axis",
        of="concatenate",
    ),
    wrong(
        "the newest token alone",
        change("np.swapaxes(self.k, -1, -2)", "np.swapaxes(self.k[..., -1:, :], -1, -2)")
        + change("@ self.v", "@ self.v[..., -1:, :]"),
        "attend looks at the last key",
        "newest-token-alone",
        of="concatenate",
    ),
    wrong(
        "causal among the new queries",
        change(
            "        powers =",
            "        n_q, n_k = np.atleast_2d(scores).shape[-2:]\n"
            "        scores = np.where(np.tri(n_q, n_k, n_k - n_q), scores, -np.inf)\n"
            "        scores = scores if q.ndim > 1 else scores[0]\n"
            "        powers =",
        ),
        "each query is kept from the keys after it",
        "causal",
        of="concatenate",
    ),
    wrong(
        "no maximum",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
        "large scores overflow",
        "unstable",
        of="concatenate",
    ),
    wrong(
        "one maximum for all",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
        "queries with small scores underflow",
        "one-maximum-for-all",
        of="concatenate",
    ),
    wrong(
        "weights handed over",
        change(" @ self.v", ""),
        "the values are left out",
        "weights-returned",
        of="concatenate",
    ),
    wrong(
        "emptied by attend",
        change(
            "        return powers",
            "        v, self.k, self.v = self.v, None, None\n        return powers",
        )
        + change("@ self.v", "@ v"),
        "the second attend has nothing",
        "none-after-attending",
        of="concatenate",
    ),
    wrong(
        "in whole numbers",
        change("[self.k, k], axis=-2)", "[self.k, k], axis=-2).astype(self.k.dtype)")
        + change("[self.v, v], axis=-2)", "[self.v, v], axis=-2).astype(self.v.dtype)"),
        "room of the first tokens' dtype: later decimals are cut",
        "first-dtype-kept",
        of="concatenate",
    ),
    wrong(
        "lists joined along the first axis",
        """
        class KVCache:
            def __init__(self):
                self.k, self.v = [], []

            def append(self, k, v):
                self.k.append(np.atleast_2d(k))
                self.v.append(np.atleast_2d(v))

            def attend(self, q):
                k, v = np.concatenate(self.k), np.concatenate(self.v)
                s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
                e = np.exp(s - s.max(-1, keepdims=True))
                return (e / e.sum(-1, keepdims=True)) @ v
        """,
        "written from the text alone",
        "joined-on-the-first-axis",
    ),
)
