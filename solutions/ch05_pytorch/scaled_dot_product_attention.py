"""Scaled dot-product attention in PyTorch.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.

Keys are turned by view, which deals their numbers out anew; the softmax runs along
dim 0 or 1, right for one shape alone.
"""

from __future__ import annotations

import numpy as np
import torch

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, normal, sizes
from solutions.sentences import (
    ACROSS_THE_BATCH,
    CAUSAL,
    DETACHED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    TOO_MUCH,
    TURNED_FROM_THE_FRONT,
    UNSCALED,
    WEIGHTS_DETACHED,
)
from solutions.steady import STEADY


def scaled_dot_product_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Let every query gather the values of the keys that answer it.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    Returns (output, weights): (..., n_q, d_v) and (..., n_q, n_k), where
    weights = softmax(q k^T / sqrt(d_k)) and output = weights v.
    """
    scores = q @ k.mT / q.shape[-1] ** 0.5  # (..., n_q, n_k)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


def _queries_keys_values(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, scale=scale, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, scale=scale, dtype=dtype)
        return q, k, normal(rng, *batch, n_k, d_v, scale=scale, dtype=dtype)

    return draw


SCALES = {
    "sqrt d_k": lambda q, k: q.shape[-1] ** 0.5,
    "none": lambda q, k: 1.0,
    "d_k": lambda q, k: q.shape[-1],
    "times": lambda q, k: q.shape[-1] ** -0.5,
    "from the front": lambda q, k: q.shape[1] ** 0.5,
    "half of d_k": lambda q, k: q.shape[-1] / 2,
    "sqrt n_k": lambda q, k: k.shape[-2] ** 0.5,
}


def _turned(k: torch.Tensor, how: str) -> torch.Tensor:
    """Keys made into columns: in the right way, or in one that people try."""
    if how == "view":
        return k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    if how == "all axes":  # what .T does
        return k.permute(*reversed(range(k.ndim)))
    if how in (0, 1):  # counted from the front
        return k.transpose(how, how + 1)
    return k if how == "not at all" else k.mT


def _softmax(scores: torch.Tensor, dim: int, shift: str) -> torch.Tensor:
    if shift == "each row":
        return torch.softmax(scores, dim=dim)
    powers = torch.exp(scores - (scores.max() if shift == "everything" else 0))
    return powers / powers.sum(dim=dim, keepdim=True)


def _attention(q, k, v, *, scale="sqrt d_k", turn="mT", dim=-1, shift="each row"):
    scores = q @ _turned(k, turn) / SCALES[scale](q, k)
    weights = _softmax(scores, dim, shift)
    return weights @ v, weights


def _with(weigh):
    """Attention with another way from scores, (..., n_q, n_k), to weights."""

    def attention(q, k, v):
        weights = weigh(q @ k.mT / q.shape[-1] ** 0.5)
        return weights @ v, weights

    return attention


def _causal(scores):
    later = torch.ones_like(scores).triu(1).bool()
    return scores.masked_fill(later, -torch.inf).softmax(-1)


def _scaled_by_d_v(q, k, v):
    weights = torch.softmax(q @ k.mT / v.shape[-1] ** 0.5, dim=-1)
    return weights @ v, weights


def _attention_by_einsum(q, k, v):
    scores = torch.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    weights = scores.softmax(-1)
    return torch.einsum("...ij,...jd->...id", weights, v), weights


def _attention_query_by_query(q, k, v):
    outputs, weights = [], []
    for i in range(q.shape[-2]):
        scores = (q[..., i, None, :] * k).sum(-1) / q.shape[-1] ** 0.5
        shares = torch.exp(scores - scores.logsumexp(-1, keepdim=True))
        weights.append(shares)
        outputs.append((shares[..., None] * v).sum(-2))
    return torch.stack(outputs, -2), torch.stack(weights, -2)


def _attention_in_float64(q, k, v):
    return _attention(q.double(), k.double(), v.double())


EXERCISE = Exercise(
    id="torch.scaled_dot_product_attention",
    title="Scaled dot-product attention",
    reference=scaled_dot_product_attention,
    decisions=_attention,
    framework="torch",
    points=2,
    minutes=8,
    difficulty=2,
    section="05-pytorch#attention-for-any-number-of-tokens",
    order=10,
    cases=(
        Case("more keys than queries", _queries_keys_values(shape=(2, 4, 3, 5))),
        Case("more queries than keys", _queries_keys_values(shape=(5, 2, 4, 3))),
        Case("every size the same", _queries_keys_values(2, shape=(2, 2, 2, 2))),
        Case("one query, one feature", _queries_keys_values(shape=(1, 3, 1, 2))),
        Case("a batch", _queries_keys_values(3)),
        Case("a batch of heads, float32", _queries_keys_values(2, 4, dtype="float32")),
        Case("large scores", _queries_keys_values(scale=60.0)),
        Case("gradients flow", _queries_keys_values(2), calls=1, gradients=True),
    ),
    properties=(
        Property(
            "each row of the weights sums to one",
            "Each row of the weights belongs to one query and should sum to one; yours "
            "do not.",
            lambda answer, output, q, k, v: np.allclose(output[1].sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the output stays among the values",
            "An output is a weighted mean of the values, so none of its features can "
            "leave the range of that feature in the values; yours does.",
            lambda answer, output, q, k, v: bool(
                np.all(output[0] <= v.max(-2, keepdims=True) + 1e-3 * np.abs(v).max())
                and np.all(output[0] >= v.min(-2, keepdims=True) - 1e-3 * np.abs(v).max())
            ),
        ),
        STEADY,
    ),
    misconceptions=(
        Misconception("unscaled", UNSCALED, choices={"scale": "none"}),
        Misconception("divided-by-d-k", TOO_MUCH, choices={"scale": "d_k"}),
        Misconception(
            "scaled-by-length",
            "You divide by the square root of the number of keys. The scale is the length "
            "of a key, d_k: q.shape[-1].",
            choices={"scale": "sqrt n_k"},
        ),
        Misconception(
            "view-for-transpose",
            "You turn the keys with view() or reshape(). That deals the same numbers out "
            "into rows of another length, so that one column holds parts of several keys. "
            "To swap two axes, use k.mT or k.transpose(-2, -1).",
            choices={"turn": "view"},
        ),
        Misconception(
            "batch-transposed",
            "Your code is right for one sequence, but .T turns all axes of a batch around. "
            "Swap only the last two: k.mT or k.transpose(-2, -1).",
            choices={"turn": "all axes"},
        ),
        Misconception(
            "softmax-over-queries",
            "Your softmax runs down the queries (dim=-2), so each key hands out one unit. "
            "Each query has one unit to spend: take it over the keys, dim=-1.",
            choices={"dim": -2},
        ),
        Misconception("softmax-dim-0", ACROSS_THE_BATCH, choices={"dim": 0}),
        Misconception("softmax-dim-1", FROM_THE_FRONT, choices={"dim": 1}),
        Misconception(
            "unstable",
            "exp() of a large score overflows to inf, and inf / inf is nan. torch.softmax "
            "subtracts each row's largest score first: use it in place of your own.",
            choices={"shift": "none"},
        ),
        Misconception(
            "star-for-matmul",
            "The * before v multiplies entry by entry. Nothing is summed, so no query "
            "gathers anything. The weighted sum is a matrix product: weights @ v.",
            lambda q, k, v: (_attention(q, k, v)[1] * v, _attention(q, k, v)[1]),
        ),
        Misconception(
            "detached",
            DETACHED,
            lambda q, k, v: tuple(part.detach() for part in _attention(q, k, v)),
        ),
        Misconception(
            "weights-first",
            "The numbers are right, but the weights come first. Return (output, weights).",
            lambda q, k, v: _attention(q, k, v)[::-1],
        ),
        Misconception(
            "output-only",
            "You return the output alone. Return a pair: (output, weights).",
            lambda q, k, v: _attention(q, k, v)[0],
        ),
        Misconception(
            "scores-returned",
            "Your output is right, but what you return beside it are the scaled scores. "
            "The weights are what the softmax makes of them: each row sums to one.",
            lambda q, k, v: (_attention(q, k, v)[0], q @ k.mT / q.shape[-1] ** 0.5),
        ),
        Misconception("scaled-by-d-v", SCALED_BY_D_V, _scaled_by_d_v),
        Misconception("half-of-d-k", HALF_OF_D_K, choices={"scale": "half of d_k"}),
        Misconception("no-transpose", NOT_TURNED, choices={"turn": "not at all"}),
        Misconception("global-max", GLOBAL_MAX, choices={"shift": "everything"}),
        Misconception(
            "softmax-twice",
            SOFTMAX_TWICE,
            _with(lambda scores: scores.softmax(-1).softmax(-1)),
        ),
        Misconception(
            "log-softmax", LOG_SOFTMAX, _with(lambda scores: scores.log_softmax(-1))
        ),
        Misconception("no-softmax", NO_SOFTMAX, _with(lambda scores: scores)),
        Misconception("causal", CAUSAL, _with(_causal)),
        Misconception(
            "scaled-after",
            "You divide after the softmax, so the rows no longer sum to one. Scale "
            "the scores, then take the softmax.",
            lambda q, k, v: tuple(
                part / q.shape[-1] ** 0.5 for part in _attention(q, k, v, scale="none")
            ),
        ),
        Misconception(
            "weights-detached",
            WEIGHTS_DETACHED,
            _with(lambda scores: scores.softmax(-1).detach()),
        ),
        Misconception(
            "multiplied",
            "You multiply the scores by sqrt(d_k) where you should divide.",
            choices={"scale": "times"},
        ),
        Misconception(
            "size-from-the-front",
            "You take d_k from axis 1. That is the width for one sequence; in a batch "
            "it is another axis. Count from the end.",
            choices={"scale": "from the front"},
        ),
        Misconception("transpose-0-1", TURNED_FROM_THE_FRONT, choices={"turn": 0}),
        Misconception("transpose-1-2", TURNED_FROM_THE_FRONT, choices={"turn": 1}),
    ),
    alternatives=(_attention_by_einsum, _attention_query_by_query, _attention_in_float64),
    same=(
        Same(
            "q @ k.mT / k.shape[-1] ** 0.5",
            "Queries and keys have the same number of features.",
        ),
    ),
    hints=(
        "It is chapter 03's computation: scores, scaling, softmax, weighted sum. Only "
        "the names are new.",
        "`k.mT` has the keys in columns, with or without a batch. `d_k` is `q.shape[-1]`.",
        "The scaling belongs to the scores, before the softmax. `torch.softmax` wants "
        "to be told the axis: along `dim=-1` are the keys. Two tensors are returned; "
        "which one comes first?",
    ),
)
