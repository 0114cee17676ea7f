"""Answers to numpy.attention_in_chunks."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "numpy.attention_in_chunks"

GIVEN = """
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        stop = start + size
        weights = attention_weights(q, k[start:stop])
        contexts.append(weights @ v[start:stop])
    return np.mean(contexts, axis=0)
"""

POWERS = """
def attention_in_chunks(q, k, v, size):
    total, mixture = 0, 0
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
        powers = np.exp(scores)
        total = total + powers.sum(axis=1, keepdims=True)
        mixture = mixture + powers @ v[start : start + size]
    return mixture / total
"""

ANSWERS = (
    right(
        "the given code, queries cut",
        edited(
            GIVEN,
            ("len(k)", "len(q)"),
            ("(q, k[start:stop])", "(q[start:stop], k)"),
            ("v[start:stop]", "v"),
            ("np.mean", "np.concatenate"),
        ),
        "the smallest repair",
    ),
    right(
        "filled in place",
        """
        def attention_in_chunks(q, k, v, size):
            context = np.empty((len(q), v.shape[1]))
            for start in range(0, len(q), size):
                rows = slice(start, start + size)
                context[rows] = attention_weights(q[rows], k) @ v
            return context
        """,
        "an array made before",
    ),
    right(
        "np.array_split",
        """
        def attention_in_chunks(q, k, v, size):
            parts = np.array_split(q, -(-len(q) // size))
            return np.vstack([attention_weights(part, k) @ v for part in parts])
        """,
        "chunks of nearly equal length, none longer than size",
    ),
    right(
        "an online softmax over the keys",
        """
        def attention_in_chunks(q, k, v, size):
            top = np.full((len(q), 1), -np.inf)
            total, mixture = 0, 0
            for start in range(0, len(k), size):
                scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
                new = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers = np.exp(scores - new)
                old = np.exp(top - new)
                total = old * total + powers.sum(axis=1, keepdims=True)
                mixture = old * mixture + powers @ v[start : start + size]
                top = new
            return mixture / total
        """,
        "the keys stay cut, as in chapter 12",
    ),
    right(
        "recursion",
        """
        def attention_in_chunks(q, k, v, size):
            first = attention_weights(q[:size], k) @ v
            if len(q) <= size:
                return first
            return np.append(first, attention_in_chunks(q[size:], k, v, size), axis=0)
        """,
        "one chunk, and the rest by the function itself",
    ),
    wrong(
        "untouched",
        GIVEN,
        "as it was handed out",
        verdict="not_attempted",
    ),
    wrong(
        "renamed",
        edited(
            GIVEN,
            ("contexts", "parts"),
            ("np.mean(parts, axis=0)", "sum(parts) / len(parts)"),
        ),
        "other words for the same thing",
        verdict="not_attempted",
    ),
    wrong(
        "summed",
        edited(GIVEN, ("np.mean", "np.sum")),
        "as if the chunks shared one unit of attention",
        "chunks-summed",
    ),
    wrong(
        "a mean that knows the lengths",
        """
        def attention_in_chunks(q, k, v, size):
            contexts, lengths = [], []
            for start in range(0, len(k), size):
                part = k[start : start + size]
                weights = attention_weights(q, part)
                contexts.append(weights @ v[start : start + size])
                lengths.append(len(part))
            return np.average(contexts, axis=0, weights=lengths)
        """,
        "repairs the last chunk, which was not what was wrong",
        "weighed-by-length",
    ),
    wrong(
        "powers without a shift",
        POWERS,
        "the right sums, until they overflow",
        "no-shift",
    ),
    wrong(
        "powers, each chunk shifted by itself",
        edited(
            POWERS, ("np.exp(scores)", "np.exp(scores - scores.max(axis=1, keepdims=True))")
        ),
        "sums of powers that are measured from different zeros",
        "each-its-own-largest",
    ),
    wrong(
        "everything cut",
        edited(
            GIVEN,
            ("len(k)", "len(q)"),
            ("(q, k[start:stop])", "(q[start:stop], k[start:stop])"),
            ("np.mean", "np.concatenate"),
        ),
        "blocks along the diagonal",
        "both-cut",
    ),
    wrong(
        "return in the loop",
        """
        def attention_in_chunks(q, k, v, size):
            for start in range(0, len(q), size):
                weights = attention_weights(q[start : start + size], k)
                return weights @ v
        """,
        "the first chunk of queries alone",
    ),
    wrong(
        "all at once",
        """
        def attention_in_chunks(q, k, v, size):
            return attention_weights(q, k) @ v
        """,
        "right, and no chunk left",
        "all-at-once",
    ),
    wrong(
        "full chunks only",
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for i in range(len(q) // size):
                rows = q[i * size : (i + 1) * size]
                contexts.append(attention_weights(rows, k) @ v)
            return np.concatenate(contexts)
        """,
        "the rest of the division is forgotten",
        "short-chunk-lost",
    ),
)
