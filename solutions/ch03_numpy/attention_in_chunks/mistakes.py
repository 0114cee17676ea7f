"""What goes wrong in attention in chunks, mostly as repairs of the code that is given.

Whoever goes on cutting the keys adds up results that do not belong together.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "chunks-summed",
        "You add the chunks up. Each chunk's weights sum to one by themselves, so "
        "with three chunks a query hands out three units of attention. The fault comes "
        "before the sum, because each softmax sees only a part of the keys.",
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for start in range(0, len(k), size):
                stop = start + size
                weights = attention_weights(q, k[start:stop])
                contexts.append(weights @ v[start:stop])
            return np.sum(contexts, axis=0)
        """,
    ),
    Misconception(
        "weighed-by-length",
        "You weigh each chunk by how many keys it has. What counts is how well they "
        "fit: a single key with a large score outweighs a whole chunk of others. All "
        "keys have to meet in one softmax.",
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for start in range(0, len(k), size):
                part = k[start : start + size]
                weights = attention_weights(q, part)
                contexts.append(len(part) * weights @ v[start : start + size])
            return np.sum(contexts, axis=0) / len(k)
        """,
    ),
    Misconception(
        "each-its-own-largest",
        "You add up powers over all chunks, which is the right idea. But each chunk "
        "subtracts its own largest score, so the powers of two chunks have different "
        "factors and must not be added.",
        """
        def attention_in_chunks(q, k, v, size):
            total, mixture = 0, 0
            for start in range(0, len(k), size):
                scores = q @ k[start : start + size].T / q.shape[1] ** 0.5
                powers = np.exp(scores - scores.max(axis=1, keepdims=True))
                total = total + powers.sum(axis=1, keepdims=True)
                mixture = mixture + powers @ v[start : start + size]
            return mixture / total
        """,
    ),
    Misconception(
        "no-shift",
        "You add up powers over all chunks, and that is right for small scores. "
        "Without a shift the large ones overflow. Is there another axis along which "
        "you can cut, so that each softmax still sees a whole row?",
        """
        def attention_in_chunks(q, k, v, size):
            total, mixture = 0, 0
            for start in range(0, len(k), size):
                powers = np.exp(q @ k[start : start + size].T / q.shape[1] ** 0.5)
                total = total + powers.sum(axis=1, keepdims=True)
                mixture = mixture + powers @ v[start : start + size]
            return mixture / total
        """,
    ),
    Misconception(
        "both-cut",
        "You cut queries and keys alike, so the first queries meet only the first keys "
        "and never the others. Cut one of the two.",
        change("size], k)", "size], k[start : start + size])")
        + change("weights @ v", "weights @ v[start : start + size]"),
    ),
    Misconception(
        "last-chunk-alone",
        "Only the last chunk of keys is in your result. The softmax of a query needs "
        "all keys; it does not need the other queries.",
        """
        def attention_in_chunks(q, k, v, size):
            for start in range(0, len(k), size):
                stop = start + size
                context = attention_weights(q, k[start:stop]) @ v[start:stop]
            return context
        """,
    ),
    Misconception(
        "short-chunk-lost",
        "The queries of a last chunk that is not full are missing. A slice that goes "
        "past the end just stops there: let range run up to len(q).",
        """
        def attention_in_chunks(q, k, v, size):
            full = len(q) // size * size
            context = np.zeros((full, v.shape[1]))
            for start in range(0, full, size):
                stop = start + size
                context[start:stop] = attention_weights(q[start:stop], k) @ v
            return context
        """,
    ),
    Misconception(
        "best-chunk-alone",
        "You take, for each query, the chunk with its largest score. The others count "
        "as well, only less: all keys have to meet in one softmax.",
        """
        def attention_in_chunks(q, k, v, size):
            contexts, largest = [], []
            for start in range(0, len(k), size):
                part = k[start : start + size]
                weights = attention_weights(q, part)
                contexts.append(weights @ v[start : start + size])
                largest.append((q @ part.T).max(axis=1))
            best = np.argmax(largest, axis=0)
            return np.array(contexts)[best, np.arange(len(q))]
        """,
    ),
    Misconception(
        "all-at-once",
        "You hold all weights at once, which the chunks were to avoid. Which of the two, "
        "queries or keys, can be taken a few at a time without changing a softmax?",
        # Nothing watches the memory of a mistake: it ends as the engine would end it.
        """
        from autograder.checking.ask import TooMuchMemory

        def attention_in_chunks(q, k, v, size):
            if len(q) > 50:
                raise TooMuchMemory
            return attention_weights(q, k) @ v
        """,
    ),
)
