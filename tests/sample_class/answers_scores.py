"""What the students of the sample class wrote in chapter 06."""

RIGHT = {
    "bilinear_score": 'return np.einsum("...id,de,...je->...ij", q, W, k)',
    "additive_scores": """\
asked, offered = np.einsum("...d,dh->...h", q, W_q), np.einsum("...d,dh->...h", k, W_k)
hidden = np.tanh(np.expand_dims(asked, -2) + np.expand_dims(offered, -3))
return np.einsum("...h,h->...", hidden, v)
""",
    "predict_spread": 'prediction = "b"',
    "predict_own_score": "predicted_score = 64 / 8",
    "entropy": """\
def entropy(weights):
    def surprise(w):
        return -w * np.log(w) if w > 0 else 0.0

    total = np.zeros(weights.shape[:-1])
    for place in np.ndindex(*total.shape):
        total[place] = sum(surprise(float(w)) for w in weights[place])
    return total
""",
    "softmax_jacobian": """\
n = weights.shape[-1]
jacobian = -np.einsum("...i,...j->...ij", weights, weights)
for i in range(n):
    jacobian[..., i, i] += weights[..., i]
return jacobian
""",
    "cosine_scores": """\
def cosine_scores(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    lengths_q, lengths_k = ((x * x).sum(axis=-1) ** 0.5 for x in (q, k))
    return scores / lengths_q[..., :, None] / lengths_k[..., None, :]
""",
    "find_largest": """\
W_q = [[0, 0], [30, 0], [0, 0]]
W_k = [[5, 0], [0, 0], [0, 0]]
return np.array(W_q), np.array(W_k), np.array([[0], [0], [1]])
""",
}

STUDENTS = {
    "noor-siddiqui": {
        **RIGHT,
        "cosine_scores": """\
def cosine_scores(q, k):
    q = q / np.linalg.norm(q, axis=-2, keepdims=True)
    k = k / np.linalg.norm(k, axis=-2, keepdims=True)
    return q @ np.swapaxes(k, -1, -2)
""",
        "bilinear_score": "return q @ W.T @ np.swapaxes(k, -1, -2)",
        "additive_scores": """\
from_queries, from_keys = np.tanh(q @ W_q), np.tanh(k @ W_k)
return (from_queries[..., :, None, :] + from_keys[..., None, :, :]) @ v
""",
        "predict_spread": 'prediction = "a"',
        "predict_own_score": "predicted_score = 1.0",
        "entropy": "return -(weights * np.log(weights)).sum(axis=-1)",
        "softmax_jacobian": """\
slopes = weights * (1 - weights)
return slopes[..., None] * np.eye(weights.shape[-1])
""",
    },
    "pavel-dvorak": {
        **RIGHT,
        "find_largest": """\
number = np.array([[1.0], [0.0], [0.0]])
return 20 * number, number, np.array([[0.0], [0.0], [1.0]])
""",
        "bilinear_score": "return q @ W @ k.T",
        "additive_scores": "return np.tanh(q @ W_q + k @ W_k) @ v",
        "predict_spread": 'prediction = "c"',
        "entropy": """\
safe = np.where(weights > 0, weights, 1)
return -(weights * np.log(safe)).sum()
""",
        "softmax_jacobian": "return np.diag(weights) - np.outer(weights, weights)",
    },
    "yara-mansour": {
        "bilinear_score": RIGHT["bilinear_score"],
        "additive_scores": """\
hidden = np.tanh((q @ W_q)[..., :, None, :] + (k @ W_k)[..., None, :, :])
return hidden.sum(axis=-1)
""",
        "entropy": "# TODO: look up what a nat is\n...",
    },
}
