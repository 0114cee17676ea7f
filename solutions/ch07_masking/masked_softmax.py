"""Weights over the keys that a mask leaves open.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.padding_mask import padding_mask
from solutions.draws import Draw, integers, normal, sizes, thrice


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Turn scores into weights over the keys that each query may attend to.

    scores: (..., n_q, n_k), finite numbers, large ones (1e5) too.
    mask: Boolean, broadcasts to the shape of scores; True = may attend.
    Returns weights of the shape of scores: each row sums to one, blocked keys
    get exactly zero, and a row with every key blocked is all zeros.
    Changes no argument.
    """
    open_scores = np.where(mask, scores, -np.inf)
    largest = open_scores.max(axis=-1, keepdims=True)  # (..., n_q, 1)
    # In a row with nothing to attend to the largest is -inf, and -inf - -inf is nan.
    largest = np.where(largest == -np.inf, 0, largest)
    powers = np.exp(open_scores - largest)
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def _open_somewhere(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """A random mask in which every row has something blocked and something open."""
    n_k = shape[-1]
    mask = rng.random(shape) < 0.5
    for place in np.ndindex(*shape[:-1]):
        chosen = rng.permutation(n_k)
        mask[place][chosen[0]] = True
        if n_k > 1:
            mask[place][chosen[1]] = False
    return mask


def _scores(rng: np.random.Generator, *shape: int, **options) -> np.ndarray:
    if options.get("whole"):
        return integers(rng, *shape, high=6)
    scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
    scores = normal(rng, *shape, scale=scale)
    return (scores + options.get("offset", 0.0)).astype(dtype)


def _rows(*batch: int, shape: tuple[int, int] | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k = shape or sizes(rng, 2, low=3)
        mask = _open_somewhere(rng, *batch, n_q, n_k)
        if options.get("empty_rows"):
            mask[..., :: max(n_q - 1, 1), :] = False  # the first and the last row
        scores = _scores(rng, *batch, n_q, n_k, **options)
        dtype = np.result_type(scores, np.float16)  # of decimals, the scores' own
        offset = np.multiply(options.get("blocked_offset", 0.0), ~mask, dtype=dtype)
        return scores + offset, mask

    return draw


def _padded(rng: np.random.Generator) -> tuple:
    """Heads share a padding mask: (batch, 1, 1, n_k) for (batch, heads, n_q, n_k)."""
    n_q, n_k = 2, int(rng.integers(3, 6))
    mask = padding_mask(rng.permutation([n_k - 1, 1]), n_k)[:, None, None, :]
    return _scores(rng, 2, 2, n_q, n_k), mask


def _shared(*shape: int) -> Draw:
    """Scores (batch, heads, n_q, n_k), and a mask of fewer axes."""

    def draw(rng: np.random.Generator) -> tuple:
        return _scores(rng, 2, 3, 2, shape[-1]), _open_somewhere(rng, *shape)

    return draw


def _whole_rows(rng: np.random.Generator) -> tuple:
    """A mask (n_q, 1): whole rows are open, or blocked."""
    n_k = int(rng.integers(1, 4))
    return _scores(rng, 3, n_k), rng.permutation([True, False, True])[:, None]


def _one_of_padding(rng: np.random.Generator) -> tuple:
    """As ``_padded``, and of one sequence nothing is real."""
    scores, mask = _padded(rng)
    mask[int(rng.integers(2))] = False
    return scores, mask


def _causal(rng: np.random.Generator) -> tuple:
    n = int(rng.integers(3, 6))
    return _scores(rng, 2, n, n), causal_mask(n)


def _far_below(rng: np.random.Generator) -> tuple:
    """Open scores below whatever finite number seems low enough."""
    n_q, n_k = sizes(rng, 2, low=3)
    steps = rng.permuted(np.tile(np.arange(n_k), (n_q, 1)), axis=-1)
    return -1e10 - 1e6 * steps, _open_somewhere(rng, n_q, n_k)


def _far_apart(rng: np.random.Generator) -> tuple:
    """Rows so far apart that no one number can be subtracted from all of them."""
    n_q, n_k = sizes(rng, 2, low=3)
    level = 3e3 * rng.permutation(n_q)[:, None] - 4e3
    return level + normal(rng, n_q, n_k), _open_somewhere(rng, n_q, n_k)


def _sums(output, scores, mask):
    someone = np.broadcast_to(mask, scores.shape).any(axis=-1)
    return np.allclose(output.sum(axis=-1), someone, atol=1e-2)


def _blocked_are_zero(output, scores, mask):
    return not np.any(output[~np.broadcast_to(mask, scores.shape)])


def _blocked_do_not_matter(answer, output, scores, mask):
    """Other scores at the blocked places change nothing."""
    changed = np.where(mask, scores, scores + 3).astype(scores.dtype)
    return np.allclose(answer(changed, mask), output, atol=1e-3)


EXERCISE = Exercise(
    id="masks.masked_softmax",
    title="A masked softmax",
    reference=masked_softmax,
    points=3,
    minutes=15,
    difficulty=3,
    section="07-masking#rows-with-nothing-to-attend-to",
    order=40,
    cases=(
        thrice("a few rows", _rows()),
        thrice("whole numbers", _rows(whole=True)),
        thrice(
            "one key",
            lambda rng: (_scores(rng, 4, 1), np.arange(4)[:, None] % 2 == 0),
        ),
        thrice("one query", _rows(shape=(1, 5))),
        thrice("a batch", _rows(3)),
        thrice("three axes in front", _rows(2, 1, 3)),
        thrice("a causal mask for a batch", _causal),
        thrice("a padding mask for all heads", _padded),
        thrice("of one sequence all padding", _one_of_padding),
        thrice("whole rows open or blocked", _whole_rows),
        thrice("a mask for each head", _shared(3, 1, 4)),
        thrice("one row for all", _shared(4)),
        thrice("fully masked rows", _rows(shape=(4, 3), empty_rows=True)),
        thrice("fully masked rows, float32", _rows(2, dtype="float32", empty_rows=True)),
        thrice("float32", _rows(shape=(3, 6), dtype="float32")),
        thrice("half precision", _rows(shape=(4, 5), dtype="float16", empty_rows=True)),
        thrice(
            "half precision, below zero",
            _rows(shape=(4, 5), dtype="float16", empty_rows=True, offset=-30.0, scale=2.0),
        ),
        thrice("very large scores", _rows(offset=1e4, scale=3.0)),
        thrice("very negative scores", _rows(offset=-1e4, scale=3.0)),
        thrice("large scores at blocked keys", _rows(blocked_offset=2e3)),
        thrice("blocked scores in the billions", _rows(blocked_offset=1e10)),
        thrice("open scores of minus billions", _far_below),
        thrice("rows far apart", _far_apart),
        thrice("wide rows", _rows(shape=(3, 6), scale=1e3)),
    ),
    properties=(
        Property(
            "finite rows sum to one, or to zero",
            "A row with something to attend to should sum to one, a fully masked one to "
            "zero; not all of yours do.",
            lambda answer, output, scores, mask: _sums(output, scores, mask),
        ),
        Property(
            "finite weights of blocked keys are exactly zero",
            "Some blocked keys have a weight that is not zero, so their values get into "
            "the context.",
            lambda answer, output, scores, mask: _blocked_are_zero(output, scores, mask),
        ),
        Property(
            "adding 3 to blocked scores changes nothing",
            "The weights change when a *blocked* score changes. What is blocked must have "
            "no influence at all, or the future leaks into the past.",
            _blocked_do_not_matter,
        ),
    ),
    **cells_beside(__file__),
)
