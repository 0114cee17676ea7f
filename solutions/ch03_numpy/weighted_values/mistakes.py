"""What goes wrong with weighted values.

The right numbers stand in the wrong order of axes, the weights are not turned, or the
sum over keys is taken too early.
"""

from autograder import Misconception, change
from solutions.sentences import DEALT_ANEW, WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "queries-first",
        "Your first axis is the queries. It should be (n_k, n_q, d_v): the weighted "
        "copies of value 1 first.",
        change("return weighted", "return np.swapaxes(weighted, -3, -2)"),
    ),
    Misconception(
        "features-before-queries",
        "Your last two axes are swapped: the features of a value belong on the last axis.",
        change("return weighted", "return np.swapaxes(weighted, -2, -1)"),
    ),
    Misconception(
        "weights-not-transposed",
        "You use weights[j, i] where weights[i, j] is asked for: row i of the "
        "weights belongs to query i. With as many queries as keys it runs, and is "
        "wrong.",
        change("np.swapaxes(weights, -1, -2)", "weights"),
    ),
    Misconception(
        "already-summed",
        "You have summed over the keys already: that is weights @ v. Here every "
        "query's copy of every value is still wanted.",
        change("by_key[..., None] * v[..., None, :]", "weights @ v"),
    ),
    Misconception(
        "element-by-element",
        "The * between two matrices multiplies entry by entry. Give the weights a "
        "new last axis and the values a new axis for the queries.",
        change("by_key[..., None] * v[..., None, :]", "weights * v"),
    ),
    Misconception(
        "batch-transposed",
        "You turn all axes of a batch around, as .T does. Swap only the last "
        "two: np.swapaxes(weights, -1, -2).",
        change("np.swapaxes(weights, -1, -2)", "weights.T"),
    ),
    Misconception(
        "reshape-for-transpose",
        DEALT_ANEW,
        change(
            "np.swapaxes(weights, -1, -2)",
            "weights.reshape(*v.shape[:-1], weights.shape[-2])",
        ),
    ),
    Misconception(
        "weights-alone",
        "These are the weights, copied along the features. Each of them still has "
        "to scale its value.",
        change("* v[..., None, :]", "* np.ones_like(v)[..., None, :]"),
        alone=True,
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("return weighted", "return weighted.astype(v.dtype)"),
    ),
)
