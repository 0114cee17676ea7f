"""Answers to efficient.cached_step."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "efficient.cached_step"

GIVEN = """
def cached_step(q, k, v, keys, values):
    keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], np.array([len(keys)]))
    scores = keys @ turned[0] / len(q) ** 0.5
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values
"""
Q = "apply_rope(q[None], np.array([len(keys)]))"
K = "apply_rope(k[None], np.array([len(keys)]))"


def query(new):
    return edited(GIVEN, (Q, new))


ANSWERS = (
    right("minus one", query("apply_rope(q[None], np.array([len(keys) - 1]))"), "smallest"),
    right(
        "the position first",
        edited(
            GIVEN,
            ("    keys = np", "    here = np.array([len(keys)])\n    keys = np"),
            (K, "apply_rope(k[None], here)"),
            (Q, "apply_rope(q[None], here)"),
        ),
        "written down before anything changes",
    ),
    right(
        "the query first",
        """
        def cached_step(q, k, v, keys, values):
            q = apply_rope(q[None], np.array([len(keys)]))[0]
            k = apply_rope(k[None], np.array([len(keys)]))[0]
            keys, values = np.vstack([keys, k]), np.vstack([values, v])
            scores = keys @ q / np.sqrt(len(q))
            powers = np.exp(scores - scores.max())
            return powers @ values / powers.sum(), keys, values
        """,
        "another order of the lines",
    ),
    right(
        "the values' length",
        edited(
            GIVEN,
            ("    values = np.concatenate([values, v[None]])\n", ""),
            (Q, "apply_rope(q[None], np.array([len(values)]))"),
            (
                "    scores =",
                "    values = np.concatenate([values, v[None]])\n    scores =",
            ),
        ),
        "the values have not grown yet",
    ),
    right(
        "the keys turned back instead",
        """
        def cached_step(q, k, v, keys, values):
            n = len(keys)
            new = apply_rope(k[None], np.array([n]))
            keys = np.concatenate([keys, new])
            values = np.concatenate([values, v[None]])
            back = apply_rope(keys, np.full(n + 1, -n))
            scores = back @ q / len(q) ** 0.5
            powers = np.exp(scores - scores.max())
            return powers / powers.sum() @ values, keys, values
        """,
        "only the difference of positions counts",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "the key moved too",
        edited(GIVEN, (K, "apply_rope(k[None], np.array([len(keys) + 1]))")),
        "they agree, at the wrong place",
        "both-one-too-far",
    ),
    wrong(
        "two taken off",
        query("apply_rope(q[None], np.array([len(keys) - 2]))"),
        "off by one, the other way",
        "query-one-behind",
    ),
    wrong("not turned", query("q[None]"), "a query without a place", "query-not-turned"),
    wrong(
        "the row's own index",
        edited(
            query("apply_rope(q[None], np.array([0]))"),
            (K, "apply_rope(k[None], np.array([0]))"),
        ),
        "the bug that the chapter shows",
        "new-token-at-zero",
    ),
    wrong(
        "all keys again",
        """
        def cached_step(q, k, v, keys, values):
            keys = apply_rope(np.vstack([keys, k]), np.arange(len(keys) + 1))
            values = np.vstack([values, v])
            q = apply_rope(q[None], np.array([len(keys) - 1]))[0]
            scores = keys @ q / np.sqrt(len(q))
            powers = np.exp(scores - scores.max())
            return powers @ values / powers.sum(), keys, values
        """,
        "the cached keys are turned a second time",
        "turned-again",
    ),
    wrong(
        "no root",
        edited(
            query("apply_rope(q[None], np.array([len(keys) - 1]))"),
            (" / len(q) ** 0.5", ""),
        ),
        "repaired, and something else broken",
        "unscaled",
    ),
    wrong(
        "the new token cannot see itself",
        """
        def cached_step(q, k, v, keys, values):
            here = np.array([len(keys)])
            q, k = apply_rope(q[None], here)[0], apply_rope(k[None], here)
            if len(keys) == 0:
                return v, k, v[None]
            scores = keys @ q / np.sqrt(len(q))
            powers = np.exp(scores - scores.max())
            context = powers @ values / powers.sum()
            return context, np.vstack([keys, k]), np.vstack([values, v])
        """,
        "the key is appended after the scores",
    ),
)
