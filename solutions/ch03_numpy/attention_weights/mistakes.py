"""What goes wrong in attention weights, each as a change of the reference.

The scale is missing, too much or of the wrong length, the softmax runs over the
queries, and .T turns a batch around.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change
from solutions.sentences import (
    CAUSAL,
    DEALT_ANEW,
    FLOORED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NOT_TURNED,
    SHIFTED_BY_MEAN,
    SHIFTED_BY_MINIMUM,
    SOFTMAX_TWICE,
    TOO_MUCH,
    UNSCALED,
    WHOLE_NUMBERS,
)


def _own_softmax(*body: str) -> Change:
    """A softmax written anew, above, in the place of the one that the chapter has made."""
    lines = ["def softmax(scores, axis=-1):", *body]
    return change("def attention", "\n    ".join(lines) + "\n\n\ndef attention")


OVER_ITS_SUM = "return powers / powers.sum(axis=axis, keepdims=True)"
POWERS = "powers = np.exp(scores - scores.max(axis=axis, keepdims=True))"

MISTAKES = (
    Misconception("unscaled", UNSCALED, change(" / d_k**0.5", "")),
    Misconception("divided-by-d-k", TOO_MUCH, change("/ d_k**0.5", "/ d_k")),
    Misconception(
        "multiplied",
        "You multiply the scores by sqrt(d_k) where you should divide.",
        change("/ d_k**0.5", "* d_k**0.5"),
    ),
    Misconception(
        "scaled-by-length",
        "You divide by the square root of the number of keys. The scale is the dimension "
        "of a key, d_k, which is the last axis of q and k.",
        change("d_k = q.shape[-1]", "d_k = k.shape[-2]"),
    ),
    Misconception(
        "wrong-axis",
        "Your rows do not sum to one. Each is one query's weights: take the softmax "
        "over the keys, the last axis.",
        change("softmax(scores)", "softmax(scores, axis=-2)"),
    ),
    Misconception(
        "rows-are-keys",
        "You compute k q^T, so your rows belong to keys. Queries come first: q k^T.",
        change("    scores =", "    q, k = k, q\n    scores ="),
    ),
    Misconception(
        "batch-transposed",
        "Your .T turns all axes of a batch around. Swap only the last two: "
        "np.swapaxes(k, -1, -2).",
        change("np.swapaxes(k, -1, -2)", "k.T"),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Use your softmax from the last exercise, "
        "which subtracts each row's largest score first.",
        _own_softmax("powers = np.exp(scores)", OVER_ITS_SUM),
    ),
    Misconception(
        "no-softmax",
        "These are the scaled scores. The softmax that turns them into weights is missing.",
        change("softmax(scores)", "scores"),
        alone=True,
    ),
    Misconception(
        "scaled-after",
        "You divide after the softmax, so the weights no longer sum to one. Scale the "
        "scores, then take the softmax.",
        change(" / d_k**0.5", "") + change("softmax(scores)", "softmax(scores) / d_k**0.5"),
    ),
    Misconception(
        "global-max",
        GLOBAL_MAX,
        _own_softmax("powers = np.exp(scores - scores.max())", OVER_ITS_SUM),
    ),
    Misconception("no-transpose", NOT_TURNED, change("np.swapaxes(k, -1, -2)", "k")),
    Misconception(
        "reshape-for-transpose",
        DEALT_ANEW,
        change(
            "np.swapaxes(k, -1, -2)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"
        ),
    ),
    Misconception("floor-division", FLOORED, change("/ d_k**0.5", "// d_k**0.5")),
    Misconception("half-of-d-k", HALF_OF_D_K, change("d_k**0.5", "(d_k**1 / 2)")),
    Misconception(
        "scaled-by-queries",
        "You divide by the square root of the number of queries. The scale is the "
        "dimension of a key, d_k, which is the last axis of q and k.",
        change("d_k = q.shape[-1]", "d_k = q.shape[-2]"),
    ),
    Misconception(
        "size-from-the-front",
        "You take d_k from axis 1. For one sequence this axis holds d_k, but in a batch "
        "it is another axis. Count from the end.",
        change("d_k = q.shape[-1]", "d_k = q.shape[1]"),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change("softmax(scores)", "softmax(softmax(scores))"),
    ),
    Misconception(
        "log-softmax",
        LOG_SOFTMAX,
        _own_softmax(
            "scores = scores - scores.max(axis=axis, keepdims=True)",
            "return scores - np.log(np.exp(scores).sum(axis=axis, keepdims=True))",
        ),
        alone=True,
    ),
    Misconception(
        "causal",
        CAUSAL,
        change(
            "    return",
            "    seen = np.tri(*scores.shape[-2:], dtype=bool)\n"
            "    scores = np.where(seen, scores, -np.inf)\n"
            "    return",
        ),
    ),
    Misconception(
        "element-by-element",
        "The * multiplies queries and keys entry by entry. A score is the sum of "
        "such products, for every query with every key: a matrix product.",
        change("q @ np.swapaxes(k, -1, -2)", "q * k"),
    ),
    Misconception(
        "whole-number-scores",
        "Your scores are kept in an array with the dtype of the inputs. When they "
        "are whole numbers, the division's results are cut off in it.",
        change("-2) / d_k", "-2)\n    scores[...] = scores / d_k"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("softmax(scores)", "softmax(scores).astype(q.dtype)"),
    ),
    Misconception(
        "root-cut-off",
        "You cut the root of d_k off to a whole number, with int() or //. The "
        "root of 3 is 1.73, not 1.",
        change("d_k**0.5", "int(d_k**0.5)"),
    ),
    Misconception(
        "axis-1", FROM_THE_FRONT, change("softmax(scores)", "softmax(scores, axis=1)")
    ),
    Misconception(
        "shifted-by-minimum",
        SHIFTED_BY_MINIMUM,
        _own_softmax(POWERS.replace("max", "min"), OVER_ITS_SUM),
    ),
    Misconception(
        "shifted-by-mean",
        SHIFTED_BY_MEAN,
        _own_softmax(POWERS.replace("max", "mean"), OVER_ITS_SUM),
    ),
    Misconception(
        "result-transposed",
        "Your last two axes have changed places: a column belongs to a query. Row "
        "i should be the weights of query i.",
        change("softmax(scores)", "np.swapaxes(softmax(scores), -1, -2)"),
    ),
    Misconception(
        "global-sum",
        "You divide by the sum of all exponentials, so all weights together sum "
        "to one. Each query has a sum of its own, one per row.",
        _own_softmax(POWERS, "return powers / powers.sum()"),
    ),
    Misconception(
        "no-keepdims",
        "Your sums have lost an axis, so they line up with the wrong entries, or "
        "with none. Pass keepdims=True to sum().",
        _own_softmax(POWERS, "return powers / powers.sum(axis=axis)"),
    ),
    Misconception(
        "queries-with-queries",
        "You compare the queries with one another. A query is compared with keys.",
        change("np.swapaxes(k, -1, -2)", "np.swapaxes(q, -1, -2)"),
    ),
)
