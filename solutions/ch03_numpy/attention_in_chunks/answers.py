"""Answers to numpy.attention_in_chunks that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "the given code, queries cut",
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for start in range(0, len(q), size):
                stop = start + size
                weights = attention_weights(q[start:stop], k)
                contexts.append(weights @ v)
            return np.concatenate(contexts, axis=0)
        """,
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
    right(
        "query by query",
        """
        def attention_in_chunks(q, k, v, size):
            rows = [attention_weights(row[None], k) @ v for row in q]
            return np.concatenate(rows)
        """,
        "one row at a time, whatever the size",
    ),
    right(
        "the keys cut, each chunk by its share",
        """
        def attention_in_chunks(q, k, v, size):
            logs, contexts = [], []
            for start in range(0, len(k), size):
                scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
                largest = scores.max(axis=1, keepdims=True)
                powers = np.exp(scores - largest)
                total = powers.sum(axis=1, keepdims=True)
                logs.append(largest + np.log(total))
                contexts.append(powers / total @ v[start : start + size])
            shares = np.exp(logs - np.max(logs, axis=0))
            return (shares * contexts).sum(axis=0) / shares.sum(axis=0)
        """,
        "a softmax over the chunks' own sums of powers",
    ),
    wrong(
        "untouched",
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for start in range(0, len(k), size):
                stop = start + size
                weights = attention_weights(q, k[start:stop])
                contexts.append(weights @ v[start:stop])
            return np.mean(contexts, axis=0)
        """,
        "as it was handed out",
        verdict="not_attempted",
    ),
    wrong(
        "renamed",
        change("contexts =", "parts =")
        + change("contexts.", "parts.")
        + change("np.mean(contexts, axis=0", "sum(parts) / len(parts"),
        "other words for the same thing",
        verdict="not_attempted",
        of="untouched",
    ),
    wrong(
        "summed",
        change("np.mean(", "np.sum("),
        "as if the chunks shared one unit of attention",
        "chunks-summed",
        of="untouched",
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
        """
        def attention_in_chunks(q, k, v, size):
            total, mixture = 0, 0
            for start in range(0, len(k), size):
                scores = q @ k[start : start + size].T / np.sqrt(q.shape[1])
                powers = np.exp(scores)
                total = total + powers.sum(axis=1, keepdims=True)
                mixture = mixture + powers @ v[start : start + size]
            return mixture / total
        """,
        "the right sums, until they overflow",
        "no-shift",
    ),
    wrong(
        "powers, each chunk shifted by itself",
        change("np.exp(scores)", "np.exp(scores - scores.max(axis=1, keepdims=True))"),
        "sums of powers that are measured from different zeros",
        "each-its-own-largest",
        of="powers without a shift",
    ),
    wrong(
        "everything cut",
        change("stop], k)", "stop], k[start:stop])")
        + change("weights @ v)", "weights @ v[start:stop])"),
        "blocks along the diagonal",
        "both-cut",
        of="the given code, queries cut",
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
    wrong(
        "last chunk left out, print left in",
        """
        def attention_in_chunks(q, k, v, size):
            out = np.zeros((q.shape[0], v.shape[1]))
            for c in range(len(q) // size):
                print("chunk", c)
                part = q[c * size:(c + 1) * size]
                out[c * size:(c + 1) * size] = attention_weights(part, k) @ v
            return out
        """,
        "written from the text alone",
    ),
)
