"""How long the vector is that each key adds to each query's token, by all heads.

Kobayashi et al. 2020, "Attention is Not Only a Weight: Analyzing Transformers with
Vector Norms".

Each head has its own rows of the output matrix, and what the heads write is added before
it is measured: two large contributions may cancel.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, sizes, thrice


def contributions(weights: np.ndarray, v: np.ndarray, W_o: np.ndarray) -> np.ndarray:
    """How long the vector is that each key adds to each query's token.

    weights: (..., h, n_q, n_k) and v: (..., h, n_k, d_v), of h heads.
    W_o: (h * d_v, d_model), the rows of the first head first.
    Key j adds to token i, by each head, weights[i, j] * v[j] times the head's
    rows of W_o, and all heads together the sum of these vectors.
    Returns the length of that sum: (..., n_q, n_k).
    """
    h, _, d_v = v.shape[-3:]
    written = v @ W_o.reshape(h, d_v, -1)  # (..., h, n_k, d_model)
    added = np.einsum("...hij,...hjm->...ijm", weights, written)
    return np.sqrt((added**2).sum(axis=-1))


def _parts(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        h, n_q, n_k, d_v, d_model = shape or sizes(rng, 5)
        dtype = options.get("dtype", "float64")
        scale = options.get("scale", 1.0)
        weights = softmax(normal(rng, *lead, h, n_q, n_k, dtype=dtype))
        v = normal(rng, *lead, h, n_k, d_v, scale=scale, dtype=dtype)
        W_o = normal(rng, h * d_v, d_model, dtype=dtype)
        if options.get("zero_value"):
            v[..., 0, :] = 0
        if options.get("opposed"):  # the second head takes back what the first one writes
            weights[..., 1, :, :], v[..., 1, :, :] = weights[..., 0, :, :], v[..., 0, :, :]
            W_o[d_v : 2 * d_v] = -W_o[:d_v]
        return weights, v, W_o

    return draw


def _length(vectors, kind="euclid"):
    return {
        "euclid": lambda: np.sqrt((vectors**2).sum(axis=-1)),
        "squared": lambda: (vectors**2).sum(axis=-1),
        "absolute": lambda: np.abs(vectors).sum(axis=-1),
        "sum": lambda: vectors.sum(axis=-1),
        "largest": lambda: np.abs(vectors).max(axis=-1),
        "mean square": lambda: np.sqrt((vectors**2).mean(axis=-1)),
    }[kind]()


def _contributions(
    weights,
    v,
    W_o,
    *,
    heads="vectors added",
    rows="one by one",
    length="euclid",
    scale=True,
):
    """The lengths with one thing otherwise."""
    h, _, d_v = v.shape[-3:]
    blocks = {
        "one by one": lambda: W_o.reshape(h, d_v, -1),
        "interleaved": lambda: np.moveaxis(W_o.reshape(d_v, h, -1), 1, 0),
        "the first": lambda: np.broadcast_to(W_o[:d_v], (h, *W_o[:d_v].shape)),
    }[rows]()
    written = (v @ blocks)[..., None, :, :]  # (..., h, 1, n_k, d_model)
    added = (
        weights[..., None] * written
        if scale
        else np.ones_like(weights)[..., None] * written
    )
    if heads == "vectors added":
        return _length(added.sum(axis=-4), length)
    found = _length(added, length)  # (..., h, n_q, n_k)
    return {
        "lengths added": lambda: found.sum(axis=-3),
        "lengths averaged": lambda: found.mean(axis=-3),
        "kept apart": lambda: found,
        "the largest": lambda: found.max(axis=-3),
    }[heads]()


def _weights_averaged(weights, v, W_o):
    mean = np.broadcast_to(weights.mean(axis=-3, keepdims=True), weights.shape)
    return contributions(mean, v, W_o)


def _values_alone(weights, v, _W_o):
    """The heads side by side, before W_o."""
    added = weights[..., None] * v[..., None, :, :]
    return np.sqrt((added**2).sum(axis=(-1, -4)))


def _vectors(weights, v, W_o):
    h, _, d_v = v.shape[-3:]
    written = v @ W_o.reshape(h, d_v, -1)
    return np.einsum("...hij,...hjm->...ijm", weights, written)


def _length_of_the_sum(weights, v, W_o):
    return np.linalg.norm(_vectors(weights, v, W_o).sum(axis=-2), axis=-1)


def _side_by_side(weights, v, W_o):
    """Per pair the heads' weighted values side by side, as concatenated, times W_o."""
    weighted = weights[..., None] * v[..., None, :, :]  # (..., h, n_q, n_k, d_v)
    joined = np.moveaxis(weighted, -4, -2)  # (..., n_q, n_k, h, d_v)
    joined = joined.reshape(*joined.shape[:-2], -1)
    return np.linalg.norm(joined @ W_o, axis=-1)


def _by_loops(weights, v, W_o):
    h, n_q, n_k = weights.shape[-3:]
    d_v = v.shape[-1]
    result = np.zeros((*weights.shape[:-3], n_q, n_k))  # float64 throughout
    for i in range(n_q):
        for j in range(n_k):
            added = 0.0
            for head in range(h):
                rows = W_o[head * d_v : (head + 1) * d_v]
                added = added + weights[..., head, i, j, None] * (v[..., head, j, :] @ rows)
            result[..., i, j] = np.sqrt((added * added).sum(axis=-1))
    return result


