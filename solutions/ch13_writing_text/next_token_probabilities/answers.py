"""Answers to write.next_token_probabilities that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "thresholds, then a sum",
        """
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
        """,
        "in the order that is asked for",
    ),
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
        change("        return p\n    scores", "        return np.float32(p)\n    scores")
        + change("\n    return p", "\n    return np.float32(p)"),
        "float is asked for; single precision is one",
        of="thresholds, then a sum",
    ),
    wrong(
        "times",
        change("/ temperature", "* temperature"),
        "multiplied",
        "multiplied",
        of="thresholds, then a sum",
    ),
    wrong(
        "unused",
        change("    scores = scores / temperature\n", ""),
        "the temperature is only looked at for 0",
        "temperature-unused",
        of="thresholds, then a sum",
    ),
    wrong(
        "0 divides",
        change("temperature == 0:", "temperature is None:"),
        "logits / 0",
        "zero-divides",
        of="thresholds, then a sum",
    ),
    wrong(
        "crossing one dropped",
        change(
            "np.cumsum(ranked, axis=-1) - ranked >= top_p",
            "np.cumsum(ranked, axis=-1) > top_p",
        ),
        "the one that crosses is left out, and with a tiny top_p all are",
        "all-that-cross",
        of="thresholds, then a sum",
    ),
    wrong(
        "crossing one dropped, the first kept",
        change(
            "np.cumsum(ranked, axis=-1) - ranked >= top_p",
            "np.cumsum(ranked, axis=-1) > top_p\n        drop[..., 0] = False",
        ),
        "the one that crosses is left out",
        "crossing-left-out",
        of="thresholds, then a sum",
    ),
    wrong(
        "not scaled again",
        change("        p = p / p.sum(axis=-1, keepdims=True)\n", ""),
        "after top-p the rows sum to less than one",
        "not-scaled-after-top-p",
        of="thresholds, then a sum",
    ),
    wrong(
        "top-p first",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            scores = np.array(logits, dtype=float)
            if temperature == 0:
                temperature, top_k = 1, 1
            scores = scores / temperature
            order = np.argsort(-scores, axis=-1)
            p = np.exp(scores - scores.max(axis=-1, keepdims=True))
            p = np.take_along_axis(p / p.sum(axis=-1, keepdims=True), order, axis=-1)
            if top_p is not None:
                p[np.cumsum(p, axis=-1) - p >= top_p] = 0
            if top_k is not None:
                p[..., top_k:] = 0
            result = np.zeros(p.shape)
            np.put_along_axis(result, order, p / p.sum(axis=-1, keepdims=True), axis=-1)
            return result
        """,
        "top-p counts in all of the tokens",
        "top-p-of-everything",
    ),
    wrong(
        "zeros for logits",
        change("scores[scores < least] = -np.inf", "scores[scores < least] = 0"),
        "for top-k alone, a logit of 0 has a probability; top-p meets ties then",
        of="thresholds, then a sum",
    ),
    wrong(
        "no maximum",
        change(" - scores.max(axis=-1, keepdims=True)", ""),
        "exp overflows",
        "unstable",
        of="thresholds, then a sum",
    ),
    wrong(
        "k ignored",
        change("top_k is not None and top_k < scores.shape[-1]", "False"),
        "top_k is not used",
        "top-k-unused",
        of="thresholds, then a sum",
    ),
    wrong(
        "p ignored",
        change("top_p is not None", "False"),
        "top_p is not used",
        "top-p-unused",
        of="thresholds, then a sum",
    ),
    wrong(
        "the k smallest",
        change("[..., -top_k]", "[..., top_k - 1]")
        + change("scores < least", "scores > least"),
        "sorted from the smallest on",
        "least-likely-kept",
        of="thresholds, then a sum",
    ),
    wrong(
        "more than there are",
        change(" and top_k < scores.shape[-1]", ""),
        "an index behind the end for top_k = 9 of 4",
        of="thresholds, then a sum",
    ),
    wrong(
        "temperature after the softmax",
        change("    if top_p", "    p = p / temperature\n    if top_p"),
        "probabilities are divided, not logits",
        of="unused",
    ),
    wrong(
        "an id drawn",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            return np.argmax(logits, axis=-1)
        """,
        "an id for probabilities",
    ),
    wrong(
        "cutting the caller's logits",
        change("np.array(logits, dtype=np.float64)", "np.asarray(logits)")
        + change("scores = scores / temperature", "scores /= temperature"),
        "the caller's array is divided, and whole numbers cannot be",
        of="thresholds, then a sum",
    ),
    wrong(
        "log-softmax",
        change("        return p\n    scores", "        return np.log(p)\n    scores")
        + change("\n    return p", "\n    return np.log(p)"),
        "logarithms of probabilities",
        of="thresholds, then a sum",
    ),
    *route(
        "sorted once",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            z = np.asarray(logits, dtype=float)
            order = np.argsort(-z, axis=-1, kind="stable")
            z = np.take_along_axis(z, order, -1)
            z = z - z[..., :1]
            first = (np.arange(z.shape[-1]) == 0) * np.ones(z.shape)
            p = np.exp(z / temperature) if temperature else first
            p[..., top_k or z.size :] = 0
            p /= p.sum(-1, keepdims=True)
            if top_p is not None:
                p[np.cumsum(p, -1) - p >= top_p] = 0
                p /= p.sum(-1, keepdims=True)
            out = np.empty(p.shape)
            np.put_along_axis(out, order, p, -1)
            return out
        ---
        z / => z * | multiplied
        np.cumsum(p, -1) - p >= top_p => np.cumsum(p, -1) >= top_p | all-that-cross
        np.cumsum(p, -1) - p >= => p < 1 -
        top_k or z.size : => : top_k or 0
        np.put_along_axis(out, order, p, -1) => out[:] = p
        np.put_along_axis(out, order, p => out = np.take_along_axis(p, order
        top_k or z.size => (top_k or z.size) + 1
        """,
    ),
    wrong(
        "top_p without the crossing one, before top_k",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            logits = np.array(logits, dtype=float)
            if temperature == 0:
                p = np.zeros(logits.shape)
                np.put_along_axis(p, logits.argmax(-1)[..., None], 1, -1)
                return p
            logits = logits / temperature
            p = np.exp(logits - logits.max(-1, keepdims=True))
            p /= p.sum(-1, keepdims=True)
            order = np.argsort(-p, axis=-1)
            ranked = np.take_along_axis(p, order, -1)
            if top_p is not None:
                ranked = np.where(np.cumsum(ranked, -1) <= top_p, ranked, 0)
            if top_k is not None:
                ranked[..., top_k:] = 0
            np.put_along_axis(p, order, ranked, -1)
            return p / p.sum(-1, keepdims=True)
        """,
        "written from the text alone",
        "all-that-cross + top-p-of-everything",
    ),
    wrong(
        "greedy for one row alone",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            logits = np.asarray(logits, dtype=float)
            if temperature == 0:
                out = np.zeros(logits.shape)
                out[..., np.argmax(logits)] = 1
                return out
            z = logits / temperature
            order = np.argsort(-z, axis=-1)
            rank = np.argsort(order, axis=-1)
            e = np.exp(z - z.max(axis=-1, keepdims=True))
            if top_k is not None:
                e = np.where(rank < top_k, e, 0)
            p = e / e.sum(axis=-1, keepdims=True)
            if top_p is not None:
                s = np.take_along_axis(p, order, axis=-1)
                before = np.cumsum(s, axis=-1) - s
                keep = np.take_along_axis(before < top_p, rank, axis=-1)
                p = np.where(keep, p, 0)
                p = p / p.sum(axis=-1, keepdims=True)
            return p
        """,
        "the place in all rows together",
    ),
)
