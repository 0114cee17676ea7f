"""What goes wrong in a softmax, each as a change of the reference or as an answer.

Large scores overflow without a shift, and a shift by the whole array's largest
underflows; the axis, the sum and keepdims go wrong one at a time or two together.
"""

from autograder import Misconception, change
from solutions.sentences import LOG_SOFTMAX, SOFTMAX_TWICE

MISTAKES = (
    Misconception(
        "unstable",
        "Your exp() of a large score overflows to infinity, and of a very negative row "
        "it underflows to 0/0. Subtract each row's largest score "
        "first: it changes nothing and keeps every exponent at or below zero.",
        change("scores - largest", "scores"),
    ),
    Misconception(
        "global-max",
        "You subtract the largest score of the whole array. A row far below it "
        "underflows to 0/0. Subtract each row's own largest score.",
        change("scores.max(axis=axis, keepdims=True)", "scores.max()"),
    ),
    Misconception(
        "wrong-axis",
        "Your weights sum to one along another axis than the last. Each row is one query's "
        "weights, so the default axis is the last one.",
        change("    largest =", "    axis = 0\n    largest ="),
    ),
    Misconception(
        "axis-ignored",
        "You always work along the last axis. Pass the argument axis on to both "
        "max() and sum().",
        change("    largest =", "    axis = -1\n    largest ="),
    ),
    Misconception(
        "global-sum",
        "You divide by the sum of the whole array, so all the weights together sum "
        "to one. Each row needs its own sum.",
        change("exponentials.sum(axis=axis, keepdims=True)", "exponentials.sum()"),
    ),
    Misconception(
        "no-keepdims",
        "Your sums have lost an axis, so they line up with the wrong entries, or "
        "with none. Pass keepdims=True to sum().",
        change("exponentials.sum(axis=axis, keepdims=True)", "exponentials.sum(axis=axis)"),
    ),
    Misconception(
        "no-keepdims-maximum",
        "Your maxima have lost an axis, so they line up with the wrong entries, or "
        "with none. Pass keepdims=True to max().",
        change("scores.max(axis=axis, keepdims=True)", "scores.max(axis=axis)"),
    ),
    Misconception(
        "axis-1",
        "You always work along axis 1. Pass the argument axis on to both max() and "
        "sum(): with one row there is no axis 1, and in a batch it is another one.",
        change("    largest =", "    axis = 1\n    largest ="),
    ),
    Misconception(
        "no-keepdims-twice",
        "Your maxima and your sums have lost an axis, so they line up with the wrong "
        "entries, or with none. Pass keepdims=True to max() and to sum().",
        change("scores.max(axis=axis, keepdims=True)", "scores.max(axis=axis)")
        + change(
            "exponentials.sum(axis=axis, keepdims=True)", "exponentials.sum(axis=axis)"
        ),
    ),
    Misconception(
        "no-exponential",
        "You divide the scores by their sum without exp(). Negative scores then "
        "give negative weights.",
        change("np.exp(scores - largest)", "scores"),
    ),
    Misconception(
        "base-two",
        "Your weights are powers of 2. The softmax uses e: np.exp.",
        change("np.exp(", "np.exp2("),
    ),
    Misconception(
        "whole-number-array",
        "Your result is stored in an array with the dtype of the scores. When they "
        "are whole numbers, every weight is cut off to 0 or 1.",
        change(
            "return exponentials",
            "weights = np.empty_like(scores)\n    weights[...] = exponentials",
        )
        + change(
            "exponentials.sum(axis=axis, keepdims=True)\n",
            "exponentials.sum(axis=axis, keepdims=True)\n    return weights\n",
        ),
    ),
    Misconception(
        "shifted-by-minimum",
        "You subtract each row's smallest score. The exponents are then at or "
        "above zero, and where a row is wide they overflow. Subtract the largest: "
        "no exponent is above zero then.",
        change("scores.max(", "scores.min("),
    ),
    Misconception(
        "shifted-by-mean",
        "You subtract each row's mean. A score far above the mean still "
        "overflows. Subtract the largest: no exponent is above zero then.",
        change("scores.max(", "scores.mean("),
    ),
    Misconception(
        "maximum-from-zero",
        "Your largest score is never below 0, because the search for it starts "
        "there. A row of very negative scores then underflows to 0/0. Start from "
        "a score of the row.",
        change(
            "scores.max(axis=axis, keepdims=True",
            "scores.max(axis=axis, keepdims=True, initial=0",
        ),
    ),
    Misconception(
        "log-softmax",
        LOG_SOFTMAX,
        """
        def softmax(scores, axis=-1):
            shifted = scores - scores.max(axis=axis, keepdims=True)
            return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        """,
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        """
        def softmax(scores, axis=-1):
            for _ in range(2):
                exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
                scores = exponentials / exponentials.sum(axis=axis, keepdims=True)
            return scores
        """,
    ),
    Misconception(
        "not-divided",
        "These are the exponentials. Divided by their sum along the axis they are weights.",
        change(" / exponentials.sum(axis=axis, keepdims=True)", ""),
        alone=True,
    ),
    Misconception(
        "divided-by-scores",
        "You divide exp(scores) by the sum of the scores. What has to sum to one "
        "are the exponentials: divide by their sum.",
        change("scores - largest", "scores") + change("exponentials.sum", "scores.sum"),
    ),
    Misconception(
        "sign-turned",
        "Your exponents have the sign turned, so the smallest score gets the "
        "largest weight.",
        change("    largest =", "    scores = -scores\n    largest ="),
    ),
    Misconception(
        "sigmoid",
        "This is the sigmoid, which looks at each score alone. A softmax lets the "
        "scores of a row compete for one unit.",
        """
        def softmax(scores, axis=-1):
            return 1 / (1 + np.exp(-scores))
        """,
    ),
)
