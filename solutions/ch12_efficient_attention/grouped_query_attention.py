"""Attention in which several query heads share keys and values.

Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
Multi-Head Checkpoints".

Shared heads are dealt out like cards where neighbours should share.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.ch12_efficient_attention._shared import SCALES, set_level
from solutions.draws import Draw, normal, sizes, thrice


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
        if options.get("whole"):
            q, k, v = (np.round(2 * array).astype(int) for array in (q, k, v))
        if "level" in options:
            set_level(q, k, options["level"])
        if not options.get("mask"):
            return q, k, v
        mask = rng.random((n_q, n_k)) < 0.5
        open_, blocked = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=1).T[:2]
        mask[np.arange(n_q), open_], mask[np.arange(n_q), blocked] = True, False
        if options["mask"] == "last key":
            mask[:, 0], mask[:, -1] = True, False
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
    q,
    k,
    v,
    mask=None,
    *,
    share="neighbours",
    share_v="",
    scale="sqrt d_k",
    axis=-1,
    masking="as given",
):
    h = q.shape[-3]
    k, v = SHARES[share](k, h), SHARES[share_v or share](v, h)
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


def _group_queries_averaged(q, k, v, mask=None):
    *batch, _, n_q, d_k = q.shape
    groups = q.reshape(*batch, k.shape[-3], -1, n_q, d_k).mean(axis=-3)
    return _grouped(groups, k, v, mask)


def _along(axis: int | None) -> Callable:
    """k and v repeated along an axis that is not the heads', or not at all."""

    def attention(q, k, v, mask=None):
        if axis is not None:
            size = q.shape[-3] // k.shape[-3]
            k, v = np.repeat(k, size, axis=axis), np.repeat(v, size, axis=axis)
        scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        return softmax(scores) @ v

    return attention


def _weighed_by(weigh: Callable) -> Callable:
    """Right but for the weights, which ``weigh(scores, mask)`` makes."""

    def attention(q, k, v, mask=None):
        h = q.shape[-3]
        scores = q @ np.swapaxes(_repeated(k, h), -1, -2) / q.shape[-1] ** 0.5
        return weigh(scores, mask) @ _repeated(v, h)

    return attention


def _blocked(scores, mask):
    return scores if mask is None else np.where(mask, scores, -np.inf)


def _powers_shared(powers):
    return powers / powers.sum(axis=-1, keepdims=True)


def _past_only(scores, mask):
    low = np.where(np.tri(*scores.shape[-2:]), _blocked(scores, mask), -np.inf)
    return _powers_shared(np.exp(low - low.max(axis=-1, keepdims=True)))


WEIGHTS = {
    "one maximum": lambda s, m: _powers_shared(
        np.exp(_blocked(s, m) - _blocked(s, m).max())
    ),
    "no maximum": lambda s, m: _powers_shared(np.exp(_blocked(s, m))),
    "twice": lambda s, m: softmax(softmax(_blocked(s, m))),
    "past only": _past_only,
    "-1e9": lambda s, m: softmax(s if m is None else np.where(m, s, -1e9)),
    "-1e9 added": lambda s, m: softmax(s if m is None else s + np.where(m, 0, -1e9)),
}


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
        Case("large scores", _heads(4, 2, shape=(3, 5, 4, 2), level="large")),
        Case("queries far apart", _heads(4, 2, shape=(4, 5, 3, 2), level="rows")),
        Case("keys far apart", _heads(4, 2, shape=(3, 5, 4, 2), level="rising")),
        thrice("whole numbers", _heads(4, 2, shape=(3, 5, 4, 2), whole=True)),
        thrice("a mask", _heads(6, 2, shape=(4, 5, 3, 2), mask=True)),
        thrice("a mask and a batch", _heads(4, 2, 3, shape=(2, 4, 3, 5), mask=True)),
        thrice(
            "a blocked key in the billions",
            _heads(4, 2, shape=(3, 5, 4, 2), mask="last key", level="last key"),
        ),
        thrice(
            "open scores of minus billions",
            _heads(4, 2, shape=(3, 5, 4, 2), mask=True, level="billions below"),
        ),
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
        Misconception(
            "group-queries-averaged",
            "You average the query heads of a group and return one context a group. They "
            "share keys and values; each keeps its own queries, so h contexts come out.",
            _group_queries_averaged,
        ),
        Misconception(
            "values-dealt-out",
            "Your keys are shared by neighbours, and your values are dealt out like "
            "cards. A head's keys and values belong together: use np.repeat for both.",
            lambda *given: _grouped(*given, share_v="dealt out"),
        ),
        Misconception(
            "keys-dealt-out",
            "Your values are shared by neighbours, and your keys are dealt out like "
            "cards. A head's keys and values belong together: use np.repeat for both.",
            lambda *given: _grouped(*given, share="dealt out", share_v="neighbours"),
        ),
        Misconception(
            "not-repeated",
            "You multiply h heads of queries by h_kv heads of keys as they are. That works "
            "only where the two are equal or h_kv is 1. Give every query head its keys and "
            "values first.",
            _along(None),
        ),
        Misconception(
            "repeated-tokens",
            "You repeat k and v along the tokens, so there are more keys and as few heads "
            "as before. The heads stand on axis -3.",
            _along(-2),
        ),
        Misconception(
            "repeated-on-the-first-axis",
            "You repeat k and v along axis 0. With a batch in front, that repeats "
            "sequences. The heads stand on axis -3, however many axes come before.",
            _along(0),
        ),
        Misconception(
            "root-of-d-v",
            "You divide the scores by the root of the values' width. It is the width of "
            "queries and keys that a score adds up over: q.shape[-1].",
            lambda q, k, v, mask=None: grouped_query_attention(
                q * (q.shape[-1] / v.shape[-1]) ** 0.5, k, v, mask
            ),
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract one number from all scores, the largest of the whole array. In a "
            "row far below it every exponential underflows to 0. Each row has a largest of "
            "its own: axis=-1, keepdims=True.",
            _weighed_by(WEIGHTS["one maximum"]),
        ),
        Misconception(
            "unstable",
            "exp() of a large score overflows. Subtract each row's largest score first: "
            "the weights do not change.",
            _weighed_by(WEIGHTS["no maximum"]),
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax twice; the second makes the weights nearly even. One "
            "softmax turns scores into weights.",
            _weighed_by(WEIGHTS["twice"]),
        ),
        Misconception(
            "causal",
            "Your queries never see the keys behind their own place, whatever the mask. "
            "Which keys are open is for the caller to say: without a mask, all of them.",
            _weighed_by(WEIGHTS["past only"]),
        ),
        Misconception(
            "minus-1e9",
            "You put a large negative number where -inf belongs. Where open scores are "
            "lower still, the blocked keys get the weight. Only -inf is below every score.",
            _weighed_by(WEIGHTS["-1e9"]),
        ),
        Misconception(
            "minus-1e9-added",
            "You add a large negative number to blocked scores. A blocked score that is "
            "larger still stays the largest of its row, and its key gets the weight. "
            "Whatever the score, -inf in its place is lower.",
            _weighed_by(WEIGHTS["-1e9 added"]),
        ),
    ),
    alternatives=(_head_by_head, _grouped_by_einsum),
    same=(
        Same(
            "=> h_kv, d_v = (v.shape[-3], v.shape[-1])",
            "Keys and values have the same heads.",
        ),
    ),
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
