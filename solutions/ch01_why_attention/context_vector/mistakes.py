"""What goes wrong in a context vector, each as a change of the reference.

People put the weights through one more softmax, divide by a sum that somebody has
seen to, or multiply from the wrong side.
"""

from autograder import Misconception, change
from solutions.sentences import WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "softmax-again",
        "You take a softmax of the weights. They have been through one already; a "
        "second one brings them closer together, and the context to a plain mean.",
        change("return weights", "return softmax(weights)"),
    ),
    Misconception(
        "normalised-again",
        "You divide the weights by their sum. Use them as they are: whoever made "
        "them has seen to their sum, and a row of zeros would become 0/0.",
        change("return weights", "return weights / weights.sum(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "winner-takes-all",
        "You hand over the value with the largest weight alone. The context is a "
        "mixture: every value counts, each by its weight.",
        change("weights @ values", "values[weights.argmax(axis=-1)]"),
    ),
    Misconception(
        "plain-mean",
        "This is the plain mean of the values: the weights have no effect. Multiply "
        "each value by its weight.",
        change("return weights", "return np.full(weights.shape, 1 / weights.shape[-1])"),
    ),
    Misconception(
        "mean-for-sum",
        "You weigh the values and then take the mean, so the result is n times too "
        "small. The weights are the shares already: add up, do not divide.",
        change("@ values", "@ values / len(values)"),
    ),
    Misconception(
        "not-summed",
        "These are the weighted values, one a word. Add them up over the words, the "
        "last axis but one, to get one vector a query.",
        change("weights @ values", "weights[..., None] * values"),
        alone=True,
    ),
    Misconception(
        "summed-over-features",
        "You sum over the features, so you get one number a word. Sum over the words "
        "instead: each feature of the context is a mixture over all words.",
        change("weights @ values", "(weights[..., None] * values).sum(axis=-1)"),
    ),
    Misconception(
        "wrong-side",
        "You multiply values @ weights, which pairs weights with features. It runs "
        "only when there are as many words as features. The weights go on the left.",
        change("weights @ values", "values @ weights"),
    ),
    Misconception(
        "one-row-only",
        "Your code is right for one row of weights and not for several. With the "
        "weights on the left, weights @ values works for any number of rows.",
        change("weights @ values", "values.T @ weights"),
        alone=True,
    ),
    Misconception(
        "element-by-element",
        "The * multiplies entry by entry and adds nothing up. Each weight belongs "
        "to a whole row of the values, and the rows are then added.",
        change("weights @ values", "weights * values"),
    ),
    Misconception(
        "summed-over-queries",
        "You sum over the first axis. With one row of weights that is the words; "
        "with several it is the queries, and they get mixed. Count from the end, "
        "where the words always are.",
        change("weights @ values", "(weights[..., None] * values).sum(axis=0)"),
    ),
    Misconception(
        "weights-transposed",
        "You turn the weights. Their last axis is the words already, and it meets "
        "the rows of the values: no .T is needed.",
        change("weights @ values", "weights.T @ values"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("weights @ values", "(weights @ values).astype(values.dtype)"),
    ),
)
