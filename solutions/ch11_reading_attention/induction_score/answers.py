"""Answers to reading.induction_score that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "two index arrays",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period + 1].mean(axis=-1)
        """,
        "the short way",
    ),
    right(
        "a diagonal",
        """
        def induction_score(weights, period):
            return np.diagonal(weights, 1 - period, -2, -1)[..., 1:].mean(-1)
        """,
        "rows from period on, the diagonal one to the right",
    ),
    right(
        "a loop that adds",
        """
        def induction_score(weights, period):
            n = weights.shape[-1]
            total = np.zeros(weights.shape[:-2])
            count = 0
            for i in range(n):
                if i >= period:
                    total += weights[..., i, i - period + 1]
                    count += 1
            return total / count
        """,
        "token by token, added up in place",
    ),
    right(
        "np.add.at",
        """
        def induction_score(weights, period):
            n = weights.shape[-1]
            table = np.zeros((n, n))
            rows = np.arange(period, n)
            np.add.at(table, (rows, rows - period + 1), 1.0)
            return (weights * table).sum(axis=(-2, -1)) / table.sum()
        """,
        "a table of ones at the places that count",
    ),
    right(
        "helpers head and found",
        """
        def found(weights, i, period):
            return weights[..., i, i + 1 - period]


        def head(weights, period):
            return [found(weights, i, period) for i in range(period, weights.shape[-1])]


        def induction_score(weights, period):
            return sum(head(weights, period)) / (weights.shape[-1] - period)
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "the occurrence itself",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period].mean(axis=-1)
        """,
        "i - period: the same token, not what came next",
        "previous-occurrence",
    ),
    wrong(
        "one before it",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period - 1].mean(axis=-1)
        """,
        "i - period - 1",
        "one-before",
    ),
    wrong(
        "the first copy counted",
        """
        def induction_score(weights, period):
            i = np.arange(weights.shape[-1])
            return weights[..., i, i - period + 1].mean(axis=-1)
        """,
        "all rows: indices below 0 wrap round",
        "from-the-first-token",
    ),
    wrong(
        "from period - 1",
        """
        def induction_score(weights, period):
            i = np.arange(period - 1, weights.shape[-1])
            return weights[..., i, i - period + 1].mean(axis=-1)
        """,
        "the last token of the first copy has no previous occurrence",
        "one-row-early",
    ),
    wrong(
        "from period + 1",
        """
        def induction_score(weights, period):
            i = np.arange(period + 1, weights.shape[-1])
            return weights[..., i, i - period + 1].mean(axis=-1)
        """,
        "the first token of the second copy is left out",
        "one-row-late",
    ),
    wrong(
        "the second copy alone",
        """
        def induction_score(weights, period):
            i = np.arange(period, min(2 * period, weights.shape[-1]))
            return weights[..., i, i - period + 1].mean(axis=-1)
        """,
        "later copies are left out",
        "second-copy-alone",
    ),
    wrong(
        "divided by n",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period + 1].sum(axis=-1) / weights.shape[-1]
        """,
        "rows that do not count are in the mean",
        "all-queries",
    ),
    wrong(
        "the token before",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - 1].mean(axis=-1)
        """,
        "the score of the exercise before",
        "previous-token",
    ),
    wrong(
        "rows and columns swapped",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i - period + 1, i].mean(axis=-1)
        """,
        "columns are taken for queries",
        "columns-as-queries",
    ),
    wrong(
        "all earlier occurrences",
        """
        def induction_score(weights, period):
            n = weights.shape[-1]
            total = 0
            for i in range(period, n):
                for j in range(i - period + 1, 0, -period):
                    total = total + weights[..., i, j]
            return total / (n - period)
        """,
        "the weights of every copy are added",
        "all-copies",
    ),
    wrong(
        "axes in front averaged",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period + 1].mean()
        """,
        "sequences and heads go into one mean",
        "averaged-batch",
    ),
    wrong(
        "how often it is the largest",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return (weights[..., i, :].argmax(-1) == i - period + 1).mean(-1)
        """,
        "a share of rows, not of weight",
        "how-often-largest",
    ),
    wrong(
        "the sum",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period + 1].sum(axis=-1)
        """,
        "not divided",
        "summed",
    ),
    *route(
        "by index",
        """
        def induction_score(weights, period):
            i = np.arange(period, weights.shape[-1])
            return weights[..., i, i - period + 1].mean(axis=-1)
        ---
        i - period + 1 => i - period | previous-occurrence
        + => - | one-before
        (period => (period - 1 | one-row-early
        axis=-1 => | averaged-batch
        mean(axis=-1) => sum(axis=-1) / weights.shape[-1] | all-queries
        [..., i, i - period + 1] => [..., i - period + 1, i] | columns-as-queries
        """,
    ),
)
