"""A repair: attention in chunks, cut along the wrong axis.

Each chunk of keys is given a softmax of its own, so that its weights sum to one however
little it has to offer.  The result has the right shape, stays within the range of the
values, and is right whenever one chunk holds all keys.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.attention_weights import attention_weights
from solutions.draws import Draw, normal, sizes
from solutions.repairs import given


def attention_in_chunks(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, size: int
) -> np.ndarray:
    """The context of every query, chunk by chunk to save memory.

    q: (n_q, d_k).  k: (n_k, d_k).  v: (n_k, d_v).
    size: queries in a chunk, at least 1; the last chunk may have fewer.
    Returns attention_weights(q, k) @ v, (n_q, d_v), and never holds all of
    the weights at once.
    Changes no argument.
    """
    contexts = []
    for start in range(0, len(q), size):
        weights = attention_weights(q[start : start + size], k)  # (size, n_k)
        contexts.append(weights @ v)
    return np.concatenate(contexts)


def _drawn(size: int, *shape: int, dtype: str = "float64", level: float = 0.0) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = shape or sizes(rng, 4, low=3, high=9)
        q, k = normal(rng, n_q, d_k), normal(rng, n_k, d_k)
        if level:  # each row overflows or underflows unless its own largest is taken off
            q[::2, 0], q[1::2, 0], k[:, 0] = level, -level, level
        v = normal(rng, n_k, d_v)
        return *(a.astype(dtype) for a in (q, k, v)), size

    return draw


EXERCISE = Exercise(
    id="numpy.attention_in_chunks",
    title="Repair: attention in chunks",
    reference=attention_in_chunks,
    broken=given(
        """
        def attention_in_chunks(q, k, v, size):
            contexts = []
            for start in range(0, len(k), size):
                stop = start + size
                weights = attention_weights(q, k[start:stop])
                contexts.append(weights @ v[start:stop])
            return np.mean(contexts, axis=0)
        """
    ),
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
        Case("large scores of either sign", _drawn(2, 4, 5, 4, 2, level=60.0)),
        Case(
            "many rows, little memory",
            _drawn(12, 240, 160, 2, 1),
            calls=1,
            peak_mb=0.2,
            never_held=lambda q, k, *_: np.ones((len(q), len(k)), "float32"),
        ),
    ),
    properties=(
        Property(
            "one more row in a chunk changes nothing",
            "Another size gives another context. Chunks are only a way to go through the "
            "rows: the result must not depend on where they are cut.",
            lambda answer, output, q, k, v, size: (
                len(q) > 50 or np.allclose(answer(q, k, v, size + 1), output, atol=1e-3)
            ),
        ),
    ),
    **cells_beside(__file__),
)
