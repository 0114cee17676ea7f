"""Answers to scores.softmax_jacobian that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "eye and outer product",
        """
        def softmax_jacobian(weights):
            n = weights.shape[-1]
            outer = weights[..., :, None] * weights[..., None, :]
            return weights[..., :, None] * np.eye(n) - outer
        """,
        "diag(w) - w w^T",
    ),
    right(
        "row by row in place",
        """
        def softmax_jacobian(weights):
            n = weights.shape[-1]
            J = np.zeros(weights.shape + (n,))
            for i in range(n):
                for j in range(n):
                    J[..., i, j] = weights[..., i] * ((i == j) - weights[..., j])
            return J
        """,
        "nested loops fill an array",
    ),
    right(
        "einsum and the diagonal",
        """
        def softmax_jacobian(weights):
            out = -np.einsum("...i,...j->...ij", weights, weights)
            i = np.arange(weights.shape[-1])
            out[..., i, i] += weights
            return out
        """,
        "added on the diagonal by index",
    ),
    right(
        "a helper called J",
        """
        def J(w):
            return np.diag(w) - np.outer(w, w)

        def softmax_jacobian(weights):
            flat = weights.reshape(-1, weights.shape[-1])
            tables = np.array([J(w) for w in flat])
            return tables.reshape(weights.shape + weights.shape[-1:])
        """,
        "the chapter binds J to an array further down",
    ),
    right(
        "recursion",
        """
        def softmax_jacobian(weights):
            w = np.asarray(weights)
            if w.ndim > 1:
                return np.stack([softmax_jacobian(row) for row in w])
            table = np.diag(w)
            return table - w[:, None] @ w[None, :]
        """,
        "one row after the other",
    ),
    right(
        "np.add.at on a copy",
        """
        def softmax_jacobian(weights):
            n = weights.shape[-1]
            table = -weights[..., None] * weights[..., None, :]
            flat = table.reshape(-1, n * n).copy()
            np.add.at(flat, (slice(None), np.arange(n) * (n + 1)), weights.reshape(-1, n))
            return flat.reshape(table.shape)
        """,
        "scattered onto the diagonal",
    ),
    wrong(
        "diagonal alone",
        """
        def softmax_jacobian(weights):
            return (weights * (1 - weights))[..., None] * np.eye(weights.shape[-1])
        """,
        "as for a sigmoid: the other scores move the weight as well",
        "diagonal-alone",
    ),
    wrong(
        "a vector",
        """
        def softmax_jacobian(weights):
            return weights * (1 - weights)
        """,
        "the commonest answer in forums: the derivative of each by its own score",
        "diagonal-as-a-vector",
    ),
    wrong(
        "sign turned",
        """
        def softmax_jacobian(weights):
            outer = weights[..., :, None] * weights[..., None, :]
            return outer - weights[..., None] * np.eye(weights.shape[-1])
        """,
        "the negative",
        "sign",
    ),
    wrong(
        "plus",
        """
        def softmax_jacobian(weights):
            outer = weights[..., :, None] * weights[..., None, :]
            return weights[..., None] * np.eye(weights.shape[-1]) + outer
        """,
        "a sign inside",
        "plus",
    ),
    wrong(
        "no diagonal",
        """
        def softmax_jacobian(weights):
            return -weights[..., :, None] * weights[..., None, :]
        """,
        "the outer product alone",
        "no-diagonal",
    ),
    wrong(
        "the identity",
        """
        def softmax_jacobian(weights):
            outer = weights[..., :, None] * weights[..., None, :]
            return np.eye(weights.shape[-1]) - outer
        """,
        "ones on the diagonal in place of the weights",
        "identity",
    ),
    wrong(
        "softmax first",
        """
        def softmax_jacobian(weights):
            w = softmax(weights)
            return w[..., None] * np.eye(w.shape[-1]) - w[..., None] * w[..., None, :]
        """,
        "they are weights already",
        "softmax-again",
    ),
    wrong(
        "np.diag of a batch",
        """
        def softmax_jacobian(weights):
            return np.diag(weights) - np.outer(weights, weights)
        """,
        "right for one row only",
        "one-row-only",
        "partial",
    ),
    wrong(
        "w (1 - w) everywhere",
        """
        def softmax_jacobian(weights):
            return weights[..., :, None] * (1 - weights[..., None, :])
        """,
        "w_i (1 - w_j) off the diagonal too",
        "no-delta",
    ),
    wrong(
        "inner product",
        """
        def softmax_jacobian(weights):
            eye = np.eye(weights.shape[-1])
            return weights[..., None] * eye - np.sum(weights**2, -1)[..., None, None]
        """,
        "w . w in place of w w^T",
        "inner-product",
    ),
    wrong(
        "half precision, a little off",
        """
        def softmax_jacobian(weights):
            w = weights.astype(np.float16)
            eye = np.eye(w.shape[-1], dtype="f2")
            return w[..., None] * eye - w[..., None] * w[..., None, :]
        """,
        "the answer's own dtype must not loosen what it is held to",
    ),
    wrong(
        "squares",
        """
        def softmax_jacobian(weights):
            eye = np.eye(weights.shape[-1])
            return weights[..., None] * eye - (weights**2)[..., None, :]
        """,
        "w_j squared in place of w_i w_j",
        "squares",
    ),
    wrong(
        "no outer product",
        """
        def softmax_jacobian(weights):
            return weights[..., None] * np.eye(weights.shape[-1])
        """,
        "the diagonal of weights",
        "no-outer",
    ),
    *route(
        "diagonal filled",
        """
        def softmax_jacobian(weights):
            out = -weights[..., :, None] * weights[..., None, :]
            i = np.arange(weights.shape[-1])
            out[..., i, i] += weights
            return out
        ---
        + =>
        + => -
        += weights => = 0
        -weights => weights | plus
        += => += weights *
        = weights => = 1 | identity
        weights[..., None, :] => (1 - weights[..., None, :])
        """,
    ),
    right(
        "einsum with the identity",
        """
        def softmax_jacobian(weights):
            eye = np.identity(weights.shape[-1])
            return np.einsum("...i,ij->...ij", weights,
                eye) - np.einsum("...i,...j->...ij", weights, weights)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "outer of one row",
        """
        def softmax_jacobian(weights):
            return np.diag(weights) - np.outer(weights, weights)
        """,
        "written from the text alone",
        "one-row-only",
    ),
)
