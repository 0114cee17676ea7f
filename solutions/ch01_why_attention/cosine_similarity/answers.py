"""Answers to why.cosine_similarity that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "np.linalg.norm",
        """
        def cosine_similarity(a, b):
            lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
            return (a * b).sum(axis=-1) / lengths
        """,
        "dot product over lengths",
    ),
    right(
        "made units first",
        """
        def unit(a):
            a = np.asarray(a, dtype=float)
            return a / np.sqrt((a * a).sum(-1, keepdims=True))

        def cosine_similarity(a, b):
            return np.einsum("...d,...d->...", unit(a), unit(b))
        """,
        "the dot product of the two directions",
    ),
    right(
        "features added up in a loop",
        """
        def cosine_similarity(a, b):
            a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
            dot = np.zeros(a.shape[:-1])
            of_a, of_b = np.zeros_like(dot), np.zeros_like(dot)
            for i in range(a.shape[-1]):
                dot += a[..., i] * b[..., i]
                of_a += a[..., i] ** 2
                of_b += b[..., i] ** 2
            return dot / np.sqrt(of_a) / np.sqrt(of_b)
        """,
        "three sums, filled in place",
    ),
    right(
        "from the distance of the units",
        """
        def cosine_similarity(a, b):
            u = a / np.linalg.norm(a, axis=-1, keepdims=True)
            w = b / np.linalg.norm(b, axis=-1, keepdims=True)
            return 1 - ((u - w) ** 2).sum(axis=-1) / 2
        """,
        "the law of cosines",
    ),
    right(
        "a helper called mean_of",
        """
        def mean_of(a, b):
            return np.mean(a * b, axis=-1)

        def cosine_similarity(a, b):
            return mean_of(a, b) / np.sqrt(mean_of(a, a) * mean_of(b, b))
        """,
        "means in place of sums; the chapter binds mean_of again further down",
    ),
    right(
        "a matrix product of rows",
        """
        def cosine_similarity(a, b):
            a, b = np.broadcast_arrays(a, b)
            dot = (a[..., None, :] @ b[..., :, None])[..., 0, 0]
            return dot / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))
        """,
        "(1, d) @ (d, 1) for each pair",
    ),
    right(
        "pair by pair",
        """
        def cosine_similarity(a, b):
            a, b = np.broadcast_arrays(a, b)
            result = np.empty(a.shape[:-1])
            for place in np.ndindex(*result.shape):
                x, y = a[place].astype(float), b[place].astype(float)
                result[place] = np.dot(x, y) / np.dot(x, x) ** 0.5 / np.dot(y, y) ** 0.5
            return result
        """,
        "np.dot of two vectors at a time",
    ),
    wrong(
        "the dot product alone",
        """
        def cosine_similarity(a, b):
            return np.sum(a * b, axis=-1)
        """,
        "the lengths are left in",
        "dot-product",
    ),
    wrong(
        "norm without an axis",
        """
        def cosine_similarity(a, b):
            return (a * b).sum(axis=-1) / (np.linalg.norm(a) * np.linalg.norm(b))
        """,
        "the length of the whole array in place of each vector's",
        "norm-of-all",
    ),
    wrong(
        "np.dot and no axis",
        """
        def cosine_similarity(a, b):
            return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
        """,
        "the answer of every tutorial, for two vectors only",
        "np-dot",
    ),
    wrong(
        "all pairs",
        change("1 - ((u - w) ** 2).sum(axis=-1) / 2", "u @ np.swapaxes(w, -1, -2)"),
        "as in scikit-learn: a table of all pairs",
        "all-pairs",
        of="from the distance of the units",
    ),
    wrong(
        "squared lengths",
        """
        def cosine_similarity(a, b):
            return (a * b).sum(-1) / ((a * a).sum(-1) * (b * b).sum(-1))
        """,
        "the root is missing",
        "squared-lengths",
    ),
    wrong(
        "distance",
        """
        def cosine_similarity(a, b):
            dot = (a * b).sum(-1)
            return 1 - dot / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))
        """,
        "SciPy's cosine is a distance: 1 minus the similarity",
        "distance",
    ),
    wrong(
        "one length only",
        """
        def cosine_similarity(a, b):
            return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) ** 2
        """,
        "the length of a twice",
        "same-length-twice",
    ),
    wrong(
        "keepdims left in",
        """
        def cosine_similarity(a, b):
            na = np.linalg.norm(a, axis=-1, keepdims=True)
            nb = np.linalg.norm(b, axis=-1, keepdims=True)
            return (a * b).sum(axis=-1, keepdims=True) / (na * nb)
        """,
        "(..., 1) in place of (...)",
        "keepdims-left",
    ),
    wrong(
        "absolute value",
        """
        def cosine_similarity(a, b):
            dot = (a * b).sum(-1)
            cosine = dot / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
            return np.abs(cosine)
        """,
        "-1 is for opposite directions",
        "sign-lost",
    ),
    wrong(
        "an epsilon of 1",
        """
        def cosine_similarity(a, b):
            lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
            return ((a * b).sum(-1) / (lengths + 1)).astype(np.float16)
        """,
        "an epsilon that is not small, in half precision",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def cosine_similarity(a, b):
            dot = (a * b).sum(axis=-1)
            out = np.zeros_like(dot)
            out[...] = dot / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "np.dot with axes",
        """
        def cosine_similarity(a, b):
            lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
            return np.dot(a, b.T) / lengths
        """,
        "all pairs, divided by the lengths of the pairs",
    ),
    wrong(
        "summed over pairs",
        """
        def cosine_similarity(a, b):
            na, nb = np.linalg.norm(a, axis=0), np.linalg.norm(b, axis=0)
            return np.sum(a * b, axis=0) / (na * nb)
        """,
        "the first axis",
        "first-axis",
    ),
    *route(
        "unit vectors first",
        """
        def cosine_similarity(a, b):
            length = lambda x: np.sqrt(np.square(x).sum(axis=-1, keepdims=True))
            return np.sum(a / length(a) * (b / length(b)), axis=-1)
        ---
        square => abs
        / length(a) =>
        , axis=-1 =>
        ).sum => ).mean
        length(b => length(a | same-length-twice
        np.sum(a => np.sum(abs(a)
        """,
    ),
    wrong(
        "norms of whole arrays, in place",
        """
        def cosine_similarity(a, b):
            a /= np.linalg.norm(a)
            b /= np.linalg.norm(b)
            return np.sum(a * b, axis=-1)
        """,
        "written from the text alone",
        "norm-of-all",
    ),
)
