"""What goes wrong in bilinear scores.

The matrix is transposed, left out or used twice; scaling and softmax come too early.
"""

from autograder import Misconception, change
from solutions.ch06_scaling_and_scores._shared import ROWS_ARE_KEYS, SOFTMAXED
from solutions.sentences import DEALT_ANEW

MISTAKES = (
    Misconception(
        "matrix-transposed",
        "You multiply by W transposed. W is (d_q, d_k): its rows meet the query's "
        "features and its columns the key's, so q @ W needs no transpose. When d_q "
        "equals d_k the wrong one runs too, and swaps who asks whom.",
        change("q @ W", "q @ W.T"),
    ),
    Misconception(
        "no-matrix",
        "These are plain dot products: W is not used. It is what lets a query and a "
        "key of different dimensions meet, and the part that can be learnt: q W k^T.",
        change("q @ W", "q"),
    ),
    Misconception(
        "matrix-on-both",
        "You multiply queries and keys both by W. It stands between them, once: "
        "q W maps a query to the dimension of a key.",
        change("    projected =", "    k = k @ W\n    projected ="),
    ),
    Misconception(
        "rows-are-keys",
        ROWS_ARE_KEYS,
        change("projected @ np.swapaxes(k, -1, -2)", "k @ np.swapaxes(projected, -1, -2)"),
    ),
    Misconception(
        "batch-transposed",
        "Your .T reverses all axes of a batch, so sequences get mixed. Swap only the "
        "last two: np.swapaxes(k, -1, -2).",
        change("np.swapaxes(k, -1, -2)", "k.T"),
    ),
    Misconception(
        "scaled",
        "You divide by sqrt(d_k). The bilinear score is q W k^T as it stands: W is "
        "learnt, so it can hold any factor. Scaling is the next stage.",
        change(
            "    return", "    projected = projected / np.sqrt(k.shape[-1])\n    return"
        ),
    ),
    Misconception(
        "softmaxed",
        SOFTMAXED,
        change("return projected", "scores = projected")
        + change(
            "-1, -2)",
            "-1, -2)\n"
            "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    return powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "no-transpose",
        "You multiply by the keys as they stand, which fits only by chance. A "
        "score is a dot product of two rows: the keys have to stand in columns.",
        change("np.swapaxes(k, -1, -2)", "k"),
    ),
    Misconception(
        "row-with-row",
        "You compare query i with key i only, and add up. Every query meets every "
        "key: a matrix product with the keys in columns.",
        change("projected @ np.swapaxes(k, -1, -2)", "(projected * k).sum(axis=-1)"),
    ),
    Misconception(
        "element-by-element",
        "The * multiplies queries and keys entry by entry. A score is the sum of "
        "such products, for every query with every key: a matrix product.",
        change("projected @ np.swapaxes(k, -1, -2)", "projected * k"),
    ),
    Misconception(
        "scaled-by-d-q",
        "You divide by sqrt(d_q). The bilinear score is q W k^T as it stands: W "
        "is learnt, so it can hold any factor. Scaling is the next stage.",
        change(
            "    return", "    projected = projected / np.sqrt(q.shape[-1])\n    return"
        ),
    ),
    Misconception(
        "bent",
        "There is a tanh in your scores. It belongs to the additive score; the "
        "bilinear one has products only.",
        change(
            "projected @ np.swapaxes(k, -1, -2)",
            "np.tanh(projected @ np.swapaxes(k, -1, -2))",
        ),
    ),
    Misconception(
        "keys-first",
        "You compute k W q^T. The queries come first, and W is (d_q, d_k): its "
        "rows meet a query.",
        change("q @ W", "k @ W") + change("np.swapaxes(k,", "np.swapaxes(q,"),
    ),
    Misconception(
        "matrix-first",
        "The matrix stands in front. Queries are rows, so q stands on the left: "
        "its features then meet the rows of W.",
        change("q @ W", "W @ q"),
    ),
    Misconception(
        "reshape-for-transpose",
        DEALT_ANEW,
        change(
            "np.swapaxes(k, -1, -2)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"
        ),
    ),
)
