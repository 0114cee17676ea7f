"""Answers to numpy.project_qkv that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "a named tuple",
        """
        from collections import namedtuple

        Projected = namedtuple("Projected", "queries keys values")

        def project_qkv(x, W_q, W_k, W_v):
            return Projected(queries=x @ W_q, keys=x @ W_k, values=x @ W_v)
        """,
        "a named tuple is a tuple",
    ),
    right(
        "einsum",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
        """,
        "the product by its indices",
    ),
    right(
        "features added up in a loop",
        """
        def project(x, W):
            out = np.zeros(x.shape[:-1] + W.shape[-1:], np.result_type(x, W))
            for feature in range(W.shape[0]):
                out += x[..., feature, None] * W[feature]
            return out

        def project_qkv(x, W_q, W_k, W_v):
            results = []
            for W in (W_q, W_k, W_v):
                results.append(project(x, W))
            q, k, v = results
            return q, k, v
        """,
        "an array filled in place, and a list filled in a loop",
    ),
    right(
        "out=",
        """
        def project_qkv(x, W_q, W_k, W_v):
            made = []
            for W in [W_q, W_k, W_v]:
                room = np.empty(x.shape[:-1] + (W.shape[1],), dtype=np.result_type(x, W))
                np.matmul(x, W, out=room)
                made.append(room)
            return made
        """,
        "written into arrays made before; a list of three is as good as a tuple",
    ),
    right(
        "one product with all three side by side",
        """
        def project_qkv(x, W_q, W_k, W_v):
            W = np.concatenate([W_q, W_k, W_v], axis=1)
            d = W_q.shape[1]
            return tuple(np.split(x @ W, [d, 2 * d], axis=-1))
        """,
        "as libraries do it",
    ),
    right(
        "a dict of helpers filled in a loop",
        """
        products = {}
        for name in ("queries", "keys", "values"):
            products[name] = lambda x, W: np.dot(x, W)

        def project_qkv(x, W_q, W_k, W_v):
            return (
                products["queries"](x, W_q),
                products["keys"](x, W_k),
                products["values"](x, W_v),
            )
        """,
        "the dict is filled in place by a loop",
    ),
    wrong(
        "another order",
        """
        def project_qkv(x, W_q, W_k, W_v):
            keys = x @ W_k
            queries = x @ W_q
            values = x @ W_v
            return keys, queries, values
        """,
        "keys first, in the order of chapter 02",
        "swapped-qk",
    ),
    wrong(
        "matrix first",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return W_q @ x, W_k @ x, W_v @ x
        """,
        "tokens are rows",
        "matrix-first",
    ),
    wrong(
        "as a Linear layer",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return x @ W_q.T, x @ W_k.T, x @ W_v.T
        """,
        "W is (d_model, d_k) here, not (d_k, d_model)",
        "transposed-matrix",
    ),
    wrong(
        "element by element",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return x * W_q, x * W_k, x * W_v
        """,
        "* is not the matrix product",
        "element-by-element",
    ),
    wrong(
        "one matrix for all",
        """
        def project_qkv(x, W_q, W_k, W_v):
            q = x @ W_q
            k = x @ W_q
            v = x @ W_v
            return q, k, v
        """,
        "a line copied and not changed",
        "one-matrix",
    ),
    wrong(
        "only one result",
        """
        def project_qkv(x, W_q, W_k, W_v):
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            return q
        """,
        "one of three",
        "queries-alone",
        "failed",
    ),
    wrong(
        "softmaxed too early",
        """
        def project_qkv(x, W_q, W_k, W_v):
            def soft(a):
                e = np.exp(a - a.max(-1, keepdims=True))
                return e / e.sum(-1, keepdims=True)
            return soft(x @ W_q), soft(x @ W_k), soft(x @ W_v)
        """,
        "a projection has no softmax",
        "softmaxed",
        "failed",
    ),
    wrong(
        "the chapter's own x",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return X @ W_q, X @ W_k, X @ W_v
        """,
        "X of the chapter in place of the argument x",
    ),
    wrong(
        "stacked to one array",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return np.concatenate([x @ W_q, x @ W_k, x @ W_v], axis=-1)
        """,
        "side by side in one array",
        "side-by-side",
        "failed",
    ),
    wrong(
        "values with W_k",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return x @ W_q, x @ W_k, x @ W_k
        """,
        "a line copied",
    ),
    wrong(
        "W_q for all",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return tuple(x @ W_q for _ in range(3))
        """,
        "one matrix thrice",
        "one-matrix-for-all",
    ),
    wrong(
        "a dict",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return {"q": x @ W_q, "k": x @ W_k, "v": x @ W_v}
        """,
        "three results are asked for, in order",
        verdict="failed",
    ),
    *route(
        "by tensordot",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return tuple(np.tensordot(x, W, axes=1) for W in (W_q, W_k, W_v))
        ---
        (W_q, W_k, W_v => (W_q, W_v, W_k | order-qvk
        (W_q, W_k => (W_q, W_q | one-matrix
        tensordot(x, W, axes=1 => tanh(np.tensordot(x, W, axes=1)
        1) => 1) / len(W) ** 0.5
        1 => 1).swapaxes(-1, -2
        """,
    ),
    wrong(
        "one array of three",
        """
        def project_qkv(x, W_q, W_k, W_v):
            return np.array([x @ W_q, x @ W_k, x @ W_v])
        """,
        "written from the text alone",
    ),
)
