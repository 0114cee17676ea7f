"""Ten different mistakes in NumPy, for looking at their cards."""

import textwrap

SOFTMAX, WEIGHTS = "numpy.softmax", "numpy.attention_weights"
PROJECT, WEIGHTED = "numpy.project_qkv", "numpy.weighted_values"

# What is wrong, the exercise, and the cell.
MISTAKES: dict[str, tuple[str, str]] = {
    "a small number added": (
        SOFTMAX,
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return e / (e.sum(axis=axis, keepdims=True) + 1e-3)
        """,
    ),
    "a known mistake": (
        SOFTMAX,
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=0, keepdims=True))
            return e / e.sum(axis=0, keepdims=True)
        """,
    ),
    "not finished": (
        SOFTMAX,
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return e
        """,
    ),
    "a list": (
        SOFTMAX,
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return (e / e.sum(axis=axis, keepdims=True)).tolist()
        """,
    ),
    "in a helper": (
        SOFTMAX,
        """
        def total(e, axis):
            return e.sum(axis=axis, keepdims=True) * 1.5

        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return e / total(e, axis)
        """,
    ),
    "infinite": (
        SOFTMAX,
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores * 1000)
            return e / e.sum(axis=axis, keepdims=True)
        """,
    ),
    "a line wider than a phone": (
        WEIGHTS,
        """
        def attention_weights(q, k):
            return softmax(np.einsum("...id,...jd->...ij", q * 1.0, k * 1.0) / k.shape[-1])
        """,
    ),
    "an error": (
        WEIGHTS,
        """
        def attention_weights(q, k):
            return softmax(q @ k / np.sqrt(k.shape[-1]))
        """,
    ),
    "a dict": (
        PROJECT,
        """
        def project_qkv(x, W_q, W_k, W_v):
            return {"q": x @ W_q, "k": x @ W_k, "v": x @ W_v}
        """,
    ),
    "nothing returned": (
        WEIGHTED,
        """
        def weighted_values(weights, v):
            context = weights @ v
        """,
    ),
}


def cell(name: str) -> str:
    """The text of a mistake's cell."""
    return textwrap.dedent(MISTAKES[name][1]).strip() + "\n"
