"""What goes wrong in a cache of keys and values.

Only the first or the last part is kept, looking empties it, or each part gets a
softmax of its own: for the last two the parts are kept in lists, in whole answers.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "only-the-last",
        "Only what was appended last is kept. A new token attends to all tokens "
        "before it as well: put the new keys and values behind the old ones.",
        change("np.concatenate([self.k, k], axis=-2)", "k")
        + change("np.concatenate([self.v, v], axis=-2)", "v"),
    ),
    Misconception(
        "only-the-first",
        "Only what was appended first is kept; later tokens are lost. Put the new "
        "keys and values behind the old ones each time.",
        change(
            "        else:\n"
            "            self.k = np.concatenate([self.k, k], axis=-2)\n"
            "            self.v = np.concatenate([self.v, v], axis=-2)\n",
            "",
        ),
    ),
    Misconception(
        "unscaled",
        "attend() does not divide the scores by sqrt(d_k). A cache changes where keys "
        "and values come from, and nothing about the formula.",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "divided-by-d-k",
        "attend() divides the scores by d_k; the formula divides by its square root.",
        change("q.shape[-1] ** 0.5", "q.shape[-1]"),
    ),
    Misconception(
        "mean-of-parts",
        "You attend to what each append() brought on its own, and average the results. "
        "One softmax has to run over all kept keys: join them along the token axis "
        "first.",
        """
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
        """,
    ),
    Misconception(
        "emptied-by-attending",
        "After attend() your cache is empty. Looking takes nothing away: the next "
        "token needs the same keys and values again.",
        """
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
        """,
    ),
    Misconception(
        "none-after-attending",
        "After attend() your keys and values are None again. Looking takes nothing "
        "away: the next token needs the same keys and values.",
        change(
            "        return weights @ self.v",
            "        context = weights @ self.v\n"
            "        self.k = self.v = None\n"
            "        return context",
        ),
    ),
    Misconception(
        "newest-token-alone",
        "attend() reads the newest token alone. A query attends to everything kept: "
        "that is what the cache is for.",
        change("np.swapaxes(self.k, -1, -2)", "np.swapaxes(self.k[..., -1:, :], -1, -2)")
        + change("weights @ self.v", "weights @ self.v[..., -1:, :]"),
    ),
    Misconception(
        "values-prepended",
        "Your new keys go behind the old ones, and your new values in front. A weight "
        "that one token's key has earned is then spent on another's value.",
        change("[self.v, v]", "[v, self.v]"),
    ),
    Misconception(
        "values-overwritten",
        "Your keys are joined, and your values are those of the last append() alone. "
        "Each kept key needs its value.",
        change("np.concatenate([self.v, v], axis=-2)", "v"),
    ),
    Misconception(
        "joined-on-the-first-axis",
        "You join along axis 0. With a batch or heads in front, that is not the axis "
        "of the tokens: axis=-2 is, however many axes come before.",
        change("[self.k, k], axis=-2", "[self.k, k], axis=0")
        + change("[self.v, v], axis=-2", "[self.v, v], axis=0"),
    ),
    Misconception(
        "joined-on-the-features",
        "You join along the last axis, so that a token gets more features. New tokens "
        "are new rows: axis=-2.",
        change("[self.k, k], axis=-2", "[self.k, k], axis=-1")
        + change("[self.v, v], axis=-2", "[self.v, v], axis=-1"),
    ),
    Misconception(
        "first-dtype-kept",
        "What is appended later is turned into the dtype of what came first: decimals "
        "behind whole numbers lose everything after the point. np.concatenate finds a "
        "dtype that holds both.",
        change("[self.k, k], axis=-2)", "[self.k, k], axis=-2).astype(self.k.dtype)")
        + change("[self.v, v], axis=-2)", "[self.v, v], axis=-2).astype(self.v.dtype)"),
    ),
    Misconception(
        "query-axis",
        "One query (d_k,) comes back as a table of one row, (1, d_v). Its context is a "
        "vector, (d_v,): only keys and values need the axis of tokens.",
        change("        scores =", "        q = np.atleast_2d(q)\n        scores ="),
    ),
    Misconception(
        "weights-returned",
        "attend() returns the weights. What a query gathers is the context: the "
        "weights times the kept values.",
        change("return weights @ self.v", "return weights"),
    ),
    Misconception(
        "scores-returned",
        "attend() returns the scores. A softmax turns them into weights, and the "
        "weights times the kept values are the context.",
        change("return weights @ self.v", "return scores"),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax twice; the second draws the weights together. One "
        "softmax turns scores into weights.",
        change(
            "        return weights",
            "        powers = np.exp(weights)\n"
            "        weights = powers / powers.sum(axis=-1, keepdims=True)\n"
            "        return weights",
        ),
    ),
    Misconception(
        "causal",
        "Your queries see only what stands before their own place. Asked is "
        "the context over everything kept: which keys are too new is for others to say.",
        change(
            "        powers =",
            "        if q.ndim > 1:\n"
            "            n_q, n_k = scores.shape[-2:]\n"
            "            open_ = np.tri(n_q, n_k, n_k - n_q)\n"
            "            scores = np.where(open_, scores, -np.inf)\n"
            "        powers =",
        ),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Subtract each row's largest score first: "
        "the weights do not change.",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract one number from all scores, the largest of the whole array. In a "
        "row far below it every exponential underflows to 0. Each row has a largest of "
        "its own: axis=-1, keepdims=True.",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
    ),
    Misconception(
        "keys-and-values-swapped",
        "You compare the query with the values and mix the keys. Keys are what a query "
        "is compared with; values are what is mixed.",
        change("np.swapaxes(self.k, -1, -2)", "np.swapaxes(self.v, -1, -2)")
        + change("weights @ self.v", "weights @ self.k"),
    ),
    Misconception(
        "query-as-a-key",
        "Your query takes part as one more key. Its own token was put into the cache "
        "by append(), with a key and a value of its own.",
        change(
            "        scores = q @ np.swapaxes(self.k, -1, -2)",
            "        rows = np.atleast_2d(q)\n"
            "        k = np.concatenate([self.k, rows], axis=-2)\n"
            "        scores = q @ np.swapaxes(k, -1, -2)",
        )
        + change(
            "        return weights @ self.v",
            "        mean = self.v.mean(axis=-2, keepdims=True)\n"
            "        means = np.repeat(mean, rows.shape[-2], axis=-2)\n"
            "        return weights @ np.concatenate([self.v, means], axis=-2)",
        ),
    ),
    Misconception(
        "plain-mean",
        "Every kept token gets the same weight, whatever the query is. Score the "
        "query against all kept keys, and take a softmax of the scores.",
        change(
            "np.exp(scores - scores.max(axis=-1, keepdims=True))", "np.ones_like(scores)"
        ),
    ),
)
