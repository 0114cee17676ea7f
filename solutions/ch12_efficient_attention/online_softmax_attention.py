"""Attention one block of keys at a time, with an online softmax.

Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al.
2022, "FlashAttention".

What was summed so far is not rescaled, blocks are averaged as if they were whole, or
the table of scores is held after all, which two cases limit memory for.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from autograder.checking.ask import TooMuchMemory
from autograder.exercise.values import Trial
from solutions.ch12_efficient_attention._shared import SCALES, set_level
from solutions.draws import Draw, normal, sizes, thrice


def online_softmax_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, block_size: int
) -> np.ndarray:
    """Scaled dot-product attention, one block of keys at a time.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    block_size: how many keys a block has; the last block may have fewer.
    Returns softmax(q k^T / sqrt(d_k)) v, (..., n_q, d_v), in one pass over
    the keys, and never holds more scores at once than those of one block,
    (..., n_q, block_size).
    """
    # Milakov and Gimelshein 2018 (the online softmax); Dao et al. 2022.
    d_k, n_k = q.shape[-1], k.shape[-2]
    largest, total, mixture = -np.inf, 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block = k[..., start : start + block_size, :]
        v_block = v[..., start : start + block_size, :]
        scores = q @ np.swapaxes(k_block, -1, -2) / d_k**0.5  # (..., n_q, block_size)
        new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))
        # What was summed so far was measured against the old largest score.
        rescale = np.exp(largest - new_largest)  # (..., n_q, 1); 0 at the first block
        powers = np.exp(scores - new_largest)
        total = rescale * total + powers.sum(axis=-1, keepdims=True)
        mixture = rescale * mixture + powers @ v_block  # (..., n_q, d_v)
        largest = new_largest
    return mixture / total


def _blocks(block_size: int, *batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, dtype=dtype)
        v = normal(rng, *batch, n_k, d_v, dtype=dtype)
        if options.get("whole"):
            q, k, v = (np.round(2 * array).astype(int) for array in (q, k, v))
        if "level" in options:
            set_level(q, k, options["level"])
        if options.get("rising"):  # each block's largest score is above the last
            q[..., 0] = 3
            k[..., 0] = np.arange(n_k) * options["rising"]
        return q, k, v, block_size

    return draw


# Keys and values as arrays that remember which of their rows were reckoned with.  Who
# comes back to a row after another block has gone through the keys once more.
ONE_PASS = """
def trial(answer, q, k, v, block_size):
    class Watched(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return getattr(ufunc, method)(*map(read, inputs), **options)

        def __array_function__(self, function, types, inputs, options):
            if function in (np.einsum, np.dot, np.inner, np.tensordot):
                return function(*map(read, inputs), **options)
            return super().__array_function__(function, types, inputs, options)

    def read(given):
        if not isinstance(given, Watched):
            return given
        plain = given.view(np.ndarray)
        start = stop = plain.ctypes.data
        for n, step in zip(plain.shape, plain.strides):
            start, stop = start + min(0, (n - 1) * step), stop + max(0, (n - 1) * step)
        for array, used in reads:
            if plain.size and np.may_share_memory(plain, array):
                rows = np.arange(len(array))
                first = (start - array.ctypes.data) // array.strides[0]
                last = (stop - array.ctypes.data) // array.strides[0]
                used.append((first <= rows) & (rows <= last))
        return plain

    reads = [(k, []), (v, [])]
    context = answer(q, k.view(Watched), v.view(Watched), block_size)
    passes = [0]
    for array, used in reads:
        used = np.array([np.zeros(len(array), dtype=bool), *used])
        passes.append((used[1:] & ~used[:-1]).sum(axis=0).mean())  # times come back to
    return {"the context": np.array(context), "one pass over the keys": max(passes) < 1.5}
"""


def _counted(rng: np.random.Generator) -> tuple:
    names = ("q", "k", "v", "block_size")
    drawn = _blocks(4, shape=(1, 16, 4, 2))(rng)  # a query has a pass of its own
    return (Trial(ONE_PASS, dict(zip(names, drawn, strict=True))),)


def _tiles(
    q,
    k,
    v,
    block_size,
    *,
    old="rescaled",
    sums="rescaled",
    scale="sqrt d_k",
    last="kept",
    divide="at the end",
    begin=-np.inf,
    against="the largest so far",
):
    d_k, n_k = q.shape[-1], k.shape[-2]
    divisor = SCALES[scale](d_k)
    end = n_k if last == "kept" else n_k - n_k % block_size
    largest, total, mixture = begin, 0.0, 0.0
    for start in range(0, end, block_size):
        k_block, v_block = _cut(k, v, start, block_size)
        scores = q @ np.swapaxes(k_block, -1, -2) / divisor
        whole = against == "one for all"
        new_largest = scores.max(axis=None if whole else -1, keepdims=True)
        if against != "the block's":
            new_largest = np.maximum(largest, new_largest)
        factor = np.exp(largest - new_largest)
        if start == 0:
            factor = np.ones_like(factor)  # nothing to rescale yet
        powers = np.exp(scores - new_largest)
        total = (factor if sums == "rescaled" else 1) * total
        total = total + powers.sum(axis=-1, keepdims=True)
        mixture = (factor if old == "rescaled" else 1) * mixture + powers @ v_block
        largest = new_largest
        if divide == "in every block":
            mixture = mixture / total
    return mixture / total if divide == "at the end" else mixture


def _no_shift(q, k, v, block_size):
    total, mixture = 0.0, 0.0
    for start in range(0, k.shape[-2], block_size):
        k_block, v_block = _cut(k, v, start, block_size)
        powers = np.exp(q @ np.swapaxes(k_block, -1, -2) / q.shape[-1] ** 0.5)
        total = total + powers.sum(axis=-1, keepdims=True)
        mixture = mixture + powers @ v_block
    return mixture / total


def _inverse_factor(first):
    """Rescaled by exp(new - old); ``first`` is the factor of the first block."""

    def attention(q, k, v, block_size):
        largest, total, mixture = -np.inf, 0.0, 0.0
        for start in range(0, k.shape[-2], block_size):
            k_block, v_block = _cut(k, v, start, block_size)
            scores = q @ np.swapaxes(k_block, -1, -2) / q.shape[-1] ** 0.5
            new = np.maximum(largest, scores.max(axis=-1, keepdims=True))
            factor = np.exp(new - largest) if start or first is None else first
            powers = np.exp(scores - new)
            total = factor * total + powers.sum(axis=-1, keepdims=True)
            mixture = factor * mixture + powers @ v_block
            largest = new
        return mixture / total

    return attention


def _causal(q, k, v, _block_size):
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v


def _each_block_alone(q, k, v, block_size):
    """A softmax for each block, and the mean of what they give."""
    starts = range(0, k.shape[-2], block_size)
    return sum(_whole(q, *_cut(k, v, s, block_size)) for s in starts) / len(starts)


def _sum_of_blocks(q, k, v, block_size):
    starts = range(0, k.shape[-2], block_size)
    return sum(_whole(q, *_cut(k, v, s, block_size)) for s in starts)


def _last_block(q, k, v, block_size):
    start = (k.shape[-2] - 1) // block_size * block_size
    return _whole(q, *_cut(k, v, start, block_size))


def _cut(k, v, start, block_size):
    return k[..., start : start + block_size, :], v[..., start : start + block_size, :]


def _whole(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v


LARGEST_CALL = 2**17  # scores in the cases that limit memory


def _all_at_once(q, k, v, _block_size):
    """Right, and as the engine ends it where the table of scores is large."""
    if q.shape[-2] * k.shape[-2] >= LARGEST_CALL:
        raise TooMuchMemory("it held 5 MiB at once; 4 MiB are enough")
    return _whole(q, k, v)


def _queries_in_blocks(q, k, v, block_size):
    """Right, and as the engine ends it where one query has very many keys."""
    if k.shape[-2] >= LARGEST_CALL:
        raise TooMuchMemory("it held 5 MiB at once; 4 MiB are enough")
    starts = range(0, q.shape[-2], block_size)
    parts = [_whole(q[..., s : s + block_size, :], k, v) for s in starts]
    return np.concatenate(parts, axis=-2)


def _log_sum_exp(q, k, v, block_size):
    """Merge finished blocks by the logarithm of their totals."""
    merged, log_total = 0.0, -np.inf
    for start in range(0, k.shape[-2], block_size):
        k_block, v_block = _cut(k, v, start, block_size)
        scores = np.einsum("...id,...jd->...ij", q, k_block) * q.shape[-1] ** -0.5
        highest = scores.max(axis=-1, keepdims=True)
        powers = np.exp(scores - highest)
        log_block = highest + np.log(powers.sum(axis=-1, keepdims=True))
        block = powers @ v_block / powers.sum(axis=-1, keepdims=True)
        new = np.logaddexp(log_total, log_block)
        merged = np.exp(log_total - new) * merged + np.exp(log_block - new) * block
        log_total = new
    return merged


def _two_passes(q, k, v, block_size):
    """The largest scores first, then everything against them."""
    scaled = np.float64(q.shape[-1] ** -0.5) * q
    starts = range(0, k.shape[-2], block_size)

    def scores(start):
        return scaled @ np.swapaxes(k[..., start : start + block_size, :], -1, -2)

    largest = np.max([scores(s).max(axis=-1, keepdims=True) for s in starts], axis=0)
    context = np.zeros((*q.shape[:-1], v.shape[-1]))
    total = np.zeros((*q.shape[:-1], 1))
    for start in starts:
        powers = np.exp(scores(start) - largest)
        context += powers @ v[..., start : start + block_size, :]
        total += powers.sum(axis=-1, keepdims=True)
    return context / total


EXERCISE = Exercise(
    id="efficient.online_softmax_attention",
    title="Attention, block by block",
    reference=online_softmax_attention,
    decisions=_tiles,
    points=4,
    minutes=15,
    difficulty=3,
    section="12-efficient-attention#a-softmax-that-never-sees-the-whole-row",
    order=20,
    cases=(
        Case("blocks that fit", _blocks(2, shape=(3, 6, 4, 5))),
        Case("a last block that is shorter", _blocks(3, shape=(2, 7, 5, 3))),
        Case("one key a block", _blocks(1, shape=(4, 3, 2, 5))),
        Case("one block for all keys", _blocks(50)),
        Case("scores that rise", _blocks(2, shape=(3, 7, 4, 2), rising=1)),
        thrice("one query, one feature", _blocks(2, shape=(1, 5, 1, 1))),
        Case("a batch", _blocks(3, 2, 3, shape=(4, 8, 3, 5))),
        Case("large scores", _blocks(2, shape=(3, 5, 4, 2), level="large")),
        Case("scores far below zero", _blocks(2, shape=(3, 5, 4, 2), level="low")),
        Case("scores that fall steeply", _blocks(2, shape=(2, 7, 4, 3), level="falling")),
        Case("scores that rise steeply", _blocks(2, shape=(2, 7, 4, 3), level="rising")),
        Case("queries far apart", _blocks(2, shape=(4, 5, 4, 3), level="rows")),
        thrice("whole numbers", _blocks(2, shape=(3, 5, 4, 2), whole=True)),
        Case("float32", _blocks(2, 3, shape=(2, 5, 3, 4), dtype="float32")),
        Case(
            "many queries, little memory",
            _blocks(64, shape=(512, 2048, 4, 3), dtype="float32"),
            calls=1,
            peak_mb=4,
        ),
        Case(
            "one query, very many keys",
            _blocks(8192, shape=(1, 2**17, 1, 1)),
            calls=1,
            # The engine holds the arguments twice: 4 MiB.  A whole row takes 5.
            peak_mb=4.5,
        ),
        Case("one pass over the keys", _counted, calls=1),
    ),
    properties=(
        Property(
            "a query's context is its own",
            "The first query's context changes when the other queries are taken away. The "
            "largest score and the total belong to each query by itself: keep them one a "
            "row, with keepdims=True.",
            lambda answer, output, q, k, v, block_size: (
                q.shape[-2] > 100
                or np.allclose(
                    answer(q[..., :1, :], k, v, block_size),
                    output[..., :1, :],
                    rtol=1e-3,
                    atol=1e-3,
                )
            ),
        ),
        Property(
            "the block size does not matter",
            "Another block_size gives another result. The blocks are only a way to go "
            "through the keys: the context must not depend on where they are cut.",
            lambda answer, output, q, k, v, block_size: (
                k.shape[-2] > 100
                or np.allclose(
                    answer(q, k, v, block_size + 1), output, rtol=1e-3, atol=1e-3
                )
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "mixture-not-rescaled",
            "When a block brings a larger score, you rescale the total and not the sum of "
            "weighted values. Both were made with the old largest score, so both have to "
            "be multiplied by exp(old - new).",
            choices={"old": "as it was"},
        ),
        Misconception(
            "total-not-rescaled",
            "When a block brings a larger score, you rescale the weighted values and not "
            "the total that you divide by in the end. Both were made with the old largest "
            "score, so both have to be multiplied by exp(old - new).",
            choices={"sums": "as it was"},
        ),
        Misconception(
            "unscaled",
            "You do not divide the scores by sqrt(d_k). Going block by block changes "
            "nothing about the formula: scale each block's scores.",
            choices={"scale": "none"},
        ),
        Misconception(
            "divided-by-d-k",
            "You divide the scores by d_k; the formula divides by its square root.",
            choices={"scale": "d_k"},
        ),
        Misconception(
            "last-block-dropped",
            "The keys of the last block are missing when it is shorter than the others. "
            "range(0, n_k, block_size) starts a block there too, and a slice that runs "
            "past the end gives what is left.",
            choices={"last": "dropped"},
        ),
        Misconception(
            "never-divided",
            "You return the sum of powers times values. Divide it by the total of the "
            "powers once all blocks are through: only then do the weights sum to one.",
            choices={"divide": "never"},
        ),
        Misconception(
            "unstable",
            "exp() of a large score overflows, and then everything is nan. Keep the "
            "largest score so far for each query and subtract it before you take the "
            "exponential.",
            _no_shift,
        ),
        Misconception(
            "largest-from-zero",
            "Your largest score starts at 0. Where all of a query's scores lie far below, "
            "0 stays the largest, every exponential underflows, and 0 / 0 is nan. Start "
            "below every score: -np.inf.",
            choices={"begin": 0.0},
        ),
        Misconception(
            "largest-of-the-block",
            "You measure each block against its own largest score. On paper that is right; "
            "when a block lies far below the one before, the factor exp(old - new) "
            "overflows. Keep the largest score *so far*: np.maximum(old, the block's).",
            choices={"against": "the block's"},
        ),
        Misconception(
            "one-maximum-for-all",
            "You keep one largest score for all queries. For a query whose scores lie far "
            "below it every exponential underflows to 0. Each query has a largest of its "
            "own: axis=-1, keepdims=True.",
            choices={"against": "one for all"},
        ),
        Misconception(
            "inverse-factor",
            "Your factor is upside down: exp(new - old). What was summed so far was "
            "measured against the old largest score, so it is too large by exp(new - old) "
            "and has to shrink: exp(old - new). With old = -inf yours is infinite.",
            _inverse_factor(None),
        ),
        Misconception(
            "inverse-factor-later",
            "Your factor is upside down: exp(new - old). What was summed so far was "
            "measured against the old, smaller score, so it has to shrink when a larger "
            "one comes: exp(old - new).",
            _inverse_factor(0.0),
        ),
        Misconception(
            "divided-in-every-block",
            "You divide by the total in every block, so what came first is divided again "
            "and again. Carry the undivided sum, and divide once, after the last block.",
            choices={"divide": "in every block"},
        ),
        Misconception(
            "root-of-d-v",
            "You divide the scores by the root of the values' width. It is the width of "
            "queries and keys that a score adds up over: q.shape[-1].",
            lambda q, k, v, block_size: online_softmax_attention(
                q * (q.shape[-1] / v.shape[-1]) ** 0.5, k, v, block_size
            ),
        ),
        Misconception(
            "causal",
            "Your queries never see the keys behind their own place. No mask is asked for: "
            "every query attends to every key.",
            _causal,
        ),
        Misconception(
            "two-passes",
            "You go through the keys twice, once for the largest scores and once for the "
            "weights. The numbers are right; one pass is asked for. Keep the largest score "
            "so far, and rescale what was summed when a larger one comes.",
            _two_passes,
        ),
        Misconception(
            "mean-of-blocks",
            "You take a softmax inside each block and average the results, so each block "
            "counts alike. A block with high scores must weigh more: keep one total and "
            "one sum for all blocks, and divide once at the end.",
            _each_block_alone,
        ),
        Misconception(
            "sum-of-blocks",
            "You take a softmax inside each block and add up the results, so a query's "
            "weights sum to the number of blocks. Keep one total for all blocks, and "
            "divide once at the end.",
            _sum_of_blocks,
        ),
        Misconception(
            "last-block-only",
            "Your result is that of the last block alone: each block overwrites what came "
            "before. Carry the sum and the total from block to block.",
            _last_block,
        ),
        Misconception(
            "whole-table",
            "The numbers are right, but you hold an array as large as all the scores of a "
            "query at once. That is what this exercise does without: work with the scores "
            "of one block, (n_q, block_size), and forget them before the next.",
            _all_at_once,
        ),
        Misconception(
            "queries-in-blocks",
            "You cut the queries into blocks, and each of them still meets all keys at "
            "once. It is the keys that come in blocks: a single query may have very many.",
            _queries_in_blocks,
        ),
    ),
    alternatives=(_log_sum_exp,),
    same=(
        Same(
            "=> d_k, n_k = (k.shape[-1], k.shape[-2])",
            "Queries and keys have the same number of features.",
        ),
        Same(
            "=> d_k, n_k = (q.shape[-1], v.shape[-2])",
            "There is one value for each key.",
        ),
        Same(
            "=> largest, total, mixture = (-np.inf, 1.0, 0.0)",
            "The first block multiplies what was there before by exp(-inf), which is 0.",
        ),
        Same(
            "=> largest, total, mixture = (-np.inf, 0.0, 1.0)",
            "The first block multiplies what was there before by exp(-inf), which is 0.",
        ),
    ),
    hints=(
        "Go through the keys in blocks: `range(0, n_k, block_size)`, and slices of "
        "`k` and `v`. Carry three things from block to block, each one row a query: "
        "the largest score so far, the total so far, and the mixture so far.",
        "When a block raises the largest score from `old` to `new`, everything summed "
        "so far was made with `exp(score - old)`. Multiply the total *and* the "
        "mixture by `exp(old - new)`, then add the block's own.",
        "Start with `largest = -np.inf` and both sums `0.0`: then the first factor is "
        "`exp(-inf)`, which is 0. In the loop, `new = np.maximum(largest, "
        "scores.max(axis=-1, keepdims=True))`. After the loop, divide the mixture by "
        "the total.",
    ),
)
