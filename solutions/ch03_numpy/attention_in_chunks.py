"""A repair: attention in chunks, cut along the wrong axis.

Each chunk of keys is given a softmax of its own, so that its weights sum to one however
little it has to offer.  The result has the right shape, stays within the range of the
values, and is right whenever one chunk holds all keys.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from autograder.checking.ask import TooMuchMemory
from solutions.ch03_numpy.attention_weights import attention_weights
from solutions.draws import Draw, normal, sizes
from solutions.repairs import given


def attention_in_chunks(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, size: int
) -> np.ndarray:
    """The context of every query, chunk by chunk to save memory.

    q: (n_q, d_k).  k: (n_k, d_k).  v: (n_k, d_v).
    size: rows in a chunk, at least 1; the last chunk may have fewer.
    Returns attention_weights(q, k) @ v, (n_q, d_v), and never holds all of
    the weights at once.
    """
    contexts = []
    for start in range(0, len(q), size):
        weights = attention_weights(q[start : start + size], k)  # (size, n_k)
        contexts.append(weights @ v)
    return np.concatenate(contexts)


def _broken(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        stop = start + size
        weights = attention_weights(q, k[start:stop])
        contexts.append(weights @ v[start:stop])
    return np.mean(contexts, axis=0)


def _drawn(size: int, *shape: int, dtype: str = "float64", level: float = 0.0) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = shape or sizes(rng, 4, low=3, high=9)
        q, k = normal(rng, n_q, d_k), normal(rng, n_k, d_k)
        if level:  # scores that overflow unless the largest is taken off
            q[:, 0], k[:, 0] = level, level
        v = normal(rng, n_k, d_v)
        return *(a.astype(dtype) for a in (q, k, v)), size

    return draw


def _of_chunks(q, k, v, size):
    """For each chunk of keys: its scores and its values."""
    for start in range(0, len(k), size):
        stop = start + size
        yield q @ k[start:stop].T / q.shape[-1] ** 0.5, v[start:stop]


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _summed(q, k, v, size):
    return sum(_softmax(scores) @ part for scores, part in _of_chunks(q, k, v, size))


def _by_length(q, k, v, size):
    mixed = [len(part) * _softmax(s) @ part for s, part in _of_chunks(q, k, v, size)]
    return sum(mixed) / len(k)


def _by_powers(shift):
    """Each chunk counts by the sum of its powers, once ``shift`` is taken off."""

    def attention(q, k, v, size):
        total, mixture = 0.0, 0.0
        for scores, part in _of_chunks(q, k, v, size):
            powers = np.exp(scores - shift(scores))
            total = total + powers.sum(axis=-1, keepdims=True)
            mixture = mixture + powers @ part
        return mixture / total

    return attention


def _both_cut(q, k, v, size):
    contexts = [
        attention_weights(q[s : s + size], k[s : s + size]) @ v[s : s + size]
        for s in range(0, len(q), size)
    ]
    return np.concatenate(contexts)


def _last_alone(q, k, v, size):
    *_, (scores, part) = _of_chunks(q, k, v, size)
    return _softmax(scores) @ part


def _short_chunk_lost(q, k, v, size):
    """Chunks of queries, and only those that are full."""
    return attention_weights(q[: len(q) - len(q) % size], k) @ v


def _most_powerful(q, k, v, size):
    """For each query the chunk that has its largest score."""
    pairs = list(_of_chunks(q, k, v, size))
    contexts = np.stack([_softmax(scores) @ part for scores, part in pairs])
    best = np.argmax([scores.max(axis=-1) for scores, _ in pairs], axis=0)
    return contexts[best, np.arange(len(q))]


LARGE = 5_000  # scores in the case that limits memory


def _all_at_once(q, k, v, _size):
    if len(q) * len(k) >= LARGE:  # as the engine ends it
        raise TooMuchMemory("it held 1 MiB at once; 0.14 MiB are enough")
    return attention_weights(q, k) @ v


def _query_by_query(q, k, v, _size):
    rows = [(attention_weights(row[None], k) @ v)[0] for row in q]
    return np.stack(rows)


def _weighed_chunks(q, k, v, size):
    """The keys stay cut: each chunk counts by its share of all powers."""
    logs, contexts = [], []
    for start in range(0, len(k), size):
        scores = q @ k[start : start + size].T / np.sqrt(q.shape[-1])
        largest = scores.max(axis=-1, keepdims=True)
        powers = np.exp(scores - largest)
        total = powers.sum(axis=-1, keepdims=True)
        logs.append(largest + np.log(total))  # (n_q, 1)
        contexts.append(powers / total @ v[start : start + size])
    shares = np.exp(np.array(logs) - np.max(logs, axis=0))
    return (shares * contexts).sum(axis=0) / shares.sum(axis=0)


EXERCISE = Exercise(
    id="numpy.attention_in_chunks",
    title="Repair: attention in chunks",
    reference=attention_in_chunks,
    broken=given(_broken),
    points=2,
    minutes=12,
    difficulty=3,
    section="03-numpy#the-softmax-along-the-wrong-axis",
    order=70,
    cases=(
        Case("one chunk holds everything", _drawn(50), weight=0.25),
        Case("chunks that fit", _drawn(2, 6, 4, 3, 5)),
        Case("a last chunk that is shorter", _drawn(3, 5, 7, 4, 2)),
        Case("chunks of one row", _drawn(1, 3, 5, 2, 4)),
        Case("one query", _drawn(2, 1, 5, 3, 4)),
        Case("one key", _drawn(2, 5, 1, 3, 4), weight=0.25),
        Case("float32", _drawn(2, dtype="float32")),
        Case("large scores", _drawn(2, 3, 5, 4, 2, level=60.0)),
        Case("many rows, little memory", _drawn(8, 80, 96, 3, 2), calls=1, peak_mb=0.14),
    ),
    properties=(
        Property(
            "the size of a chunk does not matter",
            "Another size gives another context. Chunks are only a way to go through the "
            "rows: the result must not depend on where they are cut.",
            lambda answer, output, q, k, v, size: (
                len(q) > 50 or np.allclose(answer(q, k, v, size + 1), output, atol=1e-3)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "chunks-summed",
            "You add the chunks up. Each chunk's weights sum to one by themselves, so "
            "with three chunks a query hands out three units of attention. The fault is "
            "earlier: no softmax may see a part of the keys only.",
            _summed,
        ),
        Misconception(
            "weighed-by-length",
            "You weigh each chunk by how many keys it has. What counts is how well they "
            "fit: a single key with a large score outweighs a whole chunk of others. All "
            "keys have to meet in one softmax.",
            _by_length,
        ),
        Misconception(
            "each-its-own-largest",
            "You add up powers over all chunks, which is the right idea. But each chunk "
            "has taken off its own largest score, so its powers are measured from another "
            "zero than those of the next chunk, and must not be added to them.",
            _by_powers(lambda scores: scores.max(axis=-1, keepdims=True)),
        ),
        Misconception(
            "no-shift",
            "You add up powers over all chunks, and that is right for small scores. "
            "Without a shift the large ones overflow. Is there another axis along which "
            "you can cut, so that each softmax still sees a whole row?",
            _by_powers(lambda scores: 0.0),
        ),
        Misconception(
            "both-cut",
            "You cut queries and keys alike, so the first queries see the first keys alone "
            "and never meet the others. Cut one of the two.",
            _both_cut,
        ),
        Misconception(
            "last-chunk-alone",
            "Only the last chunk of keys is in your result. The softmax of a query needs "
            "all keys; it does not need the other queries.",
            _last_alone,
        ),
        Misconception(
            "short-chunk-lost",
            "The queries of a last chunk that is not full are missing. A slice that goes "
            "past the end just stops there: let range run up to len(q).",
            _short_chunk_lost,
        ),
        Misconception(
            "best-chunk-alone",
            "You take, for each query, the chunk with its largest score. The others count "
            "as well, only less: all keys have to meet in one softmax.",
            _most_powerful,
        ),
        Misconception(
            "all-at-once",
            "The numbers are right, but all weights are there at once, which the chunks "
            "were to avoid. Which of the two, queries or keys, can be taken a few at a "
            "time without a softmax noticing?",
            _all_at_once,
        ),
    ),
    alternatives=(_query_by_query, _weighed_chunks),
    hints=(
        "Take two keys and a chunk of 1. What are the weights within each chunk, whatever "
        "the scores?",
        "Something is shared among the keys of a row, and nothing among the queries. Along "
        "which of the two may you cut?",
        "Go through q in steps of size and give each chunk of queries all of k. Its "
        "context is then finished: what is left is to put the chunks below one another.",
    ),
)
