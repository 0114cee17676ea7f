"""Answers to reading.weight_by_distance that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "n - back",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            means = []
            for back in range(n):
                at = np.trace(weights, offset=-back, axis1=-2, axis2=-1)
                means.append(at / (n - back))
            return np.stack(means, axis=-1)
        """,
        "the smallest repair",
    ),
    right(
        "the mean of a diagonal",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            means = []
            for back in range(n):
                at = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)
                means.append(at.mean(axis=-1))
            return np.stack(means, axis=-1)
        """,
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
    right(
        "a mask for each distance",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            back = np.arange(n)[:, None] - np.arange(n)
            sums = [np.where(back == d, weights, 0).sum(axis=(-2, -1)) for d in range(n)]
            return np.stack(sums, axis=-1) / np.arange(n, 0, -1)
        """,
        "all else set to zero",
    ),
    wrong(
        "untouched",
        change("(n - back)", "n"),
        "as given",
        verdict="not_attempted",
        of="n - back",
    ),
    wrong(
        "n by another name",
        change("(n - back)", "len(range(n))"),
        "nothing has changed",
        verdict="not_attempted",
        of="n - back",
    ),
    wrong(
        "no division",
        change("at / (n - back)", "at"),
        "sums of unequal numbers of pairs",
        "summed",
        of="n - back",
    ),
    wrong(
        "back + 1",
        change("(n - back)", "(back + 1)"),
        "the wrong way round",
        "divided-by-distance",
        of="n - back",
    ),
    wrong(
        "n - back - 1",
        change("(n - back)", "(n - back - 1)"),
        "one too few",
        "one-pair-too-few",
        of="n - back",
    ),
    wrong(
        "n - 1",
        change("(n - back)", "(n - 1)"),
        "as for a sample's variance",
        "one-less-for-all",
        of="n - back",
    ),
    wrong(
        "the other diagonals",
        change("offset=-back", "offset=back"),
        "the future, which is masked",
        "the-future",
        of="n - back",
    ),
    wrong(
        "columns",
        """
        def weight_by_distance(weights):
            return weights.mean(axis=-2)
        """,
        "what each token gets",
        "averaged-per-token",
    ),
    wrong(
        "normalised at the end",
        change(
            "return np.stack(means, axis=-1)",
            "sums = np.stack(means, axis=-1)\n"
            "    return sums / sums.sum(axis=-1, keepdims=True)",
        ),
        "they sum to one already: the same as before",
        verdict="not_attempted",
        of="untouched",
    ),
    wrong(
        "mean over all heads",
        change(
            "np.stack(means, axis=-1)",
            "np.stack(means, axis=-1).reshape(-1, n).mean(axis=0)",
        ),
        "a head that does not exist",
        of="n - back",
    ),
    *route(
        "by diagonals",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            lines = [np.diagonal(weights, -d, -2, -1) for d in range(n)]
            return np.stack([line.mean(axis=-1) for line in lines], axis=-1)
        ---
        -d => d | the-future
        (n => (1, n + 1
        mean => sum | summed
        , axis=-1 => , axis=0
        """,
    ),
    right(
        "stride tricks",
        """
        def weight_by_distance(weights):
            n = weights.shape[-1]
            w = np.ascontiguousarray(weights)
            padded = np.zeros((*w.shape[:-1], 2 * n))
            padded[..., n:] = w
            *outer, row, col = padded.strides
            # entry (i, d) is padded[i, n + i - d]
            start = padded[..., n:]
            bands = np.lib.stride_tricks.as_strided(
                start, (*w.shape[:-2], n, n), (*outer, row + col, -col))
            return bands.sum(axis=-2) / np.arange(n, 0, -1)
        """,
        "written from the text alone: another route",
    ),
)
