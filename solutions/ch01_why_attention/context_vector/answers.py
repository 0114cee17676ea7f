"""Answers to why.context_vector that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "weigh and add",
        """
        def context_vector(weights, values):
            return (weights[..., None] * values).sum(axis=-2)
        """,
        "the task in one line",
    ),
    right(
        "value by value, in place",
        """
        def context_vector(weights, values):
            weights, values = np.asarray(weights), np.asarray(values)
            out = np.zeros(weights.shape[:-1] + values.shape[-1:])
            for j, value in enumerate(values):
                out += weights[..., j, None] * value
            return out
        """,
        "adds up in an array of float64",
    ),
    right(
        "einsum",
        """
        def context_vector(weights, values):
            return np.einsum("...n,nd->...d", weights, values)
        """,
        "the sum by its indices",
    ),
    right(
        "tensordot",
        """
        def context_vector(weights, values):
            return np.tensordot(weights, values, axes=(-1, 0))
        """,
        "contracted over the words",
    ),
    right(
        "recursion",
        """
        def context_vector(weights, values):
            if weights.ndim > 1:
                return np.stack([context_vector(w, values) for w in weights])
            total = 0
            for w, value in zip(weights, values):
                total = total + w * value
            return total
        """,
        "one row of weights after the other",
    ),
    right(
        "np.add.at",
        """
        def context_vector(weights, values):
            rows = weights.reshape(-1, weights.shape[-1])
            out = np.zeros((len(rows), values.shape[1]))
            i, j = np.indices(rows.shape)
            np.add.at(out, i.ravel(), rows.ravel()[:, None] * values[j.ravel()])
            return out.reshape(weights.shape[:-1] + values.shape[1:])
        """,
        "sums scattered into rows",
    ),
    right(
        "a helper called attend",
        """
        def attend(weights, values):
            return np.dot(weights, values)

        def context_vector(weights, values):
            return attend(weights, values)
        """,
        "the chapter defines another attend further down",
    ),
    wrong(
        "a star",
        """
        def context_vector(weights, values):
            return weights * values
        """,
        "* in place of @",
        "element-by-element",
    ),
    wrong(
        "a mean",
        """
        def context_vector(weights, values):
            return (weights[..., None] * values).mean(axis=-2)
        """,
        "divided by n once more",
        "mean-for-sum",
    ),
    wrong(
        "softmax of the weights",
        """
        def context_vector(weights, values):
            e = np.exp(weights - weights.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ values
        """,
        "they are weights already: to be used as they are",
        "softmax-again",
    ),
    wrong(
        "made to sum to one",
        """
        def context_vector(weights, values):
            return weights / weights.sum(axis=-1, keepdims=True) @ values
        """,
        "to be used as they are",
        "normalised-again",
    ),
    wrong(
        "not summed",
        """
        def context_vector(weights, values):
            return weights[..., None] * values
        """,
        "weighed, not added up",
        "not-summed",
    ),
    wrong(
        "summed over the features",
        """
        def context_vector(weights, values):
            return (weights[..., None] * values).sum(axis=-1)
        """,
        "the wrong axis",
        "summed-over-features",
    ),
    wrong(
        "the best one only",
        """
        def context_vector(weights, values):
            return values[weights.argmax(axis=-1)]
        """,
        "a hard choice",
        "winner-takes-all",
    ),
    wrong(
        "one row only",
        """
        def context_vector(weights, values):
            return sum(w * v for w, v in zip(weights, values))
        """,
        "right for one row of weights; with several it pairs rows with values",
        verdict="partial",
    ),
    wrong(
        "summed axis 0",
        """
        def context_vector(weights, values):
            return (weights[..., None] * values).sum(axis=0)
        """,
        "right for one row of weights only",
        "summed-over-queries",
        "partial",
    ),
    wrong(
        "printed",
        """
        def context_vector(weights, values):
            print(weights @ values)
        """,
        "it returns None",
        verdict="failed",
    ),
    wrong(
        "whole numbers kept whole",
        """
        def context_vector(weights, values):
            out = np.zeros(weights.shape[:-1] + values.shape[-1:], dtype=values.dtype)
            out[...] = weights @ values
            return out
        """,
        "an array of the input's whole numbers cuts the results off",
        "whole-number-array",
        "partial",
    ),
    wrong(
        "half precision, a little off",
        """
        def context_vector(weights, values):
            return (1.002 * weights @ values).astype(np.float16)
        """,
        "the answer's own dtype must not loosen what it is held to",
    ),
    wrong(
        "weights turned",
        """
        def context_vector(weights, values):
            return weights.T @ values
        """,
        "right for one row",
        "weights-transposed",
    ),
    wrong(
        "values turned",
        """
        def context_vector(weights, values):
            return weights @ values.T
        """,
        "the features meet the words",
    ),
    wrong(
        "the sum of the values",
        """
        def context_vector(weights, values):
            total = values.sum(axis=0)
            return np.broadcast_to(total, weights.shape[:-1] + total.shape)
        """,
        "the weights play no part",
    ),
    *route(
        "as a sum",
        """
        def context_vector(weights, values):
            return sum(np.asarray(weights)[..., i, None] * v for i, v in enumerate(values))
        ---
        * => +
        ., => ., -1 -
        (values) => (values)) / len(values | mean-for-sum
        (values) => (values)) / weights.sum(axis=-1, keepdims=True | normalised-again
        (values => (values[:-1]
        * v => * abs(v)
        """,
    ),
)
