"""Answers to efficient.kv_cache: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "efficient.kv_cache"

BASE = """
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
"""

ANSWERS = (
    wrong(
        "values prepended",
        edited(
            BASE,
            (
                "np.concatenate([self.v, v], axis=-2)",
                "np.concatenate([v, self.v], axis=-2)",
            ),
        ),
        "new values in front, new keys behind: they do not belong together any more",
        "values-prepended",
    ),
    wrong(
        "overwritten",
        edited(
            BASE,
            (
                "if self.k is None:",
                "if True:",
            ),
        ),
        "only the newest are kept",
        "only-the-last",
    ),
    wrong(
        "on the first axis",
        edited(
            BASE,
            (
                "axis=-2)",
                "axis=0)",
            ),
        ),
        "axis 0: heads are stacked where there are heads",
        "joined-on-the-first-axis",
    ),
    wrong(
        "on the features",
        edited(
            BASE,
            (
                "axis=-2)",
                "axis=-1)",
            ),
        ),
        "axis -1: keys get longer, not more",
        "joined-on-the-features",
    ),
    wrong(
        "values overwritten",
        edited(
            BASE,
            (
                "np.concatenate([self.v, v], axis=-2)",
                "v",
            ),
        ),
        "keys are kept, values are not",
        "values-overwritten",
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
        edited(
            BASE,
            (
                "/ np.sqrt(q.shape[-1])",
                "/ 1",
            ),
        ),
        "the division is forgotten",
        "unscaled",
    ),
    wrong(
        "scaled by the number of keys",
        edited(
            BASE,
            (
                "np.sqrt(q.shape[-1])",
                "np.sqrt(len(self.k))",
            ),
        ),
        "the root of how many there are",
    ),
    wrong(
        "one vector not taken",
        edited(
            BASE,
            (
                "        k, v = np.atleast_2d(k), np.atleast_2d(v)\n",
                "",
            ),
        ),
        "a token as two vectors is an error",
    ),
    wrong(
        "a query always gets an axis",
        edited(
            BASE,
            (
                "        scores = q",
                "        q = np.atleast_2d(q)\n        scores = q",
            ),
        ),
        "one query (d_k,) gives (1, d_v)",
        "query-axis",
    ),
    wrong(
        "the newest token alone",
        edited(
            BASE,
            (
                "scores = q @ np.swapaxes(self.k, -1, -2)",
                "scores = q @ np.swapaxes(self.k[..., -1:, :], -1, -2)",
            ),
            (
                "@ self.v",
                "@ self.v[..., -1:, :]",
            ),
        ),
        "attend looks at the last key",
        "newest-token-alone",
    ),
    wrong(
        "causal among the new queries",
        edited(
            BASE,
            (
                "powers = np.exp(scores",
                "n_q, n_k = np.atleast_2d(scores).shape[-2:]\n"
                "        scores = np.where(np.tri(n_q, n_k, n_k - n_q), scores, -np.inf)\n"
                "        scores = scores if q.ndim > 1 else scores[0]\n"
                "        powers = np.exp(scores",
            ),
        ),
        "each query is kept from the keys after it",
        "causal",
    ),
    wrong(
        "no maximum",
        edited(
            BASE,
            (
                "scores - scores.max(axis=-1, keepdims=True)",
                "scores",
            ),
        ),
        "large scores overflow",
        "unstable",
    ),
    wrong(
        "one maximum for all",
        edited(
            BASE,
            (
                "scores.max(axis=-1, keepdims=True)",
                "scores.max()",
            ),
        ),
        "queries with small scores underflow",
        "one-maximum-for-all",
    ),
    wrong(
        "weights handed over",
        edited(
            BASE,
            (
                " @ self.v",
                "",
            ),
        ),
        "the values are left out",
        "weights-returned",
    ),
    wrong(
        "emptied by attend",
        edited(
            BASE,
            (
                "        return powers",
                "        self.k, kept = None, self.v\n"
                "        self.v, kept_v = None, kept\n"
                "        return powers",
            ),
            (
                "@ self.v",
                "@ kept_v",
            ),
        ),
        "the second attend has nothing",
        "none-after-attending",
    ),
    wrong(
        "in whole numbers",
        edited(
            BASE,
            (
                "np.concatenate([self.k, k], axis=-2)",
                "np.concatenate([self.k, k], axis=-2).astype(self.k.dtype)",
            ),
            (
                "np.concatenate([self.v, v], axis=-2)",
                "np.concatenate([self.v, v], axis=-2).astype(self.v.dtype)",
            ),
        ),
        "room of the first tokens' dtype: later decimals are cut",
        "first-dtype-kept",
    ),
)
