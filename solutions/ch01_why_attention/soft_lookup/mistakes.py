"""What goes wrong in a soft look-up, each as a change of the reference.

The temperature is multiplied, comes too late or not at all; several queries are given
one sum; and keys are mixed where values are wanted.
"""

from autograder import Misconception, change
from solutions.sentences import (
    LOG_SOFTMAX,
    SHIFTED_BY_MEAN,
    SHIFTED_BY_MINIMUM,
    SOFTMAX_TWICE,
    WHOLE_NUMBERS,
)

MISTAKES = (
    Misconception(
        "multiplied",
        "You multiply the scores by the temperature, so a high one makes the look-up "
        "harder. Divide, and a high temperature brings the scores closer together.",
        change("keys.T / temperature", "keys.T * temperature"),
    ),
    Misconception(
        "temperature-ignored",
        "The temperature has no effect on your answer. Divide the scores by it "
        "before the softmax.",
        change("keys.T / temperature", "keys.T"),
    ),
    Misconception(
        "divided-too-late",
        "You divide the weights by the temperature, after the softmax, so they no "
        "longer add up to 1. Divide the scores, before it.",
        change("keys.T / temperature", "keys.T")
        + change("weights @ values", "weights / temperature @ values"),
    ),
    Misconception(
        "root-of-temperature",
        "You divide by the square root of the temperature. The root belongs to d_k, "
        "in a later chapter; here divide by the temperature itself.",
        change("keys.T / temperature", "keys.T / np.sqrt(temperature)"),
    ),
    Misconception(
        "winner-takes-all",
        "You return the value of the best key alone, which is a hard look-up. Turn the "
        "scores into weights and mix all the values.",
        change("softmax(scores)", "np.eye(len(keys))[scores.argmax(axis=-1)]"),
    ),
    Misconception(
        "unstable",
        "At a low temperature the scores are large, and your exp() overflows. Use the "
        "softmax of this chapter, which subtracts the largest score of each row first.",
        change(
            "softmax(scores)", "np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)"
        ),
    ),
    Misconception(
        "one-sum-for-all",
        "Several queries share one sum, so the weights of each add up to less than "
        "1. Each query needs a softmax of its own, along the last axis.",
        change(
            "weights = softmax(scores)",
            "powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum()",
        ),
    ),
    Misconception(
        "mixed-keys",
        "You mix the keys. Keys only decide the weights, and the values are mixed.",
        change("weights @ values", "weights @ keys"),
    ),
    Misconception(
        "no-softmax",
        "You mix with the scores themselves. Scores can be negative and have any sum, so "
        "a softmax turns them into weights first.",
        change("softmax(scores)", "scores"),
    ),
    Misconception(
        "weights-returned",
        "These are the weights. Multiply them by the values to get the mixture.",
        change("weights @ values", "weights"),
        alone=True,
    ),
    Misconception(
        "scaled",
        "You divide by sqrt(d_k) as well. That belongs to a later chapter; here "
        "the temperature alone divides the scores.",
        change("keys.T / temperature", "keys.T / temperature / np.sqrt(keys.shape[1])"),
    ),
    Misconception(
        "global-max",
        "You subtract the largest score of all queries together. A query whose "
        "scores lie far below it underflows to 0/0. The softmax of this chapter "
        "subtracts each query's own largest score.",
        change(
            "weights = softmax(scores)",
            "powers = np.exp(scores - scores.max())\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "not-normalised",
        "You mix with the exponentials themselves. Divided by their sum they become "
        "weights.",
        change("softmax(scores)", "np.exp(scores - scores.max(axis=-1, keepdims=True))"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs over the queries, so each key is shared out among them. The "
        "weights of one query are a row, so the softmax belongs on the last axis.",
        change("softmax(scores)", "softmax(scores, axis=0)"),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change("softmax(scores)", "softmax(softmax(scores))"),
    ),
    Misconception(
        "no-transpose",
        "You multiply the query by the keys as they stand, which fits only by "
        "chance. A score is a dot product of two rows, so the keys have to stand in "
        "columns.",
        change("keys.T", "keys"),
    ),
    Misconception(
        "element-by-element",
        "The * multiplies weights and values entry by entry, and nothing is added "
        "up. A weight belongs to a whole row of the values, so the mixture is a "
        "matrix product.",
        change("weights @ values", "weights * values"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("weights @ values", "(weights @ values).astype(values.dtype)"),
    ),
    Misconception(
        "shifted-by-minimum",
        SHIFTED_BY_MINIMUM,
        change(
            "weights = softmax(scores)",
            "powers = np.exp(scores - scores.min(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "shifted-by-mean",
        SHIFTED_BY_MEAN,
        change(
            "weights = softmax(scores)",
            "powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "log-softmax", LOG_SOFTMAX, change("softmax(scores)", "np.log(softmax(scores))")
    ),
)
