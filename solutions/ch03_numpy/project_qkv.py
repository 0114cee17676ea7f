"""Queries, keys and values from tokens, by one matrix each.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.

The results change places, two share a matrix, or .T turns a batch around.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes, thrice


def project_qkv(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn each token into its query, its key and its value.

    x: (..., n, d_model), the tokens, one a row.
    W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns (q, k, v): (..., n, d_k), (..., n, d_k), (..., n, d_v).
    """
    return x @ W_q, x @ W_k, x @ W_v


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


EXERCISE = Exercise(
    id="numpy.project_qkv",
    title="Project to queries, keys and values",
    reference=project_qkv,
    decisions=_project,
    points=1,
    minutes=5,
    difficulty=1,
    section="03-numpy#queries-keys-and-values-in-one-line-each",
    order=10,
    cases=(
        thrice("a few tokens", _tokens_and_weights()),
        Case("whole numbers", _tokens_and_weights(whole=True)),
        Case("one token", _tokens_and_weights(one_token=True)),
        thrice("a batch", _tokens_and_weights(3)),
        Case(
            "a batch of batches, float32",
            _tokens_and_weights(2, 3, dtype="float32"),
        ),
        Case("large numbers", _tokens_and_weights(scale=1e6)),
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
        Misconception(
            "one-matrix-for-all",
            "Queries, keys and values are all made with W_q. Each of the three has a "
            "matrix of its own.",
            choices={"keys": "W_q", "values": "W_q"},
        ),
        Misconception(
            "matrix-first",
            "The matrix stands in front. Tokens are rows of x, so x stands on the "
            "left: its features then meet the rows of the matrix.",
            lambda x, W_q, W_k, W_v: (W_q @ x, W_k @ x, W_v @ x),
        ),
        Misconception(
            "element-by-element",
            "The * multiplies entry by entry. A projection is a matrix product, which "
            "multiplies and adds up.",
            lambda x, W_q, W_k, W_v: (x * W_q, x * W_k, x * W_v),
        ),
        Misconception(
            "softmaxed",
            "You take a softmax of the projections. A projection is one product and "
            "no more; the softmax comes later, after the scores.",
            lambda *given: tuple(softmax(part) for part in project_qkv(*given)),
        ),
        Misconception(
            "queries-alone",
            "You return the queries alone. Return three arrays: (q, k, v).",
            lambda x, W_q, W_k, W_v: x @ W_q,
        ),
        Misconception(
            "side-by-side",
            "You return one array with all three side by side. Return three arrays: "
            "(q, k, v).",
            lambda *given: np.concatenate(project_qkv(*given), axis=-1),
        ),
    ),
    alternatives=(_project_one_by_one, _project_all_at_once),
    hints=(
        "Each row of `x` is one token with `d_model` numbers. What takes a row of "
        "`d_model` numbers to a row of `d_k` numbers?",
        "The operator `@` multiplies along the last two axes and leaves all axes in "
        "front alone. `x` stands on the left, so that tokens stay rows.",
        "Three products, each with `x` on the left and one of the matrices on the "
        "right. Return them as a tuple: queries first, then keys, then values.",
    ),
)
