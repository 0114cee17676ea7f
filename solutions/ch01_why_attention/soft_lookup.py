"""Attention as a soft look-up in a store, with a temperature."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def soft_lookup(
    query: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    temperature: float = 1.0,
) -> np.ndarray:
    """Look a query up in a store of keys and values, softly.

    query: (..., d_k).  keys: (n, d_k).  values: (n, d_v).
    temperature: above 0; the lower, the more the best key takes.
    Returns softmax(query keys^T / temperature) values: (..., d_v).
    Takes whole numbers (int64) too. Changes no argument.
    """
    scores = query @ keys.T / temperature  # (..., n)
    weights = softmax(scores)
    return weights @ values


def _store(*queries: int, temperature: float | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_k, d_v = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):
            parts = (integers(rng, *queries, d_k), integers(rng, n, d_k))
            parts = (*parts, integers(rng, n, d_v))
        else:
            dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
            parts = (
                integers(rng, *queries, d_k)
                if options.get("whole_query")
                else normal(rng, *queries, d_k, scale=scale, dtype=dtype),
                normal(rng, n, d_k, dtype=dtype),
                normal(rng, n, d_v, scale=scale, dtype=dtype),
            )
        if options.get("ahead"):  # the first two keys, by so much
            parts[0][..., 0], parts[1][:, 0] = 1, -options["ahead"]
            parts[1][:2, 0] = 0
            parts[1][:, 0] -= options.get("below", 0)
        return parts if temperature is None else (*parts, temperature)

    return draw


EXERCISE = Exercise(
    id="why.soft_lookup",
    title="A soft look-up",
    reference=soft_lookup,
    points=2,
    minutes=8,
    difficulty=2,
    section="01-why-attention#attention-as-a-soft-look-up",
    order=30,
    cases=(
        thrice("one query", _store()),
        Case("a temperature of 2", _store(2, temperature=2.0)),
        thrice("whole numbers", _store(whole=True, temperature=3.0)),
        thrice("whole numbers, no temperature", _store(whole=True)),
        Case("a query of whole numbers", _store(2, whole_query=True)),
        Case("one entry in the store", _store(2, shape=(1, 3, 2), temperature=0.5)),
        Case("several queries", _store(3, temperature=0.7)),
        Case("a batch of queries, float32", _store(2, 3, dtype="float32")),
        Case("cold: one entry wins", _store(3, scale=40.0, temperature=0.01)),
        Case("cold, and scores close together", _store(3, scale=0.002, temperature=0.005)),
        thrice("two entries ahead by 1000", _store(shape=(5, 3, 2), ahead=1e3)),
        Case("two entries ahead by 4000", _store(3, shape=(5, 3, 2), ahead=4e3)),
        Case("scores far below zero", _store(3, shape=(5, 3, 2), ahead=2.0, below=1e3)),
        Case(
            "scores and temperature of 1000",
            _store(3, shape=(5, 3, 2), ahead=1e3, temperature=1e3),
        ),
        Case("scores and temperature of 0.0001", _store(3, scale=1e-4, temperature=1e-4)),
        Case("hot: all entries share", _store(1, temperature=50.0)),
        Case("three axes in front", _store(2, 1, 3), calls=1),
        *decimals_in_one(_store(2), "query keys values"),
    ),
    properties=(
        Property(
            "values of ones come back as ones",
            "When every value in the store is 1, the answer should be 1, because the "
            "weights add up to 1. Yours is something else.",
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
    **cells_beside(__file__),
)
