"""Attention as a soft look-up in a store, with a temperature.

The temperature is multiplied, comes too late or not at all; several queries are given
one sum; and keys are mixed where values are wanted.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.sentences import (
    LOG_SOFTMAX,
    SHIFTED_BY_MEAN,
    SHIFTED_BY_MINIMUM,
    SOFTMAX_TWICE,
    WHOLE_NUMBERS,
)


def soft_lookup(
    query: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    temperature: float = 1.0,
) -> np.ndarray:
    """Look a query up in a store of keys and values, softly.

    query: (..., d_k).  keys: (n, d_k).  values: (n, d_v).
    temperature: above 0; near 0 the best key takes all, above 1 all share.
    Returns softmax(query keys^T / temperature) values: (..., d_v).
    """
    scores = query @ keys.T / temperature  # (..., n)
    return softmax(scores) @ values


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
        if options.get("ahead"):  # the first two keys, by so much
            parts[0][..., 0], parts[1][:, 0] = 1, -options["ahead"]
            parts[1][:2, 0] = 0
        return parts if temperature is None else (*parts, temperature)

    return draw


def _over(powers, axis=-1):
    return powers / powers.sum(axis=axis, keepdims=True)


def _powers(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


# How scores become weights.
SHARES = {
    "softmax": softmax,
    "unstable": lambda scores: _over(np.exp(scores)),
    "one maximum": lambda scores: _over(np.exp(scores - scores.max())),
    "minimum": lambda scores: _over(np.exp(scores - scores.min(-1, keepdims=True))),
    "mean": lambda scores: _over(np.exp(scores - scores.mean(-1, keepdims=True))),
    "logs": lambda scores: np.log(softmax(scores)),
    "total": lambda scores: _over(_powers(scores), axis=None),
    "not divided": _powers,
    "queries": lambda scores: softmax(scores, axis=0),
    "twice": lambda scores: softmax(softmax(scores)),
    "hard": lambda scores: np.eye(scores.shape[-1])[scores.argmax(axis=-1)],
}


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
    elif divide == "root d_k too":
        scores = scores / temperature / np.sqrt(keys.shape[1])
    weights = SHARES[share](scores)
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


EXERCISE = Exercise(
    id="why.soft_lookup",
    title="A soft look-up",
    reference=soft_lookup,
    decisions=_lookup,
    points=2,
    minutes=8,
    difficulty=2,
    section="01-why-attention#attention-as-a-soft-look-up",
    order=50,
    cases=(
        thrice("one query", _store()),
        Case("a temperature of 2", _store(2, temperature=2.0)),
        thrice("whole numbers", _store(whole=True, temperature=3.0)),
        Case("one entry in the store", _store(2, shape=(1, 3, 2), temperature=0.5)),
        Case("several queries", _store(3, temperature=0.7)),
        Case("a batch of queries, float32", _store(2, 3, dtype="float32")),
        Case("cold: one entry wins", _store(3, scale=40.0, temperature=0.01)),
        Case("cold, and scores close together", _store(3, scale=0.02, temperature=0.05)),
        thrice("two entries ahead by 1000", _store(shape=(5, 3, 2), ahead=1e3)),
        Case("two entries ahead by 4000", _store(3, shape=(5, 3, 2), ahead=4e3)),
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
            lambda answer, output, query, keys, values, *t: (
                not t
                or np.allclose(
                    answer(query, keys, values, 1e9),
                    values.mean(axis=0),
                    rtol=1e-3,
                    atol=1e-3 * np.abs(values).max(),
                )
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
        Misconception(
            "scaled",
            "You divide by sqrt(d_k) as well. That belongs to a later chapter; here "
            "the temperature alone divides the scores.",
            choices={"divide": "root d_k too"},
        ),
        Misconception(
            "global-max",
            "You subtract the largest score of all queries together. A query whose "
            "scores lie far below it underflows to 0/0. Each query's largest score is "
            "its own: the softmax of this chapter subtracts that.",
            choices={"share": "one maximum"},
        ),
        Misconception(
            "not-normalised",
            "You mix with the exponentials themselves. They add up to anything; "
            "divided by their sum they become weights.",
            choices={"share": "not divided"},
        ),
        Misconception(
            "softmax-over-queries",
            "Your softmax runs over the queries. With one query nobody sees it; with "
            "several they share a key out among themselves. Each query's weights are "
            "a row: the last axis.",
            choices={"share": "queries"},
        ),
        Misconception("softmax-twice", SOFTMAX_TWICE, choices={"share": "twice"}),
        Misconception(
            "no-transpose",
            "You multiply the query by the keys as they stand, which fits only by "
            "chance. A score is a dot product of two rows: the keys have to stand in "
            "columns.",
            lambda query, keys, values, temperature=1.0: (
                softmax(query @ keys / temperature) @ values
            ),
        ),
        Misconception(
            "element-by-element",
            "The * multiplies weights and values entry by entry, and nothing is added "
            "up. A weight belongs to a whole row of the values: the mixture is a "
            "matrix product.",
            lambda query, keys, values, temperature=1.0: (
                softmax(query @ keys.T / temperature) * values
            ),
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda *given: soft_lookup(*given).astype(given[2].dtype),
        ),
        Misconception(
            "shifted-by-minimum", SHIFTED_BY_MINIMUM, choices={"share": "minimum"}
        ),
        Misconception("shifted-by-mean", SHIFTED_BY_MEAN, choices={"share": "mean"}),
        Misconception("log-softmax", LOG_SOFTMAX, choices={"share": "logs"}),
    ),
    alternatives=(_lookup_by_einsum, _lookup_by_loops),
    hints=(
        "Three steps: a score for every key, weights from the scores, a mixture of "
        "the values.",
        "With several queries the scores are `query @ keys.T`, shape (..., n), and "
        "this works for one query as well. Divide them by the temperature, then call "
        "`softmax`.",
        "`softmax` works along the last axis, the keys. Pass what it returns to "
        "`context_vector`, with the values.",
    ),
)
