"""Answers to efficient.online_softmax_attention: wrong ones, continued."""

from answers.corpus import wrong
from answers.edits import edited

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
    wrong(
        "causal",
        edited(
            BASE,
            (
                "new = np.maximum",
                "places = np.arange(start, start + keys.shape[-2])\n"
                "        ahead = places > np.arange(q.shape[-2])[:, None]\n"
                "        scores = np.where(ahead, -1e30, scores)\n"
                "        new = np.maximum",
            ),
        ),
        "keys after the query are left out",
        "causal",
    ),
)
