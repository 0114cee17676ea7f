"""Answers to efficient.cached_step that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "minus one",
        """
        def cached_step(q, k, v, keys, values):
            keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
            values = np.concatenate([values, v[None]])
            turned = apply_rope(q[None], np.array([len(keys) - 1]))
            scores = keys @ turned[0] / len(q) ** 0.5
            powers = np.exp(scores - scores.max())
            return powers / powers.sum() @ values, keys, values
        """,
        "smallest",
    ),
    right(
        "the position first",
        """
        def cached_step(q, k, v, keys, values):
            here = np.array([len(keys)])
            keys = np.concatenate([keys, apply_rope(k[None], here)])
            values = np.concatenate([values, v[None]])
            turned = apply_rope(q[None], here)
            scores = keys @ turned[0] / len(q) ** 0.5
            powers = np.exp(scores - scores.max())
            return powers / powers.sum() @ values, keys, values
        """,
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
        """
        def cached_step(q, k, v, keys, values):
            keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
            turned = apply_rope(q[None], np.array([len(values)]))
            values = np.concatenate([values, v[None]])
            scores = keys @ turned[0] / len(q) ** 0.5
            powers = np.exp(scores - scores.max())
            return powers / powers.sum() @ values, keys, values
        """,
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
    right(
        "query and key turned at once",
        """
        def cached_step(q, k, v, keys, values):
            turned = apply_rope(np.stack([q, k]), np.full(2, len(keys)))
            keys = np.append(keys, turned[1:], axis=0)
            values = np.append(values, v[None], axis=0)
            scores = np.einsum("d,nd->n", turned[0], keys) * len(q) ** -0.5
            powers = np.exp(scores - scores.max())
            return np.einsum("n,nd->d", powers / powers.sum(), values), keys, values
        """,
        "the position stands there once",
    ),
    wrong(
        "untouched",
        change("len(keys) - 1", "len(keys)"),
        "as given",
        verdict="not_attempted",
        of="minus one",
    ),
    wrong(
        "the key moved too",
        change("np.array([len(keys)])", "np.array([len(keys) + 1])")
        + change("len(keys) - 1", "len(keys)"),
        "they agree, at the wrong place",
        "both-one-too-far",
        of="minus one",
    ),
    wrong(
        "two taken off",
        change("len(keys) - 1", "len(keys) - 2"),
        "off by one, the other way",
        "query-one-behind",
        of="minus one",
    ),
    wrong(
        "not turned",
        change("apply_rope(q[None], np.array([len(keys) - 1]))", "q[None]"),
        "a query without a place",
        "query-not-turned",
        of="minus one",
    ),
    wrong(
        "the row's own index",
        change("np.array([len(keys)])", "np.array([0])") + change("len(keys) - 1", "0"),
        "the bug that the chapter shows",
        "new-token-at-zero",
        of="minus one",
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
        change(" / len(q) ** 0.5", ""),
        "repaired, and something else broken",
        "unscaled",
        of="minus one",
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
    wrong(
        "the place after the new one",
        """
        def cached_step(q, k, v, keys, values):
            here = np.array([len(keys) + 1])
            keys = np.concatenate([keys, apply_rope(k[None], here)])
            values = np.concatenate([values, v[None]])
            s = keys @ apply_rope(q[None], here)[0] / len(q) ** 0.5
            p = np.exp(s - s.max())
            return p / p.sum() @ values, keys, values
        """,
        "query and key one too far",
        "both-one-too-far",
    ),
    wrong(
        "the query where the cache ends",
        """
        def cached_step(q, k, v, keys, values):
            n = len(keys)
            keys = np.concatenate([keys, apply_rope(k[None], np.array([n]))])
            values = np.concatenate([values, v[None]])
            s = keys @ apply_rope(q[None], np.array([n - 1]))[0] / len(q) ** 0.5
            p = np.exp(s - s.max())
            return p / p.sum() @ values, keys, values
        """,
        "query one too early",
        "query-one-behind",
    ),
    wrong(
        "turned query meets the new key unturned",
        """
        def cached_step(q, k, v, keys, values):
            n = len(keys)
            turned = apply_rope(np.stack([q, k]), np.array([n, n]))
            scores = np.append(keys @ turned[0], k @ turned[0]) / len(q) ** 0.5
            w = np.exp(scores - scores.max())
            values = np.vstack([values, v])
            return w / w.sum() @ values, np.vstack([keys, turned[1]]), values
        """,
        "the token's own score is that of an unturned key",
    ),
)
