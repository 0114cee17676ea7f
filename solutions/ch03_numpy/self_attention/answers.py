"""Answers to numpy.self_attention that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "the chapter's functions",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, k) @ v
        """,
        "as the task suggests",
    ),
    right(
        "summed weighted values",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return weighted_values(attention_weights(q, k), v).sum(axis=-3)
        """,
        "the long way, through all four exercises",
    ),
    right(
        "a helper called context",
        """
        def context(weights, values):
            return np.einsum("...ij,...jd->...id", weights, values)

        def self_attention(x, W_q, W_k, W_v):
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            return context(softmax(q @ np.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5), v)
        """,
        "the chapter binds the name context to an array further down",
    ),
    right(
        "a class that keeps the matrices",
        """
        class Attention:
            def __init__(self, *matrices):
                self.W_q, self.W_k, self.W_v = matrices

            def __call__(self, x):
                weights = attention_weights(x @ self.W_q, x @ self.W_k)
                return np.matmul(weights, x @ self.W_v)

        def self_attention(x, W_q, W_k, W_v):
            return Attention(W_q, W_k, W_v)(x)
        """,
        "a class of one's own behind the function",
    ),
    right(
        "token by token, added in place",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            out = np.zeros(v.shape)
            for i in range(x.shape[-2]):
                scores = (q[..., i, None, :] * k).sum(axis=-1) / np.sqrt(q.shape[-1])
                shares = softmax(scores)
                for j in range(x.shape[-2]):
                    out[..., i, :] += shares[..., j, None] * v[..., j, :]
            return out
        """,
        "two loops that add up in an array",
    ),
    right(
        "the two matrices folded into one",
        """
        def self_attention(x, W_q, W_k, W_v):
            scores = x @ (W_q @ W_k.T) @ np.swapaxes(x, -1, -2)
            return softmax(scores / np.sqrt(W_k.shape[1])) @ x @ W_v
        """,
        "neither queries nor keys are ever there",
    ),
    right(
        "np.add.at",
        """
        def self_attention(x, W_q, W_k, W_v):
            if x.ndim > 2:
                return np.array([self_attention(one, W_q, W_k, W_v) for one in x])
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            n = len(x)
            i, j = np.indices((n, n)).reshape(2, -1)
            weights = softmax(q @ k.T / np.sqrt(k.shape[1]))
            out = np.zeros((n, v.shape[1]))
            np.add.at(out, i, weights[i, j][:, None] * v[j])
            return out
        """,
        "sums scattered into rows, recursion for the batch",
    ),
    right(
        "a helper called scale, in a cell above",
        """
        def self_attention(x, W_q, W_k, W_v):
            q = x @ W_q
            return softmax(scale(q) @ (x @ W_k).swapaxes(-1, -2)) @ (x @ W_v)
        """,
        "a helper in a cell of its own",
        above="""
        def scale(q):
            return q / np.sqrt(q.shape[-1])
        """,
    ),
    wrong(
        "not scaled",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(q @ np.swapaxes(k, -1, -2)) @ v
        """,
        "no division by the root of d_k",
        "unscaled",
    ),
    wrong(
        "scaled by d_v",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(v.shape[-1])) @ v
        """,
        "the width of the values",
        "scaled-by-d-v",
    ),
    wrong(
        "scaled by d_model",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(x.shape[-1])) @ v
        """,
        "the width of the tokens",
        "scaled-by-d-model",
    ),
    wrong(
        "weights for the output",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, k)
        """,
        "the values are left out",
        "weights-returned",
    ),
    wrong(
        "a star for the values",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, k) * v
        """,
        "* in place of @",
        "element-by-element",
    ),
    wrong(
        "softmax over the queries",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            return softmax(scores, axis=-2) @ v
        """,
        "columns sum to one",
        "wrong-axis",
    ),
    wrong(
        "tokens mixed, not values",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, k) @ x
        """,
        "W_v is never used",
        "raw-values",
    ),
    wrong(
        "keys and queries swapped",
        """
        def self_attention(x, W_q, W_k, W_v):
            k, q, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, k) @ v
        """,
        "unpacked in another order",
        "swapped-qk",
    ),
    wrong(
        "causal mask left in",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            scores = np.where(np.tri(x.shape[-2], dtype=bool), scores, -np.inf)
            return softmax(scores) @ v
        """,
        "every token may attend to all",
        "causal",
    ),
    wrong(
        ".T with a batch",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(q @ k.T / np.sqrt(q.shape[-1])) @ v
        """,
        ".T turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "softmax twice",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(attention_weights(q, k)) @ v
        """,
        "weights taken for scores",
        "softmax-twice",
    ),
    wrong(
        "the chapter's weights by mistake",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return weights @ v
        """,
        "a global of the chapter: no misconception about attention",
    ),
    wrong(
        "residual added",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return v + attention_weights(q, k) @ v
        """,
        "the value of its own is added once more",
        "residual",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            out = np.zeros_like(v)
            out[...] = attention_weights(q, k) @ v
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "no softmax",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]) @ v
        """,
        "the scores mix the values",
        "no-softmax",
    ),
    wrong(
        "keys not turned",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return softmax(q @ k / np.sqrt(k.shape[-1])) @ v
        """,
        "fits only by chance",
        "no-transpose",
    ),
    wrong(
        "one maximum for all",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            s = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
            e = np.exp(s - s.max())
            return e / e.sum(axis=-1, keepdims=True) @ v
        """,
        "a token far below another becomes 0 / 0",
        "global-max",
        "partial",
    ),
    wrong(
        "values on the left",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return v @ attention_weights(q, k)
        """,
        "the product the other way round",
    ),
    wrong(
        "queries with queries",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            return attention_weights(q, q) @ v
        """,
        "the keys have no say",
        "queries-with-queries",
    ),
    wrong(
        "both results",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = project_qkv(x, W_q, W_k, W_v)
            weights = attention_weights(q, k)
            return weights @ v, weights
        """,
        "as in the next chapters",
        "weights-as-well",
        "failed",
    ),
    *route(
        "in one product",
        """
        def self_attention(x, W_q, W_k, W_v):
            scores = x @ (W_q @ W_k.T) @ x.swapaxes(-1, -2) / W_k.shape[1] ** 0.5
            return softmax(scores) @ (x @ W_v)
        ---
        [1 => [0 | scaled-by-d-model
        W_k.shape => W_v.shape | scaled-by-d-v
        W_q @ W_k => W_k @ W_q | swapped-qk
        (scores => (scores, axis=-2 | wrong-axis
        (scores => (scores).swapaxes(-1, -2 | weights-transposed
        (x @ W_v) => x | raw-values
        @ W_k => @ W_q | queries-with-queries
        """,
    ),
    wrong(
        "no scale and softmax down the columns",
        """
        def self_attention(x, W_q, W_k, W_v):
            q, k, v = x @ W_q, x @ W_k, x @ W_v
            s = q @ np.swapaxes(k, -1, -2)
            e = np.exp(s - s.max(axis=-2, keepdims=True))
            return (e / e.sum(axis=-2, keepdims=True)) @ v
        """,
        "written from the text alone",
        "unscaled + wrong-axis",
    ),
)
