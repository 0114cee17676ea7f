"""Answers to scores.cosine_scores that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "norm with axis and keepdims",
        """
        def cosine_scores(q, k):
            q = q / np.linalg.norm(q, axis=-1, keepdims=True)
            k = k / np.linalg.norm(k, axis=-1, keepdims=True)
            return q @ np.swapaxes(k, -1, -2)
        """,
        "the smallest repair",
    ),
    right(
        "norm, then an axis",
        """
        def cosine_scores(q, k):
            q = q / np.linalg.norm(q, axis=-1)[..., None]
            k = k / np.linalg.norm(k, axis=-1)[..., None]
            return q @ np.swapaxes(k, -1, -2)
        """,
        "indexed",
    ),
    right(
        "the root of a sum",
        """
        def cosine_scores(q, k):
            q = q / np.sqrt((q**2).sum(-1, keepdims=True))
            k = k / np.sqrt((k**2).sum(-1, keepdims=True))
            return q @ np.swapaxes(k, -1, -2)
        """,
        "by hand",
    ),
    right(
        "divided afterwards",
        """
        def cosine_scores(q, k):
            scores = np.einsum("...id,...jd->...ij", q, k)
            of_q = np.sqrt(np.einsum("...id,...id->...i", q, q))
            of_k = np.sqrt(np.einsum("...jd,...jd->...j", k, k))
            return scores / of_q[..., None] / of_k[..., None, :]
        """,
        "the scores are divided, twice",
    ),
    right(
        "pair by pair",
        """
        def cosine_scores(q, k):
            scores = np.zeros((*q.shape[:-1], k.shape[-2]))
            for place in np.ndindex(*scores.shape):
                a, b = q[place[:-1]], k[(*place[:-2], place[-1])]
                scores[place] = a @ b / np.sqrt(float(a @ a) * float(b @ b))
            return scores
        """,
        "one root for the two lengths",
    ),
    wrong(
        "untouched",
        change("norm(q, axis=-1)[..., None]", "norm(q)")
        + change("norm(k, axis=-1)[..., None]", "norm(k)"),
        "as given",
        verdict="not_attempted",
        of="norm, then an axis",
    ),
    wrong(
        "no keepdims",
        change("norm(q, axis=-1)[..., None]", "norm(q, axis=-1)")
        + change("norm(k, axis=-1)[..., None]", "norm(k, axis=-1)"),
        "fits squares",
        "keepdims-lost",
        of="norm, then an axis",
    ),
    wrong(
        "the other axis",
        change("norm(q, axis=-1)[..., None]", "norm(q, axis=-2, keepdims=True)")
        + change("norm(k, axis=-1)[..., None]", "norm(k, axis=-2, keepdims=True)"),
        "features over tokens",
        "along-the-tokens",
        of="norm, then an axis",
    ),
    wrong(
        "both axes",
        change("norm(q, axis=-1)[..., None]", "norm(q, axis=(-2, -1), keepdims=True)")
        + change("norm(k, axis=-1)[..., None]", "norm(k, axis=(-2, -1), keepdims=True)"),
        "a length for each sequence",
        "a-length-for-each-batch",
        of="norm, then an axis",
    ),
    wrong(
        "queries alone",
        change("norm(k, axis=-1, keepdims=True)", "norm(k)"),
        "half",
        "queries-alone",
        of="norm with axis and keepdims",
    ),
    wrong(
        "squares",
        change("np.linalg.norm(q, axis=", "(q**2).sum(axis=")
        + change("np.linalg.norm(k, axis=", "(k**2).sum(axis="),
        "no root",
        "squared",
        of="norm with axis and keepdims",
    ),
    wrong(
        "absolute values",
        change("np.linalg.norm(q, axis=", "abs(q).sum(axis=")
        + change("np.linalg.norm(k, axis=", "abs(k).sum(axis="),
        "L1",
        "sum-of-sizes",
        of="norm with axis and keepdims",
    ),
    wrong(
        "the largest feature",
        change("np.linalg.norm(q, axis=", "abs(q).max(axis=")
        + change("np.linalg.norm(k, axis=", "abs(k).max(axis="),
        "yet another norm",
        of="norm with axis and keepdims",
    ),
    wrong(
        "by the root of d",
        """
        def cosine_scores(q, k):
            return q @ k.mT / np.sqrt(q.shape[-1])
        """,
        "the scaling of before",
        "by-root-of-d",
    ),
    *route(
        "outer lengths",
        """
        def cosine_scores(q, k):
            norms = [np.sqrt(np.einsum("...id,...id->...i", a, a)) for a in (q, k)]
            both = norms[0][..., :, None] * norms[1][..., None, :]
            return q @ k.swapaxes(-1, -2) / both
        ---
        norms[0][..., :, None] * norms[1] => norms[1]
        * => +
        ,...id->...i", a, a => ->...i", abs(a)
        """,
    ),
)
