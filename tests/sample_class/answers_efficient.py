"""What the students of the sample class wrote in chapter 12."""

CACHE = """\
class KVCache:
    def __init__(self):
        super().__init__()
        self.keys, self.values = [], []

    def append(self, k, v):
        self.keys.append(np.array(k, ndmin=2))
        self.values.append(np.array(v, ndmin=2))

"""

RIGHT = {
    "predict_longer": 'prediction = "d"',
    "predict_reach": "predicted_reach = 1 + 3 + 3 + 3",
    # A running log-sum-exp in place of the largest score and the total.
    "online_softmax_attention": """\
log_total = np.full((*q.shape[:-1], 1), -np.inf)
context = np.zeros((*q.shape[:-1], v.shape[-1]))
for start in range(0, k.shape[-2], block_size):
    block = slice(start, start + block_size)
    scores = np.einsum("...id,...jd->...ij", q, k[..., block, :]) / np.sqrt(q.shape[-1])
    top = scores.max(axis=-1, keepdims=True)
    log_block = top + np.log(np.exp(scores - top).sum(axis=-1, keepdims=True))
    log_new = np.logaddexp(log_total, log_block)
    context = np.exp(log_total - log_new) * context
    context = context + np.exp(scores - log_new) @ v[..., block, :]
    log_total = log_new
return context
""",
    # The sum of the powers of a row that is all blocked has the logarithm -inf.
    "causal_online_attention": """\
ahead = len(k) - len(q)
log_total, context = np.full((len(q), 1), -np.inf), 0.0
for start in range(0, len(k), block_size):
    keys, values = k[start : start + block_size], v[start : start + block_size]
    scores = np.einsum("id,jd->ij", q, keys) / np.sqrt(q.shape[1])
    scores[np.tri(len(q), len(keys), ahead - start) == 0] = -np.inf
    log_block = np.logaddexp.reduce(scores, axis=1, keepdims=True)
    log_new = np.logaddexp(log_total, log_block)
    context = np.exp(log_total - log_new) * context + np.exp(scores - log_new) @ values
    log_total = log_new
return context
""",
    "kv_cache": CACHE
    + """\
    def attend(self, q):
        keys = np.concatenate(self.keys, axis=-2)
        values = np.concatenate(self.values, axis=-2)
        scores = np.einsum("...d,...nd->...n", q, keys[..., None, :, :])
        if q.ndim == 1:
            scores = keys @ q
        scores = scores / np.sqrt(q.shape[-1])
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ values
""",
    "grouped_query_attention": """\
share = q.shape[-3] // k.shape[-3]
contexts = []
for h in range(q.shape[-3]):
    key, value = k[..., h // share, :, :], v[..., h // share, :, :]
    scores = q[..., h, :, :] @ np.swapaxes(key, -1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(True if mask is None else mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    contexts.append(powers / powers.sum(axis=-1, keepdims=True) @ value)
return np.stack(contexts, axis=-3)
""",
    # A turn is a product with a complex number of length one.
    "apply_rope": """\
d = x.shape[-1]
speeds = base ** (-2 * np.arange(d // 2) / d)
turns = np.exp(1j * np.multiply.outer(positions, speeds))
turned = (x[..., 0::2] + 1j * x[..., 1::2]) * turns
result = np.empty(x.shape)
result[..., 0::2], result[..., 1::2] = turned.real, turned.imag
return result.astype(x.dtype) if x.dtype.kind == "f" else result
""",
    "alibi_bias": """\
bias = np.zeros((n_heads, n, n))
for h in range(1, n_heads + 1):
    for i in range(n):
        for j in range(i):
            bias[h - 1, i, j] = -(2 ** (-8 * h / n_heads)) * (i - j)
return bias
""",
    "cached_step": """\
def cached_step(q, k, v, keys, values):
    here = np.array([len(keys)])
    keys = np.vstack([keys, apply_rope(k[None], here)])
    values = np.vstack([values, v])
    scores = keys @ apply_rope(q[None], here)[0] / np.sqrt(len(q))
    powers = np.exp(scores - scores.max())
    return powers @ values / powers.sum(), keys, values
""",
}

