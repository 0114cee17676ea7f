"""Additive scores for all pairs of queries and keys.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.rules import NO_LOOPS
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def additive_scores(
    q: np.ndarray, k: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """Score every query with every key by a network with one hidden layer.

    q: (..., n_q, d_q).  k: (..., n_k, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns (..., n_q, n_k): entry [i, j] is v . tanh(q[i] W_q + k[j] W_k).
    Takes whole numbers (int64) too. Rule: no loop. Changes no argument.
    """
    from_queries = (q @ W_q)[..., :, None, :]  # (..., n_q, 1, h)
    from_keys = (k @ W_k)[..., None, :, :]  # (..., 1, n_k, h)
    hidden = np.tanh(from_queries + from_keys)
    scores = hidden @ v
    return scores


def _additive_inputs(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_q, d_k, h = options.get("shape") or sizes(rng, 5)
        shapes = [(*batch, n_q, d_q), (*batch, n_k, d_k), (d_q, h), (d_k, h), (h,)]
        if options.get("whole"):
            *others, last = (integers(rng, *shape, high=3) - 1 for shape in shapes)
            if options["whole"] == "queries and keys":
                return (*others[:2], *(W / 2 for W in others[2:]), last / 2 + 1)
            return (*others, 2 * last + 1)  # v without zeros: every unit counts
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        return tuple(normal(rng, *shape, scale=scale, dtype=dtype) for shape in shapes)

    return draw


EXERCISE = Exercise(
    id="scores.additive_scores",
    title="Additive scores for all pairs",
    reference=additive_scores,
    points=2,
    minutes=10,
    difficulty=2,
    section="06-scaling-and-scores#additive-a-small-network",
    order=80,
    cases=(
        Case("more keys than queries", _additive_inputs(shape=(2, 4, 3, 5, 6))),
        Case("more queries than keys", _additive_inputs(shape=(5, 2, 4, 3, 6))),
        Case("equal dimensions", _additive_inputs(shape=(2, 3, 4, 4, 5))),
        Case("as many queries as keys", _additive_inputs(shape=(3, 3, 2, 4, 5))),
        Case("one query", _additive_inputs(shape=(1, 4, 3, 2, 5))),
        Case("one key, one hidden unit", _additive_inputs(shape=(3, 1, 4, 5, 1))),
        thrice("whole numbers", _additive_inputs(whole=True)),
        Case("whole queries and keys", _additive_inputs(whole="queries and keys")),
        Case("a batch", _additive_inputs(3)),
        Case("a batch of batches, float32", _additive_inputs(2, 3, dtype="float32")),
        Case("large numbers", _additive_inputs(scale=30.0)),
        Case("three axes in front", _additive_inputs(2, 1, 3), calls=1),
        *decimals_in_one(_additive_inputs(), "q k W_q W_k v"),
    ),
    properties=(
        Property(
            "no score beyond the sum of |v|",
            "tanh lies between -1 and 1, so no score can be larger than the sum of |v|. "
            "Some of yours are: is tanh taken of each hidden number, before v adds them "
            "up?",
            lambda answer, output, q, k, W_q, W_k, v: bool(
                np.all(np.abs(output) <= np.abs(v).sum() * 1.001)
            ),
        ),
        Property(
            "the first query alone has the same scores",
            "The first query's scores change when the other queries are taken away. Each "
            "row must depend on its own query only.",
            lambda answer, output, q, k, *rest: np.allclose(
                answer(q[..., :1, :], k, *rest), output[..., :1, :], atol=1e-3
            ),
        ),
    ),
    rules=(NO_LOOPS,),
    **cells_beside(__file__),
)
