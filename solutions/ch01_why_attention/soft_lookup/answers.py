"""Answers to why.soft_lookup that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "the chapter's functions",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return context_vector(softmax(query @ keys.T / temperature), values)
        """,
        "as the task suggests",
    ),
    right(
        "everything in the function",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            query, keys, values = (np.asarray(a, float) for a in (query, keys, values))
            scores = np.einsum("...d,nd->...n", query, keys) / temperature
            powers = np.exp(scores - scores.max(-1, keepdims=True))
            return powers @ values / powers.sum(-1, keepdims=True)
        """,
        "divided after the mixing, which is the same",
    ),
    right(
        "key by key, in place",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = np.empty(query.shape[:-1] + (len(keys),))
            for j, key in enumerate(keys):
                scores[..., j] = (query * key).sum(-1) / temperature
            out = 0.0
            for j, share in enumerate(np.moveaxis(softmax(scores), -1, 0)):
                out = out + share[..., None] * values[j]
            return out
        """,
        "an array filled in a loop",
    ),
    right(
        "recursion over the queries",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            if np.ndim(query) > 1:
                found = []
                for one in query:
                    found.append(soft_lookup(one, keys, values, temperature))
                return np.array(found)
            scores = keys @ query / temperature
            powers = np.exp(scores - np.max(scores))
            return (powers / sum(powers)) @ values
        """,
        "one query at a time",
    ),
    right(
        "a class called attend",
        """
        class attend:
            def __init__(self, keys, values):
                self.keys, self.values = keys, values

            def __getitem__(self, asked):
                query, temperature = asked
                w = softmax(np.matmul(query, self.keys.transpose()) / temperature)
                return np.matmul(w, self.values)

        def soft_lookup(query, keys, values, temperature=1.0):
            return attend(keys, values)[query, temperature]
        """,
        "a store with [ ]; the name is bound by the chapter above",
    ),
    right(
        "a helper called recurrence",
        """
        def shares(scores):
            scores = scores - scores.max(axis=-1, keepdims=True)
            scores = np.exp(scores, dtype=np.float64)
            return scores / scores.sum(axis=-1, keepdims=True)

        def soft_lookup(query, keys, values, temperature=1.0):
            return shares(query.dot(keys.T) / temperature).dot(values)
        """,
        "a softmax of one's own",
    ),
    right(
        "the query divided",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = np.einsum("...d,nd->...n", query / temperature, keys)
            return np.einsum("...n,nv->...v", softmax(scores), values)
        """,
        "a factor of every score is a factor of the query",
    ),
    wrong(
        "temperature multiplied",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T * temperature) @ values
        """,
        "hot and cold swapped",
        "multiplied",
    ),
    wrong(
        "temperature ignored",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T) @ values
        """,
        "always 1",
        "temperature-ignored",
    ),
    wrong(
        "divided after the softmax",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T) / temperature @ values
        """,
        "the weights no longer sum to one",
        "divided-too-late",
    ),
    wrong(
        "hard",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return values[np.argmax(query @ keys.T, axis=-1)]
        """,
        "the best key takes all",
        "winner-takes-all",
    ),
    wrong(
        "keys mixed",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T / temperature) @ keys
        """,
        "the keys in place of the values",
        "mixed-keys",
    ),
    wrong(
        "weights returned",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T / temperature)
        """,
        "the values are left out",
        "weights-returned",
    ),
    wrong(
        "root of d_k as well",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys.T / (temperature * keys.shape[1] ** 0.5)) @ values
        """,
        "scaled as in later chapters",
        "scaled",
    ),
    wrong(
        "not stable",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            e = np.exp(query @ keys.T / temperature)
            return e / e.sum(-1, keepdims=True) @ values
        """,
        "exp overflows where the temperature is near 0",
        "unstable",
        "partial",
    ),
    wrong(
        "one maximum for all",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            s = query @ keys.T / temperature
            e = np.exp(s - s.max())
            return e / e.sum(-1, keepdims=True) @ values
        """,
        "a query far below another one becomes 0 / 0",
        "global-max",
        "partial",
    ),
    wrong(
        "normalised by all",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            s = query @ keys.T / temperature
            e = np.exp(s - s.max(-1, keepdims=True))
            return e / e.sum() @ values
        """,
        "right for one query only",
        "one-sum-for-all",
        "partial",
    ),
    wrong(
        "temperature forgotten as an argument",
        """
        def soft_lookup(query, keys, values):
            return softmax(query @ keys.T) @ values
        """,
        "another signature",
    ),
    wrong(
        "softmax without the division",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            s = query @ keys.T / temperature
            return np.exp(s - s.max(-1, keepdims=True)) @ values
        """,
        "not divided by the sum",
        "not-normalised",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            out = np.zeros(query.shape[:-1] + values.shape[1:], dtype=values.dtype)
            out[...] = softmax(query @ keys.T / temperature) @ values
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "softmax twice",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(softmax(query @ keys.T / temperature)) @ values
        """,
        "made nearly equal",
        "softmax-twice",
    ),
    wrong(
        "keys not turned",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            return softmax(query @ keys / temperature) @ values
        """,
        "fits only by chance",
        "no-transpose",
        "error",
    ),
    wrong(
        "a star",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            weights = softmax(query @ keys.T / temperature)
            return weights * values
        """,
        "entry by entry",
        "element-by-element",
    ),
    wrong(
        "the store's columns",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            s = query @ keys.T / temperature
            e = np.exp(s - s.max(axis=0))
            return e / e.sum(axis=0) @ values
        """,
        "normalised over the queries",
        "softmax-over-queries",
    ),
    wrong(
        "hard where it is cold",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = query @ keys.T
            if temperature < 0.1:
                return values[scores.argmax(axis=-1)]
            return softmax(scores / temperature) @ values
        """,
        "cold scores may be close together",
        verdict="partial",
    ),
    wrong(
        "the smallest subtracted",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = query @ keys.T / temperature
            e = np.exp(scores - scores.min(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ values
        """,
        "the largest overflows",
        "shifted-by-minimum",
        "partial",
    ),
    *route(
        "powers of two",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = np.inner(query, keys) / temperature / np.log(2)
            powers = np.exp2(scores - scores.max(axis=-1, keepdims=True))
            return np.dot(powers, values) / powers.sum(axis=-1, keepdims=True)
        ---
        / np.log(2) =>
        / temperature => * temperature | multiplied
        / temperature / => / | temperature-ignored
        max => min | shifted-by-minimum
        np.exp2(scores - scores.max(axis=-1, keepdims=True)) => np.exp2(scores) | unstable
        / powers.sum(axis=-1, keepdims=True) => | not-normalised
        sum(axis=-1, keepdims=True => sum( | one-sum-for-all
        powers, values => powers, values.mean(axis=-1, keepdims=True)
        """,
    ),
    wrong(
        "temperature divides the weights",
        """
        def soft_lookup(query, keys, values, temperature=1.0):
            scores = query @ keys.T
            e = np.exp(scores - scores.max(-1, keepdims=True))
            weights = e / e.sum(-1, keepdims=True)
            return (weights / temperature) @ values
        """,
        "written from the text alone",
        "divided-too-late",
    ),
)