EXERCISE = Exercise(
    id="reading.contributions",
    title="What each key adds",
    reference=contributions,
    decisions=_contributions,
    points=3,
    minutes=12,
    difficulty=2,
    section="11-reading-attention#a-large-weight-on-nothing",
    order=50,
    cases=(
        Case("a few heads", _parts()),
        Case("as many queries as keys", _parts(shape=(2, 4, 4, 3, 5))),
        Case("as many heads as features", _parts(shape=(3, 4, 5, 3, 2))),
        Case("two heads that cancel", _parts(shape=(2, 3, 4, 5, 6), opposed=True)),
        Case("one head", _parts(shape=(1, 3, 5, 2, 4))),
        thrice("one query, one key", _parts(shape=(2, 1, 1, 3, 4))),
        Case("one feature", _parts(shape=(3, 2, 4, 1, 1))),
        Case("a value of zeros", _parts(zero_value=True)),
        Case("large values", _parts(scale=1e6)),
        Case("a batch", _parts(3)),
        Case("a batch of batches, float32", _parts(2, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "values of zeros add nothing",
            "Keys whose values are all zeros add the zero vector, whatever their weights. "
            "All lengths should be 0, and yours are not.",
            lambda answer, output, weights, v, W_o: np.allclose(
                answer(weights, v * 0, W_o), 0
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "lengths-added",
            "You measure each head by itself and add the lengths up. The token receives "
            "the *sum of the vectors*, and two heads may cancel: add first, then measure.",
            choices={"heads": "lengths added"},
        ),
        Misconception(
            "lengths-averaged",
            "You measure each head by itself and take the mean. The token receives the sum "
            "of the vectors: add them, then measure once.",
            lambda *given: _contributions(*given, heads="lengths averaged"),
        ),
        Misconception(
            "strongest-head",
            "You keep the longest vector of all heads. The token receives all of them, "
            "added up.",
            lambda *given: _contributions(*given, heads="the largest"),
        ),
        Misconception(
            "head-by-head",
            "You return one number for each head. What reaches the token is the sum of "
            "what the heads write: add the vectors over the heads, then measure.",
            lambda *given: _contributions(*given, heads="kept apart"),
        ),
        Misconception(
            "heads-averaged",
            "You average the weights of the heads first. Each head weights values of its "
            "own, which go through rows of W_o of its own.",
            _weights_averaged,
        ),
        Misconception(
            "rows-interleaved",
            "You take every h-th row of W_o for a head. The heads stand one after the "
            "other: the first d_v rows are the first head's.",
            choices={"rows": "interleaved"},
        ),
        Misconception(
            "first-rows-for-all",
            "Every head of yours uses the first d_v rows of W_o. Head number a has the "
            "rows from a * d_v to (a + 1) * d_v.",
            lambda *given: _contributions(*given, rows="the first"),
        ),
        Misconception(
            "no-output-projection",
            "You measure the values before W_o. What is added to the token is the value "
            "times W_o, and that matrix can stretch it or wipe it out.",
            _values_alone,
        ),
        Misconception(
            "squared-length",
            "You return squared lengths. Take the root of the sum of squares, or one "
            "contribution twice as long would count four times.",
            choices={"length": "squared"},
        ),
        Misconception(
            "sum-of-absolutes",
            "You add up absolute values. That depends on the axes that the features "
            "happen to have; a length is the root of the sum of squares.",
            lambda *given: _contributions(*given, length="absolute"),
        ),
        Misconception(
            "sum-of-entries",
            "You add up the entries of the vector. Positive and negative ones cancel, so a "
            "long vector may come out as 0; a length is the root of the sum of squares.",
            lambda *given: _contributions(*given, length="sum"),
        ),
        Misconception(
            "mean-square",
            "You take the root of the *mean* of the squares. A length has their sum: "
            "otherwise a model twice as wide would seem to add less.",
            lambda *given: _contributions(*given, length="mean square"),
        ),
        Misconception(
            "largest-entry",
            "You take the largest entry. It tells of one feature alone; a length is the "
            "root of the sum of squares over all of them.",
            lambda *given: _contributions(*given, length="largest"),
        ),
        Misconception(
            "vectors",
            "You return the vectors themselves, one for each pair. What is asked for is "
            "how long each is: one number a pair.",
            _vectors,
        ),
        Misconception(
            "weights-left-out",
            "You return the lengths of the values alone, the same for every query. Each "
            "query scales them by its own weights.",
            choices={"scale": False},
        ),
        Misconception(
            "length-of-the-sum",
            "You add up all keys first and return one length a query. Here every pair "
            "of query and key keeps its own.",
            _length_of_the_sum,
        ),
    ),
    alternatives=(_side_by_side, _by_loops),
    same=(Same("W_o.reshape(h, d_v, -2)", "NumPy takes it as -1."),),
    hints=(
        "Take one query, one key and two heads that write opposite vectors. What does the "
        "token receive?",
        "What are the rows of W_o that head number a uses? A head's values times these are "
        "what it can write, (n_k, d_model).",
        "W_o.reshape(h, d_v, -1) has one matrix a head, and v @ that is (..., h, n_k, "
        "d_model). Weight it, add up over the heads, and measure last.",
    ),
)
