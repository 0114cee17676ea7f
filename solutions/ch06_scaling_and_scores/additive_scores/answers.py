"""Answers to scores.additive_scores that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "new axes",
        """
        def additive_scores(q, k, W_q, W_k, v):
            left = np.expand_dims(q @ W_q, -2)
            right = np.expand_dims(k @ W_k, -3)
            return np.tanh(left + right) @ v
        """,
        "(n_q, 1, h) + (1, n_k, h)",
    ),
    right(
        "einsum at the end",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = (q @ W_q)[..., :, np.newaxis, :] + (k @ W_k)[..., np.newaxis, :, :]
            return np.einsum("...h,h->...", np.tanh(hidden), v)
        """,
        "the weighted sum by its index",
    ),
    right(
        "in place",
        """
        def additive_scores(q, k, W_q, W_k, v):
            a, b = (q @ W_q)[..., None, :], (k @ W_k)[..., None, :, :]
            shape = np.broadcast_shapes(a.shape, b.shape)
            hidden = np.zeros(shape)
            hidden += a
            hidden += b
            np.tanh(hidden, out=hidden)
            hidden *= v
            return hidden.sum(-1)
        """,
        "an array of its own, changed step by step",
    ),
    right(
        "helpers of the chapter's later names",
        """
        def straight(q, k, W_q, W_k):
            return (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]

        def bent(hidden):
            return np.tanh(hidden)

        def additive_scores(q, k, W_q, W_k, v):
            return bent(straight(q, k, W_q, W_k)) @ v
        """,
        "the chapter binds straight and bent to arrays further down",
    ),
    right(
        "repeated in full",
        """
        def additive_scores(q, k, W_q, W_k, v):
            n_q, n_k = q.shape[-2], k.shape[-2]
            all_q = np.repeat(q[..., :, None, :], n_k, axis=-2)
            all_k = np.repeat(k[..., None, :, :], n_q, axis=-3)
            both = np.concatenate([all_q, all_k], axis=-1)
            return np.tanh(both @ np.vstack([W_q, W_k])) @ v
        """,
        "side by side, one layer",
    ),
    right(
        "in float64",
        """
        def additive_scores(*args):
            q, k, W_q, W_k, v = [np.asarray(a, np.float64) for a in args]
            return np.tanh((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]).dot(v)
        """,
        "a wider dtype is no mistake here",
    ),
    wrong(
        "a loop over the queries",
        """
        def additive_scores(q, k, W_q, W_k, v):
            rows = []
            for i in range(q.shape[-2]):
                rows.append(np.tanh(q[..., i, None, :] @ W_q + k @ W_k) @ v)
            return np.stack(rows, axis=-2)
        """,
        "the task says without a loop",
        verdict="partial",
    ),
    wrong(
        "no tanh",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return ((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]) @ v
        """,
        "a linear score",
        "no-tanh",
    ),
    wrong(
        "tanh of each",
        """
        def additive_scores(q, k, W_q, W_k, v):
            a, b = np.tanh(q @ W_q), np.tanh(k @ W_k)
            return (a[..., None, :] + b[..., None, :, :]) @ v
        """,
        "squashed before they are added",
        "tanh-before-sum",
    ),
    wrong(
        "tanh last",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.tanh(((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]) @ v)
        """,
        "outside of the product with v",
        "tanh-outside",
    ),
    wrong(
        "a row a key",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.tanh((q @ W_q)[..., None, :, :] + (k @ W_k)[..., None, :]) @ v
        """,
        "(n_k, n_q)",
        "rows-are-keys",
    ),
    wrong(
        "no new axes",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.tanh(q @ W_q + k @ W_k) @ v
        """,
        "query i with key i only",
        "row-with-row",
    ),
    wrong(
        "no batch",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.tanh((q @ W_q)[:, None, :] + (k @ W_k)[None, :, :]) @ v
        """,
        "right for two axes only",
        "axes-from-the-front",
        "partial",
    ),
    wrong(
        "softmaxed",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]
            return softmax(np.tanh(hidden) @ v)
        """,
        "scores are asked for",
        "softmaxed",
    ),
    wrong(
        "v left out",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.tanh((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]).sum(-1)
        """,
        "all hidden units count alike",
        "v-missing",
    ),
    wrong(
        "scaled",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = np.tanh((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :])
            return hidden @ v / np.sqrt(len(v))
        """,
        "additive scores are bounded: not divided",
        "scaled",
    ),
    wrong(
        "hidden layer returned",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]
            return np.tanh(hidden) * v
        """,
        "a star in place of @",
        "not-summed",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def additive_scores(q, k, W_q, W_k, v):
            out = np.zeros(q.shape[:-1] + (k.shape[-2],), dtype=q.dtype)
            hidden = (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]
            out[...] = np.tanh(hidden) @ v
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "a comprehension",
        """
        def additive_scores(q, k, W_q, W_k, v):
            a, b = q @ W_q, k @ W_k
            rows = [np.tanh(a[..., i, None, :] + b) @ v for i in range(q.shape[-2])]
            return np.stack(rows, axis=-2)
        """,
        "a loop in brackets",
        verdict="partial",
    ),
    wrong(
        "relu",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]
            return np.maximum(hidden, 0) @ v
        """,
        "another bend",
        "relu",
    ),
    wrong(
        "divided by the root of d_k",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = np.tanh((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :])
            return hidden @ v / np.sqrt(k.shape[-1])
        """,
        "scaled like a dot product",
        "scaled-by-d-k",
    ),
    wrong(
        "matrices turned",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hidden = (q @ W_q.T)[..., None, :] + (k @ W_k.T)[..., None, :, :]
            return np.tanh(hidden) @ v
        """,
        "as nn.Linear keeps them",
        "matrices-transposed",
    ),
    wrong(
        "a dot product of the projections",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return np.einsum("...ih,...jh->...ij", q @ W_q, k @ W_k)
        """,
        "neither tanh nor v",
        "dot-of-projections",
    ),
    *route(
        "axes by name",
        """
        def additive_scores(q, k, W_q, W_k, v):
            rows = np.einsum("...id,dh->...ih", q, W_q)[..., :, None, :]
            columns = np.einsum("...jd,dh->...jh", k, W_k)[..., None, :, :]
            return np.einsum("...ijh,h->...ij", np.tanh(rows + columns), v)
        ---
        np.tanh(rows + columns) => np.tanh(rows) + np.tanh(columns) | tanh-before-sum
        + => * | multiplied
        np.tanh(rows + columns) => rows + columns | no-tanh
        >...ij => >...ji | rows-are-keys
        + => -
        """,
    ),
    wrong(
        "loop over the queries, tanh outside",
        """
        def additive_scores(q, k, W_q, W_k, v):
            hq, hk = q @ W_q, k @ W_k
            rows = [np.tanh((hq[..., i:i + 1, :] + hk) @ v) for i in range(q.shape[-2])]
            return np.stack(rows, axis=-2)
        """,
        "written from the text alone",
        "tanh-outside",
    ),
)
