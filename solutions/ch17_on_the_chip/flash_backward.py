"""The backward pass of attention, tile by tile, without the table of scores.

Dao et al. 2022, "FlashAttention", on the backward pass, and Dao 2023, "FlashAttention-2",
algorithm 2: the weights are made again from the logarithm of each query's total.
"""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, normal, sizes


def flash_backward(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    context: np.ndarray,
    log_totals: np.ndarray,
    by_context: np.ndarray,
    size: int,
    causal: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The gradients of attention, tile by tile, its weights made again.

    q: (n_q, d_k).  k: (n_k, d_k).  v: (n_k, d_v).
    What the forward pass kept: context (n_q, d_v), and log_totals (n_q,),
    the logarithm of each query's sum of exp(scores); scores are
    q k^T / sqrt(d_k).
    by_context: (n_q, d_v), the gradient of a loss by the context.
    A tile has ``size`` queries and as many keys; the last may have fewer.
    causal: the queries are those of the last n_q of n_k tokens, and each
    attends to the keys up to its own token.
    Never holds the table: nothing with n_q * n_k numbers, a Boolean mask
    aside; ``size`` rows of it at once may be held.
    Returns the gradients of the loss by q, by k and by v, shaped as these.
    Changes no argument.
    """
    (n_q, d_k), n_k = q.shape, len(k)
    scale, first = d_k**-0.5, n_k - n_q
    means = (by_context * context).sum(axis=-1)  # (n_q,): sum of weights * by_weights
    by_q, by_k, by_v = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for row in range(0, n_q, size):
        rows = slice(row, row + size)
        tokens = first + np.arange(n_q)[rows]
        for column in range(0, n_k, size):
            columns = slice(column, column + size)
            scores = q[rows] @ k[columns].T * scale  # (rows, columns)
            if causal:
                ahead = np.arange(n_k)[columns] > tokens[:, None]
                scores = np.where(ahead, -np.inf, scores)
            weights = np.exp(scores - log_totals[rows, None])
            by_weights = by_context[rows] @ v[columns].T
            by_scores = weights * (by_weights - means[rows, None])
            by_v[columns] += weights.T @ by_context[rows]
            by_q[rows] += by_scores @ k[columns] * scale
            by_k[columns] += by_scores.T @ q[rows] * scale
    return by_q, by_k, by_v


def _text(size: int, *, causal: bool = False, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4, 3, 12)
        dtype = options.get("dtype", "float64")
        shapes = (n_q, d_k), (n_k, d_k), (n_k, d_v), (n_q, d_v)
        q, k, v, by_context = (normal(rng, *shape) for shape in shapes)
        if options.get("large"):
            q *= options["large"]
        if options.get("high"):  # all scores far above zero, and close together
            q[:, 0], k[:, 0] = 60, 60
        if options.get("zeros"):
            q[1] = 0
        if options.get("ahead"):  # the last key, which the last query alone may attend to
            q[:, 0], k[:, 0], k[-1, 0] = 1, 0, 2000
            q[-1, 0] = 0
        scores = q @ k.T / d_k**0.5
        if causal:
            scores[np.arange(n_k) > np.arange(n_k - n_q, n_k)[:, None]] = -np.inf
        log_totals = np.logaddexp.reduce(scores, axis=1)
        context = np.exp(scores - log_totals[:, None]) @ v
        given = (q, k, v, context, log_totals, by_context)
        kept = (*(a.astype(dtype) for a in given), size)
        return (*kept, True) if causal else kept

    return draw


EXERCISE = Exercise(
    id="chip.flash_backward",
    title="The way back, tile by tile",
    reference=flash_backward,
    points=5,
    minutes=25,
    difficulty=3,
    order=80,
    section="17-on-the-chip#the-way-back",
    cases=(
        Case("one tile", _text(20)),
        Case("tiles that fit", _text(3, shape=(6, 9, 4, 5))),
        Case("last tiles that are shorter", _text(4, shape=(7, 9, 3, 5))),
        Case("more queries than keys", _text(2, shape=(9, 5, 4, 3))),
        Case("one query", _text(3, shape=(1, 8, 4, 3))),
        Case("tiles of one", _text(1, shape=(4, 5, 3, 2))),
        Case("causal", _text(3, shape=(8, 8, 4, 3), causal=True)),
        Case("causal, the newest tokens", _text(3, shape=(4, 9, 5, 3), causal=True)),
        Case("a query of zeros", _text(3, shape=(5, 8, 4, 3), causal=True, zeros=True)),
        Case("large scores", _text(2, shape=(5, 7, 4, 3), large=30, causal=True)),
        Case("scores far above zero", _text(2, shape=(5, 7, 4, 3), high=True)),
        Case(
            "scores far above zero, causal",
            _text(2, shape=(7, 7, 4, 3), high=True, causal=True),
        ),
        Case("a large score ahead", _text(3, shape=(5, 7, 4, 3), ahead=True, causal=True)),
        Case("float32", _text(4, shape=(6, 7, 4, 5), dtype="float32")),
        Case(
            "a longer text, no table",
            _text(32, shape=(1200, 1200, 6, 5), causal=True),
            calls=1,
            peak_mb=3.5,  # eight arrays of 32 rows take 2.5, a table of float32 takes 5.8
            never_held=lambda q, k, *_: np.ones((len(q), len(k)), "float32"),
        ),
        Case(
            "a longer text, not causal, no table",
            _text(32, shape=(1200, 1200, 6, 5)),
            calls=1,
            peak_mb=3.5,
            never_held=lambda q, k, *_: np.ones((len(q), len(k)), "float32"),
        ),
    ),
    **cells_beside(__file__),
)
