"""Bahdanau's alignment score of one query and every key.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1 and appendix A.1.2.

The tanh is what goes wrong: left out, taken of each part, or taken last; and in a
batch the query lacks an axis for the keys.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.sentences import WHOLE_NUMBERS


def additive_score(
    query: np.ndarray,
    keys: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    v: np.ndarray,
) -> np.ndarray:
    """Score one query against every key, as Bahdanau's alignment model does.

    query: (..., d_q).  keys: (..., n, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns the scores v . tanh(query W_q + keys W_k), one a key: (..., n).
    """
    asked = (query @ W_q)[..., None, :]  # (..., 1, h): the same for every key
    offered = keys @ W_k  # (..., n, h)
    return np.tanh(asked + offered) @ v


def _query_and_keys(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d_q, n, d_k, h = options.get("shape") or sizes(rng, 4)
        if options.get("whole"):
            shapes = [(*batch, d_q), (*batch, n, d_k), (d_q, h), (d_k, h), (h,)]
            return tuple(integers(rng, *shape, high=3) - 1 for shape in shapes)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        return (
            normal(rng, *batch, d_q, scale=scale, dtype=dtype),
            normal(rng, *batch, n, d_k, scale=scale, dtype=dtype),
            normal(rng, d_q, h, dtype=dtype),
            normal(rng, d_k, h, dtype=dtype),
            normal(rng, h, scale=options.get("v", 1.0), dtype=dtype),
        )

    return draw


def _additive(
    query, keys, W_q, W_k, v, *, bend="the sum", join="add", last="v", divide="by nothing"
):
    asked, offered = (query @ W_q)[..., None, :], keys @ W_k
    if bend == "each part":
        asked, offered = np.tanh(asked), np.tanh(offered)
    hidden = asked + offered if join == "add" else asked * offered
    if bend == "the sum":
        hidden = np.tanh(hidden)
    elif bend == "sigmoid":
        hidden = 1 / (1 + np.exp(-hidden))
    elif bend == "relu":
        hidden = np.maximum(hidden, 0)
    scores = hidden @ v if last == "v" else hidden.sum(axis=-1)
    return scores / {"by nothing": 1, "root h": len(v) ** 0.5}[divide]


def _additive_by_einsum(query, keys, W_q, W_k, v):
    asked = np.einsum("...i,ih->...h", query, W_q)
    offered = np.einsum("...nj,jh->...nh", keys, W_k)
    return np.einsum("...nh,h->...n", np.tanh(asked[..., None, :] + offered), v)


def _additive_by_loops(query, keys, W_q, W_k, v):
    scores = np.zeros(keys.shape[:-1])
    for j in range(keys.shape[-2]):
        hidden = np.tanh(query @ W_q + keys[..., j, :] @ W_k)
        scores[..., j] = (v * hidden).sum(axis=-1)
    return scores


def _additive_of_joined(query, keys, W_q, W_k, v):
    # Query and key side by side meet both matrices on top of each other.
    n, d_q = keys.shape[-2], query.shape[-1]
    repeated = np.broadcast_to(query[..., None, :], (*query.shape[:-1], n, d_q))
    both = np.concatenate([repeated, keys], axis=-1)
    return np.tanh(both @ np.concatenate([W_q, W_k])) @ v


EXERCISE = Exercise(
    id="why.additive_score",
    title="Bahdanau's alignment score",
    reference=additive_score,
    decisions=_additive,
    points=2,
    minutes=10,
    difficulty=2,
    section="01-why-attention#a-score-for-every-input-word",
    order=30,
    cases=(
        Case("a few keys", _query_and_keys()),
        Case("query and keys of equal width", _query_and_keys(shape=(3, 4, 3, 5))),
        thrice("whole numbers", _query_and_keys(whole=True)),
        thrice("one key", _query_and_keys(shape=(3, 1, 2, 4))),
        Case("one hidden unit", _query_and_keys(shape=(2, 4, 3, 1))),
        Case("a batch", _query_and_keys(3)),
        Case("a batch of batches, float32", _query_and_keys(2, 3, dtype="float32")),
        Case("large numbers", _query_and_keys(scale=50.0, v=1e4)),
    ),
    properties=(
        Property(
            "each key has a score of its own",
            "In reverse order, the keys should get the same scores in reverse order. "
            "Each score depends on the query and its own key only.",
            lambda answer, output, query, keys, *rest: np.allclose(
                answer(query, keys[..., ::-1, :], *rest),
                output[..., ::-1],
                rtol=1e-3,
                atol=1e-3 * max(1.0, np.abs(output).max()),
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "no-tanh",
            "The tanh is missing. Without it the query adds the same number to every "
            "score, and the softmax takes that out again: the query would have no say.",
            choices={"bend": "none"},
        ),
        Misconception(
            "tanh-of-each-part",
            "You take the tanh of each part and then add. The query then adds the same "
            "number to every score, and has no say. Add first, then take the tanh.",
            choices={"bend": "each part"},
        ),
        Misconception(
            "sigmoid",
            "You use the sigmoid, which lies between 0 and 1. The alignment model uses "
            "np.tanh, which lies between -1 and 1.",
            choices={"bend": "sigmoid"},
        ),
        Misconception(
            "multiplied",
            "You multiply the two parts. This score is called additive because query W_q "
            "and keys W_k are added.",
            choices={"join": "multiply"},
        ),
        Misconception(
            "v-forgotten",
            "You add up the hidden units as if all counted alike. The vector v says how "
            "much each of them counts: end with @ v.",
            choices={"last": "sum"},
        ),
        Misconception(
            "tanh-last",
            "You take the tanh of the finished score, so every score lies between -1 and "
            "1. The tanh belongs inside, on the hidden units, before @ v.",
            lambda query, keys, W_q, W_k, v: np.tanh(
                ((query @ W_q)[..., None, :] + keys @ W_k) @ v
            ),
        ),
        Misconception(
            "matrices-swapped",
            "The query meets W_k and the keys meet W_q. That runs only when both have "
            "the same width. Use query @ W_q and keys @ W_k.",
            lambda query, keys, W_q, W_k, v: (
                np.tanh((query @ W_k)[..., None, :] + keys @ W_q) @ v
            ),
        ),
        Misconception(
            "dot-product",
            "This is the plain dot product of query and keys, and it needs both to have "
            "the same width. The additive score brings both to h numbers with W_q and "
            "W_k first, so their widths may differ.",
            lambda query, keys, W_q, W_k, v: (keys @ query[..., None])[..., 0],
        ),
        Misconception(
            "softmax-included",
            "These are weights. Only the scores are wanted here; the softmax comes after.",
            lambda query, keys, W_q, W_k, v: softmax(
                additive_score(query, keys, W_q, W_k, v)
            ),
        ),
        Misconception(
            "one-query-only",
            "Your code is right for one query. In a batch, query @ W_q is (..., h) and "
            "lines up with the wrong axis of keys @ W_k, which is (..., n, h). Give it "
            "an axis of size 1 before the last: [..., None, :].",
            lambda query, keys, W_q, W_k, v: np.tanh(query @ W_q + keys @ W_k) @ v,
        ),
        Misconception(
            "relu",
            "You cut negative hidden numbers off to 0. The alignment model bends with "
            "np.tanh, which keeps their sign.",
            choices={"bend": "relu"},
        ),
        Misconception(
            "scaled",
            "You divide by a square root. That is how dot products are scaled, in a "
            "later chapter; the additive score is v . tanh(...) as it stands.",
            choices={"divide": "root h"},
        ),
        Misconception(
            "scaled-by-d-k",
            "You divide by the square root of the width of a key. That is how dot "
            "products are scaled, in a later chapter; the additive score is v . "
            "tanh(...) as it stands.",
            lambda query, keys, W_q, W_k, v: (
                additive_score(query, keys, W_q, W_k, v) / keys.shape[-1] ** 0.5
            ),
        ),
        Misconception(
            "matrices-transposed",
            "You turn the matrices before you multiply. W_q is (d_q, h): its rows "
            "meet the numbers of the query, so query @ W_q needs no .T.",
            lambda query, keys, W_q, W_k, v: (
                np.tanh((query @ W_q.T)[..., None, :] + keys @ W_k.T) @ v
            ),
        ),
        Misconception(
            "axis-in-front",
            "Your code is right for one query. In a batch, [None] puts the new axis "
            "in front of the batch, and queries meet the keys of other queries. Count "
            "from the end: the new axis belongs before the last.",
            lambda query, keys, W_q, W_k, v: np.tanh((query @ W_q)[None] + keys @ W_k) @ v,
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda query, keys, W_q, W_k, v: additive_score(
                query, keys, W_q, W_k, v
            ).astype(keys.dtype),
        ),
        Misconception(
            "hidden-returned",
            "These are the h hidden numbers of each key. v makes one score of them.",
            lambda query, keys, W_q, W_k, v: np.tanh(
                (query @ W_q)[..., None, :] + keys @ W_k
            ),
        ),
        Misconception(
            "not-summed",
            "The * leaves the h hidden numbers of each key as they are. One score a "
            "key is wanted: their sum, weighted by v, which is a product with @.",
            lambda query, keys, W_q, W_k, v: (
                np.tanh((query @ W_q)[..., None, :] + keys @ W_k) * v
            ),
        ),
        Misconception(
            "dot-of-projections",
            "You take dot products of the projected query and keys. The additive "
            "score adds the two, bends the sum with tanh and weighs it with v.",
            lambda query, keys, W_q, W_k, v: (
                (query @ W_q)[..., None, :] * (keys @ W_k)
            ).sum(axis=-1),
        ),
    ),
    alternatives=(_additive_by_einsum, _additive_by_loops, _additive_of_joined),
    hints=(
        "Work from the inside out: two products, their sum, the tanh, one more product.",
        "For a single query, `query @ W_q` is (h,) and `keys @ W_k` is (n, h), a row "
        "for each key. NumPy adds the first to every row of the second by itself.",
        "With a batch in front, the query's part is (..., h) and needs an axis of size "
        "1 where the keys are: `np.expand_dims` with axis -2 makes it. The bend changes "
        "no shape; the last product takes h away.",
    ),
)
