"""Answers to write.next_token_probabilities: right ones."""

from answers.corpus import right
from answers.edits import edited

EXERCISE = "write.next_token_probabilities"

BASE = """
def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    scores = np.array(logits, dtype=np.float64)
    if temperature == 0:
        p = np.zeros(scores.shape)
        np.put_along_axis(p, scores.argmax(axis=-1)[..., None], 1.0, axis=-1)
        return p
    scores = scores / temperature
    if top_k is not None and top_k < scores.shape[-1]:
        least = np.sort(scores, axis=-1)[..., -top_k][..., None]
        scores[scores < least] = -np.inf
    p = np.exp(scores - scores.max(axis=-1, keepdims=True))
    p = p / p.sum(axis=-1, keepdims=True)
    if top_p is not None:
        order = np.argsort(-p, axis=-1)
        ranked = np.take_along_axis(p, order, axis=-1)
        drop = np.cumsum(ranked, axis=-1) - ranked >= top_p
        ranked[drop] = 0.0
        np.put_along_axis(p, order, ranked, axis=-1)
        p = p / p.sum(axis=-1, keepdims=True)
    return p
"""

ANSWERS = (
    right("thresholds, then a sum", BASE, "in the order that is asked for"),
    right(
        "row by row",
        """
        def one(row, temperature, top_k, top_p):
            if temperature == 0:
                temperature, top_k, top_p = 1.0, 1, None
            best = np.argsort(-row, kind="stable")[:top_k]
            p = np.exp((row[best] - row[best[0]]) / temperature)
            p /= p.sum()
            if top_p is not None:
                count = int(np.searchsorted(np.cumsum(p), top_p)) + 1
                p[count:] = 0
                p /= p.sum()
            full = np.zeros(len(row))
            full[best] = p
            return full


        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            rows = np.reshape(logits, (-1, np.shape(logits)[-1])).astype(float)
            found = [one(row, temperature, top_k, top_p) for row in rows]
            return np.array(found).reshape(np.shape(logits))
        """,
        "searchsorted finds the one that crosses; the chapter binds one above",
    ),
    right(
        "recursion",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            if np.ndim(logits) > 1:
                return np.stack([
                    next_token_probabilities(row, temperature, top_k, top_p)
                    for row in logits])
            scores = [float(x) for x in logits]
            order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
            kept = order[:1] if temperature == 0 else order[:top_k]
            warm = temperature or 1.0
            p = dict.fromkeys(order, 0.0)
            for i in kept:
                p[i] = float(np.exp((scores[i] - scores[order[0]]) / warm))
            total = sum(p.values())
            if top_p is not None:
                reached = 0.0
                for i in order:
                    if reached >= top_p * total:
                        p[i] = 0.0
                    reached += p[i]
            total = sum(p.values())
            return np.array([p[i] / total for i in range(len(scores))])
        """,
        "one row at a time, axis by axis, with a dict",
    ),
    right(
        "a sampler",
        """
        class Sampler:
            def __init__(self, temperature, top_k, top_p):
                self.temperature, self.top_k, self.top_p = temperature, top_k, top_p

            def softmax(self, x):
                e = np.exp(x - x.max(axis=-1, keepdims=True))
                return e / e.sum(axis=-1, keepdims=True)

            def __call__(self, logits):
                if self.temperature == 0:
                    best = logits.argmax(axis=-1)
                    return np.eye(logits.shape[-1])[best]
                x = logits.astype(float) / self.temperature
                rank = np.argsort(np.argsort(-x, axis=-1, kind="stable"), axis=-1)
                if self.top_k is not None:
                    x = np.where(rank < self.top_k, x, -np.inf)
                if self.top_p is not None:
                    p = self.softmax(x)
                    before = (p[..., None, :] * (rank[..., None, :] < rank[..., :, None]))
                    x = np.where(before.sum(axis=-1) < self.top_p, x, -np.inf)
                return self.softmax(x)


        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            return Sampler(temperature, top_k, top_p)(logits)
        """,
        "what is likelier is added up over pairs of tokens",
    ),
    right(
        "float32",
        edited(BASE, ("    return p\n", "    return p.astype(np.float32)\n")),
        "float is asked for; single precision is one",
    ),
)
