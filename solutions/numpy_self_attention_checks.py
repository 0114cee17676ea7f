"""Checks of chapter 03's attention_weights and self_attention."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes
from solutions.numpy_attention import attention_weights, self_attention, softmax

# --- attention_weights -------------------------------------------------------


def _queries_and_keys(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k = options.get("shape") or sizes(rng, 3)
        if options.get("whole"):
            return integers(rng, n_q, d_k), integers(rng, n_k, d_k)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, dtype=dtype)
        if options.get("large"):  # large scores that still differ by little
            q[..., 0], k[..., 0] = 200, 200
        return q, k

    return draw


SCALES = {
    "sqrt d_k": lambda q, k: np.sqrt(q.shape[-1]),
    "none": lambda q, k: 1.0,
    "d_k": lambda q, k: q.shape[-1],
    "times": lambda q, k: 1 / np.sqrt(q.shape[-1]),
    "sqrt n_k": lambda q, k: np.sqrt(k.shape[-2]),
}


def _attention_weights(
    q, k, *, scale="sqrt d_k", axis=-1, order="q k", transpose="last two", stable=True
):
    left, right = (q, k) if order == "q k" else (k, q)
    turned = right.T if transpose == "all" else np.swapaxes(right, -1, -2)
    scores = left @ turned / SCALES[scale](q, k)
    if stable:
        return softmax(scores, axis=axis)
    powers = np.exp(scores)
    return powers / powers.sum(axis=axis, keepdims=True)


def _weights_by_einsum(q, k):
    return softmax(np.einsum("...id,...jd->...ij", q / np.sqrt(q.shape[-1]), k))


def _weights_by_loops(q, k):
    scores = np.zeros((*q.shape[:-1], k.shape[-2]))
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(-1)
    return softmax(scores * q.shape[-1] ** -0.5)


UNSCALED = (
    "You do not divide the scores by sqrt(d_k). Without it the softmax grows sharper the "
    "longer the vectors are."
)
TOO_MUCH = (
    "You divide by d_k; the formula divides by its square root. The weights come out too "
    "even."
)
TURNED_ROUND = (
    "Your .T turns all axes of a batch around. Swap only the last two: "
    "np.swapaxes(k, -1, -2)."
)

ATTENTION_WEIGHTS = Exercise(
    id="numpy.attention_weights",
    title="Attention weights",
    reference=attention_weights,
    decisions=_attention_weights,
    points=2,
    minutes=10,
    difficulty=2,
    section="03-numpy#scores-for-all-pairs-at-once",
    cases=(
        Case("more keys than queries", _queries_and_keys(shape=(2, 4, 3)), calls=2),
        Case("more queries than keys", _queries_and_keys(shape=(5, 2, 4)), calls=2),
        Case("whole numbers", _queries_and_keys(whole=True), calls=2),
        Case("one feature", _queries_and_keys(shape=(3, 2, 1)), calls=2),
        Case("a batch", _queries_and_keys(3)),
        Case(
            "a batch of batches, float32",
            _queries_and_keys(2, 3, dtype="float32"),
            calls=2,
        ),
        Case("large scores", _queries_and_keys(shape=(3, 5, 4), large=True), calls=2),
    ),
    properties=(
        Property(
            "each row sums to one",
            "Each row belongs to one query and should sum to one; yours do not.",
            lambda answer, output, q, k: np.allclose(output.sum(axis=-1), 1, atol=1e-3),
        ),
        Property(
            "a query's weights are its own",
            "The first query's weights change when the other queries are taken away. Each "
            "row must depend on its own query only.",
            lambda answer, output, q, k: np.allclose(
                answer(q[..., :1, :], k), output[..., :1, :], atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception("unscaled", UNSCALED, choices={"scale": "none"}),
        Misconception("divided-by-d-k", TOO_MUCH, choices={"scale": "d_k"}),
        Misconception(
            "multiplied",
            "You multiply the scores by sqrt(d_k) where you should divide.",
            choices={"scale": "times"},
        ),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of keys. The scale is the width "
            "of a key, d_k: the last axis of q and k.",
            choices={"scale": "sqrt n_k"},
        ),
        Misconception(
            "wrong-axis",
            "Your columns sum to one. Each row is one query's weights: take the softmax "
            "over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "rows-are-keys",
            "You compute k q^T, so your rows belong to keys. Queries come first: q k^T.",
            choices={"order": "k q"},
        ),
        Misconception("batch-transposed", TURNED_ROUND, choices={"transpose": "all"}),
        Misconception(
            "unstable",
            "exp() of a large score overflows. Use your softmax from the last exercise, "
            "which subtracts each row's largest score first.",
            choices={"stable": False},
        ),
        Misconception(
            "no-softmax",
            "These are the scaled scores. The softmax that turns them into weights is "
            "missing.",
            lambda q, k: q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]),
        ),
        Misconception(
            "scaled-after",
            "You divide after the softmax, so the weights no longer sum to one. Scale the "
            "scores, then take the softmax.",
            lambda q, k: softmax(q @ np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1]),
        ),
    ),
    alternatives=(_weights_by_einsum, _weights_by_loops),
    hints=(
        "Three stages: scores, scaling, softmax. The scores are one matrix product.",
        "Entry [i, j] of the scores is query i times key j. For a batch, swap only the "
        "last two axes of k.",
        "d_k is q.shape[-1]. Divide the scores by its square root, then call softmax.",
    ),
)

# --- self_attention ----------------------------------------------------------


def _tokens(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model, d_k, d_v = options.get("shape") or sizes(rng, 4)
        if options.get("one_token"):
            n = 1
        shapes = [(*batch, n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)]
        if options.get("whole"):
            return tuple(integers(rng, *shape, high=3) for shape in shapes)
        dtype = options.get("dtype", "float64")
        x, *matrices = (normal(rng, *shape, dtype=dtype) for shape in shapes)
        if options.get("large"):  # large scores that still differ by little
            x[..., 0] = 1
            for matrix in matrices[:2]:
                matrix[0], matrix[:, 0] = 0, 0
                matrix[0, 0] = 200
        return x, *matrices

    return draw


def _self_attention(
    x,
    W_q,
    W_k,
    W_v,
    *,
    swapped=False,
    scale="sqrt d_k",
    axis=-1,
    values="projected",
    gather="rows",
    transpose="last two",
):
    q, k = (x @ W_k, x @ W_q) if swapped else (x @ W_q, x @ W_k)
    if scale == "sqrt d_model":
        q = q * np.sqrt(q.shape[-1] / x.shape[-1])
        scale = "sqrt d_k"
    weights = _attention_weights(q, k, scale=scale, axis=axis, transpose=transpose)
    if gather == "columns":
        weights = np.swapaxes(weights, -1, -2)
    return weights @ (x @ W_v if values == "projected" else x)


def _attention_query_by_query(x, W_q, W_k, W_v):
    keys, values = x @ W_k, x @ W_v
    context = []
    for i in range(x.shape[-2]):
        query = x[..., i : i + 1, :] @ W_q
        scores = (query * keys).sum(-1) / np.sqrt(W_q.shape[1])
        context.append((softmax(scores)[..., None] * values).sum(-2))
    return np.stack(context, axis=-2)


def _attention_with_folded_matrices(x, W_q, W_k, W_v):
    scores = x @ (W_q @ W_k.T) @ np.swapaxes(x, -1, -2)
    return softmax(scores / np.sqrt(W_k.shape[1])) @ x @ W_v


SELF_ATTENTION = Exercise(
    id="numpy.self_attention",
    title="Self-attention",
    reference=self_attention,
    decisions=_self_attention,
    points=3,
    minutes=10,
    difficulty=2,
    section="03-numpy#self-attention-in-five-lines",
    cases=(
        Case("a few tokens", _tokens()),
        Case("whole numbers", _tokens(whole=True), calls=2),
        Case("one token", _tokens(one_token=True), calls=2),
        Case("wide values", _tokens(shape=(3, 4, 2, 6)), calls=2),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32"), calls=2),
        Case("large scores", _tokens(shape=(4, 5, 3, 2), large=True), calls=2),
    ),
    properties=(
        Property(
            "order does not matter",
            "When the tokens are put in reverse order, the same context vectors should "
            "come out in reverse order.",
            lambda answer, output, x, *W: np.allclose(
                answer(x[..., ::-1, :], *W), output[..., ::-1, :], rtol=1e-2, atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "swapped-qk",
            "Your queries are made with W_k and your keys with W_q, so each token asks "
            "the others' questions.",
            choices={"swapped": True},
        ),
        Misconception("unscaled", UNSCALED, choices={"scale": "none"}),
        Misconception("divided-by-d-k", TOO_MUCH, choices={"scale": "d_k"}),
        Misconception(
            "scaled-by-d-model",
            "You divide by sqrt(d_model), the width of the tokens. The scores are products "
            "of vectors of length d_k, so the scale is sqrt(d_k).",
            choices={"scale": "sqrt d_model"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries. Each row is one query's weights: take it "
            "over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "raw-values",
            "You mix the tokens themselves. What a token passes on is its value, x @ W_v.",
            choices={"values": "tokens"},
        ),
        Misconception(
            "weights-transposed",
            "You multiply by the transposed weights, so each token receives what others "
            "were to get. Row i of weights @ v is what query i gathers.",
            choices={"gather": "columns"},
        ),
        Misconception("batch-transposed", TURNED_ROUND, choices={"transpose": "all"}),
        Misconception(
            "weights-returned",
            "These are the weights. Multiply them by the values to get the context.",
            lambda x, W_q, W_k, W_v: attention_weights(x @ W_q, x @ W_k),
        ),
        Misconception(
            "no-projections",
            "You use the tokens as their own queries and keys. Project them first: q is "
            "x @ W_q and k is x @ W_k.",
            lambda x, W_q, W_k, W_v: attention_weights(x, x) @ x @ W_v,
        ),
    ),
    alternatives=(_attention_query_by_query, _attention_with_folded_matrices),
    hints=(
        "You have written all three parts: project, weigh, gather.",
        "Call project_qkv first, then attention_weights on its queries and keys.",
        "The context is one matrix product: the weights times the values.",
    ),
)
