"""Answers to numpy.weighted_values that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "einsum",
        """
        def weighted_values(weights, v):
            return np.einsum("...ij,...jd->...jid", weights, v)
        """,
        "three letters, none summed",
    ),
    right(
        "turned, then new axes",
        """
        def weighted_values(weights, v):
            turned = np.swapaxes(weights, -1, -2)
            return np.expand_dims(turned, -1) * np.expand_dims(v, -2)
        """,
        "(n_k, n_q, 1) times (n_k, 1, d_v)",
    ),
    right(
        "an outer product a key",
        """
        def weighted_values(weights, v):
            return np.swapaxes(weights, -1, -2)[..., None] @ v[..., None, :]
        """,
        "(n_k, n_q, 1) @ (n_k, 1, d_v)",
    ),
    right(
        "repeat and tile",
        """
        def weighted_values(weights, v):
            n_q = weights.shape[-2]
            copies = np.repeat(v[..., :, np.newaxis, :], n_q, axis=-2)
            w = np.moveaxis(weights, -1, -2)
            return copies * w[..., np.newaxis]
        """,
        "what broadcasting does, done in full",
    ),
    right(
        "queries first, then transposed",
        """
        def weighted_values(weights, v):
            parts = weights[..., None] * v[..., None, :, :]
            return parts.swapaxes(-2, -3)
        """,
        "(n_q, n_k, d_v) with its first two axes swapped",
    ),
    right(
        "out= in float64",
        """
        def weighted_values(weights, v):
            n_q, n_k = weights.shape[-2:]
            room = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]))
            np.multiply(
                np.swapaxes(weights, -1, -2)[..., None], v[..., None, :], out=room
            )
            return room
        """,
        "written into an array made before; a wider dtype is no mistake here",
    ),
    wrong(
        "a loop over keys and queries",
        """
        def weighted_values(weights, v):
            n_q, n_k = weights.shape[-2:]
            out = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]))
            for j in range(n_k):
                for i in range(n_q):
                    out[..., j, i, :] = weights[..., i, j, None] * v[..., j, :]
            return out
        """,
        "the task says to use no loop",
        verdict="partial",
    ),
    wrong(
        "queries first",
        """
        def weighted_values(weights, v):
            return weights[..., None] * v[..., None, :, :]
        """,
        "(n_q, n_k, d_v): the keys should come first",
        "queries-first",
    ),
    wrong(
        "reshaped, not turned",
        """
        def weighted_values(weights, v):
            n_q, n_k = weights.shape[-2:]
            w = weights.reshape(weights.shape[:-2] + (n_k, n_q, 1))
            return w * v[..., :, None, :]
        """,
        "reshape does not transpose",
        "reshape-for-transpose",
    ),
    wrong(
        "already summed",
        """
        def weighted_values(weights, v):
            return weights @ v
        """,
        "the sum over the keys is the next step",
        "already-summed",
    ),
    wrong(
        "a star",
        """
        def weighted_values(weights, v):
            return weights * v
        """,
        "shapes that do not fit, or fit by accident",
        "element-by-element",
    ),
    wrong(
        ".T with a batch",
        """
        def weighted_values(weights, v):
            return weights.T[..., None] * v[..., :, None, :]
        """,
        ".T turns all axes round",
        "batch-transposed",
        "partial",
    ),
    wrong(
        "no batch",
        """
        def weighted_values(weights, v):
            return weights.T[:, :, None] * v[:, None, :]
        """,
        "right for two axes only",
        verdict="partial",
    ),
    wrong(
        "features in the middle",
        """
        def weighted_values(weights, v):
            return np.einsum("...ij,...jd->...jdi", weights, v)
        """,
        "(n_k, d_v, n_q)",
        "features-before-queries",
        "failed",
    ),
    wrong(
        "the wrong value",
        """
        def weighted_values(weights, v):
            w = weights[..., None] + 0 * v[..., None, :, :]
            return np.swapaxes(w, -2, -3)
        """,
        "the weights in the right places, the values left out",
        "weights-alone",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def weighted_values(weights, v):
            n_q, n_k = weights.shape[-2:]
            out = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]), v.dtype)
            out[...] = np.swapaxes(weights, -1, -2)[..., None] * v[..., None, :]
            return out
        """,
        "an array of whole numbers cuts the products off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "weights not turned",
        """
        def weighted_values(weights, v):
            return weights[..., None] * v[..., None, :]
        """,
        "weights[j, i] for weights[i, j]",
        "weights-not-transposed",
    ),
    wrong(
        "a mean",
        """
        def weighted_values(weights, v):
            parts = np.swapaxes(weights, -1, -2)[..., None] * v[..., None, :]
            return parts / weights.shape[-1]
        """,
        "divided by n_k",
    ),
    *route(
        "by einsum",
        """
        def weighted_values(weights, v):
            return np.einsum("...ij,...jd->...jid", weights, v)
        ---
        jid => ijd | queries-first
        jid => id | already-summed
        ij => ji
        jid => jdi | features-before-queries
        """,
    ),
    right(
        "einsum, afresh",
        """
        def weighted_values(weights, v):
            return np.einsum("...ij,...jd->...jid", weights, v)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "queries before keys",
        """
        def weighted_values(weights, v):
            return weights[..., :, :, None] * v[..., None, :, :]
        """,
        "written from the text alone",
        "queries-first",
    ),
)
