"""Attention in which several query heads share keys and values.

Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
Multi-Head Checkpoints".

Shared heads are dealt out like cards where neighbours should share.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.ch12_efficient_attention._shared import SCALES
from solutions.draws import Draw, normal, sizes


def grouped_query_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None
) -> np.ndarray:
    """Attention in which several query heads share their keys and values.

    q: (..., h, n_q, d_k).  k: (..., h_kv, n_k, d_k).
    v: (..., h_kv, n_k, d_v).  h is a multiple of h_kv: the first h / h_kv
    query heads use the first head of k and v, the next h / h_kv the second,
    and so on.  Scores are divided by sqrt(d_k).
    mask: booleans (n_q, n_k), True = may attend, the same for all heads;
    every query may attend to some key.  None: all may.
    Returns (..., h, n_q, d_v).
    """
    # Ainslie et al. 2023.  Sharing is broadcasting: no head of k or v is copied.
    *batch, h, n_q, d_k = q.shape
    h_kv, d_v = k.shape[-3], v.shape[-1]
    grouped = q.reshape(*batch, h_kv, h // h_kv, n_q, d_k)
    turned = np.swapaxes(k, -1, -2)[..., None, :, :]  # (..., h_kv, 1, d_k, n_k)
    scores = grouped @ turned / d_k**0.5  # (..., h_kv, h / h_kv, n_q, n_k)
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    context = weights @ v[..., None, :, :]  # (..., h_kv, h / h_kv, n_q, d_v)
    return context.reshape(*batch, h, n_q, d_v)


def _heads(h: int, h_kv: int, *batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, h, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, h_kv, n_k, d_k, dtype=dtype)
        v = normal(rng, *batch, h_kv, n_k, d_v, dtype=dtype)
        if options.get("large"):  # large scores that still differ by little
            q[..., 0], k[..., 0] = 200, 200
        if not options.get("mask"):
            return q, k, v
        mask = rng.random((n_q, n_k)) < 0.5
        open_, blocked = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1).T[:2]
        mask[np.arange(n_q), open_], mask[np.arange(n_q), blocked] = True, False
        return q, k, v, mask

    return draw


def _repeated(array, h):
    return np.repeat(array, h // array.shape[-3], axis=-3)


def _dealt(array, h):
    """Head i of h gets head i % h_kv."""
    return np.concatenate([array] * (h // array.shape[-3]), axis=-3)


SHARES = {
    "neighbours": _repeated,
    "dealt out": _dealt,
    "first": lambda a, h: np.repeat(a[..., :1, :, :], h, axis=-3),
    "mean": lambda a, h: np.repeat(a.mean(axis=-3, keepdims=True), h, axis=-3),
}


MASKS = {
    "as given": lambda scores, mask: np.where(mask, scores, -np.inf),
    "ignored": lambda scores, mask: scores,
    "turned round": lambda scores, mask: np.where(mask, -np.inf, scores),
    "zero": lambda scores, mask: scores * mask,
}


def _grouped(
    q, k, v, mask=None, *, share="neighbours", scale="sqrt d_k", axis=-1, masking="as given"
):
    h = q.shape[-3]
    k, v = SHARES[share](k, h), SHARES[share](v, h)
    scores = q @ np.swapaxes(k, -1, -2) / SCALES[scale](q.shape[-1])
    scores = scores if mask is None else MASKS[masking](scores, mask)
    return softmax(scores, axis=axis) @ v


def _head_by_head(q, k, v, mask=None):
    mask = np.ones((q.shape[-2], k.shape[-2]), bool) if mask is None else mask
    context = np.empty((*q.shape[:-1], v.shape[-1]))
    size = q.shape[-3] // k.shape[-3]
    for head in range(q.shape[-3]):
        shared = head // size
        scores = q[..., head, :, :] @ np.swapaxes(k[..., shared, :, :], -1, -2)
        weights = softmax(np.where(mask, scores, -np.inf) / q.shape[-1] ** 0.5)
        context[..., head, :, :] = weights @ v[..., shared, :, :]
    return context


def _grouped_by_einsum(q, k, v, mask=None):
    *batch, h, n_q, d_k = q.shape
    groups = q.reshape(*batch, k.shape[-3], -1, n_q, d_k)
    scores = np.einsum("...gsid,...gjd->...gsij", groups, k) * d_k**-0.5
    if mask is not None:
        scores[..., ~mask] = -np.inf
    context = np.einsum("...gsij,...gjd->...gsid", softmax(scores), v)
    return context.reshape(*batch, h, n_q, v.shape[-1])


def _queries_averaged(q, k, v, mask=None):
    """One query head a group: their mean."""
    *batch, h, n_q, d_k = q.shape
    groups = q.reshape(*batch, k.shape[-3], -1, n_q, d_k).mean(axis=-3)
    return _repeated(_grouped(groups, k, v, mask), h)


EXERCISE = Exercise(
    id="efficient.grouped_query_attention",
    title="Grouped-query attention",
    reference=grouped_query_attention,
    decisions=_grouped,
    points=3,
    minutes=10,
    difficulty=2,
    section="12-efficient-attention#fewer-heads-for-keys-and-values",
    order=40,
    cases=(
        Case("six heads share two", _heads(6, 2)),
        Case("four heads share two", _heads(4, 2, shape=(2, 5, 3, 4))),
        Case("all share one", _heads(3, 1)),
        Case("each its own", _heads(4, 4)),
        Case("one query, one feature", _heads(4, 2, shape=(1, 3, 1, 1))),
        Case("more queries than keys", _heads(6, 3, shape=(5, 2, 4, 3))),
        Case("a batch", _heads(4, 2, 3)),
        Case("a batch of batches, float32", _heads(6, 3, 2, 3, dtype="float32")),
        Case("large scores", _heads(4, 2, shape=(3, 5, 4, 2), large=True)),
        Case("a mask", _heads(6, 2, shape=(4, 5, 3, 2), mask=True)),
        Case("a mask and a batch", _heads(4, 2, 3, shape=(2, 4, 3, 5), mask=True)),
    ),
    properties=(
        Property(
            "neighbours share",
            "Give all query heads the same queries: then the first h / h_kv heads must "
            "give one and the same context, because they share keys and values. Yours do "
            "not.",
            lambda answer, output, q, k, v, mask=None: np.allclose(
                np.ptp(
                    answer(np.broadcast_to(q[..., :1, :, :], q.shape).copy(), k, v, mask)[
                        ..., : q.shape[-3] // k.shape[-3], :, :
                    ],
                    axis=-3,
                ),
                0,
                atol=1e-3,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "dealt-out",
            "You give head i the shared head i % h_kv, as when dealing cards (np.tile does "
            "it). Neighbours share: head i belongs to i // (h / h_kv), which is "
            "np.repeat. With the wrong order a trained model's weights give nonsense, "
            "and no error.",
            choices={"share": "dealt out"},
        ),
        Misconception(
            "first-head-for-all",
            "All your query heads use the first head of k and v. That is right when there "
            "is only one; with h_kv of them, each serves h / h_kv query heads.",
            choices={"share": "first"},
        ),
        Misconception(
            "shared-heads-averaged",
            "You average the heads of k and v and give the mean to all. Each of them "
            "stays itself, and serves its own group of query heads.",
            choices={"share": "mean"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by sqrt(d_k). Sharing heads changes nothing "
            "about the formula inside a head.",
            choices={"scale": "none"},
        ),
        Misconception(
            "divided-by-d-k",
            "You divide the scores by d_k; the formula divides by its square root.",
            choices={"scale": "d_k"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries. Each row is one query's weights: take it "
            "over the keys, the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "mask-ignored",
            "You take the mask and do not use it: every query still sees every key.",
            choices={"masking": "ignored"},
        ),
        Misconception(
            "mask-turned-round",
            "Your mask is turned round. True means that a query may attend.",
            choices={"masking": "turned round"},
        ),
        Misconception(
            "blocked-scores-zero",
            "You set blocked scores to 0, and a score of 0 still gets a weight. Set them "
            "to minus infinity before the softmax.",
            choices={"masking": "zero"},
        ),
        Misconception(
            "queries-averaged",
            "You average the query heads of a group, so they all give the same context. "
            "They share keys and values; each keeps its own queries.",
            _queries_averaged,
        ),
    ),
    alternatives=(_head_by_head, _grouped_by_einsum),
    hints=(
        "Once every query head has its keys and values, it is the attention you know. "
        "Which of the shared heads does query head `i` use?",
        "Two ways. Repeat each head of `k` and `v` along the axis of the heads, "
        "`axis=-3`. Or reshape `q` to (..., h_kv, h // h_kv, n_q, d_k), and give `k` "
        "and `v` a new axis of length 1, so that they broadcast.",
        "`np.repeat(k, h // h_kv, axis=-3)` puts the copies of a head side by side; "
        "`np.tile` deals them out like cards, which is something else. Then scores, "
        "scale, softmax over the last axis, times the repeated `v`.",
    ),
)
