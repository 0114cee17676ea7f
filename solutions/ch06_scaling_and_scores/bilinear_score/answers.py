"""Answers to scores.bilinear_score that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "keys first",
        """
        def bilinear_score(q, k, W):
            return q @ (W @ np.swapaxes(k, -1, -2))
        """,
        "the other bracket",
    ),
    right(
        "einsum",
        """
        def bilinear_score(q, k, W):
            return np.einsum("...ia,ab,...jb->...ij", q, W, k)
        """,
        "all at once",
    ),
    right(
        "pair by pair",
        """
        def bilinear_score(q, k, W):
            out = np.zeros(q.shape[:-1] + k.shape[-2:-1])
            for i in range(q.shape[-2]):
                for j in range(k.shape[-2]):
                    out[..., i, j] = np.sum((q[..., i, :] @ W) * k[..., j, :], axis=-1)
            return out
        """,
        "nested loops fill an array",
    ),
    right(
        "a helper called J",
        """
        def J(a):
            return np.swapaxes(a, -1, -2)

        def bilinear_score(q, k, W):
            return J(k @ W.T @ J(q))
        """,
        "the transpose of the transposed; the chapter binds J to an array further down",
    ),
    right(
        "a list of rows",
        """
        def bilinear_score(q, k, W):
            if q.ndim == 2:
                rows = []
                for query in q:
                    rows.append([float(query @ W @ key) for key in k])
                return np.array(rows)
            return np.array([bilinear_score(a, b, W) for a, b in zip(q, k)])
        """,
        "lists of floats and recursion over the batch",
    ),
    right(
        "matmul into out",
        """
        def bilinear_score(q, k, W):
            projected = np.matmul(q, W)
            kind = np.result_type(projected, k)
            scores = np.empty(q.shape[:-1] + (k.shape[-2],), kind)
            np.matmul(projected, k.swapaxes(-2, -1), out=scores)
            return scores
        """,
        "written into an array made before",
    ),
    wrong(
        "W transposed",
        """
        def bilinear_score(q, k, W):
            return q @ W.T @ np.swapaxes(k, -1, -2)
        """,
        "W is (d_q, d_k)",
        "matrix-transposed",
    ),
    wrong(
        "no W",
        """
        def bilinear_score(q, k, W):
            return q @ np.swapaxes(k, -1, -2)
        """,
        "the dot product; works where the widths agree",
        "no-matrix",
    ),
    wrong(
        "scaled",
        """
        def bilinear_score(q, k, W):
            return q @ W @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
        """,
        "no scaling was asked for",
        "scaled",
    ),
    wrong(
        "softmaxed",
        """
        def bilinear_score(q, k, W):
            return softmax(q @ W @ np.swapaxes(k, -1, -2))
        """,
        "no softmax was asked for",
        "softmaxed",
    ),
    wrong(
        "a row a key",
        """
        def bilinear_score(q, k, W):
            return k @ W.T @ np.swapaxes(q, -1, -2)
        """,
        "(n_k, n_q)",
        "rows-are-keys",
    ),
    wrong(
        ".T with a batch",
        """
        def bilinear_score(q, k, W):
            return q @ W @ k.T
        """,
        ".T turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "no transpose",
        """
        def bilinear_score(q, k, W):
            return q @ W @ k
        """,
        "the sizes do not fit",
        "no-transpose",
    ),
    wrong(
        "the same pairs only",
        """
        def bilinear_score(q, k, W):
            return ((q @ W) * k).sum(axis=-1)
        """,
        "query i with key i",
        "row-with-row",
    ),
    wrong(
        "the chapter's q and k",
        """
        def bilinear_score(queries, K, W):
            return X @ W_Q @ (X @ W_K).T
        """,
        "globals of the chapter: a name would be wrong",
    ),
    wrong(
        "W twice",
        """
        def bilinear_score(q, k, W):
            return (q @ W) @ np.swapaxes(k @ W.T @ W, -1, -2)
        """,
        "keys projected as well",
    ),
    wrong(
        "scaled by d_q",
        """
        def bilinear_score(q, k, W):
            return q @ W @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        """,
        "no scaling was asked for",
        "scaled-by-d-q",
    ),
    wrong(
        "a tanh",
        """
        def bilinear_score(q, k, W):
            return np.tanh(q @ W @ np.swapaxes(k, -1, -2))
        """,
        "nothing bends",
        "bent",
    ),
    wrong(
        "W on both sides",
        """
        def bilinear_score(q, k, W):
            return (q @ W) @ np.swapaxes(k @ W, -1, -2)
        """,
        "used twice",
        "matrix-on-both",
    ),
    wrong(
        "keys in front",
        """
        def bilinear_score(q, k, W):
            return k @ W @ np.swapaxes(q, -1, -2)
        """,
        "W is (d_q, d_k)",
        "keys-first",
    ),
    wrong(
        "keys reshaped",
        """
        def bilinear_score(q, k, W):
            *batch, n_k, d_k = k.shape
            return q @ W @ k.reshape(*batch, d_k, n_k)
        """,
        "reshape does not transpose",
        "reshape-for-transpose",
    ),
    *route(
        "keys first, again",
        """
        def bilinear_score(q, k, W):
            return (k @ W.T @ q.swapaxes(-1, -2)).swapaxes(-1, -2)
        ---
        ).swapaxes(-1, -2 => | rows-are-keys
        k @ => k / W.shape[1] ** 0.5 @ | scaled
        W.T => (W.T + np.eye(*W.T.shape))
        q. => np.tanh(q).
        """,
    ),
    wrong(
        "tensordot over the last axes",
        """
        def bilinear_score(q, k, W):
            return np.tensordot(q @ W, k, axes=([-1], [-1]))
        """,
        "every sequence of the batch with every other",
    ),
)