STUDENTS = {
    "kwame-boateng": {
        **RIGHT,
        "predict_longer": 'prediction = "b"',
        "online_softmax_attention": """\
top, mixture = -np.inf, 0.0
for start in range(0, k.shape[-2], block_size):
    block = slice(start, start + block_size)
    scores = q @ np.swapaxes(k[..., block, :], -1, -2) / np.sqrt(q.shape[-1])
    new_top = np.maximum(top, scores.max(axis=-1, keepdims=True))
    mixture = np.exp(top - new_top) * mixture
    mixture = mixture + np.exp(scores - new_top) @ v[..., block, :]
    top = new_top
return mixture
""",
        "causal_online_attention": """\
n_q, n_k = len(q), len(k)
largest, total = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1))
mixture = np.zeros((n_q, v.shape[1]))
rows = np.arange(n_q)[:, None]
for start in range(0, n_k, block_size):
    stop = min(start + block_size, n_k)
    scores = q @ k[start:stop].T / np.sqrt(q.shape[1])
    scores = np.where(np.arange(start, stop) <= rows, scores, -np.inf)
    new = np.maximum(largest, scores.max(axis=1, keepdims=True))
    factor, powers = np.exp(largest - new), np.exp(scores - new)
    total = factor * total + powers.sum(axis=1, keepdims=True)
    mixture = factor * mixture + powers @ v[start:stop]
    largest = new
return mixture / total
""",
        "kv_cache": CACHE
        + """\
    def attend(self, q):
        keys = np.concatenate(self.keys, axis=-2)
        scores = q @ np.swapaxes(keys, -1, -2)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        return weights @ np.concatenate(self.values, axis=-2)
""",
        "grouped_query_attention": """\
times = q.shape[-3] // k.shape[-3]
k, v = np.concatenate([k] * times, axis=-3), np.concatenate([v] * times, axis=-3)
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
scores = np.where(True if mask is None else mask, scores, -np.inf)
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
return powers / powers.sum(axis=-1, keepdims=True) @ v
""",
        "apply_rope": """\
half = x.shape[-1] // 2
angles = positions[:, None] * base ** (-np.arange(half) / half)
first, second = x[..., :half], x[..., half:]
return np.concatenate(
    [
        first * np.cos(angles) - second * np.sin(angles),
        first * np.sin(angles) + second * np.cos(angles),
    ],
    axis=-1,
)
""",
        "alibi_bias": """\
slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
distance = np.tril(np.arange(n)[:, None] - np.arange(n))
return slopes[:, None, None] * distance
""",
    },
    "lucia-romano": {
        **RIGHT,
        "cached_step": """\
def cached_step(q, k, v, keys, values):
    keys = np.vstack([keys, apply_rope(k[None], np.array([len(keys) + 1]))])
    values = np.vstack([values, v])
    scores = keys @ apply_rope(q[None], np.array([len(keys)]))[0] / np.sqrt(len(q))
    powers = np.exp(scores - scores.max())
    return powers @ values / powers.sum(), keys, values
""",
        "predict_longer": 'prediction = "c"',
        "predict_reach": "predicted_reach = 12",
        "online_softmax_attention": """\
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
return powers / powers.sum(axis=-1, keepdims=True) @ v
""",
        "kv_cache": """\
class KVCache:
    def __init__(self):
        super().__init__()

    def append(self, k, v):
        self.k, self.v = np.atleast_2d(k), np.atleast_2d(v)

    def attend(self, q):
        scores = q @ np.swapaxes(self.k, -1, -2) / np.sqrt(q.shape[-1])
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True) @ self.v
""",
        "grouped_query_attention": """\
times = q.shape[-3] // k.shape[-3]
k, v = np.repeat(k, times, axis=-3), np.repeat(v, times, axis=-3)
scores = q @ np.swapaxes(k, -1, -2)
scores = np.where(True if mask is None else mask, scores, -np.inf)
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
return powers / powers.sum(axis=-1, keepdims=True) @ v
""",
        "alibi_bias": """\
slopes = 2.0 ** (-8 * np.arange(n_heads) / n_heads)
steps = np.minimum(np.arange(n) - np.arange(n)[:, None], 0)
return slopes[:, None, None] * steps
""",
    },
    "mina-park": {
        "predict_longer": RIGHT["predict_longer"],
        "online_softmax_attention": RIGHT["online_softmax_attention"],
        "apply_rope": """\
angles = positions[:, None] * base ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])
first, second = x[..., 0::2], x[..., 1::2]
result = np.empty(x.shape)
result[..., 0::2] = first * np.cos(angles) + second * np.sin(angles)
result[..., 1::2] = second * np.cos(angles) - first * np.sin(angles)
return result
""",
    },
}
