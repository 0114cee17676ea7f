"""What goes wrong in the entropy of weights.

0 log 0 is nan until somebody says that it is 0; the base, the sign and the axis are
the rest.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "nan-at-zero",
        "Right, until a weight is 0: log 0 is -inf, and 0 times -inf is NaN. A key "
        "without weight should add nothing. Give the logarithm something harmless "
        "there: np.where(weights > 0, weights, 1).",
        change("np.where(weights > 0, weights, 1)", "weights"),
    ),
    Misconception(
        "bits",
        "You take log2, so your answer is in bits, 1.44 times too large. Nats are "
        "asked for: np.log.",
        change("np.log(", "np.log2("),
    ),
    Misconception(
        "negative",
        "Your entropies have the wrong sign. Weights are below 1, so their logarithms "
        "are negative, and the minus in front makes the sum positive.",
        change("0.0 - (weights", "(weights"),
    ),
    Misconception(
        "everything",
        "You add up over all rows and get one number. Each query has an entropy of its "
        "own: sum over the keys only, axis=-1.",
        change(".sum(axis=-1)", ".sum()"),
    ),
    Misconception(
        "mean",
        "You take the mean of w log w where the sum is wanted, so the result shrinks "
        "with the number of keys. The weights are in it already: it is a mean of "
        "-log w, weighted by w.",
        change(".sum(axis=-1)", ".mean(axis=-1)"),
    ),
    Misconception(
        "relative",
        "You divide by log n, which gives 1 for even weights of any length. That is a "
        "useful measure too, but here the entropy itself is asked for. (With one key "
        "it would be 0 / 0.)",
        change(".sum(axis=-1)", ".sum(axis=-1) / np.log(weights.shape[-1])"),
    ),
    Misconception(
        "down-the-columns",
        "You sum down the columns. A row of the weights is one query's distribution: "
        "sum along the last axis.",
        change(".sum(axis=-1)", ".sum(axis=-2 if weights.ndim > 1 else -1)"),
    ),
    Misconception(
        "logs-alone",
        "You add up -log w without multiplying by w. Each surprise, -log w, counts as "
        "often as it happens: with weight w.",
        change("np.where(weights > 0, weights, 1)", "weights")
        + change("weights * logs", "logs"),
    ),
    Misconception(
        "effective-number",
        "You return e to the power of the entropy: among how many keys the attention "
        "is shared. The chapter uses it next; here the entropy is asked for.",
        change(
            "0.0 - (weights * logs).sum(axis=-1)", "np.exp(-(weights * logs).sum(axis=-1))"
        ),
    ),
    Misconception(
        "softmax-again",
        "You take the softmax of the argument first. It is given the weights "
        "already, not the scores; a second softmax draws them together.",
        change(
            "    logs =",
            "    powers = np.exp(weights - weights.max(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)\n"
            "    logs =",
        ),
    ),
    Misconception(
        "keepdims-left",
        "The numbers are right, but the axis you summed over is still there, with "
        "size 1. One number a row is wanted: leave keepdims out.",
        change(".sum(axis=-1)", ".sum(axis=-1, keepdims=True)"),
        alone=True,
    ),
    Misconception(
        "base-ten",
        "You take log10. Nats are asked for: np.log.",
        change("np.log(", "np.log10("),
    ),
    Misconception(
        "one-added",
        "You add 1 inside of the logarithm. That keeps zeros away, and changes "
        "every other logarithm as well. Only a weight of zero needs something "
        "else.",
        change("np.log(np.where(weights > 0, weights, 1))", "np.log1p(weights)"),
    ),
    Misconception(
        "not-summed",
        "These are the terms, one a key. Added up along the last axis they are "
        "the entropy.",
        change(".sum(axis=-1)", ""),
        alone=True,
    ),
    Misconception(
        "sum-of-squares",
        "This is 1 minus the sum of squares, another measure of spread. The "
        "entropy weighs logarithms.",
        change("0.0 - (weights * logs)", "1 - (weights * weights)"),
        alone=True,
    ),
    Misconception(
        "row-lost",
        "You turn NaN into 0 after the sum. One weight of zero has made the whole "
        "row NaN by then, so that its entropy is lost. Only the term of that "
        "weight should be 0.",
        change("np.where(weights > 0, weights, 1)", "weights")
        + change(
            "0.0 - (weights * logs).sum(axis=-1)",
            "np.nan_to_num(-(weights * logs).sum(axis=-1))",
        ),
    ),
)
