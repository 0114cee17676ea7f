"""Answers to reading.weight_by_distance."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.weight_by_distance"

GIVEN = """
def weight_by_distance(weights):
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.trace(weights, offset=-back, axis1=-2, axis2=-1)
        means.append(at / n)
    return np.stack(means, axis=-1)
"""


def divided(by):
    return edited(GIVEN, ("at / n", f"at / {by}"))


ANSWERS = (
    right("n - back", divided("(n - back)"), "the smallest repair"),
    right(
        "the mean of a diagonal",
        edited(GIVEN, ("np.trace", "np.diagonal"), ("at / n", "at.mean(axis=-1)")),
        "NumPy counts",
    ),
    right(
        "counted by a table of ones",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            def sums(w):
                parts = [np.einsum("...ii->...", w[..., d:, : n - d]) for d in range(n)]
                return np.stack(parts, axis=-1)
            return sums(weights) / sums(np.ones((n, n)))
        """,
        "pairs are counted by the same code",
    ),
    right(
        "loops",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            found = np.zeros(weights.shape[:-1])
            for place in np.ndindex(*weights.shape[:-2]):
                for d in range(n):
                    pairs = [weights[place][i, i - d] for i in range(d, n)]
                    found[place][d] = sum(pairs) / len(pairs)
            return found
        """,
        "one pair at a time",
    ),
    right(
        "np.bincount over distances",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            i, j = np.tril_indices(n)
            flat = weights[..., i, j].reshape(-1, len(i))
            rows = [np.bincount(i - j, row) / np.bincount(i - j) for row in flat]
            return np.array(rows).reshape(weights.shape[:-1])
        """,
        "a histogram with weights",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "n by another name",
        edited(GIVEN, ("at / n", "at / len(range(n))")),
        "nothing has changed",
        verdict="not_attempted",
    ),
    wrong("no division", divided("1"), "sums of unequal numbers of pairs", "summed"),
    wrong("back + 1", divided("(back + 1)"), "the wrong way round", "divided-by-distance"),
    wrong("n - back - 1", divided("(n - back - 1)"), "one too few", "one-pair-too-few"),
    wrong("n - 1", divided("(n - 1)"), "as for a sample's variance", "one-less-for-all"),
    wrong(
        "the other diagonals",
        edited(divided("(n - back)"), ("offset=-back", "offset=back")),
        "the future, which is masked",
        "the-future",
    ),
    wrong(
        "columns",
        "def weight_by_distance(weights):\n    return weights.mean(axis=-2)",
        "what each token gets",
        "averaged-per-token",
    ),
    wrong(
        "normalised at the end",
        edited(
            GIVEN,
            (
                "    return np.stack(means, axis=-1)",
                "    m = np.stack(means, axis=-1)\n    return m / m.sum(-1, keepdims=True)",
            ),
        ),
        "they sum to one already: the same as before",
        verdict="not_attempted",
    ),
    wrong(
        "mean over all heads",
        edited(
            divided("(n - back)"),
            (
                "np.stack(means, axis=-1)",
                "np.stack(means, axis=-1).reshape(-1, n).mean(axis=0)",
            ),
        ),
        "a head that does not exist",
    ),
)
