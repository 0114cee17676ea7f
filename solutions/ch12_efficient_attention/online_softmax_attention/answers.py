"""Answers to efficient.online_softmax_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "a running mean",
        """
        def online_softmax_attention(q, k, v, block_size):
            top, mean, total = -np.inf, 0.0, 0.0
            for i in range(0, k.shape[-2], block_size):
                keys, values = k[..., i : i + block_size, :], v[..., i : i + block_size, :]
                s = q @ np.swapaxes(keys, -1, -2) / q.shape[-1] ** 0.5
                new = np.maximum(top, s.max(-1, keepdims=True))
                p = np.exp(s - new)
                block = p.sum(-1, keepdims=True)
                total = total * np.exp(top - new) + block
                mean = mean + (p @ values - mean * block) / total
                top = new
            return mean
        """,
        "each block pulls the mean by its share",
    ),
    right(
        "the textbook's",
        """
        def online_softmax_attention(q, k, v, block_size):
            scaled = q / np.sqrt(q.shape[-1])
            batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
            rows = (*batch, q.shape[-2], 1)
            top = np.full(rows, -np.inf)
            total = np.zeros(rows)
            context = np.zeros((*rows[:-1], v.shape[-1]))
            for start in range(0, k.shape[-2], block_size):
                keys = k[..., start : start + block_size, :]
                values = v[..., start : start + block_size, :]
                scores = scaled @ np.swapaxes(keys, -1, -2)
                new = np.maximum(top, scores.max(axis=-1, keepdims=True))
                powers = np.exp(scores - new)
                old = np.exp(top - new)
                total = total * old + powers.sum(axis=-1, keepdims=True)
                context = context * old + powers @ values
                top = new
            return context / total
        """,
        "running maximum, sum and context",
    ),
    right(
        "always divided",
        """
        def online_softmax_attention(q, k, v, block_size):
            top, total, mean = -np.inf, 0.0, 0.0
            for start in range(0, k.shape[-2], block_size):
                rows = np.s_[..., start : start + block_size, :]
                scores = q @ np.swapaxes(k[rows], -1, -2) / q.shape[-1] ** 0.5
                new = np.maximum(top, scores.max(-1, keepdims=True))
                powers = np.exp(scores - new)
                left = total * np.exp(top - new)
                total = left + powers.sum(-1, keepdims=True)
                mean = left / total * mean + powers / total @ v[rows]
                top = new
            return mean
        """,
        "the context is a mean after every block",
    ),
    right(
        "log of the sum",
        """
        def online_softmax_attention(q, k, v, block_size):
            logsum, context = None, None
            start = 0
            while start < k.shape[-2]:
                keys, values = k[..., start:, :], v[..., start:, :]
                keys, values = keys[..., :block_size, :], values[..., :block_size, :]
                scores = np.einsum("...id,...jd->...ij", q, keys) / np.sqrt(q.shape[-1])
                top = scores.max(-1, keepdims=True)
                own = top + np.log(np.exp(scores - top).sum(-1, keepdims=True))
                found = np.exp(scores - own) @ values
                if context is None:
                    logsum, context = own, found
                else:
                    both = np.logaddexp(logsum, own)
                    context = np.exp(logsum - both) * context + np.exp(own - both) * found
                    logsum = both
                start += block_size
            return context
        """,
        "one number a query: the log of the sum of powers so far",
    ),
    right(
        "in place, a class",
        """
        class Running:
            def __init__(self, shape, d_v):
                self.top = np.full((*shape, 1), -np.inf)
                self.total = np.zeros((*shape, 1))
                self.context = np.zeros((*shape, d_v))

            def take(self, scores, values):
                new = np.maximum(self.top, scores.max(axis=-1, keepdims=True))
                np.subtract(scores, new, out=scores)
                np.exp(scores, out=scores)
                self.top -= new
                np.exp(self.top, out=self.top)
                self.total *= self.top
                self.context *= self.top
                self.total += scores.sum(axis=-1, keepdims=True)
                self.context += scores @ values
                self.top = new


        def online_softmax_attention(q, k, v, block_size):
            batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
            running = Running((*batch, q.shape[-2]), v.shape[-1])
            q = q.astype(np.float64)
            for start in range(0, k.shape[-2], block_size):
                keys, values = (a[..., start : start + block_size, :] for a in (k, v))
                scores = q @ np.swapaxes(keys, -1, -2)
                scores /= q.shape[-1] ** 0.5
                running.take(scores, values)
            return running.context / running.total
        """,
        "an object that changes its own arrays block by block",
    ),
    right(
        "helpers called step and column",
        """
        def step(state, scores, values):
            top, total, context = state
            new = np.maximum(top, scores.max(-1, keepdims=True))
            powers, old = np.exp(scores - new), np.exp(top - new)
            total = old * total + powers.sum(-1, keepdims=True)
            return new, total, old * context + powers @ values


        def column(a, start, size):
            return a[..., start : start + size, :]


        def online_softmax_attention(q, k, v, block_size):
            state = -np.inf, 0, 0
            for start in range(0, k.shape[-2], block_size):
                keys = np.swapaxes(column(k, start, block_size), -1, -2)
                scores = q @ keys * q.shape[-1] ** -0.5
                state = step(state, scores, column(v, start, block_size))
            return state[2] / state[1]
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "never rescaled",
        change("total * old", "total") + change("context * old", "context"),
        "what was gathered under an older maximum stays as it was",
        "mixture-not-rescaled + total-not-rescaled",
        of="the textbook's",
    ),
    wrong(
        "the sum never rescaled",
        change("total * old", "total"),
        "only the context is",
        "total-not-rescaled",
        of="the textbook's",
    ),
    wrong(
        "the context never rescaled",
        change("context * old", "context"),
        "only the sum is",
        "mixture-not-rescaled",
        of="the textbook's",
    ),
    wrong(
        "the maximum starts at 0",
        change("np.full(rows, -np.inf)", "np.zeros(rows)"),
        "where all scores are far below 0 everything underflows",
        "largest-from-zero",
        of="the textbook's",
    ),
    wrong(
        "the block's own maximum",
        change(
            "np.maximum(top, scores.max(axis=-1, keepdims=True))",
            "scores.max(axis=-1, keepdims=True)",
        ),
        "the maximum of this block, larger or not",
        "largest-of-the-block",
        of="the textbook's",
    ),
    wrong(
        "rescaled the wrong way round",
        change("np.exp(top - new)", "np.exp(new - top)"),
        "exp(new - old)",
        "inverse-factor",
        of="the textbook's",
    ),
    wrong(
        "blocks averaged",
        """
        def online_softmax_attention(q, k, v, block_size):
            found = []
            for start in range(0, k.shape[-2], block_size):
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - scores.max(-1, keepdims=True))
                weights = powers / powers.sum(-1, keepdims=True)
                found.append(weights @ v[..., start : start + block_size, :])
            return np.mean(found, axis=0)
        """,
        "a softmax within each block, and the mean of blocks",
        "mean-of-blocks",
    ),
    wrong(
        "blocks added",
        change("np.mean(found, axis=0)", "sum(found)"),
        "a softmax within each block, and the sum of blocks",
        "sum-of-blocks",
        of="blocks averaged",
    ),
    wrong(
        "two passes over the keys",
        """
        def online_softmax_attention(q, k, v, block_size):
            starts = range(0, k.shape[-2], block_size)
            top, total, context = -np.inf, 0, 0
            for start in starts:
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                top = np.maximum(top, scores.max(-1, keepdims=True))
            for start in starts:
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - top)
                total = total + powers.sum(-1, keepdims=True)
                context = context + powers @ v[..., start : start + block_size, :]
            return context / total
        """,
        "the maximum first, then everything again: not online",
        "two-passes",
        verdict="passed",
    ),
    wrong(
        "the whole table",
        """
        def online_softmax_attention(q, k, v, block_size):
            return attention(q, k, v)
        """,
        "naive attention: all scores at once",
        "whole-table",
    ),
    wrong(
        "the last block lost",
        change("range(0, k.shape[-2],", "range(0, k.shape[-2] - block_size + 1,"),
        "only whole blocks",
        "last-block-dropped",
        of="the textbook's",
    ),
    wrong(
        "not scaled",
        change(" / np.sqrt(q.shape[-1])", ""),
        "the division is forgotten",
        "unscaled",
        of="the textbook's",
    ),
    wrong(
        "scaled by the width of the values",
        change("np.sqrt(q.shape[-1])", "np.sqrt(v.shape[-1])"),
        "d_v and d_k may differ",
        "root-of-d-v",
        of="the textbook's",
    ),
    wrong(
        "not divided at the end",
        change("return context / total", "return context"),
        "the sum is never used",
        "never-divided",
        of="the textbook's",
    ),
    wrong(
        "divided in every block",
        change("        top = new", "        context = context / total\n        top = new")
        + change("return context / total", "return context"),
        "and multiplied by nothing afterwards",
        "divided-in-every-block",
        of="the textbook's",
    ),
    wrong(
        "no maximum",
        change("np.exp(scores - new)", "np.exp(scores)")
        + change("np.exp(top - new)", "1.0"),
        "powers of the scores as they are",
        "unstable",
        of="the textbook's",
    ),
    wrong(
        "one maximum for all queries",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
        "queries with small scores underflow",
        "one-maximum-for-all",
        of="the textbook's",
    ),
    wrong(
        "block_size ignored",
        change("    scaled =", "    block_size = 1024\n    scaled ="),
        "always 1024: holds too much at once",
        of="the textbook's",
    ),
    wrong(
        "queries in blocks",
        """
        def online_softmax_attention(q, k, v, block_size):
            out = []
            for start in range(0, q.shape[-2], block_size):
                out.append(attention(q[..., start : start + block_size, :], k, v))
            return np.concatenate(out, axis=-2)
        """,
        "rows are cut, and each row sees all keys at once",
        "queries-in-blocks",
    ),
    wrong(
        "causal",
        change(
            "        new =",
            "        places = np.arange(start, start + keys.shape[-2])\n"
            "        ahead = places > np.arange(q.shape[-2])[:, None]\n"
            "        scores = np.where(ahead, -1e30, scores)\n"
            "        new =",
        ),
        "keys after the query are left out",
        "causal",
        of="the textbook's",
    ),
    right(
        "log-sums",
        """
        def online_softmax_attention(q, k, v, block_size):
            total = np.full(np.broadcast_shapes(q.shape[:-2],
                k.shape[:-2]) + (q.shape[-2], 1), -np.inf)
            out = np.zeros(total.shape[:-1] + (v.shape[-1],))
            for start in range(0, k.shape[-2], block_size):
                at = slice(start, start + block_size)
                s = q @ np.swapaxes(k[..., at, :], -1, -2) / np.sqrt(q.shape[-1])
                new = np.logaddexp(total, np.logaddexp.reduce(s, axis=-1, keepdims=True))
                out = out * np.exp(total - new) + np.exp(s - new) @ v[..., at, :]
                total = new
            return out
        """,
        "written from the text alone: another route",
    ),
)
