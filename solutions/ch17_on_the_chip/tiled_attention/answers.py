"""Answers to chip.tiled_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "the textbook's",
        """
        def tiled_attention(machine, rows, columns):
            n_q, d_k = machine.shape("q")
            n_k, d_v = machine.shape("v")
            for i in range(0, n_q, rows):
                q = machine.load("q", i, i + rows) / np.sqrt(d_k)
                top = np.full((len(q), 1), -np.inf)
                total, mixed = np.zeros((len(q), 1)), np.zeros((len(q), d_v))
                for j in range(0, n_k, columns):
                    keys = machine.load("k", j, j + columns)
                    values = machine.load("v", j, j + columns)
                    scores = q @ keys.T
                    new = np.maximum(top, scores.max(axis=1, keepdims=True))
                    old, powers = np.exp(top - new), np.exp(scores - new)
                    total = old * total + powers.sum(axis=1, keepdims=True)
                    mixed = old * mixed + powers @ values
                    top = new
                machine.store("context", mixed / total, i)
        """,
        "arrays from the start",
    ),
    right(
        "always a mean",
        """
        def tiled_attention(machine, rows, columns):
            for i in range(0, machine.shape("q")[0], rows):
                q = machine.load("q", i, i + rows)
                log_total, mean = -np.inf, 0.0
                for j in range(0, machine.shape("k")[0], columns):
                    k, v = (machine.load(name, j, j + columns) for name in "kv")
                    scores = np.einsum("id,jd->ij", q, k) / q.shape[1] ** 0.5
                    top = scores.max(-1, keepdims=True)
                    own = top + np.log(np.exp(scores - top).sum(-1, keepdims=True))
                    both = np.logaddexp(log_total, own)
                    mean = np.exp(log_total - both) * mean + np.exp(scores - both) @ v
                    log_total = both
                machine.store("context", mean, i)
        """,
        "one number a query is carried: the log of its total",
    ),
    right(
        "while, and a helper",
        """
        def take(state, scores, values):
            top, total, mixed = state
            new = np.maximum(top, scores.max(1, keepdims=True))
            powers, old = np.exp(scores - new), np.exp(top - new)
            total = old * total + powers.sum(1, keepdims=True)
            return new, total, old * mixed + powers @ values


        def tiled_attention(machine, rows, columns):
            i = 0
            while i < machine.shape("q")[0]:
                q, j, state = machine.load("q", i, i + rows), 0, (-np.inf, 0.0, 0.0)
                while j < machine.shape("k")[0]:
                    k = machine.load("k", j, j + columns)
                    scores = q @ k.T / q.shape[-1] ** 0.5
                    state = take(state, scores, machine.load("v", j, j + columns))
                    j += columns
                machine.store("context", state[2] / state[1], i)
                i += rows
        """,
        "the step is a function",
    ),
    right(
        "every tile first, then one softmax",
        """
        def tiled_attention(machine, rows, columns):
            n_k = machine.shape("k")[0]
            for i in range(0, machine.shape("q")[0], rows):
                q = machine.load("q", i, i + rows)
                scores, values = [], []
                for j in range(0, n_k, columns):
                    scores.append(q @ machine.load("k", j, j + columns).T)
                    values.append(machine.load("v", j, j + columns))
                row = np.hstack(scores) / q.shape[1] ** 0.5
                powers = np.exp(row - row.max(axis=1, keepdims=True))
                weights = powers / powers.sum(axis=1, keepdims=True)
                machine.store("context", weights @ np.vstack(values), i)
        """,
        "the same traffic, with more room in fast memory",
    ),
    wrong(
        "keys beforehand",
        """
        def tiled_attention(machine, rows, columns):
            k, v = machine.load("k"), machine.load("v")
            for i in range(0, machine.shape("q")[0], rows):
                q = machine.load("q", i, i + rows)
                scores = q @ k.T / q.shape[1] ** 0.5
                powers = np.exp(scores - scores.max(1, keepdims=True))
                machine.store("context", powers / powers.sum(1, keepdims=True) @ v, i)
        """,
        "strips of scores, and all keys in fast memory",
        "all-keys-at-once",
    ),
    wrong(
        "keys for each strip",
        """
        def tiled_attention(machine, rows, columns):
            for i in range(0, machine.shape("q")[0], rows):
                q = machine.load("q", i, i + rows)
                k, v = machine.load("k"), machine.load("v")
                scores = q @ k.T / q.shape[1] ** 0.5
                powers = np.exp(scores - scores.max(1, keepdims=True))
                machine.store("context", powers / powers.sum(1, keepdims=True) @ v, i)
        """,
        "as much travels, and all keys lie in fast memory",
        "all-keys-for-each-tile",
    ),
    wrong(
        "queries in the inner loop",
        change(
            "scores = q @ keys.T",
            'q = machine.load("q", i, i + rows)\n'
            "            scores = q @ keys.T / np.sqrt(d_k)",
        )
        + change('q = machine.load("q", i, i + rows) / np.sqrt(d_k)\n        top', "top")
        + change("np.full((len(q), 1)", "np.full((min(rows, n_q - i), 1)")
        + change("np.zeros((len(q), 1)), np.zeros((len(q), d_v))", "0.0, 0.0"),
        "once for each tile of keys",
        "queries-loaded-again",
        of="the textbook's",
    ),
    wrong(
        "a store too many",
        change(
            "log_total = both\n",
            'log_total = both\n            machine.store("context", mean, i)\n',
        )
        + change('        machine.store("context", mean, i)', "        pass"),
        "as often as there are tiles",
        "context-stored-in-every-tile",
        of="always a mean",
    ),
    wrong(
        "nothing rescaled",
        change("old * total", "total") + change("old * mixed", "mixed"),
        "as it was gathered",
        "not-rescaled",
        of="the textbook's",
    ),
    wrong(
        "the total stays",
        change("old * total", "total"),
        "only the mixture is rescaled",
        "total-not-rescaled",
        of="while, and a helper",
    ),
    wrong(
        "the mixture stays",
        change("old * mixed", "mixed"),
        "only the total is rescaled",
        "mixture-not-rescaled",
        of="while, and a helper",
    ),
    wrong(
        "no root",
        change(" / np.sqrt(d_k)", ""),
        "scores as they come",
        "unscaled",
        of="the textbook's",
    ),
    wrong(
        "sums",
        change("state[2] / state[1]", "state[2]"),
        "not divided",
        "never-divided",
        of="while, and a helper",
    ),
    wrong(
        "one maximum",
        change("scores.max(axis=1, keepdims=True)", "scores.max()"),
        "of the tile",
        "one-largest-for-the-tile",
        of="the textbook's",
    ),
    wrong(
        "whole tiles of keys",
        change(
            'range(0, machine.shape("k")[0], columns)',
            'range(0, machine.shape("k")[0] // columns * columns, columns)',
        ),
        "the rest is lost",
        "last-tile-dropped",
        of="always a mean",
    ),
    wrong(
        "always at the top",
        change("mixed / total, i)", "mixed / total, 0)"),
        "every tile in the first rows",
        "stored-at-the-top",
        of="the textbook's",
    ),
    wrong(
        "no new start",
        change("i = 0\n", "i, state = 0, (-np.inf, 0.0, 0.0)\n")
        + change(
            'q, j, state = machine.load("q", i, i + rows), 0, (-np.inf, 0.0, 0.0)',
            'q, j = machine.load("q", i, i + rows), 0',
        ),
        "what other queries gathered is still there",
        "carried-over",
        of="while, and a helper",
    ),
    wrong(
        "keys in the outer loop",
        """
        def tiled_attention(machine, rows, columns):
            (n_q, d_k), n_k = machine.shape("q"), machine.shape("k")[0]
            totals = [-np.inf] * n_q
            for j in range(0, n_k, columns):
                k, v = machine.load("k", j, j + columns), machine.load("v", j, j + columns)
                for i in range(0, n_q, rows):
                    q = machine.load("q", i, i + rows)
                    before = machine.load("context", i, i + rows)
                    scores = q @ k.T / d_k**0.5
                    top = scores.max(1, keepdims=True)
                    own = top + np.log(np.exp(scores - top).sum(1, keepdims=True))
                    old = -np.inf if j == 0 else totals[i]
                    both = np.logaddexp(old, own)
                    totals[i] = both
                    now = np.exp(old - both) * before + np.exp(scores - both) @ v
                    machine.store("context", now, i)
        """,
        "the first FlashAttention's order: right, and more travels",
    ),
    wrong(
        "rows and columns swapped",
        """
        def tiled_attention(machine, rows, columns):
            n_q, d = machine.shape("q")
            n_k = machine.shape("k")[0]
            for i in range(0, n_q, columns):
                q = machine.load("q", i, i + columns)
                m, l, o = -np.inf, 0, 0
                for j in range(0, n_k, rows):
                    k, v = machine.load("k", j, j + rows), machine.load("v", j, j + rows)
                    s = q @ k.T / d ** 0.5
                    new = np.maximum(m, s.max(1, keepdims=True))
                    p, c = np.exp(s - new), np.exp(m - new)
                    l, o, m = l * c + p.sum(1, keepdims=True), o * c + p @ v, new
                machine.store("context", o / l, i)
        """,
        "right, with other traffic",
    ),
)
