"""Checks of chapter 01's context_vector and soft_lookup."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes
from solutions.numpy_attention import softmax
from solutions.why_attention import context_vector, soft_lookup

# --- context_vector ----------------------------------------------------------


def _weights_and_values(*queries: int, total: float = 1.0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_v = options.get("shape") or sizes(rng, 2)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        weights = total * softmax(normal(rng, *queries, n, dtype=dtype))
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


CONTEXT_VECTOR = Exercise(
    id="why.context_vector",
    title="The context vector",
    reference=context_vector,
    decisions=_context,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-why-attention#the-context-vector",
    cases=(
        Case("one row of weights", _weights_and_values()),
        Case("several queries", _weights_and_values(3)),
        Case("as many words as features", _weights_and_values(shape=(4, 4))),
        Case("one word", _weights_and_values(2, shape=(1, 3))),
        Case("one feature", _weights_and_values(3, shape=(4, 1))),
        Case("a batch of queries", _weights_and_values(2, 3)),
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
    ),
    alternatives=(_context_by_broadcasting, _context_by_loops),
    hints=(
        "Multiply value 1 by weight 1, value 2 by weight 2, and so on; then add up.",
        "One row of weights, (n,), meets one row a word, (n, d_v): that is a product of "
        "a vector and a matrix.",
        "The operator @ does both steps, with the weights on the left.",
    ),
)

# --- soft_lookup -------------------------------------------------------------


def _store(*queries: int, temperature: float | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_k, d_v = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):
            parts = (integers(rng, *queries, d_k), integers(rng, n, d_k))
            parts = (*parts, integers(rng, n, d_v))
        else:
            dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
            parts = (
                normal(rng, *queries, d_k, scale=scale, dtype=dtype),
                normal(rng, n, d_k, dtype=dtype),
                normal(rng, n, d_v, scale=scale, dtype=dtype),
            )
        return parts if temperature is None else (*parts, temperature)

    return draw


def _lookup(
    query, keys, values, temperature=1.0, *, divide="scores", share="softmax", mix="values"
):
    scores = query @ keys.T
    if divide == "scores":
        scores = scores / temperature
    elif divide == "times":
        scores = scores * temperature
    elif divide == "root":
        scores = scores / np.sqrt(temperature)
    if share == "softmax":
        weights = softmax(scores)
    elif share == "unstable":
        weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    elif share == "total":
        # 1.0: one sum for all the queries together.
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum()
    else:
        weights = np.eye(len(keys))[scores.argmax(axis=-1)]
    if divide == "weights":
        weights = weights / temperature
    return weights @ (values if mix == "values" else keys)


def _lookup_by_einsum(query, keys, values, temperature=1.0):
    scores = np.einsum("...d,nd->...n", query / temperature, keys)
    return np.einsum("...n,nv->...v", softmax(scores), values)


def _lookup_by_loops(query, keys, values, temperature=1.0):
    scores = np.stack([(query * key).sum(axis=-1) for key in keys], axis=-1)
    weights = np.exp((scores - scores.max(axis=-1, keepdims=True)) / temperature)
    total = weights.sum(axis=-1)[..., None]
    return sum(weights[..., j, None] * values[j] for j in range(len(keys))) / total


SOFT_LOOKUP = Exercise(
    id="why.soft_lookup",
    title="A soft look-up",
    reference=soft_lookup,
    decisions=_lookup,
    points=2,
    minutes=8,
    difficulty=2,
    section="01-why-attention#attention-as-a-soft-look-up",
    cases=(
        Case("one query", _store()),
        Case("a temperature of 2", _store(2, temperature=2.0)),
        Case("whole numbers", _store(whole=True, temperature=3.0)),
        Case("one entry in the store", _store(2, shape=(1, 3, 2), temperature=0.5)),
        Case("several queries", _store(3, temperature=0.7)),
        Case("a batch of queries, float32", _store(2, 3, dtype="float32")),
        Case("cold: one entry wins", _store(3, scale=40.0, temperature=0.01)),
        Case("hot: all entries share", _store(temperature=50.0)),
    ),
    properties=(
        Property(
            "what all values agree on comes back",
            "When every value in the store is the same, the answer should be that value, "
            "because the weights add up to 1. Yours is something else.",
            lambda answer, output, query, keys, values, *t: np.allclose(
                answer(query, keys, np.ones(values.shape), *t), 1, atol=1e-3
            ),
        ),
        Property(
            "heat makes a plain mean",
            "At a very high temperature all weights are equal, so the answer should be "
            "the mean of all values. Yours is not.",
            lambda answer, output, query, keys, values, *t: np.allclose(
                answer(query, keys, values, 1e9),
                values.mean(axis=0),
                rtol=1e-3,
                atol=1e-3 * np.abs(values).max(),
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "multiplied",
            "You multiply the scores by the temperature, so heat makes the look-up "
            "harder. Divide: a high temperature brings the scores closer together.",
            choices={"divide": "times"},
        ),
        Misconception(
            "temperature-ignored",
            "The temperature has no effect on your answer. Divide the scores by it "
            "before the softmax.",
            choices={"divide": "never"},
        ),
        Misconception(
            "divided-too-late",
            "You divide the weights by the temperature, after the softmax, so they no "
            "longer add up to 1. Divide the scores, before it.",
            choices={"divide": "weights"},
        ),
        Misconception(
            "root-of-temperature",
            "You divide by the square root of the temperature. The root belongs to d_k, "
            "in a later chapter; here divide by the temperature itself.",
            choices={"divide": "root"},
        ),
        Misconception(
            "winner-takes-all",
            "You return the value of the best key alone: a hard look-up, whatever the "
            "temperature. Turn the scores into weights and mix all the values.",
            choices={"share": "hard"},
        ),
        Misconception(
            "unstable",
            "The formula is right, but at a low temperature the scores are large and "
            "exp() overflows. Use the softmax of this chapter, which subtracts the "
            "largest score of each row first.",
            choices={"share": "unstable"},
        ),
        Misconception(
            "one-sum-for-all",
            "Several queries share one sum, so the weights of each add up to less than "
            "1. Each query needs a softmax of its own, along the last axis.",
            choices={"share": "total"},
        ),
        Misconception(
            "mixed-keys",
            "You mix the keys. Keys only decide the weights; what the store hands over "
            "is its values.",
            choices={"mix": "keys"},
        ),
        Misconception(
            "no-softmax",
            "You mix with the scores themselves. Scores can be negative and add up to "
            "anything; a softmax turns them into weights first.",
            lambda query, keys, values, temperature=1.0: (
                query @ keys.T / temperature @ values
            ),
        ),
        Misconception(
            "weights-returned",
            "These are the weights. Multiply them by the values to get what the store "
            "hands over.",
            lambda query, keys, values, temperature=1.0: softmax(
                query @ keys.T / temperature
            ),
        ),
    ),
    alternatives=(_lookup_by_einsum, _lookup_by_loops),
    hints=(
        "Three steps: a score for every key, weights from the scores, a mixture of values.",
        "The scores are query @ keys.T. Divide them by the temperature, then call softmax.",
        "The last step is context_vector(weights, values), or weights @ values.",
    ),
)
