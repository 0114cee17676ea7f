"""Answers to numpy.attention_weights that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right(
        "a helper called scale",
        """
        def scale(d_k):
            return d_k ** -0.5

        def attention_weights(q, k):
            scores = np.einsum("...id,...jd->...ij", q, k) * scale(q.shape[-1])
            return softmax(scores, axis=-1)
        """,
        "a short word that other chapters bind too",
    ),
    right(
        "pair by pair, in place",
        """
        def attention_weights(q, k):
            scores = np.zeros(q.shape[:-1] + (k.shape[-2],))
            for place in np.ndindex(*q.shape[:-2]):
                for i in range(q.shape[-2]):
                    for j in range(k.shape[-2]):
                        scores[place][i, j] = np.dot(q[place][i], k[place][j])
            scores /= np.sqrt(k.shape[-1])
            return softmax(scores)
        """,
        "nested loops fill an array",
    ),
    right(
        "recursion over the batch",
        """
        def attention_weights(q, k):
            if q.ndim > 2:
                return np.stack([attention_weights(a, b) for a, b in zip(q, k)])
            return softmax(q @ k.T / np.sqrt(k.shape[1]))
        """,
        "it calls itself for each sequence",
    ),
    right(
        "its own softmax with the same name",
        """
        def softmax(x, axis=-1):
            e = np.exp(x - x.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)

        def attention_weights(q, k):
            return softmax((q / q.shape[-1] ** 0.5) @ k.swapaxes(-2, -1))
        """,
        "the name of an earlier exercise, defined anew in the cell",
    ),
    right(
        "a list filled by append",
        """
        def attention_weights(q, k):
            d_k = k.shape[-1]
            flat_q = q.reshape((-1,) + q.shape[-2:])
            flat_k = k.reshape((-1,) + k.shape[-2:])
            sheets = []
            for one_q, one_k in zip(flat_q, flat_k):
                rows = []
                for query in one_q:
                    rows.append(softmax(one_k @ query / d_k**0.5))
                sheets.append(rows)
            return np.array(sheets).reshape(q.shape[:-1] + (k.shape[-2],))
        """,
        "lists of lists, made an array at the end",
    ),
    right(
        "a helper called row, in a cell above",
        """
        def attention_weights(q, k):
            turned = np.swapaxes(k, -1, -2)
            return row(q @ turned / np.sqrt(k.shape[-1]))
        """,
        "the chapter binds row to an array further down",
        above="""
        def row(scores):
            e = np.exp(scores - scores.max(-1, keepdims=True))
            return e / e.sum(-1, keepdims=True)
        """,
    ),
    wrong(
        "not scaled",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2))
        """,
        "no division by the root of d_k",
        "unscaled",
    ),
    wrong(
        "divided by d_k",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2) / k.shape[-1])
        """,
        "the root is missing",
        "divided-by-d-k",
    ),
    wrong(
        "scaled by n_k",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-2]))
        """,
        "the number of keys in place of their width",
        "scaled-by-length",
    ),
    wrong(
        "floor division",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2) // np.sqrt(k.shape[-1]))
        """,
        "// cuts the scores to whole numbers",
        "floor-division",
    ),
    wrong(
        "scaled after the softmax",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2)) / np.sqrt(k.shape[-1])
        """,
        "the rows no longer sum to one",
        "scaled-after",
    ),
    wrong(
        "softmax over the queries",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]), axis=-2)
        """,
        "columns sum to one",
        "wrong-axis",
    ),
    wrong(
        "no transpose",
        """
        def attention_weights(q, k):
            return softmax(q @ k / np.sqrt(k.shape[-1]))
        """,
        "the sizes do not fit",
        "no-transpose",
    ),
    wrong(
        ".T with a batch",
        """
        def attention_weights(q, k):
            return softmax(q @ k.T / np.sqrt(k.shape[-1]))
        """,
        ".T turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "scores, not weights",
        """
        def attention_weights(q, k):
            return q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
        """,
        "no softmax",
        "no-softmax",
    ),
    wrong(
        "softmax twice",
        """
        def attention_weights(q, k):
            weights = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]))
            return softmax(weights)
        """,
        "weights taken for scores",
        "softmax-twice",
    ),
    wrong(
        "queries and keys swapped",
        """
        def attention_weights(q, k):
            return softmax(k @ np.swapaxes(q, -1, -2) / np.sqrt(k.shape[-1]))
        """,
        "a row a key",
        "rows-are-keys",
    ),
    wrong(
        "unstable softmax of its own",
        """
        def attention_weights(q, k):
            e = np.exp(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]))
            return e / e.sum(axis=-1, keepdims=True)
        """,
        "exp overflows",
        "unstable",
        "partial",
    ),
    wrong(
        "one maximum for all",
        """
        def attention_weights(q, k):
            s = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
            e = np.exp(s - s.max())
            return e / e.sum(axis=-1, keepdims=True)
        """,
        "a row far below another becomes 0 / 0",
        "global-max",
        "partial",
    ),
    wrong(
        "the chapter's queries and keys",
        """
        def attention_weights(q, k):
            scores = queries @ keys.T
            return softmax(scores / np.sqrt(q.shape[-1]))
        """,
        "globals of the chapter in place of the arguments: no name fits",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def attention_weights(q, k):
            scores = q @ np.swapaxes(k, -1, -2)
            scores[...] = scores / np.sqrt(k.shape[-1])
            return softmax(scores)
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-scores",
        "partial",
    ),
    wrong(
        "half precision, a little off",
        """
        def attention_weights(q, k):
            weights = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1] + 0.02))
            return weights.astype(np.float16)
        """,
        "the answer's own dtype must not loosen what it is held to",
    ),
    wrong(
        "d_k ** 1/2",
        """
        def attention_weights(q, k):
            return softmax(q @ np.swapaxes(k, -1, -2) / (q.shape[-1] ** 1/2))
        """,
        "the power comes first: d_k / 2",
        "half-of-d-k",
    ),
    wrong(
        "the size from axis 1",
        """
        def attention_weights(q, k):
            d_k = k.shape[1]
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(d_k))
        """,
        "the keys' count in a batch",
        verdict="partial",
    ),
    wrong(
        "the queries' axis 1",
        """
        def attention_weights(q, k):
            d_k = q.shape[1]
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(d_k))
        """,
        "the queries' count in a batch",
        "size-from-the-front",
        "partial",
    ),
    wrong(
        "reshaped keys",
        """
        def attention_weights(q, k):
            *batch, n_k, d_k = k.shape
            return softmax(q @ k.reshape(*batch, d_k, n_k) / np.sqrt(d_k))
        """,
        "reshape does not transpose",
        "reshape-for-transpose",
    ),
    wrong(
        "a star",
        """
        def attention_weights(q, k):
            scores = q * k / np.sqrt(k.shape[-1])
            return softmax(scores)
        """,
        "entry by entry",
        "element-by-element",
    ),
    wrong(
        "a causal mask",
        """
        def attention_weights(q, k):
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
            hidden = np.triu(np.ones(scores.shape[-2:]), k=1) == 1
            return softmax(np.where(hidden, -np.inf, scores))
        """,
        "every query may attend to all keys",
        "causal",
    ),
    wrong(
        "logarithms",
        """
        def attention_weights(q, k):
            return np.log(softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])))
        """,
        "log-softmax",
        "log-softmax",
    ),
    wrong(
        "int of the root",
        """
        def attention_weights(q, k):
            scale = int(np.sqrt(q.shape[-1]))
            return softmax(q @ np.swapaxes(k, -1, -2) / scale)
        """,
        "1.73 becomes 1",
        "root-cut-off",
    ),
    wrong(
        "axis 1",
        """
        def attention_weights(q, k):
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
            return softmax(scores, axis=1)
        """,
        "the keys for one sequence, the queries in a batch",
        "axis-1",
        "partial",
    ),
    wrong(
        "the mean subtracted",
        """
        def attention_weights(q, k):
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
            e = np.exp(scores - scores.mean(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
        """,
        "overflows where a row is wide",
        "shifted-by-mean",
        "partial",
    ),
)
