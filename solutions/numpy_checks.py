"""How the exercises of chapter 03 are checked, and what people get wrong there."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.choices import predict
from solutions.draws import Draw, integers, normal, sizes
from solutions.numpy_attention import project_qkv, softmax, weighted_values
from solutions.numpy_self_attention_checks import ATTENTION_WEIGHTS, SELF_ATTENTION
from solutions.numpy_softmax_checks import SOFTMAX

# --- project_qkv -------------------------------------------------------------


def _tokens_and_weights(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = sizes(rng, 4)
        if options.get("one_token"):
            n = 1
        dtype = options.get("dtype", "float64")
        shapes = [(*batch, n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)]
        if options.get("whole"):
            return tuple(integers(rng, *shape) for shape in shapes)
        scale = options.get("scale", 1.0)
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


def _project(x, W_q, W_k, W_v, *, order="qkv", queries="W_q", keys="W_k", values="W_v"):
    matrices = {"W_q": W_q, "W_k": W_k, "W_v": W_v}
    results = {"q": x @ matrices[queries], "k": x @ matrices[keys]}
    results["v"] = x @ matrices[values]
    return tuple(results[letter] for letter in order)


def _project_one_by_one(x, W_q, W_k, W_v):
    def project(matrix):
        return np.einsum("...nd,de->...ne", x, matrix)

    return project(W_q), project(W_k), project(W_v)


def _project_all_at_once(x, W_q, W_k, W_v):
    d_k = W_q.shape[1]
    together = x @ np.concatenate([W_q, W_k, W_v], axis=1)
    return together[..., :d_k], together[..., d_k : 2 * d_k], together[..., 2 * d_k :]


PROJECT_QKV = Exercise(
    id="numpy.project_qkv",
    title="Project to queries, keys and values",
    reference=project_qkv,
    decisions=_project,
    points=1,
    minutes=5,
    difficulty=1,
    section="03-numpy#queries-keys-and-values-in-one-line-each",
    cases=(
        Case("a few tokens", _tokens_and_weights()),
        Case("whole numbers", _tokens_and_weights(whole=True), calls=2),
        Case("one token", _tokens_and_weights(one_token=True), calls=2),
        Case("a batch", _tokens_and_weights(3)),
        Case(
            "a batch of batches, float32",
            _tokens_and_weights(2, 3, dtype="float32"),
            calls=2,
        ),
        Case("large numbers", _tokens_and_weights(scale=1e6), calls=2),
    ),
    properties=(
        Property(
            "each token is projected on its own",
            "The first token's query depends on the other tokens. A projection "
            "multiplies each token by the matrix and looks at no other token.",
            lambda answer, output, x, *W: np.allclose(
                answer(x[..., :1, :], *W)[0], output[0][..., :1, :], rtol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "swapped-qk",
            "Your queries and keys are swapped: the first result is x @ W_q. Both have "
            "the same shape, so only the numbers give it away.",
            choices={"order": "kqv"},
        ),
        Misconception(
            "order-qvk",
            "Your values come second and your keys third. The order is (q, k, v).",
            choices={"order": "qvk"},
        ),
        Misconception(
            "one-matrix",
            "Queries and keys are both made with W_q. Then every token's query equals "
            "its key, and what a token looks for cannot differ from what it offers.",
            choices={"keys": "W_q"},
        ),
        Misconception(
            "transposed-matrix",
            "You multiply by the transposed matrix. Each W is (d_model, d_k): its rows "
            "meet the features of x, so x @ W_q needs no transpose.",
            lambda x, W_q, W_k, W_v: (x @ W_q.T, x @ W_k.T, x @ W_v.T),
        ),
        Misconception(
            "columns-as-tokens",
            "Your code is right for one sequence, but .T turns all axes of a batch "
            "around. Keep tokens as rows: x @ W_q works for any leading axes.",
            lambda x, W_q, W_k, W_v: (
                *((W_q.T @ x.T).T, (W_k.T @ x.T).T, (W_v.T @ x.T).T),
            ),
        ),
    ),
    alternatives=(_project_one_by_one, _project_all_at_once),
    hints=(
        "Each row of x is one token. What takes a row of d_model numbers to d_k numbers?",
        "The @ operator multiplies the last two axes and leaves leading axes alone.",
        "Three products with x on the left, returned in the order q, k, v.",
    ),
)

# --- weighted_values ---------------------------------------------------------


def _weights_and_values(*batch: int, square: bool = False, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_v = options.get("shape") or sizes(rng, 3)
        n_q = n_k if square else n_q
        dtype = options.get("dtype", "float64")
        scores = normal(rng, *batch, n_q, n_k, dtype=dtype)
        scale = options.get("scale", 1.0)
        return softmax(scores), normal(rng, *batch, n_k, d_v, scale=scale, dtype=dtype)

    return draw


def _weighted_values(weights, v, *, transpose=True, order="kqv"):
    by_key = np.swapaxes(weights, -1, -2) if transpose else weights
    result = by_key[..., None] * v[..., None, :]
    moves = {"kqv": (-3, -2, -1), "qkv": (-2, -3, -1), "kvq": (-3, -1, -2)}[order]
    first = result.ndim
    lead = tuple(range(first - 3))
    return result.transpose(*lead, *(axis + first for axis in moves))


def _weighted_values_by_loops(weights, v):
    *batch, n_q, n_k = weights.shape
    result = np.zeros((*batch, n_k, n_q, v.shape[-1]))
    for i in range(n_q):
        for j in range(n_k):
            result[..., j, i, :] = weights[..., i, j, None] * v[..., j, :]
    return result


def _weighted_values_by_einsum(weights, v):
    return np.einsum("...ij,...jd->...jid", weights, v)


WEIGHTED_VALUES = Exercise(
    id="numpy.weighted_values",
    title="Weighted values by broadcasting",
    reference=weighted_values,
    decisions=_weighted_values,
    points=2,
    minutes=10,
    difficulty=3,
    section="03-numpy#weighted-values-by-broadcasting",
    cases=(
        Case("as many queries as keys", _weights_and_values(square=True)),
        Case("more keys than queries", _weights_and_values(shape=(2, 4, 3)), calls=2),
        Case("more queries than keys", _weights_and_values(shape=(5, 2, 4)), calls=2),
        Case("one query", _weights_and_values(shape=(1, 3, 2)), calls=2),
        Case("a batch", _weights_and_values(3)),
        Case("large values", _weights_and_values(scale=1e6), calls=2),
        Case("float32", _weights_and_values(dtype="float32"), calls=2),
    ),
    properties=(
        Property(
            "the sum over keys is the context",
            "Summed over the first axis (the keys), the weighted values must give "
            "weights @ v; yours do not.",
            lambda answer, output, weights, v: np.allclose(
                output.sum(axis=-3), weights @ v, rtol=1e-3, atol=1e-3 * np.abs(v).max()
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "queries-first",
            "The numbers are right, but your first axis is the queries. It should be "
            "(n_k, n_q, d_v): the weighted copies of value 1 first.",
            choices={"order": "qkv"},
        ),
        Misconception(
            "features-before-queries",
            "The numbers are right, but your last two axes are swapped: the features of "
            "a value belong on the last axis.",
            choices={"order": "kvq"},
        ),
        Misconception(
            "weights-not-transposed",
            "You use weights[j, i] where weights[i, j] is asked for: row i of the "
            "weights belongs to query i. With as many queries as keys it runs, and is "
            "wrong.",
            choices={"transpose": False},
        ),
        Misconception(
            "already-summed",
            "You have summed over the keys already: that is weights @ v. Here every "
            "query's copy of every value is still wanted.",
            lambda weights, v: weights @ v,
        ),
        Misconception(
            "element-by-element",
            "The * between two matrices multiplies entry by entry. Give the weights a "
            "new last axis and the values a new axis for the queries.",
            lambda weights, v: weights * v,
        ),
    ),
    alternatives=(_weighted_values_by_loops, _weighted_values_by_einsum),
    hints=(
        "Write down the three axes of the result: key j, query i, feature d. Which of "
        "them does weights have, and which does v have?",
        "Bring the weights to (n_k, n_q, 1) and the values to (n_k, 1, d_v). An axis of "
        "length 1 is repeated as often as needed.",
        "Indexing with None adds an axis: a[..., None] at the end, a[..., None, :] "
        "before the last. Transpose the weights first.",
    ),
)

# --- predict -----------------------------------------------------------------

PREDICT_SHIFT = predict(
    "numpy.predict_shift",
    "Predict: add 100 to every score",
    answer="b",
    why_not={
        "a": "All the weights cannot grow: they still have to sum to one.",
        "c": "Multiplying the scores would sharpen the weights. Adding does not: every "
        "exponential grows by the same factor e^100, which cancels in the "
        "fraction.",
        "d": "Weights become uniform when the scores become equal. Adding 100 keeps "
        "every difference between them.",
    },
    section="03-numpy#a-softmax-that-does-not-overflow",
    hints=("Write the first weight as a fraction, and take e^100 out of every term.",),
)

EXERCISES = (
    PROJECT_QKV,
    PREDICT_SHIFT,
    SOFTMAX,
    ATTENTION_WEIGHTS,
    WEIGHTED_VALUES,
    SELF_ATTENTION,
)
