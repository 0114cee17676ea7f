"""What goes wrong in a context vector, each as a change of the reference.

People put the weights through one more softmax, divide by a sum that is 1 already, or
multiply from the wrong side.
"""

from autograder import Misconception, change
from solutions.sentences import WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "softmax-again",
        "You take a softmax of the weights, which are the result of a softmax. A second "
        "one makes them more alike, and the context nearly a plain mean.",
        change("return weights", "return softmax(weights)"),
    ),
    Misconception(
        "normalised-again",
        "You divide the weights by their sum. Use them as they are, because the sum is "
        "the caller's choice, and a row of zeros would become 0/0.",
        change("return weights", "return weights / weights.sum(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "winner-takes-all",
        "You return the value with the largest weight alone. The context is a "
        "mixture in which every value counts by its weight.",
        change("weights @ values", "values[weights.argmax(axis=-1)]"),
    ),
    Misconception(
        "plain-mean",
        "This is the plain mean of the values, so the weights have no effect. Multiply "
        "each value by its weight.",
        change("return weights", "return np.full(weights.shape, 1 / weights.shape[-1])"),
    ),
    Misconception(
        "mean-for-sum",
        "You weigh the values and then take the mean, so the result is n times too "
        "small. The weights are shares already, so add up and do not divide.",
        change("@ values", "@ values / len(values)"),
    ),
    Misconception(
        "not-summed",
        "These are the weighted values, one per word. Add them up over the words, the "
        "last axis but one, to get one vector per query.",
        change("weights @ values", "weights[..., None] * values"),
        alone=True,
    ),
    Misconception(
        "summed-over-features",
        "You sum over the features, so you get one number per word. Sum over the words, "
        "because each feature of the context is a mixture over all words.",
        change("weights @ values", "(weights[..., None] * values).sum(axis=-1)"),
    ),
    Misconception(
        "wrong-side",
        "You multiply values @ weights, which pairs weights with features and runs only "
        "when there are as many words as features. The weights go on the left.",
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
        "You sum over the first axis. With one row of weights this is the words, but "
        "with several rows it is the queries, which get mixed. Count from the end, "
        "where the words always are.",
        change("weights @ values", "(weights[..., None] * values).sum(axis=0)"),
    ),
    Misconception(
        "weights-transposed",
        "You transpose the weights. Their last axis is the words already, and it meets "
        "the rows of the values, so no .T is needed.",
        change("weights @ values", "weights.T @ values"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("weights @ values", "(weights @ values).astype(values.dtype)"),
    ),
)
