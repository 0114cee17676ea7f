"""Answers to efficient.online_softmax_attention: right ones."""

from answers.corpus import right

EXERCISE = "efficient.online_softmax_attention"

BASE = """
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
"""

ANSWERS = (
    right(
        "the textbook's",
        BASE,
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
)
