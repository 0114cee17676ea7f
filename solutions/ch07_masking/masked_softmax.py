"""Weights over the keys that a mask leaves open.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.

A row with nothing open is nan, or attends to what is blocked when -1e9 stands for
minus infinity; and a mask after the softmax lets blocked scores count.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property, Same
from solutions.ch07_masking.causal_mask import causal_mask
from solutions.ch07_masking.padding_mask import padding_mask
from solutions.draws import Draw, integers, normal, sizes, thrice


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Turn scores into weights over the keys that each query may attend to.

    scores: (..., n_q, n_k), any finite numbers, however large.
    mask: Boolean, broadcasts to the shape of scores; True = may attend.
    Returns weights of the shape of scores: each row sums to one, blocked keys
    get exactly zero, and a row with every key blocked is all zeros.
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
        return scores + options.get("blocked_offset", 0.0) * ~mask, mask

    return draw


def _padded(rng: np.random.Generator) -> tuple:
    """Heads share a padding mask: (batch, 1, 1, n_k) for (batch, heads, n_q, n_k)."""
    n_q, n_k = 2, int(rng.integers(3, 6))
    mask = padding_mask(rng.permutation([n_k - 1, 1]), n_k)[:, None, None, :]
    return _scores(rng, 2, 2, n_q, n_k), mask


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


def _masked_softmax(
    scores,
    mask,
    *,
    when="before",
    blocked="-inf",
    true="attend",
    axis=-1,
    empty="zeros",
    largest_of="a row",
):
    mask = mask if true == "attend" else ~mask
    if when == "before":
        if blocked == "added":
            scores = scores + np.where(mask, 0, -1e9).astype(scores.dtype)
        elif blocked == "multiplied":
            scores = scores * mask
        else:
            scores = np.where(mask, scores, -np.inf if blocked == "-inf" else -1e9)
    whole = largest_of == "everything"
    largest = scores.max(axis=None if whole else axis, keepdims=True)
    if empty == "zeros":
        largest = np.where(np.isneginf(largest), 0, largest)
    powers = np.exp(scores - largest)
    if when == "renormalised":
        powers = powers * mask
    total = powers.sum(axis=axis, keepdims=True)
    weights = powers / (np.where(total == 0, 1, total) if empty == "zeros" else total)
    return weights * mask if when == "after" else weights


def _by_loops(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    weights = np.zeros(scores.shape)
    for row in np.ndindex(*scores.shape[:-1]):
        keys = np.flatnonzero(mask[row])
        if keys.size:
            powers = np.exp(scores[row][keys].astype(float) - scores[row][keys].max())
            weights[row][keys] = powers / powers.sum()
    return weights


def _two_wheres(scores, mask):
    """The finite stand-in for blocked scores, and zeros wherever the mask says so."""
    kept = np.where(mask, scores, np.float64(-1e30))
    powers = np.exp(kept - kept.max(axis=-1, keepdims=True))
    return np.where(mask, powers / powers.sum(axis=-1, keepdims=True), 0.0)


def _with_where_arguments(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    scores = scores.astype(float)
    largest = scores.max(axis=-1, keepdims=True, where=mask, initial=-1e300)
    powers = np.exp(scores - largest, where=mask, out=np.zeros(scores.shape))
    total = powers.sum(axis=-1, keepdims=True)
    return np.divide(powers, total, where=total > 0, out=np.zeros(scores.shape))


def _by_boolean_index(scores, mask):
    kept = scores.astype(float)
    kept[~mask] = -np.inf
    return masked_softmax(kept, mask)


def _shifted_by(shift):
    """A right softmax but for what is subtracted: ``shift(scores, mask)``."""

    def masked(scores, mask):
        mask = np.broadcast_to(mask, scores.shape)
        powers = np.where(mask, np.exp(scores - shift(scores, mask)), 0)
        total = powers.sum(axis=-1, keepdims=True)
        return powers / np.where(total == 0, 1, total)

    return masked


def _smallest(scores, mask):
    low = scores.min(axis=-1, keepdims=True, where=mask, initial=np.inf)
    return np.where(np.isfinite(low), low, 0)


def _nan_hidden(scores, mask):
    powers = np.exp(np.where(mask, scores, -np.inf))
    return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))


def _zeroed_behind(blocked):
    """A finite number in place of -inf, and fully masked rows put right afterwards."""

    def masked(scores, mask):
        open_ = np.broadcast_to(mask, scores.shape)
        if blocked == "added":
            low = scores + np.where(open_, 0, -1e9)
            open_ = open_.any(axis=-1, keepdims=True)
        else:
            low = np.where(open_, scores, -1e9)
        powers = np.exp(low - low.max(axis=-1, keepdims=True)) * open_
        total = powers.sum(axis=-1, keepdims=True)
        return powers / np.where(total == 0, 1, total)

    return masked


def _keepdims_lost(scores, mask):
    open_scores = np.where(mask, scores, -np.inf)
    largest = open_scores.max(axis=-1, keepdims=True)
    powers = np.exp(open_scores - np.where(largest == -np.inf, 0, largest))
    total = powers.sum(axis=-1)
    return powers / np.where(total == 0, 1, total)


def _log_softmax(scores, mask):
    low = np.where(mask, scores, -np.inf)
    largest = low.max(axis=-1, keepdims=True)
    low = low - np.where(largest == -np.inf, 0, largest)
    return low - np.log(np.exp(low).sum(axis=-1, keepdims=True))


def _not_divided(scores, mask):
    low = np.where(mask, scores, -np.inf)
    largest = low.max(axis=-1, keepdims=True)
    return np.exp(low - np.where(largest == -np.inf, 0, largest))


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
    decisions=_masked_softmax,
    points=3,
    minutes=15,
    difficulty=3,
    section="07-masking#rows-with-nothing-to-attend-to",
    order=40,
    cases=(
        thrice("a few rows", _rows()),
        thrice("whole numbers", _rows(whole=True)),
        thrice("one key", lambda rng: (_scores(rng, 4, 1), np.ones((4, 1), dtype=bool))),
        thrice("one query", _rows(shape=(1, 5))),
        thrice("a batch", _rows(3)),
        thrice("a causal mask for a batch", _causal),
        thrice("a padding mask for all heads", _padded),
        thrice("fully masked rows", _rows(shape=(4, 3), empty_rows=True)),
        thrice("fully masked rows, float32", _rows(2, dtype="float32", empty_rows=True)),
        thrice("float32", _rows(shape=(3, 6), dtype="float32")),
        thrice("half precision", _rows(shape=(4, 5), dtype="float16", empty_rows=True)),
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
            "rows sum to one, or to zero",
            "A row with something to attend to should sum to one, a fully masked one to "
            "zero; yours do not.",
            lambda answer, output, scores, mask: _sums(output, scores, mask),
        ),
        Property(
            "blocked keys get exactly zero",
            "Some blocked keys have a weight that is not zero, so their values get into "
            "the context.",
            lambda answer, output, scores, mask: _blocked_are_zero(output, scores, mask),
        ),
        Property(
            "blocked scores do not matter",
            "The weights change when a *blocked* score changes. What is blocked must have "
            "no influence at all, or the future leaks into the past.",
            _blocked_do_not_matter,
        ),
    ),
    misconceptions=(
        Misconception(
            "nan-rows",
            "A row with every key blocked gives nan: its largest score is -inf, and "
            "-inf - -inf is nan. One such row spoils everything that is computed from it. "
            "Where the largest is -inf subtract 0 instead, and never divide by a sum of 0.",
            choices={"empty": "nan"},
        ),
        Misconception(
            "minus-1e9",
            "You put a large negative number where -inf belongs. A fully masked row then "
            "has equal scores, so it spreads its attention over the very keys that are "
            "blocked. Such a row should be all zeros.",
            choices={"blocked": "-1e9"},
        ),
        Misconception(
            "minus-1e9-added",
            "You add a large negative number to blocked scores. In a fully masked row "
            "it is added to every score, and a softmax sees only differences: the mask has "
            "no effect there. Replace the scores with np.where(mask, scores, -np.inf).",
            choices={"blocked": "added"},
        ),
        Misconception(
            "multiplied",
            "You multiply the scores by the mask. A blocked score becomes 0, and e^0 is 1: "
            "blocked keys still get weight. Blocked must be -inf, since e^-inf is 0.",
            choices={"blocked": "multiplied"},
        ),
        Misconception(
            "minus-1e9-too-high",
            "You put a large negative number where -inf belongs. Where the open scores are "
            "lower still, that number is the largest of the row: the open keys' "
            "exponentials underflow to 0, and nothing is left to divide. Only -inf is "
            "below every score.",
            _zeroed_behind("replaced"),
        ),
        Misconception(
            "minus-1e9-too-little",
            "You add a large negative number to blocked scores. A blocked score that is "
            "larger still stays the largest of its row, and its key gets the weight. "
            "Whatever the score, -inf in its place is lower.",
            _zeroed_behind("added"),
        ),
        Misconception(
            "masked-after",
            "You set weights to zero after the softmax. The blocked scores are still in "
            "the sum that the other weights were divided by: rows sum to less than one, "
            "and by how much depends on what is blocked. Mask the scores first.",
            choices={"when": "after"},
        ),
        Misconception(
            "renormalised",
            "You take the softmax over all keys, set the blocked to zero and divide by "
            "what is left. On paper that is right. When a blocked score is far above the "
            "others, their exponentials underflow to 0 and nothing is left to divide. Mask "
            "the scores before you look for the largest.",
            choices={"when": "renormalised"},
        ),
        Misconception(
            "inverted",
            "Your softmax attends to what the mask blocks. In this course True means may "
            "attend.",
            choices={"true": "blocked"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the queries. Each row is one query's weights over the "
            "keys: the last axis.",
            choices={"axis": -2},
        ),
        Misconception(
            "not-broadcast",
            "scores[~mask] needs a mask of exactly the shape of scores, but a padding mask "
            "is (batch, 1, n_k) and a causal one (n, n). np.where(mask, scores, -np.inf) "
            "broadcasts, and makes a new array too.",
            _by_boolean_index,
        ),
        Misconception(
            "unstable",
            "exp() of a large score overflows, and of a very negative row underflows to "
            "0. Subtract each row's largest *open* score first.",
            _shifted_by(lambda scores, mask: 0),
        ),
        Misconception(
            "overflow-hidden",
            "exp() of a large score overflows, and np.nan_to_num turns the nan into a 0 "
            "that looks like a weight. Subtract each row's largest open score first; then "
            "only a fully masked row needs care.",
            _nan_hidden,
        ),
        Misconception(
            "smallest-subtracted",
            "You subtract the smallest open score of a row. The others are then positive, "
            "and where they lie far above it exp() overflows. Below the *largest*, all "
            "powers are 1 or less.",
            _shifted_by(_smallest),
        ),
        Misconception(
            "mean-subtracted",
            "You subtract the mean of a row. What lies far above it still overflows, and "
            "blocked scores are in the mean too. Subtract the largest open score.",
            _shifted_by(lambda scores, mask: scores.mean(axis=-1, keepdims=True)),
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract one number from all rows, the largest of the whole array. In a "
            "row far below it every exponential underflows to 0, as if all its keys were "
            "blocked. Each row has a largest of its own: axis=-1, keepdims=True.",
            choices={"largest_of": "everything"},
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax of weights: once of the scores and again of what came "
            "out. The second makes the rows nearly even. One softmax turns scores into "
            "weights.",
            lambda scores, mask: masked_softmax(masked_softmax(scores, mask), mask),
        ),
        Misconception(
            "log-softmax",
            "These are the logarithms of the weights. They suit a loss; to average values "
            "the weights themselves are needed.",
            _log_softmax,
        ),
        Misconception(
            "not-divided",
            "You return the exponentials. Each row's have still to be divided by their "
            "sum, so that the open weights add up to one.",
            _not_divided,
        ),
        Misconception(
            "keepdims-lost",
            "Your sums stand in a row, (..., n_q), and NumPy lines a row up with the "
            "*keys*: an error, or each weight divided by another query's sum. "
            "keepdims=True keeps them in a column.",
            _keepdims_lost,
        ),
    ),
    alternatives=(_by_loops, _two_wheres, _with_where_arguments),
    same=(
        Same(
            "np.where(largest == -np.inf, 1, largest)",
            "A row with nothing open has powers of zero, whatever finite number is "
            "subtracted.",
        ),
        Same(
            "np.where(largest == -np.inf, -1, largest)",
            "A row with nothing open has powers of zero, whatever finite number is "
            "subtracted.",
        ),
        Same(
            "np.where(total == 0, 2, total)",
            "Zero powers divided by any number but zero are zero.",
        ),
    ),
    hints=(
        "Begin with `np.where(mask, scores, -np.inf)`, and take the softmax of that "
        "as in chapter 03. Then look at a fully masked row: which of your steps is "
        "the first to give `nan`?",
        "In such a row the largest score is -inf, and -inf - -inf is nan. If 0 were "
        "subtracted there instead, all its exponentials would be 0, as they should "
        "be.",
        "Two more `np.where`. The largest becomes 0 where it is `-inf`, and the sum "
        "becomes 1 where it is 0. Then the row is 0 / 1.",
    ),
)
