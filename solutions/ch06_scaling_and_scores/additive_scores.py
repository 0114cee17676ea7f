"""Additive scores for all pairs of queries and keys.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1.

As in chapter 01 the tanh is misplaced; new are the two axes that make all pairs out
of two lists.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from autograder.exercise.rules import NO_LOOPS
from solutions.ch03_numpy.softmax import softmax
from solutions.ch06_scaling_and_scores._shared import ROWS_ARE_KEYS, SOFTMAXED
from solutions.draws import Draw, integers, normal, sizes, thrice
from solutions.sentences import WHOLE_NUMBERS


def additive_scores(
    q: np.ndarray, k: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """Score every query with every key by a network with one hidden layer.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns (..., n_q, n_k): entry [i, j] is v . tanh(q[i] W_q + k[j] W_k).
    """
    from_queries = (q @ W_q)[..., :, None, :]  # (..., n_q, 1, h)
    from_keys = (k @ W_k)[..., None, :, :]  # (..., 1, n_k, h)
    return np.tanh(from_queries + from_keys) @ v


def _additive_inputs(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_q, d_k, h = options.get("shape") or sizes(rng, 5)
        shapes = [(*batch, n_q, d_q), (*batch, n_k, d_k), (d_q, h), (d_k, h), (h,)]
        if options.get("whole"):
            *others, last = (integers(rng, *shape, high=3) - 1 for shape in shapes)
            return (*others, 2 * last + 1)  # v without zeros: every unit counts
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


def _additive(
    q,
    k,
    W_q,
    W_k,
    v,
    *,
    tanh="of the sum",
    reduce="v",
    order="q k",
    swapped=False,
    divide="by nothing",
):
    if swapped:
        W_q, W_k = W_k, W_q
    from_queries, from_keys = q @ W_q, k @ W_k
    if tanh == "of each":
        from_queries, from_keys = np.tanh(from_queries), np.tanh(from_keys)
    hidden = from_queries[..., :, None, :] + from_keys[..., None, :, :]
    if tanh == "of the sum":
        hidden = np.tanh(hidden)
    scores = hidden @ v if reduce == "v" else hidden.sum(axis=-1)
    if tanh == "of the score":
        scores = np.tanh(scores)
    if divide == "root h":
        scores = scores / np.sqrt(len(v))
    return scores if order == "q k" else np.swapaxes(scores, -1, -2)


def _axes_from_the_front(q, k, W_q, W_k, v):
    return np.tanh((q @ W_q)[:, None] + (k @ W_k)[None]) @ v


def _hidden(q, k, W_q, W_k):
    return (q @ W_q)[..., :, None, :] + (k @ W_k)[..., None, :, :]


def _hidden_times_v(q, k, W_q, W_k, v):
    return np.tanh(_hidden(q, k, W_q, W_k)) * v


def _bent_by(bend):
    return lambda q, k, W_q, W_k, v: bend(_hidden(q, k, W_q, W_k)) @ v


def _multiplied(q, k, W_q, W_k, v):
    return np.tanh((q @ W_q)[..., :, None, :] * (k @ W_k)[..., None, :, :]) @ v


def _additive_of_joined(q, k, W_q, W_k, v):
    # Every pair side by side meets both matrices on top of each other.
    n_q, n_k = q.shape[-2], k.shape[-2]
    queries = np.repeat(q[..., :, None, :], n_k, axis=-2)
    keys = np.repeat(k[..., None, :, :], n_q, axis=-3)
    return np.tanh(np.concatenate([queries, keys], -1) @ np.concatenate([W_q, W_k])) @ v


def _additive_in_float64(*given):
    q, k, W_q, W_k, v = given
    return np.tanh(_hidden(q, k, np.float64(W_q), np.float64(W_k))) @ v


def _additive_by_einsum(q, k, W_q, W_k, v):
    hidden = np.expand_dims(q @ W_q, -2) + np.expand_dims(k @ W_k, -3)
    return np.einsum("...ijh,h->...ij", np.tanh(hidden), v)


EXERCISE = Exercise(
    id="scores.additive_scores",
    title="Additive scores for all pairs",
    reference=additive_scores,
    decisions=_additive,
    points=2,
    minutes=10,
    difficulty=2,
    section="06-scaling-and-scores#additive-a-small-network",
    order=20,
    cases=(
        Case("more keys than queries", _additive_inputs(shape=(2, 4, 3, 5, 6))),
        Case("more queries than keys", _additive_inputs(shape=(5, 2, 4, 3, 6))),
        Case("equal lengths", _additive_inputs(shape=(2, 3, 4, 4, 5))),
        Case("as many queries as keys", _additive_inputs(shape=(3, 3, 2, 4, 5))),
        Case("one query", _additive_inputs(shape=(1, 4, 3, 2, 5))),
        Case("one hidden unit", _additive_inputs(shape=(3, 2, 4, 5, 1))),
        thrice("whole numbers", _additive_inputs(whole=True)),
        Case("a batch", _additive_inputs(3)),
        Case("a batch of batches, float32", _additive_inputs(2, 3, dtype="float32")),
        Case("large numbers", _additive_inputs(scale=30.0)),
    ),
    properties=(
        Property(
            "no score beyond the sum of |v|",
            "tanh lies between -1 and 1, so no score can be larger than the sum of |v|. "
            "Yours are: is tanh taken of each hidden number, before v adds them up?",
            lambda answer, output, q, k, W_q, W_k, v: bool(
                np.all(np.abs(output) <= np.abs(v).sum() * 1.001)
            ),
        ),
        Property(
            "a query's scores are its own",
            "The first query's scores change when the other queries are taken away. Each "
            "row must depend on its own query only.",
            lambda answer, output, q, k, *rest: np.allclose(
                answer(q[..., :1, :], k, *rest), output[..., :1, :], atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "no-tanh",
            "There is no tanh in your scores. Without it the query's part is the same "
            "number for every key of its row, and the softmax cancels it: all queries "
            "would get the same weights. The bend is what lets the two interact.",
            choices={"tanh": "none"},
        ),
        Misconception(
            "tanh-outside",
            "You take tanh of the finished score. It belongs inside, on each of the h "
            "hidden numbers, before v adds them up. Outside, it only squeezes every score "
            "between -1 and 1.",
            choices={"tanh": "of the score"},
        ),
        Misconception(
            "tanh-before-sum",
            "You take tanh of the query's part and of the key's part, then add. Add "
            "first: tanh(q W_q + k W_k). Bent separately, the query's part is the same "
            "for every key, and the softmax cancels it.",
            choices={"tanh": "of each"},
        ),
        Misconception(
            "v-missing",
            "You add up the hidden numbers as they are. v says how much each of them "
            "counts, and with which sign: end with a product with v.",
            choices={"reduce": "sum"},
        ),
        Misconception("rows-are-keys", ROWS_ARE_KEYS, choices={"order": "k q"}),
        Misconception(
            "matrices-swapped",
            "You multiply queries by W_k and keys by W_q. When d_q equals d_k it runs and "
            "gives other scores; when it does not, NumPy stops.",
            choices={"swapped": True},
        ),
        Misconception(
            "row-with-row",
            "You add row i of the queries to row i of the keys only, so each query meets "
            "one key. All pairs are wanted: give the queries an axis for the keys, (n_q, "
            "1, h), and the keys one for the queries, (1, n_k, h).",
            lambda q, k, W_q, W_k, v: np.tanh(q @ W_q + k @ W_k) @ v,
        ),
        Misconception(
            "axes-from-the-front",
            "Right for one sequence. In a batch, [:, None] puts the new axis behind the "
            "batch axis, not behind the queries. Count from the back: [..., :, None, :] "
            "and [..., None, :, :].",
            _axes_from_the_front,
        ),
        Misconception(
            "softmaxed",
            SOFTMAXED,
            lambda *arguments: softmax(additive_scores(*arguments)),
        ),
        Misconception(
            "scaled",
            "You divide by a square root. Additive scores need none: tanh keeps each "
            "hidden number between -1 and 1, however long the vectors are.",
            choices={"divide": "root h"},
        ),
        Misconception(
            "scaled-by-d-k",
            "You divide by the square root of the width of a key. That scale is for "
            "dot products; tanh keeps each hidden number between -1 and 1, however "
            "long the vectors are.",
            lambda *given: additive_scores(*given) / given[1].shape[-1] ** 0.5,
        ),
        Misconception(
            "not-summed",
            "The * leaves the h hidden numbers of each pair as they are. One score a "
            "pair is wanted: their sum, weighted by v, which is a product with @.",
            _hidden_times_v,
        ),
        Misconception(
            "sigmoid",
            "You use the sigmoid, which lies between 0 and 1. The score bends with "
            "np.tanh, which lies between -1 and 1.",
            _bent_by(lambda hidden: 1 / (1 + np.exp(-hidden))),
        ),
        Misconception(
            "relu",
            "You cut negative hidden numbers off to 0. The score bends with np.tanh, "
            "which keeps their sign.",
            _bent_by(lambda hidden: np.maximum(hidden, 0)),
        ),
        Misconception(
            "multiplied",
            "You multiply the two parts. This score is called additive because q W_q "
            "and k W_k are added.",
            _multiplied,
        ),
        Misconception(
            "whole-number-array",
            WHOLE_NUMBERS,
            lambda *given: additive_scores(*given).astype(given[0].dtype),
        ),
        Misconception(
            "matrices-transposed",
            "You turn the matrices before you multiply. W_q is (d_q, h): its rows "
            "meet the numbers of a query, so q @ W_q needs no .T.",
            lambda q, k, W_q, W_k, v: np.tanh(_hidden(q, k, W_q.T, W_k.T)) @ v,
        ),
        Misconception(
            "hidden-returned",
            "These are the h hidden numbers of each pair. v makes one score of them.",
            lambda q, k, W_q, W_k, v: np.tanh(_hidden(q, k, W_q, W_k)),
        ),
        Misconception(
            "dot-of-projections",
            "You take dot products of the projected queries and keys. The additive "
            "score adds the two, bends the sum with tanh and weighs it with v.",
            lambda q, k, W_q, W_k, v: (q @ W_q) @ np.swapaxes(k @ W_k, -1, -2),
        ),
    ),
    alternatives=(_additive_of_joined, _additive_in_float64, _additive_by_einsum),
    rules=(NO_LOOPS,),
    same=(
        Same(
            "(q @ W_q)[:, ..., None, :]",
            "Behind the first axis the ellipsis stands for all others but the last: "
            "the new axis is in the same place.",
        ),
        Same(
            "(q @ W_q)[..., None, :]",
            "The ellipsis takes the axis that the colon named.",
        ),
    ),
    hints=(
        "One pair first: `q[i] @ W_q + k[j] @ W_k` are `h` numbers. `tanh` of each, "
        "then the dot product with `v`.",
        "For all pairs the hidden numbers fill an array (..., n_q, n_k, h). `q @ W_q` "
        "has no axis for the keys, and `k @ W_k` has none for the queries. Give each "
        "an axis of size 1 and let broadcasting do the rest.",
        "`None` in an index makes an axis of size 1. You want (..., n_q, 1, h) and "
        "(..., 1, n_k, h). After the bend, one product takes h away.",
    ),
)
