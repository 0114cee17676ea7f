"""Answers to masks.causal_mask that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "tril",
        """
        def causal_mask(n):
            return np.tril(np.ones((n, n), dtype=bool))
        """,
        "the short way",
    ),
    right(
        "two loops",
        """
        def causal_mask(n):
            mask = np.zeros((n, n), dtype=bool)
            for i in range(n):
                for j in range(n):
                    if j <= i:
                        mask[i, j] = True
            return mask
        """,
        "filled in place, entry by entry",
    ),
    right(
        "positions compared",
        """
        def causal_mask(n):
            return np.subtract.outer(np.arange(n), np.arange(n)) >= 0
        """,
        "column against row, with np.subtract.outer",
    ),
    right(
        "what tril_indices names",
        """
        def causal_mask(n):
            mask = np.full((n, n), False)
            mask[np.tril_indices(n)] = True
            return mask
        """,
        "an assignment to indices",
    ),
    right(
        "not the upper triangle",
        """
        def causal_mask(n):
            future = np.triu(np.ones((n, n)), k=1).astype(bool)
            np.logical_not(future, out=future)
            return future
        """,
        "the future, inverted in place with out=",
    ),
    right(
        "rows by append",
        """
        def causal_mask(n):
            rows = []
            for query in range(n):
                row = []
                for key in range(n):
                    row.append(not key > query)
                rows.append(row)
            return np.array(rows, dtype=bool).reshape(n, n)
        """,
        "lists of Python's own True and False",
    ),
    right(
        "one row longer each time",
        """
        def causal_mask(n):
            if n == 0:
                return np.zeros((0, 0), dtype=bool)
            mask = np.zeros((n, n), dtype=bool)
            mask[:-1, :-1] = causal_mask(n - 1)
            mask[-1] = True
            return mask
        """,
        "recursion: the mask of n - 1 tokens, one row and one column more",
    ),
    right(
        "by torch",
        """
        def causal_mask(n):
            import torch

            return torch.ones(n, n).tril().bool().numpy()
        """,
        "a torch import inside of a NumPy answer",
    ),
    right(
        "a table filled by out=",
        """
        OPEN = np.zeros((1024, 1024), dtype=bool)
        np.greater_equal.outer(np.arange(1024), np.arange(1024), out=OPEN)


        def causal_mask(n):
            return OPEN[:n, :n].copy()
        """,
        "a ufunc that writes into a table above the function",
    ),
    wrong(
        "the upper triangle",
        """
        def causal_mask(n):
            return np.triu(np.ones((n, n), dtype=bool))
        """,
        "triu: each token sees the future and not the past",
        "upper-triangle",
    ),
    wrong(
        "without the diagonal",
        """
        def causal_mask(n):
            return np.tril(np.ones((n, n), dtype=bool), k=-1)
        """,
        "k=-1: a token may not attend to itself",
        "itself-blocked",
    ),
    wrong(
        "True marks the future",
        """
        def causal_mask(n):
            return np.triu(np.ones((n, n), dtype=bool), k=1)
        """,
        "PyTorch's recipe for nn.MultiheadAttention: True = blocked",
        "inverted",
    ),
    wrong(
        "numbers",
        """
        def causal_mask(n):
            return np.tril(np.ones((n, n)))
        """,
        "ones and zeros, as np.tril(np.ones((n, n))) gives them",
        "numbers",
    ),
    wrong(
        "-inf above the diagonal",
        """
        def causal_mask(n):
            return np.triu(np.full((n, n), -np.inf), k=1)
        """,
        "the additive mask of generate_square_subsequent_mask",
        "to-be-added",
    ),
    wrong(
        "one key too far",
        """
        def causal_mask(n):
            return np.tril(np.ones((n, n), dtype=bool), k=1)
        """,
        "k=1: each token sees the next, which it is to predict",
        "one-ahead",
    ),
    wrong(
        "itself alone",
        """
        def causal_mask(n):
            return np.eye(n, dtype=bool)
        """,
        "the diagonal and nothing else",
        "itself-alone",
    ),
    wrong(
        "dtype in the wrong place",
        """
        def causal_mask(n):
            return np.tril(np.ones(n, n)).astype(bool)
        """,
        "np.ones(n, n): the second n is taken for a dtype",
    ),
    wrong(
        "all open",
        """
        def causal_mask(n):
            return np.ones((n, n), dtype=bool)
        """,
        "tril is left out",
        "nothing-blocked",
    ),
    wrong(
        "a batch axis",
        """
        def causal_mask(n):
            return np.tril(np.ones((1, n, n), dtype=bool))
        """,
        "(1, n, n): one axis too many",
        "one-axis-too-many",
    ),
    wrong(
        "a list of lists",
        """
        def causal_mask(n):
            return [[j <= i for j in range(n)] for i in range(n)]
        """,
        "not an array",
    ),
    *route(
        "by comparison",
        """
        def causal_mask(n):
            i, j = np.indices((n, n))
            return i >= j
        ---
        >= => > | itself-blocked
        > => < | upper-triangle
        i >= j => (i >= j) * 1.0 | numbers
        > => = | itself-alone
        = j => = j - 1 | one-ahead
        i >= j => np.where(i >= j, 0, -np.inf) | to-be-added
        """,
    ),
    right(
        "np.vectorize",
        """
        def causal_mask(n):
            return np.fromfunction(np.vectorize(lambda i, j: bool(j <= i), otypes=[bool]),
                (n, n))
        """,
        "written from the text alone: another route",
    ),
)
