"""How long the vector is that each key adds to each query's token, by all heads.

Kobayashi et al. 2020, "Attention is Not Only a Weight: Analyzing Transformers with
Vector Norms".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, sizes, thrice


def contributions(weights: np.ndarray, v: np.ndarray, W_o: np.ndarray) -> np.ndarray:
    """The norm of the vector that each key adds to each query's token.

    weights: (..., h, n_q, n_k) and v: (..., h, n_k, d_v), of h heads.
    W_o: (h * d_v, d_model), the rows of the first head first.
    Key j adds to token i, by each head, weights[i, j] * v[j] times the head's
    rows of W_o, and all heads together the sum of these vectors.
    Returns the norm of that sum: (..., n_q, n_k).
    Changes no argument.
    """
    h, _, d_v = v.shape[-3:]
    written = v @ W_o.reshape(h, d_v, -1)  # (..., h, n_k, d_model)
    added = np.einsum("...hij,...hjm->...ijm", weights, written)
    return np.sqrt((added**2).sum(axis=-1))


def _parts(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        h, n_q, n_k, d_v, d_model = shape or sizes(rng, 5)
        dtype = options.get("dtype", "float64")
        scale = options.get("scale", 1.0)
        weights = softmax(normal(rng, *lead, h, n_q, n_k, dtype=dtype))
        v = normal(rng, *lead, h, n_k, d_v, scale=scale, dtype=dtype)
        W_o = normal(rng, h * d_v, d_model, dtype=dtype)
        if options.get("zero_value"):
            v[..., 0, :] = 0
        if options.get("opposed"):  # the second head takes back what the first one writes
            weights[..., 1, :, :], v[..., 1, :, :] = weights[..., 0, :, :], v[..., 0, :, :]
            W_o[d_v : 2 * d_v] = -W_o[:d_v]
        return weights, v, W_o

    return draw


EXERCISE = Exercise(
    id="reading.contributions",
    title="What each key adds",
    reference=contributions,
    points=3,
    minutes=12,
    difficulty=2,
    section="11-reading-attention#a-large-weight-on-nothing",
    order=50,
    cases=(
        Case("a few heads", _parts()),
        Case("as many queries as keys", _parts(shape=(2, 4, 4, 3, 5))),
        Case("as many heads as features", _parts(shape=(3, 4, 5, 3, 2))),
        Case(
            "two heads that cancel", _parts(shape=(2, 3, 4, 5, 6), opposed=True), easy=True
        ),
        Case("one head", _parts(shape=(1, 3, 5, 2, 4))),
        thrice("one query, one key", _parts(shape=(2, 1, 1, 3, 4))),
        Case("one feature", _parts(shape=(3, 2, 4, 1, 1))),
        Case("a value of zeros", _parts(zero_value=True)),
        Case("large values", _parts(scale=1e6)),
        Case("a batch", _parts(3)),
        Case("a batch of batches, float32", _parts(2, 3, dtype="float32")),
        Case("three axes in front", _parts(2, 1, 3), calls=1),
    ),
    properties=(
        Property(
            "with all values zero, all lengths are 0",
            "Keys whose values are all zeros add the zero vector, whatever their weights. "
            "All lengths should be 0, and not all of yours are.",
            lambda answer, output, weights, v, W_o: np.allclose(
                answer(weights, v * 0, W_o), 0
            ),
        ),
    ),
    **cells_beside(__file__),
)
