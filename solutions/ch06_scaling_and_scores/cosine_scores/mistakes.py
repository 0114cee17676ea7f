"""What else is divided by where a score should be a cosine.

One norm for too many vectors, norms that lost their axis or were summed along
another, or something that is no norm.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "keepdims-lost",
        "You have one norm for each row, in an array without the axis that they "
        "were summed over. Broadcasting lines it up with the features, so it stops, or, "
        "with as many tokens as features, divides column j by the norm of row j. "
        "keepdims=True keeps the norms in a column.",
        change("norm(q, axis=-1, keepdims=True)", "norm(q, axis=-1)")
        + change("norm(k, axis=-1, keepdims=True)", "norm(k, axis=-1)"),
    ),
    Misconception(
        "along-the-tokens",
        "You divide each *feature* by its norm over all tokens. The norm of a "
        "vector is summed over its own features: the last axis.",
        change("norm(q, axis=-1", "norm(q, axis=-2")
        + change("norm(k, axis=-1", "norm(k, axis=-2"),
    ),
    Misconception(
        "a-length-for-each-batch",
        "You have one norm for each sequence, so a key of large norm still outweighs "
        "all of the others. Each row has a norm of its own.",
        change("norm(q, axis=-1", "norm(q, axis=(-2, -1)")
        + change("norm(k, axis=-1", "norm(k, axis=(-2, -1)"),
    ),
    Misconception(
        "queries-alone",
        "The queries have norm one, but the keys are divided by one number for all. A "
        "key of larger norm counts for more than it should.",
        change("norm(k, axis=-1, keepdims=True)", "norm(k)"),
    ),
    Misconception(
        "keys-alone",
        "The keys have norm one, but the queries are divided by one number for all, so "
        "their rows of scores differ in size.",
        change("norm(q, axis=-1, keepdims=True)", "norm(q)"),
    ),
    Misconception(
        "squared",
        "You divide by the sum of squares. The norm of a vector is the root of that.",
        change("np.linalg.norm(q, axis=", "(q**2).sum(axis=")
        + change("np.linalg.norm(k, axis=", "(k**2).sum(axis="),
    ),
    Misconception(
        "sum-of-sizes",
        "You divide by the sum of the absolute values. The norm in a cosine is the "
        "root of the sum of squares.",
        change("np.linalg.norm(q, axis=", "np.abs(q).sum(axis=")
        + change("np.linalg.norm(k, axis=", "np.abs(k).sum(axis="),
    ),
    Misconception(
        "rows-of-scores",
        "You give each row of *scores* norm one. Then a score depends on which other "
        "keys there are; a cosine belongs to one query and one key.",
        """
        def cosine_scores(q, k):
            scores = q @ np.swapaxes(k, -1, -2)
            return scores / np.linalg.norm(scores, axis=-1, keepdims=True)
        """,
    ),
    Misconception(
        "by-root-of-d",
        "You divide by the root of d, as for dot products. That accounts for the average "
        "norm of vectors, but not for the norm that each one has.",
        """
        def cosine_scores(q, k):
            return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        """,
    ),
)
