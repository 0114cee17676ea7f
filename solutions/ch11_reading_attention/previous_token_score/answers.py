"""Answers to reading.previous_token_score that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "the diagonal",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean(axis=-1)
        """,
        "the short way",
    ),
    right(
        "a loop that adds",
        """
        def previous_token_score(weights):
            n = weights.shape[-1]
            total = np.zeros(weights.shape[:-2])
            for i in range(1, n):
                total += weights[..., i, i - 1]
            return total / (n - 1)
        """,
        "row by row, added up in place",
    ),
    right(
        "two index arrays",
        """
        def previous_token_score(weights):
            i = np.arange(1, weights.shape[-1])
            return weights[..., i, i - 1].mean(-1)
        """,
        "rows from 1, columns one less",
    ),
    right(
        "a mask by np.eye and einsum",
        """
        def previous_token_score(weights):
            n = weights.shape[-1]
            one_back = np.eye(n, k=-1)
            return np.einsum("...ij,ij->...", weights, one_back) / (n - 1)
        """,
        "a product with a shifted identity",
    ),
    right(
        "helpers w and one_back",
        """
        def w(weights, i):
            return weights[..., i, i - 1]


        def one_back(weights):
            found = []
            for i in range(1, weights.shape[-2]):
                found.append(w(weights, i))
            return found


        def previous_token_score(weights):
            return np.mean(np.stack(one_back(weights), axis=-1), axis=-1)
        """,
        "names that the chapter binds again further down",
    ),
    right(
        "recursion over axes in front",
        """
        def previous_token_score(weights):
            if weights.ndim > 2:
                rows = [previous_token_score(part) for part in weights]
                return np.array(rows).reshape(weights.shape[:-2])
            return np.trace(weights[1:].astype(np.float64)) / (len(weights) - 1)
        """,
        "one matrix at a time, in float64",
    ),
    right(
        "a diagonal by einsum",
        """
        def previous_token_score(weights):
            moved = weights[..., 1:, :-1]
            return np.einsum("...ii->...", moved) / moved.shape[-1]
        """,
        "one row and one column cut off",
    ),
    wrong(
        "the diagonal itself",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=0, axis1=-2, axis2=-1).mean(axis=-1)
        """,
        "what a token gives to itself",
        "itself",
    ),
    wrong(
        "the next token",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=1, axis1=-2, axis2=-1).mean(axis=-1)
        """,
        "above the diagonal",
        "next-token",
    ),
    wrong(
        "the first token counted",
        """
        def previous_token_score(weights):
            found = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
            return found.sum(axis=-1) / weights.shape[-1]
        """,
        "the first token has none before it",
        "first-counted",
    ),
    wrong(
        "axes in front averaged",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean()
        """,
        "sequences and heads go into one mean",
        "averaged-batch",
    ),
    wrong(
        "the sum",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).sum(axis=-1)
        """,
        "not divided",
        "summed",
    ),
    wrong(
        "two back",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-2, axis1=-2, axis2=-1).mean(axis=-1)
        """,
        "one token too far",
        "two-back",
    ),
    wrong(
        "axes from the front",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-1).mean(axis=-1)
        """,
        "np.diagonal takes axes 0 and 1 by itself",
        "first-axes",
    ),
    wrong(
        "i from 0",
        """
        def previous_token_score(weights):
            i = np.arange(weights.shape[-1])
            return weights[..., i, i - 1].mean(-1)
        """,
        "weights[0, -1] is counted: the first token's last weight",
        "first-counted",
    ),
    wrong(
        "everything before",
        """
        def previous_token_score(weights):
            lower = np.tril(weights, k=-1)
            return lower.sum(axis=-1)[..., 1:].mean(axis=-1)
        """,
        "the whole lower triangle",
    ),
    wrong(
        "how often it is the largest",
        """
        def previous_token_score(weights):
            best = weights.argmax(axis=-1)[..., 1:]
            return (best == np.arange(weights.shape[-1] - 1)).mean(axis=-1)
        """,
        "a share of rows, not of weight",
        "how-often-largest",
    ),
    wrong(
        "one for each token",
        """
        def previous_token_score(weights):
            return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
        """,
        "the mean is missing",
        "not-averaged",
    ),
    *route(
        "by flat steps",
        """
        def previous_token_score(weights):
            n = weights.shape[-1]
            flat = weights.reshape(*weights.shape[:-2], n * n)
            return flat[..., n :: n + 1].mean(axis=-1)
        ---
        n : => : | itself
        n : => 1 : | next-token
        mean => sum | summed
        mean(axis=-1) => sum(axis=-1) / n | first-counted
        mean => max
        axis=-1 => | averaged-batch
        """,
    ),
    wrong(
        "mean over all n, diagonal the other way",
        """
        def previous_token_score(weights):
            n = weights.shape[-1]
            return np.trace(weights, offset=1, axis1=-2, axis2=-1) / n
        """,
        "written from the text alone",
        "first-counted + next-token",
    ),
)
