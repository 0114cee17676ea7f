"""Self-attention: project, weigh, gather.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

What goes wrong is what went wrong in the parts, and that tokens are mixed where their
values are wanted.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy._shared import TURNED_ROUND, decided_weights
from solutions.ch03_numpy.attention_weights import attention_weights
from solutions.ch03_numpy.project_qkv import project_qkv
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes
from solutions.sentences import (
    CAUSAL,
    DEALT_ANEW,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    TOO_MUCH,
    UNSCALED,
    WHOLE_NUMBERS,
)


def self_attention(
    x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray
) -> np.ndarray:
    """Let every token gather what it needs from all tokens.

    x: (..., n, d_model).  W_q, W_k: (d_model, d_k).  W_v: (d_model, d_v).
    Returns the context vectors, one a token: (..., n, d_v).
    """
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    return attention_weights(q, k) @ v


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
            x[..., 0] = np.arange(n) if options.get("apart") else 1
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
    shift="each row",
):
    q, k = (x @ W_k, x @ W_q) if swapped else (x @ W_q, x @ W_k)
    widths = {"sqrt d_model": x.shape[-1], "sqrt d_v": W_v.shape[-1]}
    if scale in widths:
        q = q * np.sqrt(q.shape[-1] / widths[scale])
        scale = "sqrt d_k"
    weights = decided_weights(
        q, k, scale=scale, axis=axis, transpose=transpose, shift=shift
    )
    if gather == "columns":
        weights = np.swapaxes(weights, -1, -2)
    return weights @ (x @ W_v if values == "projected" else x)


def _with(weigh):
    """Self-attention with another way from scores, (..., n, n), to weights."""

    def attention(x, W_q, W_k, W_v):
        q, k = x @ W_q, x @ W_k
        return weigh(q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5) @ (x @ W_v)

    return attention


def _scaled_afterwards(x, W_q, W_k, W_v):
    q, k = x @ W_q, x @ W_k
    return softmax(q @ np.swapaxes(k, -1, -2)) / q.shape[-1] ** 0.5 @ (x @ W_v)


def _causal(scores):
    return softmax(np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf))


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


EXERCISE = Exercise(
    id="numpy.self_attention",
    title="Self-attention",
    reference=self_attention,
    decisions=_self_attention,
    points=3,
    minutes=10,
    difficulty=2,
    section="03-numpy#self-attention-in-five-lines",
    order=60,
    cases=(
        Case("a few tokens", _tokens()),
        Case("whole numbers", _tokens(whole=True)),
        Case("one token", _tokens(one_token=True), calls=1),
        Case("wide values", _tokens(shape=(3, 4, 2, 6)), calls=1),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32"), calls=1),
        Case("large scores", _tokens(shape=(4, 5, 3, 2), large=True), calls=1),
        Case("tokens far apart", _tokens(shape=(4, 5, 3, 2), large=True, apart=True)),
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
        Misconception("scaled-by-d-v", SCALED_BY_D_V, choices={"scale": "sqrt d_v"}),
        Misconception("no-transpose", NOT_TURNED, choices={"transpose": "none"}),
        Misconception(
            "reshape-for-transpose", DEALT_ANEW, choices={"transpose": "reshape"}
        ),
        Misconception("global-max", GLOBAL_MAX, choices={"shift": "everything"}),
        Misconception(
            "unstable",
            "exp() of a large score overflows. Use your softmax, which subtracts each "
            "row's largest score first.",
            choices={"shift": "none"},
        ),
        Misconception(
            "softmax-twice", SOFTMAX_TWICE, _with(lambda scores: softmax(softmax(scores)))
        ),
        Misconception("no-softmax", NO_SOFTMAX, _with(lambda scores: scores)),
        Misconception("causal", CAUSAL, _with(_causal)),
        Misconception(
            "element-by-element",
            "The * multiplies weights and values entry by entry, and nothing is added "
            "up. To gather is a matrix product: weights @ v.",
            lambda x, W_q, W_k, W_v: attention_weights(x @ W_q, x @ W_k) * (x @ W_v),
        ),
        Misconception(
            "residual",
            "You add each token's own value to what it gathers. A Transformer block "
            "adds its input, later and outside; here the attention alone is wanted.",
            lambda x, W_q, W_k, W_v: x @ W_v + self_attention(x, W_q, W_k, W_v),
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda *given: self_attention(*given).astype(given[0].dtype),
        ),
        Misconception("axis-1", FROM_THE_FRONT, choices={"axis": 1}),
        Misconception("half-of-d-k", HALF_OF_D_K, choices={"scale": "half of d_k"}),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of tokens. The scale is the "
            "width of a key, d_k.",
            choices={"scale": "sqrt n_k"},
        ),
        Misconception(
            "multiplied",
            "You multiply the scores by sqrt(d_k) where you should divide.",
            choices={"scale": "times"},
        ),
        Misconception(
            "scaled-after",
            "You divide after the softmax, so the weights no longer sum to one. Scale "
            "the scores, then take the softmax.",
            _scaled_afterwards,
        ),
        Misconception(
            "queries-with-queries",
            "You compare the queries with one another, and the keys have no say. A "
            "query is compared with keys.",
            lambda x, W_q, W_k, W_v: self_attention(x, W_q, W_q, W_v),
        ),
        Misconception(
            "weights-as-well",
            "You return the weights beside the context vectors. The context vectors "
            "alone are wanted.",
            lambda x, W_q, W_k, W_v: (
                self_attention(x, W_q, W_k, W_v),
                attention_weights(x @ W_q, x @ W_k),
            ),
        ),
    ),
    alternatives=(_attention_query_by_query, _attention_with_folded_matrices),
    hints=(
        "Project, weigh, gather. You have written a function for each of the first two.",
        "`project_qkv` gives you three arrays. Two of them go into "
        "`attention_weights`; the third is what you gather from.",
        "The last step is one matrix product, with the weights on the left: rows are "
        "queries, so row `i` of the product is what query `i` gathers.",
    ),
)
