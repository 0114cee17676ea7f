"""Answers to scores.cosine_scores."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "scores.cosine_scores"

GIVEN = """
def cosine_scores(q, k):
    q = q / np.linalg.norm(q)
    k = k / np.linalg.norm(k)
    return q @ np.swapaxes(k, -1, -2)
"""


def by(queries, keys=""):
    keys = keys or queries.replace("(q", "(k")
    return edited(GIVEN, ("np.linalg.norm(q)", queries), ("np.linalg.norm(k)", keys))


ROWS = "np.linalg.norm(q, axis=-1, keepdims=True)"

ANSWERS = (
    right("norm with axis and keepdims", by(ROWS), "the smallest repair"),
    right("norm, then an axis", by("np.linalg.norm(q, axis=-1)[..., None]"), "indexed"),
    right("the root of a sum", by("np.sqrt((q**2).sum(-1, keepdims=True))"), "by hand"),
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
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong("no keepdims", by("np.linalg.norm(q, axis=-1)"), "fits squares", "keepdims-lost"),
    wrong(
        "the other axis",
        by("np.linalg.norm(q, axis=-2, keepdims=True)"),
        "features over tokens",
        "along-the-tokens",
    ),
    wrong(
        "both axes",
        by("np.linalg.norm(q, axis=(-2, -1), keepdims=True)"),
        "a length for each sequence",
        "a-length-for-each-batch",
    ),
    wrong("queries alone", by(ROWS, "np.linalg.norm(k)"), "half", "queries-alone"),
    wrong("squares", by("(q**2).sum(-1, keepdims=True)"), "no root", "squared"),
    wrong("absolute values", by("abs(q).sum(-1, keepdims=True)"), "L1", "sum-of-sizes"),
    wrong("the largest feature", by("abs(q).max(-1, keepdims=True)"), "yet another norm"),
    wrong(
        "by the root of d",
        "def cosine_scores(q, k):\n    return q @ k.mT / np.sqrt(q.shape[-1])",
        "the scaling of before",
        "by-root-of-d",
    ),
)
