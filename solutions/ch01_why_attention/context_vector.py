"""The context: every value times its weight, added up.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1.

People put the weights through one more softmax, divide by a sum that somebody has
seen to, or multiply from the wrong side.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.sentences import WHOLE_NUMBERS


def context_vector(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Mix the values: each times its weight, added up.

    weights: (..., n), used as they are.  values: (n, d_v).
    Returns (..., d_v).
    """
    return weights @ values


def _weights_and_values(*queries: int, total: float = 1.0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_v = options.get("shape") or sizes(rng, 2)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        weights = total * softmax(normal(rng, *queries, n, dtype=dtype))
        if options.get("whole"):
            return weights, integers(rng, n, d_v, high=9)
        return weights, normal(rng, n, d_v, scale=scale, dtype=dtype)

    return draw


def _context(weights, values, *, used="as given", gather="sum"):
    n = weights.shape[-1]
    if used == "softmax":
        weights = softmax(weights)
    elif used == "normalised":
        weights = weights / weights.sum(axis=-1, keepdims=True)
    elif used == "hard":
        weights = np.eye(n)[weights.argmax(axis=-1)]
    elif used == "equal":
        weights = np.full(weights.shape, 1 / n)
    return weights @ values / (1 if gather == "sum" else n)


def _context_by_broadcasting(weights, values):
    return (weights[..., None] * values).sum(axis=-2)


def _context_by_loops(weights, values):
    context = np.zeros((*weights.shape[:-1], values.shape[1]))
    for j, value in enumerate(values):
        context += weights[..., j, None] * value
    return context


EXERCISE = Exercise(
    id="why.context_vector",
    title="The context vector",
    reference=context_vector,
    decisions=_context,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-why-attention#the-context-vector",
    order=40,
    cases=(
        Case("one row of weights", _weights_and_values()),
        Case("several queries", _weights_and_values(3)),
        Case("as many words as features", _weights_and_values(shape=(4, 4))),
        Case("one word", _weights_and_values(2, shape=(1, 3))),
        thrice("one feature", _weights_and_values(3, shape=(4, 1))),
        Case("a batch of queries", _weights_and_values(2, 3)),
        thrice("values of whole numbers", _weights_and_values(3, whole=True)),
        Case("weights that add up to a half", _weights_and_values(3, total=0.5)),
        Case("large values", _weights_and_values(scale=1e6)),
        Case("float32", _weights_and_values(3, dtype="float32")),
    ),
    properties=(
        Property(
            "twice the values, twice the context",
            "Doubling every value should double the context; in yours it does not.",
            lambda answer, output, weights, values: np.allclose(
                answer(weights, 2 * values),
                2 * output,
                rtol=1e-3,
                atol=1e-3 * np.abs(values).max(),
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "softmax-again",
            "You take a softmax of the weights. They have been through one already; a "
            "second one makes them nearly equal, and the context nearly a plain mean.",
            choices={"used": "softmax"},
        ),
        Misconception(
            "normalised-again",
            "You divide the weights by their sum. Use them as they are: whoever made "
            "them has seen to their sum, and a row of zeros would become 0/0.",
            choices={"used": "normalised"},
        ),
        Misconception(
            "winner-takes-all",
            "You hand over the value with the largest weight alone. The context is a "
            "mixture: every value counts, each by its weight.",
            choices={"used": "hard"},
        ),
        Misconception(
            "plain-mean",
            "This is the plain mean of the values: the weights have no effect. Multiply "
            "each value by its weight.",
            choices={"used": "equal"},
        ),
        Misconception(
            "mean-for-sum",
            "You weigh the values and then take the mean, so the result is n times too "
            "small. The weights are the shares already: add up, do not divide.",
            choices={"gather": "mean"},
        ),
        Misconception(
            "not-summed",
            "These are the weighted values, one a word. Add them up over the words, the "
            "last axis but one, to get one vector a query.",
            lambda weights, values: weights[..., None] * values,
        ),
        Misconception(
            "summed-over-features",
            "You sum over the features, so you get one number a word. Sum over the words "
            "instead: each feature of the context is a mixture over all words.",
            lambda weights, values: (weights[..., None] * values).sum(axis=-1),
        ),
        Misconception(
            "wrong-side",
            "You multiply values @ weights, which pairs weights with features. It runs "
            "only when there are as many words as features. The weights go on the left.",
            lambda weights, values: values @ weights,
        ),
        Misconception(
            "one-row-only",
            "Your code is right for one row of weights and not for several. With the "
            "weights on the left, weights @ values works for any number of rows.",
            lambda weights, values: values.T @ weights,
        ),
        Misconception(
            "element-by-element",
            "The * multiplies entry by entry and adds nothing up. Each weight belongs "
            "to a whole row of the values, and the rows are then added.",
            lambda weights, values: weights * values,
        ),
        Misconception(
            "summed-over-queries",
            "You sum over the first axis. With one row of weights that is the words; "
            "with several it is the queries, and they get mixed. Count from the end, "
            "where the words always are.",
            lambda weights, values: (weights[..., None] * values).sum(axis=0),
        ),
        Misconception(
            "weights-transposed",
            "You turn the weights. Their last axis is the words already, and it meets "
            "the rows of the values: no .T is needed.",
            lambda weights, values: weights.T @ values,
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda weights, values: (weights @ values).astype(values.dtype),
        ),
    ),
    alternatives=(_context_by_broadcasting, _context_by_loops),
    hints=(
        "Value 1 times weight 1, value 2 times weight 2, and so on; then add the results.",
        "A vector of shape (n,) meets a matrix of shape (n, d_v). Which operator "
        "multiplies along the axis that they share, and sums?",
        "Try both orders on weights (4,) and values (4, 2): in one of them the sizes "
        "that meet differ, and NumPy stops. The order that runs also takes many rows of "
        "weights at once.",
    ),
)
